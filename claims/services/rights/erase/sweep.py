"""The look afterwards: whether words that were to be forgotten still stand anywhere in the live database."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from uuid import UUID

from claims.queries.rights import sweep as tables
from claims.queries.rows import Row

#: Shorter words are met everywhere, and say nothing of where they come from.
LONG_ENOUGH = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class Swept:
    """How many columns were looked through for how many words, and in how many rows of which they stand still."""

    columns: int
    words: int
    still: dict[str, int]


def words_in(rows: Iterable[Row]) -> list[str]:
    """What to look for: objects, names, quotes, addresses and reasons, as far as they are long enough to tell."""
    said = {word for row in rows for word in (row.object, row.object_key, row.name, *row.said) if word}
    return sorted(each for each in said if len(each) >= LONG_ENOUGH)


def _written(word: str) -> set[str]:
    """A word as it stands in a text, and as it stands in JSON."""
    return {word, json.dumps(word)[1:-1], json.dumps(word, ensure_ascii=False)[1:-1]}


def sweep(base: UUID, words: list[str]) -> Swept:
    """Look through every column of every table that can hold words."""
    found = tables.columns()
    wanted = sorted({form for word in words for form in _written(word)})
    still: dict[str, int] = {}
    for table in found if words else ():
        for column, number in tables.standing(base, table, wanted).items():
            still[f"{table.table}.{column}"] = number
    return Swept(columns=sum(len(each.columns) for each in found), words=len(words), still=still)
