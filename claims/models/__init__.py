"""The tables and their constraints."""

from claims.models.people import Role, User

__all__ = ["Role", "User"]
