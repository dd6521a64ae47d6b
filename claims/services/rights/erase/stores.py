"""Every store that holds words of claims, and how each lets them go. Whoever adds one adds it here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from audit.requests.record import erase_mentions
from claims.queries.manners.answers import erase_answers
from claims.queries.rights import forgetting
from claims.services.rights.copies.remove_copies import forget_copies


@dataclass(frozen=True, slots=True, kw_only=True)
class Erased:
    """What is being forgotten: the claims under every id they went by, their ``words``, and the revision and time that
    forget them."""

    base: UUID
    claims: Sequence[UUID]
    words: Sequence[str]
    revision: int
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Store:
    """A place where words of claims are kept, in these columns. ``erase`` removes them and says how many rows it
    found."""

    name: str
    says: str
    erase: Callable[[Erased], int]
    columns: tuple[str, ...] = ()


def _questions(erased: Erased) -> int:
    empty = forgetting.empty_questions(erased.base, erased.claims)
    return forgetting.drop_questions(erased.base, empty) if empty else 0


#: In this order: the database lets words go only of what is a tombstone already.
STORES = (
    Store(
        name="claims",
        says="The claims themselves",
        columns=("claim.predicate", "claim.object", "claim.object_key", "claim.object_sha256", "claim.name"),
        erase=lambda each: forgetting.make_tombstones(each.base, each.claims, each.revision),
    ),
    Store(
        name="evidence",
        says="Quotes, addresses and reasons",
        columns=("source.uri", "source.excerpt", "source.sha256", "source.method", "source.origin", "source.reason"),
        erase=lambda each: forgetting.blank_sources(each.base, each.claims),
    ),
    Store(
        name="acts",
        says="Origins of what was said",
        columns=("act.kind_raw", "act.origin"),
        erase=lambda each: forgetting.blank_acts(each.base, each.claims),
    ),
    Store(
        name="plans",
        says="Digests of plans",
        columns=("revision.digest",),
        erase=lambda each: forgetting.blank_digests(each.base, each.claims),
    ),
    Store(
        name="reviews",
        says="Questions that waited for a person",
        columns=("review_item.predicate",),
        erase=lambda each: forgetting.close_reviews(each.base, each.claims, each.revision, each.at),
    ),
    Store(
        name="history",
        says="Periods and edges of questions that nothing is left of",
        columns=("question.predicate", "question.scope_sha256"),
        erase=_questions,
    ),
    Store(
        name="subjects",
        says="Names of subjects of whom nothing is left",
        columns=("entity.name", "entity_alias.key"),
        erase=lambda each: forgetting.unname_entities(each.base, each.claims),
    ),
    Store(
        name="requests",
        says="Words of requests that are over",
        columns=("audit_request_text.text", "audit_request_decision.reasons"),
        erase=lambda each: erase_mentions(each.base, each.at, each.words),
    ),
    Store(
        name="answers",
        says="Answers kept to be given again",
        columns=(
            "kept_answer.answer",
            "kept_answer.headers",
            "kept_answer.body_sha256",
            "kept_answer.path",
            "kept_answer.key",
        ),
        erase=lambda each: erase_answers(each.base, each.claims),
    ),
    Store(
        name="copies",
        says="Copies made for people before, whole",
        columns=("person_copy.files", "person_copy.counts", "person_copy.sha256"),
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
