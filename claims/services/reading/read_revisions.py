"""The log of operations of a base. Sentences are made when read."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

from claims.engine.effective import undone
from claims.queries import claims, revisions
from claims.queries.rows import Row
from claims.refusals import NotFound
from claims.services.belief_base.reading import act_of
from claims.services.reading.read_claims import span_of
from claims.services.words import Span, Statement, phrases_of, sentence


@dataclass(frozen=True, slots=True, kw_only=True)
class ActView:
    """One act of a revision: what it said of which claim, its source, and what it was told.

    ``undoes`` names the revisions that an undo took back; ``restricted`` says that the claim, or one of those that an
    act upon no one claim decides on or takes back, is out of service now: its source may speak of it.
    """

    id: UUID
    kind: str
    claim: UUID | None
    statement: str | None
    outcome: str | None
    valid: Span | None
    undoes: tuple[int, ...]
    restricted: bool
    row: Row


@dataclass(frozen=True, slots=True, kw_only=True)
class RevisionView:
    """One operation and its result, with its first thousand acts. ``actor`` is a pseudonym, ``undone`` whether it has
    been taken back since."""

    base: UUID
    number: int
    operation: str
    recorded_at: datetime
    actor: UUID | None
    agent: str | None
    request_id: str
    digest: str
    undone: bool
    superseded: tuple[str, ...]
    restored: tuple[str, ...]
    flagged: tuple[str, ...]
    acts: tuple[ActView, ...] = field(default=())


def revision_page(*, base: UUID, before: int | None, limit: int) -> list[RevisionView]:
    """Revisions, the latest first."""
    return _views(base, revisions.page(base, before=before, limit=limit))


def revision_view(*, base: UUID, number: int) -> RevisionView:
    """One revision with its acts.

    Raises:
        NotFound: where the base has no such revision.
    """
    rows = revisions.some(base, [number])
    if not rows:
        raise NotFound(f"There is no revision {number} in this base.")
    return _views(base, rows)[0]


def _views(base: UUID, rows: Sequence[Row]) -> list[RevisionView]:
    acts = revisions.acts_with_sources(base, [row.number for row in rows])
    told = {act: outcome for row in rows for act, outcome in row.result.get("told", ())}
    about = _about(base, acts)
    rows_said = claims.by_ids(base, sorted(set().union(*about.values())))
    said, restricted = _sentences(rows_said), {row.id for row in rows_said if row.restricted}
    by_revision: dict[int, list[ActView]] = defaultdict(list)
    for act in acts:
        by_revision[act.revision].append(_act(act, told, said, restricted=bool(about[act.id] & restricted)))
    taken, _ = undone(act_of(row) for row in revisions.undos(base))
    return [_view(base, row, by_revision[row.number], taken) for row in rows]


def _view(base: UUID, row: Row, acts: Sequence[ActView], taken: frozenset[UUID]) -> RevisionView:
    result: dict[str, Any] = row.result
    return RevisionView(
        base=base,
        number=row.number,
        operation=row.operation,
        recorded_at=row.recorded_at,
        actor=row.actor_id,
        agent=row.agent,
        request_id=row.request_id,
        digest=row.digest,
        undone=bool(acts) and all(act.id in taken for act in acts),
        superseded=tuple(result.get("superseded", ())),
        restored=tuple(result.get("restored", ())),
        flagged=tuple(result.get("flagged", ())),
        acts=tuple(acts),
    )


def _about(base: UUID, acts: Sequence[Row]) -> dict[UUID, set[UUID]]:
    """The claims that each act is upon, decides on, or takes back what was said of."""
    behind = revisions.claims_behind(base, [act.id for act in acts if act.detail])
    return {act.id: ({act.claim_id} if act.claim_id else set()) | behind.get(act.id, set()) for act in acts}


def _act(row: Row, told: Mapping[str, str], said: Mapping[UUID, str], *, restricted: bool) -> ActView:
    return ActView(
        id=row.id,
        kind=row.kind,
        claim=row.claim_id,
        statement=said.get(row.claim_id),
        outcome=told.get(str(row.id)),
        valid=span_of(row) if row.valid is not None else None,
        undoes=tuple(row.detail.get("revisions", ())) if row.kind == "undo" else (),
        restricted=restricted,
        row=row,
    )


def _sentences(rows: Sequence[Row]) -> dict[UUID, str]:
    phrases = phrases_of({row.predicate for row in rows})
    return {row.id: sentence(Statement(row.subject, row.predicate, row.object, row.negated), phrases) for row in rows}
