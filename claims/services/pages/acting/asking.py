"""What a page must know of a claim to ask what is wrong with it."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from claims.models import Predicate
from claims.services.pages.saying import Reader
from claims.services.reading.claim_status import claim_row
from claims.services.words import Statement, phrases_of, sentence


@dataclass(frozen=True, slots=True)
class Asked:
    """A claim in its sentence, and in one with a gap for another value; ``values`` with their sentences, where there
    are only so many."""

    claim: UUID
    sentence: str
    blank: str
    values: tuple[tuple[str, str], ...]


def asked_about(*, reader: Reader, claim: UUID) -> Asked:
    """A claim that somebody wants to say something about.

    Raises:
        NotFound: where the base has no such claim.
    """
    row = claim_row(reader.base, claim)
    phrases = phrases_of({row.predicate})
    to_you = row.entity_id == reader.you

    def say(value: str, *, negated: bool = False) -> str:
        return sentence(Statement(row.subject, row.predicate, value, negated), phrases, to_subject=to_you)

    known = phrases.get(row.predicate)
    by_yes_or_no = known is not None and known.value_type == Predicate.ValueType.BOOLEAN
    return Asked(
        claim=row.id,
        sentence=say(row.object, negated=row.negated),
        blank=say("…").removesuffix("."),
        values=tuple((value, say(value)) for value in ("yes", "no")) if by_yes_or_no else (),
    )
