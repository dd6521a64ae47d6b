"""Put a request on hold, take it up again, or take it back."""

from __future__ import annotations

from datetime import date
from uuid import UUID

from audit.requests.words import Act
from claims.refusals import Invalid
from claims.services.actor import Actor
from claims.services.belief_base.operation import Terms
from claims.services.rights.letters import letter
from claims.services.rights.requests.hold_back import held_for
from claims.services.rights.requests.settle_identity import said
from claims.services.rights.requests.taking import Case, Gone, Taken, take_step


def hold_request(
    *, base: UUID, actor: Actor, request: UUID, reason: str, until: date, terms: Terms | None = None
) -> Gone:
    """Let a request rest, for a reason, up to a day on which it is looked at again. Its clock runs on.

    Raises:
        Invalid: where the reason is missing or the day is over; and, with NotFound, Forbidden and StaleStep, as
            `take_step`.
    """

    def work(case: Case) -> None:
        case.expect(Act.HOLD)
        why = said(reason, "Say why it rests; the person can read it.")
        if until <= case.law.day(case.now):
            raise Invalid.at("/until", "Give a day to come, on which it is looked at again.")
        case.take(Act.HOLD, Taken(evidence={"review_on": until.isoformat()}, texts={"reason": why}))

    return take_step(base=base, actor=actor, request=request, work=work, terms=terms)


def resume_request(*, base: UUID, actor: Actor, request: UUID, terms: Terms | None = None) -> Gone:
    """Take it up again where it stood.

    Raises:
        NotFound, Forbidden, Invalid, StaleStep: as `take_step`.
    """

    def work(case: Case) -> None:
        case.take(Act.RESUME, Taken(evidence={"back_to": case.row.held_from or "nowhere"}))

    return take_step(base=base, actor=actor, request=request, work=work, terms=terms)


def withdraw_request(*, base: UUID, actor: Actor, request: UUID, reason: str = "", terms: Terms | None = None) -> Gone:
    """Take a request back: the person themselves, or staff for them, with how they said so.

    Raises:
        Invalid: where staff do not say how they know; and, with NotFound, Forbidden and StaleStep, as `take_step`.
    """

    def work(case: Case) -> None:
        case.expect(Act.WITHDRAW)
        by_person = case.is_persons
        why = reason.strip() if by_person else said(reason, "Say how the person told you that they take it back.")
        told = letter(case, "withdrawn", held=bool(held_for(case)))
        evidence = {"by": "person" if by_person else "staff"}
        case.take(Act.WITHDRAW, Taken(evidence=evidence, texts={"reason": why}, letter=told))

    return take_step(base=base, actor=actor, request=request, work=work, terms=terms, own=True)
