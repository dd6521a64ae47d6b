"""Everyone, before a base with something in it."""

from tests.access.test_matrix import scene

__all__ = ["scene"]
