"""The verdicts on contradictions, lost reasons, stale sources and duplicates, each as the acts that carry it out."""

from __future__ import annotations

from dataclasses import dataclass
from dataclasses import replace as changed

from claims.engine.acts import (
    Act,
    Assertion,
    Contraction,
    OnClaim,
    Remark,
    Resolution,
    StillHolds,
)
from claims.engine.hold import hold, unfounded
from claims.engine.time.periods import FOREVER, NEVER, Period, Periods
from claims.engine.walking.told import Outcome
from claims.queries import region as rows
from claims.queries.rows import Row
from claims.refusals import Forbidden, Invalid
from claims.services.belief_base.desk import Desk
from claims.services.belief_base.naming import claim_called
from claims.services.belief_base.operation import Drawn
from claims.services.belief_base.proposals import Origin
from claims.services.belief_base.reading import act_of
from claims.services.belief_base.references import references
from claims.services.belief_base.region import load
from claims.services.confirm_claim import confirmation
from claims.services.disputes.resolve_nogood import members_of, resolution

#: What comes of a verdict is told as resolved, whatever act carries it out.
RESOLVED = dict.fromkeys(
    (Outcome.EXPANDED, Outcome.CORROBORATED, Outcome.REVISED, Outcome.REJUSTIFIED, Outcome.REKEYED), Outcome.RESOLVED
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """What is to be decided, on whose word, and which claims were named to stay."""

    item: Row
    source: Origin
    keep: tuple[str, ...] = ()


def keep(desk: Desk, decision: Decision) -> Drawn:
    """What is held stays: the challenger goes, or the act that was too weak is set aside."""
    if _speaks_of_nogood(desk, decision.item):
        return _resolve(desk, decision, challenger_stays=False)
    return leave(desk, decision)


def replace(desk: Desk, decision: Decision) -> Drawn:
    """The challenger takes the place of the others, or the act that was too weak is carried out on this word."""
    if _speaks_of_nogood(desk, decision.item):
        return _resolve(desk, decision, challenger_stays=True)
    return _carry_out(desk, decision)


def leave(desk: Desk, decision: Decision) -> Drawn:
    """Nothing changes.

    Raises:
        Forbidden: where the act in question weighs more than this word.
    """
    act = _act(desk, decision.item)
    head = desk.head_of(0, desk.checked(decision.source))
    if act is not None and act.tier > head["tier"]:
        raise Forbidden(
            f"That was said at “{act.tier.name.lower()}”; only a source of that tier or higher sets it aside."
        )
    return Drawn([Remark(**head, about=frozenset({decision.item.id}))], frozenset())


def still_holds(desk: Desk, decision: Decision) -> Drawn:
    """The claim stands on its own from now on."""
    target = claim_called(desk.base, decision.item.claim_id)
    head = desk.head_of(0, desk.checked(decision.source))
    return Drawn([StillHolds(**head, claim=target)], frozenset({target.question}), told_as=RESOLVED)


def no_longer_holds(desk: Desk, decision: Decision) -> Drawn:
    """The claim is contracted over the time for which its reason is gone; where it has one again, from now on."""
    target = claim_called(desk.base, decision.item.claim_id)
    region = load(desk.base, desk.policy, frozenset({target.question}), (), desk.marks)
    holding = hold(region.acts, policy=region.policy, outside=region.outside, memory=region.memory)
    return _contract(desk, decision, dict(unfounded(holding)).get(target.id, NEVER))


def confirmed(desk: Desk, decision: Decision) -> Drawn:
    """Somebody signed in answers for the claim, whatever became of its source."""
    desk.actor.must_be_person("confirm a claim")
    return confirmation(desk, decision.item.claim_id, decision.source.reason)


def retract(desk: Desk, decision: Decision) -> Drawn:
    """Its source says so no more: the claim is contracted from now on."""
    return _contract(desk, decision, NEVER)


def _contract(desk: Desk, decision: Decision, periods: Periods) -> Drawn:
    target = claim_called(desk.base, decision.item.claim_id)
    head = desk.head_of(0, desk.checked(decision.source))
    over = periods or Periods((Period(head["observed_at"], FOREVER),))
    return Drawn([Contraction(**head, claim=target, periods=over)], frozenset({target.question}))


def _act(desk: Desk, item: Row) -> Act | None:
    found = rows.acts_by_id(desk.base, [item.act_id]) if item.act_id else []
    return act_of(found[0]) if found else None


def _speaks_of_nogood(desk: Desk, item: Row) -> bool:
    """Whether the item asks about a contradiction, and not about an act that was too weak to settle one."""
    return item.nogood_id is not None and not isinstance(_act(desk, item), Resolution)


def _resolve(desk: Desk, decision: Decision, *, challenger_stays: bool) -> Drawn:
    members = members_of(desk, decision.item.nogood_id)
    challenger = claim_called(desk.base, decision.item.claim_id).id
    called = references(desk, [], decision.keep)
    kept = {called.find(name, f"/keep/{place}").id for place, name in enumerate(decision.keep)}
    if not kept:
        if challenger_stays and len(members) > 2:
            raise Invalid.at("/keep", "This contradiction has more than two claims; name in keep those that stay.")
        kept = {challenger} if challenger_stays else set(members) - {challenger}
    if (challenger in kept) is not challenger_stays:
        raise Invalid.at(
            "/keep",
            "“replace” keeps the claim in question and lets another go; “keep” lets the claim in question go.",
        )
    return resolution(desk, decision.item.nogood_id, members, kept, decision.source)


def _carry_out(desk: Desk, decision: Decision) -> Drawn:
    """The same act over, on this word and as of now."""
    act = _act(desk, decision.item)
    if act is None:
        raise Invalid.at("/verdict", "There is nothing to carry out here; say keep, or take the claim back itself.")
    if isinstance(act, Resolution):
        kept = [claim_called(desk.base, each).id for each in act.keep]
        return resolution(desk, act.nogood, members_of(desk, act.nogood), kept, decision.source)
    head = desk.head_of(0, desk.checked(decision.source))
    again = changed(act, **head)
    if isinstance(again, Assertion):
        again = changed(again, echo=False, waits=NEVER, waits_on=None, origin=desk.actor.voice)
    if not isinstance(again, OnClaim):
        raise Invalid.at("/verdict", "There is nothing to carry out here; say keep.")
    target = claim_called(desk.base, again.claim.id)
    return Drawn([changed(again, claim=target)], frozenset({target.question}), told_as=RESOLVED)
