"""Reading rows of hand-written SQL by name."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from typing import Any, NamedTuple

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


Params = Sequence[Any] | Mapping[str, Any]


class Query(NamedTuple):
    """A query that is yet to be asked."""

    sql: str
    params: Params


def fetch(sql: str, params: Params) -> list[Row]:
    """Every row of a query."""
    with connection.cursor() as cursor:
        cursor.execute(sql, params)
        return _rows(sql, cursor)


def fetch_together(*queries: Query) -> list[list[Row]]:
    """Every row of each of some queries, asked in one exchange: the database is waited for once (libpq's pipeline)."""
    connection.ensure_connection()
    with connection.wrap_database_errors, connection.connection.pipeline(), ExitStack() as cursors:
        asked = [cursors.enter_context(connection.cursor()) for _ in queries]
        for cursor, query in zip(asked, queries, strict=True):
            cursor.execute(*query)
        return [_rows(query.sql, cursor) for cursor, query in zip(asked, queries, strict=True)]


def _rows(sql: str, cursor: Any) -> list[Row]:
    found = cursor.fetchall()
    names, documents = _columns.get(sql) or _columns.setdefault(sql, _columns_of(cursor))
    rows = [Row(zip(names, values, strict=True)) for values in found]
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
