"""Columns and keys that every per-base table is made of (the rules: docs/tables.md)."""

from __future__ import annotations

from typing import Any

from django.db import models
from django.db.models.fields.related import ForeignObject


class PeriodsField(models.Field):  # type: ignore[type-arg]
    """A set of half-open periods: PostgreSQL's `tstzmultirange`, psycopg's `Multirange` of `TimestamptzRange`."""

    def db_type(self, connection: object) -> str:
        return "tstzmultirange"


def base_key() -> models.UUIDField[Any, Any]:
    """The belief base a row belongs to; first column of every key. Its foreign key stands in SQL, not deferrable."""
    return models.UUIDField()


def within_base(to: str, column: str) -> ForeignObject[Any, Any]:
    """A relation to another row of the same base; the constraint in SQL carries the base on both sides."""
    return ForeignObject(
        to, models.DO_NOTHING, from_fields=["base_id", column], to_fields=["base_id", "id"], related_name="+"
    )
