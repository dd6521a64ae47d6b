"""Other people who are named in a copy: proposed to whoever carries it out, and covered where that is ticked.

What is covered is the name, not the statement (GDPR Art. 15(4)), and not in what the person said themselves.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from uuid import UUID

from claims.models import Predicate
from claims.queries.rights import contents
from claims.refusals import Invalid
from claims.services.vocabulary.book import book

COVERED = "[another person]"
#: So many names are proposed at the most, in alphabetical order.
MOST = 500


def proposed(base: UUID) -> list[tuple[UUID, str]]:
    """Who may be another person: the other subjects of a base, and what stands where the vocabulary has a name."""
    named = [each.name for each in book().phrases.values() if each.value_type == Predicate.ValueType.ENTITY]
    found = {row.name.casefold(): (row.id, row.name) for row in contents.others_named(base, named, MOST)}
    return list(found.values())


def checked(base: UUID, ids: Sequence[UUID]) -> list[UUID]:
    """Those whose names are to be covered, each once.

    Raises:
        Invalid: where one is neither a subject nor a statement of the base.
    """
    wanted = list(dict.fromkeys(ids))
    known = {row.id for row in contents.names_to_cover(base, wanted)} if wanted else set()
    if unknown := [each for each in wanted if each not in known]:
        raise Invalid.at("/cover", f"{unknown[0]} is neither a subject nor a statement here.")
    return wanted


class Cover:
    """Covers some names wherever they stand, and counts."""

    def __init__(self, names: Sequence[str]) -> None:
        wanted = sorted({each.strip() for each in names if each.strip()}, key=len, reverse=True)
        words = "|".join(r"\s+".join(map(re.escape, each.split())) for each in wanted)
        self._names = re.compile(rf"(?<!\w)(?:{words})(?!\w)", re.IGNORECASE) if wanted else None
        self.number = 0

    def over(self, text: str) -> str:
        """The text without these names."""
        if self._names is None:
            return text
        covered, number = self._names.subn(COVERED, text)
        self.number += number
        return covered


def cover_of(base: UUID, ids: Sequence[UUID]) -> Cover:
    """The cover over the names of some subjects, and over what some statements name."""
    return Cover([row.name for row in contents.names_to_cover(base, ids)] if ids else [])
