"""A chain as the database hands it out: block by block, the next one on its way while one is looked at."""

from __future__ import annotations

from collections import deque
from collections.abc import Generator
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import psycopg
from django.db import connection

#: A block is as many entries as make about so many characters, within these bounds. Larger ones are no quicker.
CHARACTERS, MOST, LEAST = 250_000, 2_048, 16
#: So many blocks are asked for ahead.
AHEAD = 2

_BLOCK = """
SELECT count(*), coalesce(string_agg(record, E'\\n' ORDER BY number), ''), count(commitment),
       (SELECT count(*) FROM audit_content c WHERE c.chain_id = %s AND c.number BETWEEN %s AND %s)
  FROM audit_entry WHERE chain_id = %s AND number BETWEEN %s AND %s
"""


@dataclass(frozen=True, slots=True)
class Block:
    """The entries from ``first`` to ``last``: how many there are, their records a line each, how many are bound to a
    content, and how many contents there are."""

    first: int
    last: int
    count: int
    records: str
    bound: int
    kept: int


def blocks(chain: UUID, last: int) -> Generator[Block]:
    """The blocks of a chain up to an entry. They share the connection with whoever looks at them."""
    connection.ensure_connection()
    raw = connection.connection
    size, place = min(512, MOST), 1
    waiting: deque[tuple[int, int, psycopg.Cursor[Any]]] = deque()
    with raw.pipeline():
        while place <= last or waiting:
            while place <= last and len(waiting) < AHEAD:
                end = min(place + size - 1, last)
                asked = psycopg.Cursor(raw)
                asked.execute(_BLOCK, [chain, place, end, chain, place, end], binary=True)
                waiting.append((place, end, asked))
                place = end + 1
            first, end, asked = waiting.popleft()
            block = Block(first, end, *(asked.fetchone() or (0, "", 0, 0)))
            size = max(LEAST, min(MOST, CHARACTERS * block.count // max(len(block.records), 1)))
            yield block
