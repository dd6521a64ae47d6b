"""Take a claim back: it ended (contract), or it was never true (withdraw)."""

from __future__ import annotations

from enum import StrEnum
from uuid import UUID

from claims.engine.acts import Act, Claim, Contraction, Withdrawal
from claims.engine.time.dates import BadTime, Precision, Stated, period_between
from claims.engine.time.periods import Periods
from claims.refusals import Invalid
from claims.services.actor import Actor
from claims.services.belief_base.desk import Desk
from claims.services.belief_base.naming import claim_called
from claims.services.belief_base.operation import Done, Drawn, Terms, operate
from claims.services.belief_base.proposals import Origin


class Reading(StrEnum):
    """What taking a claim back says of it."""

    ENDED = "ended"
    NEVER_TRUE = "never_true"


def contract_claim(
    *,
    base: UUID,
    actor: Actor,
    claim: UUID,
    reading: Reading,
    source: Origin,
    ended_at: Stated | None = None,
    terms: Terms | None = None,
) -> Done:
    """Record that a claim no longer holds from ``ended_at`` on (absent: since it was observed), or never did.

    Where the claim stays held because the source is too weak, the act is recorded and a review item opens.

    Raises:
        NotFound: where the base has no such claim.
        Moved, StalePlan: as `operate`.
    """

    def build(desk: Desk) -> Drawn:
        target = claim_called(desk.base, claim)
        act = draw_taking_back(desk, 0, target, reading, source, ended_at)
        return Drawn([act], frozenset({target.question}))

    operation = "withdraw" if reading is Reading.NEVER_TRUE else "contract"
    return operate(base=base, actor=actor, operation=operation, build=build, terms=terms)


def draw_taking_back(
    desk: Desk, ordinal: int, target: Claim, reading: Reading, source: Origin, ended_at: Stated | None
) -> Act:
    """The act that takes a claim back, for an operation that may draw up more.

    Raises:
        Forbidden, Invalid: where the source may not be used, or nothing lies after ``ended_at``.
    """
    head = desk.head_of(ordinal, desk.checked(source))
    if reading is Reading.NEVER_TRUE:
        return Withdrawal(**head, claim=target)
    end = ended_at or Stated(head["observed_at"], head["observed_at"], Precision.INSTANT)
    desk.marks.note(end.start, end.precision)
    try:
        act = Contraction(**head, claim=target, periods=Periods((period_between(end, None),)))
    except BadTime as bad:
        raise Invalid.at("/ended_at", str(bad)) from None
    desk.draft.act_columns[act.id]["from_precision"] = int(end.precision)
    return act
