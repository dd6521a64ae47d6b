"""Columns and keys that every per-base table is made of (the rules: docs/tables.md)."""

from __future__ import annotations

from typing import Any

import pgtrigger
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


def of_erased(row: str, *columns: str) -> str:
    """Whether one of these columns of a row names a claim whose words are erased."""
    named = " OR ".join(f"c.id = {row}.{column}" for column in columns)
    return f"EXISTS (SELECT FROM claim c WHERE c.base_id = {row}.base_id AND ({named}) AND c.erased IS NOT NULL)"


def kept_unless(erased: str) -> pgtrigger.Trigger:
    """Rows stay, but of a claim that was erased where nothing else is left to keep them for (engine.md §5)."""
    return pgtrigger.Trigger(
        name="kept_unless_erased",
        when=pgtrigger.Before,
        operation=pgtrigger.Delete,
        func=f"""
            IF {erased} THEN
                RETURN OLD;
            END IF;
            RAISE EXCEPTION 'A row of % stays, unless its claim was erased.', TG_TABLE_NAME
                USING ERRCODE = 'restrict_violation';
        """,
    )


def unchanged_unless(erased: str, **blanked: str) -> pgtrigger.Trigger:
    """Rows stay as they are, but for the words of what was erased: of each such column, what it may become."""
    names = ", ".join(f"'{name}'" for name in blanked)
    become = " AND ".join(f"NEW.{name} {what}" for name, what in blanked.items())
    return pgtrigger.Trigger(
        name="unchanged_unless_erased",
        when=pgtrigger.Before,
        operation=pgtrigger.Update,
        func=f"""
            IF (to_jsonb(NEW) - ARRAY[{names}]) = (to_jsonb(OLD) - ARRAY[{names}]) AND {become} AND {erased} THEN
                RETURN NEW;
            END IF;
            RAISE EXCEPTION 'A row of % stays as it is, but for the words of what was erased.', TG_TABLE_NAME
                USING ERRCODE = 'restrict_violation';
        """,
    )
