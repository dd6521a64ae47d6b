"""Reading rows of hand-written SQL by name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db import connection


class Row(dict[str, Any]):
    """A row whose columns are read as attributes."""

    __getattr__ = dict.__getitem__


def fetch(sql: str, params: Sequence[object]) -> list[Row]:
    """Every row of a query."""
    with connection.cursor() as cursor:
        cursor.execute(sql, params)
        names = [column.name for column in cursor.description]
        return [Row(zip(names, values, strict=True)) for values in cursor.fetchall()]
