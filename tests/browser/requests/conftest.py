"""The demonstration, with Alice who asks, Bob who writes down, and Carol who works on it."""

from tests.browser.acting.conftest import come, demonstration

__all__ = ["come", "demonstration"]
