"""What was held before an operation and after it: of a plan, and of a revision that was made."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from claims.engine.acts import Assertion
from claims.engine.hold import Segment
from claims.engine.time.periods import Period
from claims.queries import beliefs, revisions
from claims.queries.impact import disclosures, leaning
from claims.queries.rows import Row
from claims.services.belief_base.operation import Done
from claims.services.belief_base.reading import period_of
from claims.services.belief_base.region import Marks
from claims.services.pages.saying import PrecisionOf
from claims.services.words import Statement

MOST_BEYOND = 1000


@dataclass(frozen=True, slots=True)
class Stretch:
    """A claim held over a period, how far it is trusted there, and whether it is held back from the assistants."""

    claim: UUID
    period: Period
    tier: int
    restricted: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """What was held of the claims that an operation touches, before it and after.

    ``fresh`` were said in it, or never held before; ``flagged`` lost a reason by it, ``beyond`` rest on those;
    ``words`` are claims that it makes; ``agents`` were served one of the claims, by name.
    """

    before: tuple[Stretch, ...]
    after: tuple[Stretch, ...]
    fresh: frozenset[UUID]
    flagged: tuple[UUID, ...]
    beyond: tuple[UUID, ...]
    precision: PrecisionOf
    words: Mapping[UUID, Statement] = field(default_factory=dict)
    agents: tuple[str, ...] = ()


def difference_planned(done: Done) -> Difference:
    """What an operation would change."""
    closed = [_of_segment(row.segment) for row in done.plan.closes]
    opened = [_of_segment(each) for each in done.plan.opens]
    touched = {each.claim for each in (*closed, *opened)}
    stored = beliefs.rows_of(done.base, sorted(touched))
    rows = [row for row in stored if row.closed is None]
    before = [_of_row(row) for row in rows]
    gone = {(each.claim, each.period) for each in closed}
    kept = [each for each in before if (each.claim, each.period) not in gone]
    for row in rows:
        done.marks.note_row(row)
    return Difference(
        before=tuple(before),
        after=(*kept, *opened),
        fresh=frozenset(act.claim.id for act in done.plan.acts if isinstance(act, Assertion))
        | (touched - {row.claim_id for row in stored}),
        flagged=done.plan.flagged,
        beyond=tuple(_beyond(done.base, done.plan.flagged)),
        precision=done.precision,
        words=done.words,
        agents=_agents(done.base, touched),
    )


def difference_made(base: UUID, revision: Row, acts: Sequence[Row]) -> Difference:
    """What a stored revision changed."""
    marks, before, after = Marks(), [], []
    stored = _rows_changed_by(base, revision, acts)
    for row in stored:
        marks.note_row(row)
        ends_later = row.closed is None or row.closed > revision.number
        if row.opened < revision.number and (ends_later or row.closed == revision.number):
            before.append(_of_row(row))
        if row.opened <= revision.number and ends_later:
            after.append(_of_row(row))
    flagged = tuple(UUID(each) for each in revision.result.get("flagged", ()))
    return Difference(
        before=tuple(before),
        after=tuple(after),
        fresh=frozenset(act.claim_id for act in acts if act.kind == "assertion")
        | ({row.claim_id for row in stored} - {row.claim_id for row in stored if row.opened < revision.number}),
        flagged=flagged,
        beyond=(),
        precision=marks.of,
        agents=_agents(base, {row.claim_id for row in stored}, revision.recorded_at),
    )


def _rows_changed_by(base: UUID, revision: Row, acts: Sequence[Row]) -> list[Row]:
    """Every belief row of the claims of which a revision opened or closed one."""
    upon = {act.claim_id for act in acts if act.claim_id}
    changed = {UUID(each) for name in ("superseded", "restored", "moved") for each in revision.result.get(name, ())}
    reached = revisions.claims_reached_by(base, revision.number) if any(act.claim_id is None for act in acts) else ()
    rows = beliefs.rows_of(base, sorted({*upon, *changed, *reached}))
    touched = {row.claim_id for row in rows if revision.number in (row.opened, row.closed)}
    return [row for row in rows if row.claim_id in touched]


def _agents(base: UUID, claims: Iterable[UUID], known_at: datetime | None = None) -> tuple[str, ...]:
    """The agents that were served one of these claims."""
    return tuple(row.name for row in disclosures.agents_served(base, sorted(claims), known_at))


def _beyond(base: UUID, flagged: Sequence[UUID]) -> list[UUID]:
    """What rests on the flagged ones, and on those in turn."""
    if not flagged:
        return []
    direct = [row.id for row in leaning.dependents(base, flagged, MOST_BEYOND)]
    return [*direct, *(each for each in leaning.beyond(base, flagged, MOST_BEYOND) if each not in direct)]


def _of_segment(segment: Segment) -> Stretch:
    return Stretch(segment.claim.id, segment.period, segment.tier, segment.restricted)


def _of_row(row: Row) -> Stretch:
    return Stretch(row.claim_id, period_of(row.valid), row.tier, row.restricted)
