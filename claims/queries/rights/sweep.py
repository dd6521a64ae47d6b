"""Where in the live database some words still stand: every column of every table that can hold words."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from django.db import connection

from claims.queries.rows import Row, fetch, literal

#: Types that can hold words, or be read as such.
_WORDED = ("text", "varchar", "bpchar", "json", "jsonb", "bytea", "name", "xml", "tsvector", "citext", "hstore")


def columns() -> list[Row]:
    """Each table with the columns that can hold words; ``of`` is the one that says whose rows they are."""
    return fetch(
        """
        SELECT t.relname AS table, array_agg(c.attname::text ORDER BY c.attnum) AS columns,
               array_agg(y.typname = 'bytea' ORDER BY c.attnum) AS binary,
               (SELECT k.attname FROM pg_attribute k
                 WHERE k.attrelid = t.oid AND k.attname IN ('base_id', 'chain_id') AND NOT k.attisdropped) AS of
          FROM pg_class t
          JOIN pg_namespace n ON n.oid = t.relnamespace AND n.nspname = current_schema()
          JOIN pg_attribute c ON c.attrelid = t.oid AND c.attnum > 0 AND NOT c.attisdropped
          JOIN pg_type y ON y.oid = c.atttypid
          LEFT JOIN pg_type i ON i.oid = y.typelem AND y.typcategory = 'A'
         WHERE t.relkind IN ('r', 'p') AND coalesce(i.typname, y.typname) = ANY(%s)
         GROUP BY t.oid, t.relname
         ORDER BY t.relname
        """,
        [list(_WORDED)],
    )


def standing(base: UUID, table: Row, words: Sequence[str]) -> dict[str, int]:
    """In how many rows of a table some of these words stand, by column: in rows of this base, or of no one base."""
    quote = connection.ops.quote_name
    patterns = [f"%{literal(word)}%" for word in words]
    counts = ", ".join(
        f"count(*) FILTER (WHERE {_readable(quote(column), binary)} ILIKE ANY(%(words)s)) AS {quote(column)}"
        for column, binary in zip(table.columns, table.binary, strict=True)
    )
    whose = f"WHERE {quote(table.of)} = %(base)s" if table.of else ""
    rows = fetch(f"SELECT {counts} FROM {quote(table.table)} {whose}", {"words": patterns, "base": base})
    return {column: rows[0][column] for column in table.columns if rows[0][column]}


def _readable(column: str, binary: bool) -> str:
    return f"encode({column}, 'escape')" if binary else f"{column}::text"
