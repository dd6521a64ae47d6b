"""What is held, found by the words that people and agents use for it."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from claims.normal_form import key_of
from claims.queries.beliefs import Asked
from claims.services.reading.clocks import Clocks
from claims.services.reading.read_claims import ClaimView, held_views
from claims.services.vocabulary.book import book


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """Which beliefs are wanted: names in any wording, confidence in thousandths, the lowest tier of their strongest
    voice. ``after`` is the last claim of the page before."""

    subject: str | None = None
    predicate: str | None = None
    object: str | None = None
    text: str | None = None
    confidence: int = 0
    tier: int = 0
    after: UUID | None = None
    limit: int = 100


def find_beliefs(*, base: UUID, wanted: Wanted, at: Clocks) -> list[ClaimView]:
    """What is held at both instants; an unknown subject or predicate gives nothing."""
    term = book().term(wanted.predicate, single_if_unknown=True) if wanted.predicate else None
    asked_object = None
    if wanted.object is not None:
        asked_object = term.object_key(wanted.object) if term else key_of(wanted.object)
    return held_views(
        base,
        Asked(
            valid_at=at.valid_at,
            known_at=at.known_at,
            subject=None if wanted.subject is None else key_of(wanted.subject),
            predicate=term.name if term else None,
            object=asked_object,
            text=wanted.text,
            confidence=wanted.confidence,
            tier=wanted.tier,
            after=wanted.after,
            limit=wanted.limit,
        ),
    )
