"""The whole history of a claim, or of every answer to one question, on both clocks."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from claims.normal_form import key_of
from claims.queries import beliefs, claims, revisions
from claims.queries.rows import Row
from claims.services.reading.claim_status import claim_row, claim_views, heard
from claims.services.reading.clocks import Clocks
from claims.services.reading.read_claims import ClaimView, span_of
from claims.services.vocabulary.book import book
from claims.services.words import Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """A time over which a claim was held, since and until when we held it so, and the revisions that began and ended
    it. ``confidence`` in thousandths."""

    valid: Span
    since: datetime
    until: datetime | None
    confidence: int
    tier: int
    opened: int
    closed: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Mention:
    """An act upon the claim: its revision, kind and tier, when it was observed and recorded."""

    revision: int
    operation: str
    kind: str
    tier: int
    observed_at: datetime
    recorded_at: datetime


@dataclass(frozen=True, slots=True)
class History:
    """A claim as of both clocks, every row it ever had, and every act upon it."""

    claim: ClaimView
    held: tuple[Held, ...]
    acts: tuple[Mention, ...]


def claim_history(*, base: UUID, claim: UUID, at: Clocks) -> History:
    """The history of one claim.

    Raises:
        NotFound: where the base has no such claim, or had not heard of it then.
    """
    found = _histories(base, [claim_row(base, claim).id], at)[0]
    heard(found.claim, at.known_at)
    return found


def question_history(*, base: UUID, subject: str, predicate: str, at: Clocks) -> list[History]:
    """The history of every claim made of a subject with a predicate by then; none where nobody spoke of it."""
    term = book().term(predicate, single_if_unknown=True)
    ids = dict.fromkeys(
        row.redirect_id or row.id
        for row in claims.by_ids(base, [row.id for row in claims.question_of(base, key_of(subject), term.name)])
    )
    by_then = claims.heard_among(base, list(ids), at.known_at)
    return _histories(base, [each for each in ids if each in by_then], at)


def _histories(base: UUID, ids: Sequence[UUID], at: Clocks) -> list[History]:
    rows: dict[UUID, list[Row]] = defaultdict(list)
    for row in beliefs.rows_of(base, ids):
        rows[row.claim_id].append(row)
    acts: dict[UUID, list[Row]] = defaultdict(list)
    for act in revisions.acts_upon(base, ids):
        acts[act.claim_id].append(act)
    return [
        History(view, tuple(map(_held, rows[view.id])), tuple(map(_mention, acts[view.id])))
        for view in claim_views(base, ids, at.valid_at, at.known_at)
    ]


def _held(row: Row) -> Held:
    return Held(
        valid=span_of(row),
        since=row.recorded.lower,
        until=row.recorded.upper,
        confidence=row.confidence,
        tier=row.tier,
        opened=row.opened,
        closed=row.closed,
    )


def _mention(row: Row) -> Mention:
    return Mention(
        revision=row.revision,
        operation=row.operation,
        kind=row.kind,
        tier=row.tier,
        observed_at=row.observed_at,
        recorded_at=row.recorded_at,
    )
