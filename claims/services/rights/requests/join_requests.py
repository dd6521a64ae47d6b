"""Answer two requests that ask for the same as one, on the clock of the first; and part them again."""

from __future__ import annotations

from uuid import UUID

from audit.requests import record
from audit.requests.words import OVER, Act
from claims.queries.rights import requests
from claims.queries.rows import Row
from claims.refusals import Invalid
from claims.services.actor import Actor
from claims.services.belief_base.operation import Terms
from claims.services.rights.law import clocks_of, law_of
from claims.services.rights.letters import letter
from claims.services.rights.requests.settle_identity import said
from claims.services.rights.requests.taking import Case, Gone, Taken, reference_of, take_step


def join_requests(*, base: UUID, actor: Actor, request: UUID, of: UUID, terms: Terms | None = None) -> Gone:
    """Keep a request as a duplicate ``of`` another of the same person and kind, which goes on. Both count from the
    earlier receipt from now on.

    Raises:
        Invalid: where the two do not ask for the same; and, with NotFound, Forbidden and StaleStep, as `take_step`.
    """

    def work(case: Case) -> None:
        case.expect(Act.DUPLICATE)
        other = _other(case, of)
        first = min(case.row.clock_from, other.clock_from)
        if first < other.clock_from:
            _move(case, other, first)
        record.change(case.base, case.id, clock_from=first)
        case.reload()
        told = letter(case, "duplicate", other=reference_of(other))
        changes = {"duplicate_of": of}
        taken = Taken(evidence={"of": str(of)}, letter=told, changes=changes, targets=[of])
        case.take(Act.DUPLICATE, taken)

    return take_step(base=base, actor=actor, request=request, work=work, terms=terms)


def part_requests(*, base: UUID, actor: Actor, request: UUID, reason: str, terms: Terms | None = None) -> Gone:
    """Open a duplicate again that was none. Whose it is has to be settled anew; its clock stays the earlier one.

    Raises:
        Invalid: where no reason is given; and, with NotFound, Forbidden and StaleStep, as `take_step`.
    """

    def work(case: Case) -> None:
        case.expect(Act.REOPEN)
        why = said(reason, "Say in what the two differ.")
        evidence = {"from": str(case.row.duplicate_of)}
        changes = {"duplicate_of": None, "decision": None}
        case.take(Act.REOPEN, Taken(evidence=evidence, texts={"reason": why}, changes=changes))

    return take_step(base=base, actor=actor, request=request, work=work, terms=terms)


def _other(case: Case, of: UUID) -> Row:
    other = requests.by_id(case.base, of)
    if other is None or other.id == case.id:
        raise Invalid.at("/of", "Name another request of this base.")
    if (other.kind, other.subject_id) != (case.row.kind, case.row.subject_id):
        raise Invalid.at("/of", "The two do not ask for the same: kind and person must be equal.")
    if other.state in OVER:
        raise Invalid.at("/of", "That one is over already; keep the one that goes on.")
    return other


def _move(case: Case, other: Row, first: object) -> None:
    """The one that goes on counts from the earlier receipt."""
    record.change(case.base, other.id, clock_from=first)
    moved = requests.by_id(case.base, other.id)
    if moved is not None:
        steps = requests.course(case.base, [other.id]).steps
        days = clocks_of(law_of(moved), moved, steps, case.now)
        due = None if days.paused else days.due
        record.change(case.base, other.id, first_on=days.first, last_on=days.last, due_on=due)
