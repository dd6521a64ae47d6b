"""Loads what a plan must look at, and widens it for as long as the plan says that something is missing."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from claims.engine.acts import Act, Assertion, Claim
from claims.engine.effective import effective
from claims.engine.hold import Remembered
from claims.engine.planning.plan import Plan, Region, may_close_circle, plan
from claims.engine.policy import Policy
from claims.engine.support import names_of
from claims.engine.time.dates import Precision
from claims.engine.time.periods import Period, Periods
from claims.queries import region as rows
from claims.queries.rows import Row
from claims.services.belief_base.reading import act_of, belief_row_of, period_of, periods_of


@dataclass(slots=True)
class Marks:
    """How precisely each boundary in time is known, as far as anybody said; the coarsest that was said counts."""

    known: dict[datetime, Precision] = field(default_factory=dict)

    def note(self, instant: datetime | None, precision: int) -> None:
        if instant is not None:
            self.known[instant] = min(self.known.get(instant, Precision.INSTANT), Precision(precision))

    def note_row(self, row: Row, valid: str = "valid") -> None:
        if row[valid] is not None:
            self.note(row[valid].lower, row.from_precision)
            self.note(row[valid].upper, row.to_precision)
        elif row.get("periods") is not None:
            for each in row.periods:
                self.note(each.lower, row.from_precision)

    def of(self, instant: datetime) -> Precision:
        return self.known.get(instant, Precision.INSTANT)


def make_plan(base: UUID, policy: Policy, questions: Iterable[UUID], incoming: Sequence[Act], marks: Marks) -> Plan:
    """The plan for some acts over as many questions as it reaches."""
    wanted = frozenset(questions)
    if may_close_circle(incoming):
        wanted |= rows.questions_resting_on(base, list(wanted))
    while True:
        made = plan(load(base, policy, wanted, incoming, marks), incoming)
        if not made.missing:
            return made
        wanted |= made.missing


def load(
    base: UUID,
    policy: Policy,
    questions: frozenset[UUID],
    incoming: Sequence[Act],
    marks: Marks,
    known_at: datetime | None = None,
) -> Region:
    """A region of one base: all acts of its questions, their open rows, and what touches them.

    With ``known_at``, what is held elsewhere is read as it was known then; later acts are for the caller to leave out.
    """
    wanted = list(questions)
    upon = rows.acts_on(base, wanted)
    acts = {row.id: row for row in (*upon, *rows.acts_reaching(base, wanted))}.values()
    open_rows = rows.open_rows(base, wanted)
    for row in (*acts, *open_rows):
        marks.note_row(row)
    known = tuple(act_of(row) for row in acts)
    derived = any(names_of(act) for act in (*known, *incoming))
    inside = {row.claim_id for row in upon if row.claim_id}
    named = {name for act in (*known, *incoming) for name in names_of(act)} - inside
    return Region(
        policy,
        known,
        tuple(belief_row_of(row) for row in open_rows),
        _held(base, named, known_at),
        _memory(base, wanted) if derived else {},
        _dependents(base, wanted),
        questions,
    )


def voices(base: UUID, policy: Policy, claims: Iterable[Claim], marks: Marks) -> dict[UUID, list[Assertion]]:
    """The assertions of some claims that count, by the claim as it goes by now; those taken back are left out."""
    wanted = list(claims)
    region = load(base, policy, frozenset(each.question for each in wanted), (), marks)
    found: dict[UUID, list[Assertion]] = {each.id: [] for each in wanted}
    for act in effective(region.acts).acts:
        if isinstance(act, Assertion) and act.claim.id in found:
            found[act.claim.id].append(act)
    return found


def _held(base: UUID, claims: set[UUID], known_at: datetime | None) -> dict[UUID, Periods]:
    spans: dict[UUID, list[Period]] = defaultdict(list)
    if claims:
        for row in rows.held_of(base, sorted(claims), known_at):
            spans[row.called].append(period_of(row.valid))
    return {claim: Periods.of(*each) for claim, each in spans.items()}


def _memory(base: UUID, questions: list[UUID]) -> dict[UUID, tuple[Remembered, ...]]:
    memory: dict[UUID, list[Remembered]] = defaultdict(list)
    for row in rows.memory_of(base, questions):
        memory[row.act_id].append(Remembered(periods_of(row.periods), row.revision))
    return {act: tuple(each) for act, each in memory.items()}


def _dependents(base: UUID, questions: list[UUID]) -> dict[UUID, frozenset[UUID]]:
    found: dict[UUID, set[UUID]] = defaultdict(set)
    for row in rows.dependents_of(base, questions):
        found[row.claim_id].add(row.question_id)
    return {claim: frozenset(each) for claim, each in found.items()}
