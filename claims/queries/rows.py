"""Reading rows of hand-written SQL by name."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from django.db import connection


class Row(dict[str, Any]):
    """A row whose columns are read as attributes."""

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None


JSONB = 3802  # PostgreSQL's number for the type; Django leaves its values to be read by whoever asks

#: The names of the columns of each statement met so far, and those that hold JSON: the driver is slow to tell.
_columns: dict[str, tuple[list[str], list[str]]] = {}


def fetch(sql: str, params: Sequence[Any] | Mapping[str, Any]) -> list[Row]:
    """Every row of a query."""
    with connection.cursor() as cursor:
        cursor.execute(sql, params)
        names, documents = _columns.get(sql) or _columns.setdefault(sql, _columns_of(cursor))
        rows = [Row(zip(names, values, strict=True)) for values in cursor.fetchall()]
    for name in documents:
        for row in rows:
            row[name] = None if row[name] is None else json.loads(row[name])
    return rows


def _columns_of(cursor: Any) -> tuple[list[str], list[str]]:
    columns = [(column.name, column.type_code) for column in cursor.description]
    return [name for name, _ in columns], [name for name, code in columns if code == JSONB]


def literal(text: str) -> str:
    """A text as a part of a pattern that stands for itself."""
    return text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
