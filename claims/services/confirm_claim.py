"""Confirm a claim: somebody signed in here answers for it (engine.md §5)."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from claims.engine.acts import Assertion, Kind, Tier
from claims.engine.strength import DEFAULT_CONFIDENCE, strength
from claims.engine.time.periods import Periods
from claims.engine.walking.told import Outcome
from claims.refusals import Invalid
from claims.services.actor import Actor
from claims.services.belief_base.desk import Desk
from claims.services.belief_base.incoming.waiting import hold_back
from claims.services.belief_base.naming import claim_called
from claims.services.belief_base.operation import Done, Drawn, Terms, operate
from claims.services.belief_base.region import voices

#: What is held on account of a confirmation is told as confirmed.
CONFIRMED = dict.fromkeys((Outcome.EXPANDED, Outcome.CORROBORATED, Outcome.REVISED), Outcome.CONFIRMED)


def confirm_claim(*, base: UUID, actor: Actor, claim: UUID, reason: str = "", terms: Terms | None = None) -> Done:
    """Assert a claim as ``verified`` over every period for which it was asserted.

    Raises:
        Forbidden: where the actor is no person.
        NotFound: where the base has no such claim.
        Invalid: where nothing is left that was asserted.
        Moved, StalePlan: as `operate`.
    """
    actor.must_be_person("confirm a claim")

    def build(desk: Desk) -> Drawn:
        return confirmation(desk, claim, reason)

    return operate(base=base, actor=actor, operation="confirm", build=build, terms=terms)


def confirmation(desk: Desk, claim: UUID, reason: str) -> Drawn:
    """The acts that confirm a claim, one for each period that stands apart."""
    target = claim_called(desk.base, claim)
    said = voices(desk.base, desk.policy, [target], desk.marks)[target.id]
    if not said:
        raise Invalid.at("", "Whatever was said of this claim was taken back, so there is nothing to confirm.")
    periods = Periods.of(*(each.valid for each in said))
    acts: list[Assertion] = []
    for ordinal, period in enumerate(periods):
        head = desk.head_of(ordinal, desk.actor.word(reason))
        act = Assertion(
            **head,
            claim=target,
            valid=period,
            confidence=DEFAULT_CONFIDENCE[Tier.VERIFIED],
            kind=_kind(said),
            origin=desk.actor.voice,
        )
        acts.append(act)
        desk.draft.act_columns[act.id] |= {
            "from_precision": int(desk.marks.of(period.start)),
            "to_precision": int(desk.marks.of(period.end)),
        }
    return Drawn(hold_back(desk, acts), frozenset({target.question}), told_as=CONFIRMED)


def _kind(said: Sequence[Assertion]) -> Kind:
    """As its strongest voice had it; who answers for a claim needs no reason for it."""
    kind = max(said, key=strength).kind
    return Kind.OBSERVATION if kind is Kind.DERIVED else kind
