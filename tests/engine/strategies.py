"""Hypothesis strategies for acts: few claims, few instants, so that what can collide does."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

from hypothesis import strategies as st

from claims.engine.acts import (
    Act,
    Assertion,
    Claim,
    Contraction,
    Justification,
    Kind,
    OnClaim,
    Rejustification,
    Rekeying,
    Remark,
    Resolution,
    Restriction,
    StillHolds,
    Tier,
    Undo,
    Withdrawal,
)
from claims.engine.rights import Erasure
from claims.engine.time.periods import BEGINNING, FOREVER, NEVER, Instant, Period, Periods
from tests.engine.scene import CLAIMS, GO, MEMCACHED, ORDER, REDIS, RUST, claim, day, minute, named

#: Every period begins and ends on one of these.
MARKS = (BEGINNING, day(0), day(2), day(4), day(6), FOREVER)
#: One instant in each stretch between two marks, its first: what holds here holds up to the next mark.
GRID: tuple[Instant, ...] = MARKS[:-1]

POSITIVE = tuple(each for each in CLAIMS if not each.negated)
#: REDIS after it was moved out of its exclusive group; the claim keeps its id.
REDIS_ALONE = replace(claim("uses: Redis", "Redis"), id=REDIS.id)

_NIL = UUID(int=0)
_NOGOODS = (named("a nogood"), named("another nogood"))


@dataclass(frozen=True)
class Undoing:
    """A step that will undo the revision this many before it, or only its first act."""

    back: int
    whole: bool = True


Step = Act | Undoing

spans: st.SearchStrategy[Period] = (
    st.tuples(st.integers(0, len(MARKS) - 2), st.integers(1, len(MARKS) - 1))
    .map(lambda drawn: (min(drawn), max(drawn[0] + 1, drawn[1])))
    .map(lambda ends: Period(MARKS[ends[0]], MARKS[ends[1]]))
)
sets: st.SearchStrategy[Periods] = st.lists(spans, min_size=1, max_size=2).map(lambda each: Periods.of(*each))
tiers = st.sampled_from(Tier)
confidences = st.sampled_from((0, 300, 499, 500, 650, 799, 800, 950, 1000))


def _heads(tier: st.SearchStrategy[Tier] = tiers) -> dict[str, st.SearchStrategy[Any]]:
    return {
        "id": st.just(_NIL),
        "revision": st.just(0),
        "ordinal": st.just(0),
        "tier": tier,
        "observed_at": st.integers(0, 9).map(minute),
    }


def _seldom(what: st.SearchStrategy[Any], otherwise: Any) -> st.SearchStrategy[Any]:
    return st.one_of(st.just(otherwise), st.just(otherwise), what)


def assertions(
    claims: Sequence[Claim] = POSITIVE,
    *,
    tier: st.SearchStrategy[Tier] = tiers,
    **more: st.SearchStrategy[Any],
) -> st.SearchStrategy[Assertion]:
    return st.builds(
        Assertion,
        **_heads(tier),
        **{
            "claim": st.sampled_from(claims),
            "valid": spans,
            "confidence": confidences,
            "kind": st.sampled_from((Kind.OBSERVATION, Kind.OBSERVATION, Kind.AXIOM, Kind.WARNING)),
            "origin": st.sampled_from(("an e-mail", "a wiki", "a chat")),
            "echo": _seldom(st.just(True), False),
            **more,
        },
    )


def corrections(claims: Sequence[Claim]) -> st.SearchStrategy[Assertion]:
    named_one = st.one_of(st.none(), st.sampled_from([each.id for each in claims]))
    return assertions(claims, correction=st.just(True), corrects=named_one)


def contractions(
    claims: Sequence[Claim] = CLAIMS, *, tier: st.SearchStrategy[Tier] = tiers
) -> st.SearchStrategy[Contraction]:
    return st.builds(Contraction, **_heads(tier), claim=st.sampled_from(claims), periods=sets)


def withdrawals(claims: Sequence[Claim] = CLAIMS) -> st.SearchStrategy[Withdrawal]:
    return st.builds(Withdrawal, **_heads(), claim=st.sampled_from(claims))


def erasures(claims: Sequence[Claim] = CLAIMS) -> st.SearchStrategy[Erasure]:
    return st.builds(Erasure, **_heads(), claim=st.sampled_from(claims), restores=st.booleans())


def restrictions(claims: Sequence[Claim] = CLAIMS) -> st.SearchStrategy[Restriction]:
    return st.builds(Restriction, **_heads(), claim=st.sampled_from(claims), released=st.booleans())


def still_holds(claims: Sequence[Claim]) -> st.SearchStrategy[StillHolds]:
    return st.builds(StillHolds, **_heads(), claim=st.sampled_from(claims))


def reasons_for(what: Claim) -> st.SearchStrategy[Justification]:
    """Reasons that name only claims of earlier questions, so that no claim can rest on itself."""
    earlier = [each.id for each in CLAIMS if ORDER.index(each.question) < ORDER.index(what.question)]
    names = st.sampled_from(earlier)
    return st.builds(Justification, all_of=st.frozensets(names, max_size=2), none_of=st.frozensets(names, max_size=1))


DERIVABLE = tuple(each for each in CLAIMS if each.question != ORDER[0])


def derived(claims: Sequence[Claim] = DERIVABLE) -> st.SearchStrategy[Assertion]:
    return st.one_of(
        [
            assertions([what], justifications=st.lists(reasons_for(what), min_size=1, max_size=2).map(tuple))
            for what in claims
        ]
    )


def rejustifications(claims: Sequence[Claim] = DERIVABLE) -> st.SearchStrategy[Rejustification]:
    modes = (Rejustification.ADD, Rejustification.REPLACE, Rejustification.LIFT)
    return st.one_of(
        [
            st.builds(
                Rejustification,
                **_heads(),
                claim=st.just(what),
                mode=st.sampled_from(modes),
                justifications=st.lists(reasons_for(what), max_size=2).map(tuple),
            )
            for what in claims
        ]
    )


def waiting(claims: Sequence[Claim]) -> st.SearchStrategy[Assertion]:
    return st.tuples(assertions(claims), sets, st.sampled_from(_NOGOODS)).map(
        lambda drawn: replace(drawn[0], waits=drawn[1] & Periods((drawn[0].valid,)), waits_on=drawn[2])
    )


def resolutions(claims: Sequence[Claim] = CLAIMS) -> st.SearchStrategy[Resolution]:
    ids = st.sampled_from([each.id for each in claims])
    return st.builds(
        Resolution,
        **_heads(),
        nogood=st.sampled_from(_NOGOODS),
        keep=st.frozensets(ids, max_size=2),
        drop=st.frozensets(ids, max_size=2),
        over=sets,
    )


#: The report of a nogood, and a verdict that leaves things as they are.
remarks: st.SearchStrategy[Remark] = st.builds(Remark, **_heads(), about=st.frozensets(st.just(_NIL)))

#: An alias within a question, and a claim moved out of its exclusive group.
rekeyings: st.SearchStrategy[Rekeying] = st.one_of(
    [
        st.builds(Rekeying, **_heads(), claim=st.just(what), becomes=st.just(becomes))
        for what, becomes in ((RUST, GO), (MEMCACHED, REDIS), (REDIS, REDIS_ALONE))
    ]
)

undoings: st.SearchStrategy[Undoing] = st.builds(Undoing, st.integers(1, 4), st.booleans())

PLAIN: tuple[st.SearchStrategy[Step], ...] = (assertions(), assertions(), assertions(POSITIVE[:3]))
#: Everything of engine.md §3.1 to §3.3.
CONFLICTS: tuple[st.SearchStrategy[Step], ...] = (
    *PLAIN, assertions(CLAIMS), assertions(CLAIMS[:5]), corrections(CLAIMS), corrections(CLAIMS[:5]),
    contractions(), withdrawals()
)  # fmt: skip
REASONS: tuple[st.SearchStrategy[Step], ...] = (
    derived(), derived(DERIVABLE[:3]), still_holds(DERIVABLE), rejustifications(), restrictions()
)  # fmt: skip
EVERYTHING: tuple[st.SearchStrategy[Step], ...] = (
    *CONFLICTS, *REASONS, waiting(CLAIMS), resolutions(), erasures(), rekeyings, remarks, undoings, undoings
)  # fmt: skip

Revisions = tuple[tuple[Act, ...], ...]


def histories(
    steps: Iterable[st.SearchStrategy[Step]] = EVERYTHING,
    *,
    max_size: int = 9,
    distinct: bool = False,
    batches: bool = True,
) -> st.SearchStrategy[Revisions]:
    """Revisions in recorded order, from 1. ``distinct`` gives every act an observed_at of its own."""
    batch = st.lists(st.one_of(*steps), min_size=1, max_size=2 if batches else 1)
    drawn = st.lists(batch, max_size=max_size).map(_numbered)
    return drawn.flatmap(_apart) if distinct else drawn


def sequences(
    steps: Iterable[st.SearchStrategy[Step]] = EVERYTHING, *, max_size: int = 9, distinct: bool = False
) -> st.SearchStrategy[tuple[Act, ...]]:
    """Acts in recorded order, each a revision of its own."""
    return histories(steps, max_size=max_size, distinct=distinct, batches=False).map(
        lambda revisions: tuple(act for revision in revisions for act in revision)
    )


def _numbered(batches: Sequence[Sequence[Step]]) -> Revisions:
    """Give ids and places in the record; leave out what could not have been asked for yet."""
    revisions: list[tuple[Act, ...]] = []
    asserted: set[UUID] = set()
    for batch in batches:
        number = len(revisions) + 1
        acts: list[Act] = []
        for step in batch:
            act = _act(step, revisions, asserted)
            if act is not None:
                place = len(acts)
                acts.append(replace(act, id=UUID(int=(number << 64) + place), revision=number, ordinal=place))
        asserted |= {act.claim.id for act in acts if isinstance(act, OnClaim)}
        if acts:
            revisions.append(tuple(acts))
    return tuple(revisions)


def _act(step: Step, revisions: Sequence[Sequence[Act]], asserted: set[UUID]) -> Act | None:
    if isinstance(step, Undoing):
        return _undo(revisions[-step.back], step.whole) if step.back <= len(revisions) else None
    if isinstance(step, Resolution):
        step = replace(step, keep=step.keep & asserted, drop=(step.drop - step.keep) & asserted)
        return step if step.keep | step.drop else None
    if isinstance(step, Assertion) and step.waits_on and not step.waits:
        return replace(step, waits=NEVER, waits_on=None)
    return step


def _undo(revision: Sequence[Act], whole: bool) -> Undo:
    targets = revision if whole else revision[:1]
    gone = {act.revision for act in targets} if len(targets) == len(revision) else set()
    return Undo(
        id=_NIL,
        revision=0,
        ordinal=0,
        tier=Tier.VERIFIED,
        observed_at=minute(10),
        acts=frozenset(act.id for act in targets),
        revisions=frozenset(gone),
    )


def _apart(revisions: Revisions) -> st.SearchStrategy[Revisions]:
    places = range(sum(map(len, revisions)))

    def spread(order: Sequence[int]) -> Revisions:
        turns = iter(order)
        return tuple(tuple(replace(act, observed_at=minute(next(turns))) for act in acts) for acts in revisions)

    return st.permutations(places).map(spread)


def with_shuffle(
    base: st.SearchStrategy[tuple[Act, ...]],
) -> st.SearchStrategy[tuple[tuple[Act, ...], list[Act]]]:
    """Acts in one order and the same acts in another."""
    return base.flatmap(lambda acts: st.tuples(st.just(acts), st.permutations(acts)))
