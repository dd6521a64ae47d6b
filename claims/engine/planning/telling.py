"""What each act of a plan is told, in order: a batch is told as if its items had come one by one (engine.md §5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from uuid import UUID

from claims.engine.acts import (
    Act,
    Assertion,
    Completion,
    Contraction,
    OnClaim,
    Rejustification,
    Rekeying,
    Remark,
    Resolution,
    Restriction,
    StillHolds,
    Undo,
    Withdrawal,
)
from claims.engine.aliases import Alias
from claims.engine.hold import Holding, unfounded
from claims.engine.rights import Erasure
from claims.engine.time.periods import ALWAYS, Periods
from claims.engine.walking.told import Outcome, Told
from claims.engine.walking.told import tell as tell_one
from claims.engine.walking.walk import Walk, walk

NOTHING = Walk((), ())

#: So many items of one question are told one by one; more are each told against what was and what is in the end.
MOST_IN_TURN = 100


def tell(acts: Sequence[Act], before: Holding, after: Holding) -> tuple[Told, ...]:
    """One answer an act, in the order of the acts."""
    crowded = Counter(_question(act, after) for act in acts)
    walks: dict[UUID, Walk] = {}
    return tuple(_tell(act, acts[place + 1 :], before, after, walks, crowded) for place, act in enumerate(acts))


def _tell(
    act: Act,
    later: Sequence[Act],
    before: Holding,
    after: Holding,
    walks: dict[UUID, Walk],
    crowded: Counter[UUID | None],
) -> Told:
    question = _question(act, after)
    if question is None or not isinstance(act, Assertion):
        return Told(act, _effect(act, after))
    was = walks.get(question) or before.walks.get(question, NOTHING)
    now = after.walks[question]
    if 1 < crowded[question] <= MOST_IN_TURN:
        to_come = {each.id for each in later}
        now = walk((each for each in after.groups[question] if each.id not in to_come), after.support)
    if crowded[question] <= MOST_IN_TURN:
        walks[question] = now
    return tell_one(act, was, now)


def _question(act: Act, after: Holding) -> UUID | None:
    return after.effective.places.get(act.claim.id, act.claim).question if isinstance(act, OnClaim) else None


#: What acts are told that nothing is too weak for.
_ALWAYS_TOLD: Mapping[type[Act], Outcome] = {
    Erasure: Outcome.ERASED,
    Undo: Outcome.UNDONE,
    Rekeying: Outcome.REKEYED,
    Completion: Outcome.COMPLETED,
    Remark: Outcome.RESOLVED,
    Alias: Outcome.ALIASED,
}


def _effect(act: Act, after: Holding) -> Outcome:
    """Acts that take away are contested where the claim stays held over their time: they were too weak. So is a
    resolution that leaves one walking that it lets go of, and a verdict that a claim stands that still does not."""
    match act:
        case _ if type(act) in _ALWAYS_TOLD:
            return _ALWAYS_TOLD[type(act)]
        case Contraction():
            return _unless_held(Outcome.CONTRACTED, [act.claim.id], act.periods, after)
        case Withdrawal():
            return _unless_held(Outcome.WITHDRAWN, [act.claim.id], ALWAYS, after)
        case Resolution():
            return Outcome.CONTESTED if any(_walks(each, act.over, after) for each in act.drop) else Outcome.RESOLVED
        case Restriction():
            return Outcome.RELEASED if act.released else Outcome.RESTRICTED
        case StillHolds() if dict(unfounded(after)).get(after.effective.rename(act.claim.id)):
            return Outcome.CONTESTED
        case StillHolds() | Rejustification() | _:
            return Outcome.REJUSTIFIED


def _walks(claim: UUID, over: Periods, after: Holding) -> bool:
    """Whether a voice for a claim still walks over a time, held or kept down, and no contraction mutes it."""
    known = after.claims.get(after.effective.rename(claim))
    if known is None or known.question not in after.walks:
        return False
    voices = (each for each in after.walks[known.question].candidates if each.assertion.claim.id == known.id)
    return any((each.walks - Periods.union(c.periods for c in each.contractions)).overlaps(over) for each in voices)


def _unless_held(done: Outcome, claims: Iterable[UUID], over: Periods, after: Holding) -> Outcome:
    return Outcome.CONTESTED if any(after.held(claim).overlaps(over) for claim in claims) else done
