"""Every store that holds words of claims, and how each lets them go. Whoever adds one adds it here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from claims.queries.manners.answers import erase_answers
from claims.queries.rights import forgetting
from claims.services.rights.copies.remove_copies import forget_copies


@dataclass(frozen=True, slots=True, kw_only=True)
class Erased:
    """What is being forgotten: the claims under every id they went by, and the revision and time that forget them."""

    base: UUID
    claims: Sequence[UUID]
    revision: int
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Store:
    """A place where words of claims are kept. ``erase`` removes them and says how many rows it found."""

    name: str
    says: str
    erase: Callable[[Erased], int]


def _questions(erased: Erased) -> int:
    empty = forgetting.empty_questions(erased.base, erased.claims)
    return forgetting.drop_questions(erased.base, empty) if empty else 0


#: In this order: the database lets words go only of what is a tombstone already.
STORES = (
    Store(
        name="claims",
        says="The claims themselves",
        erase=lambda each: forgetting.make_tombstones(each.base, each.claims, each.revision),
    ),
    Store(
        name="evidence",
        says="Quotes, addresses and reasons",
        erase=lambda each: forgetting.blank_sources(each.base, each.claims),
    ),
    Store(
        name="acts",
        says="Origins of what was said",
        erase=lambda each: forgetting.blank_acts(each.base, each.claims),
    ),
    Store(
        name="plans",
        says="Digests of plans",
        erase=lambda each: forgetting.blank_digests(each.base, each.claims),
    ),
    Store(
        name="reviews",
        says="Questions that waited for a person",
        erase=lambda each: forgetting.close_reviews(each.base, each.claims, each.revision, each.at),
    ),
    Store(name="history", says="Periods and edges of questions that nothing is left of", erase=_questions),
    Store(
        name="subjects",
        says="Names of subjects of whom nothing is left",
        erase=lambda each: forgetting.unname_entities(each.base, each.claims),
    ),
    Store(
        name="answers",
        says="Answers kept to be given again",
        erase=lambda each: erase_answers(each.base, each.claims),
    ),
    Store(
        name="copies",
        says="Copies made for people before, whole",
        erase=lambda each: forget_copies(each.base),
    ),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What a store answers: how many rows it held, all of which are removed now."""

    store: str
    says: str
    removed: int


def erase_everywhere(erased: Erased) -> tuple[Answer, ...]:
    """Have each store let the words go, in the caller's transaction."""
    return tuple(Answer(store=each.name, says=each.says, removed=each.erase(erased)) for each in STORES)
