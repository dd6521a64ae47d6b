"""Say on which ground a request stands, and hold back what it says is wrong; then begin to review it."""

from __future__ import annotations

from uuid import UUID

from audit.requests.words import Act
from claims.refusals import Invalid
from claims.services.actor import Actor
from claims.services.belief_base.operation import Terms
from claims.services.rights.requests.hold_back import hold_back
from claims.services.rights.requests.taking import Case, Gone, Taken, take_step


def triage_request(*, base: UUID, actor: Actor, request: UUID, ground: str = "", terms: Terms | None = None) -> Gone:
    """Settle the ground of a request; ``ground`` absent is the one it was filed on.

    Raises:
        Invalid: where the law has no such ground; and, with NotFound, Forbidden and StaleStep, as `take_step`.
    """

    def work(case: Case) -> None:
        case.expect(Act.TRIAGE)
        chosen = ground or case.row.ground
        known = case.law.regime.grounds.get(case.row.kind, {})
        if chosen not in known:
            raise Invalid.at("/ground", f"Choose a ground for this: {', '.join(known)}.")
        evidence = {"ground": chosen, "claims": len(case.row.claims)}
        case.take(Act.TRIAGE, Taken(evidence=evidence, changes={"ground": chosen}, ground=chosen))
        if case.standing.holds_back:
            hold_back(case, automatic=True)

    return take_step(base=base, actor=actor, request=request, work=work, terms=terms)


def review_request(*, base: UUID, actor: Actor, request: UUID, terms: Terms | None = None) -> Gone:
    """Begin to look at it.

    Raises:
        NotFound, Forbidden, Invalid, StaleStep: as `take_step`.
    """

    def work(case: Case) -> None:
        case.take(Act.REVIEW, Taken(evidence={"reviewer": str(case.actor.id), "claims": len(case.row.claims)}))

    return take_step(base=base, actor=actor, request=request, work=work, terms=terms)
