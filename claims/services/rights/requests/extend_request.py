"""Take longer: only with a reason, and only told within the first period (GDPR Art. 12(3))."""

from __future__ import annotations

from uuid import UUID

from audit.requests.words import Act
from claims.refusals import Invalid
from claims.services.actor import Actor
from claims.services.belief_base.operation import Terms
from claims.services.rights.law import clocks_of
from claims.services.rights.letters import in_words, letter
from claims.services.rights.requests.settle_identity import said
from claims.services.rights.requests.taking import Case, Gone, Taken, take_step


def extend_request(*, base: UUID, actor: Actor, request: UUID, reason: str, terms: Terms | None = None) -> Gone:
    """Tell the person that it takes longer, and why.

    Raises:
        Invalid: where no reason is given, or the first period is over; and, with NotFound, Forbidden and StaleStep, as
            `take_step`.
    """

    def work(case: Case) -> None:
        case.expect(Act.EXTEND)
        why = said(reason, "Say why it takes longer: the person must be told.")
        days = clocks_of(case.law, case.row, case.course.steps, case.now)
        if case.law.day(case.now) > days.first:
            raise Invalid(f"The first period was over on {in_words(days.first)}; it cannot be made longer any more.")
        told = letter(case, "extension", reason=why)
        evidence = {"letter": "extension", "from": days.first.isoformat(), "to": days.last.isoformat()}
        case.take(Act.EXTEND, Taken(evidence=evidence, texts={"reason": why}, letter=told))

    return take_step(base=base, actor=actor, request=request, work=work, terms=terms)
