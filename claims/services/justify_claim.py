"""Add reasons to a derived claim, replace them, or lift them."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from claims.engine.acts import Justification, Rejustification
from claims.services.actor import Actor
from claims.services.belief_base.desk import Desk
from claims.services.belief_base.naming import claim_called
from claims.services.belief_base.operation import Done, Drawn, Terms, operate
from claims.services.belief_base.proposals import Origin, Reason
from claims.services.belief_base.references import reasons_called, references, refuse_circles


def justify_claim(
    *,
    base: UUID,
    actor: Actor,
    claim: UUID,
    mode: str,
    reasons: Sequence[Reason],
    source: Origin,
    terms: Terms | None = None,
) -> Done:
    """``add`` reasons to what was derived, ``replace`` every reason (a premise then needs one too), or ``lift`` some.

    Lifting none in particular lifts all. Only assertions that the source outweighs are touched.

    Raises:
        NotFound: where the base has no such claim.
        Invalid: where a reason names no claim of this base, or leads back to the claim itself.
        Moved, StalePlan: as `operate`.
    """

    def build(desk: Desk) -> Drawn:
        target = claim_called(desk.base, claim)
        called = references(desk, [], [name for each in reasons for name in (*each.all_of, *each.none_of)])
        justifications: tuple[Justification, ...] = reasons_called(reasons, target, called, "")
        head = desk.head_of(0, desk.checked(source))
        act = Rejustification(**head, claim=target, mode=mode, justifications=justifications)
        refuse_circles(desk, [act])
        return Drawn([act], frozenset({target.question}))

    return operate(base=base, actor=actor, operation="justify", build=build, terms=terms)
