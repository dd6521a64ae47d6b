"""Belief states as the literature has them: sets of cells, and acts that are observed after all else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain, combinations
from typing import NamedTuple
from uuid import UUID

from hypothesis import strategies as st

from claims.engine.acts import Act, Assertion, Claim, Contraction, OnClaim, Rekeying
from claims.engine.hold import hold
from claims.engine.policy import Policy
from claims.engine.time.periods import Instant, Periods
from tests.engine import strategies as some
from tests.engine.scene import CLAIMS, AnyAct, fresh, minute

Acts = tuple[Act, ...]


class Cell(NamedTuple):
    """A claim at one instant of valid time."""

    claim: UUID
    at: Instant


State = frozenset[Cell]

#: Acts of §3.1 without negation and reasons: assertions, and contractions of every strength.
BASE = (*some.PLAIN, some.assertions(some.POSITIVE[:2]), some.contractions(some.POSITIVE[:3]))

bases = some.sequences(BASE, max_size=8)
contractions = some.contractions(some.POSITIVE).map(lambda act: last(act, 20))
incoming = some.assertions(some.POSITIVE).map(lambda act: last(act, 20))


def last(act: AnyAct, at: int) -> AnyAct:
    """The act, observed after everything in a generated base and recorded after it."""
    return replace(act, id=fresh(), observed_at=minute(at), revision=1000 + at)


def state(*acts: Act) -> State:
    """What is held given these acts."""
    settled = hold(acts, policy=Policy.CASCADE, outside={}, memory={})
    return frozenset(
        Cell(segment.claim.id, at)
        for question in settled.walks
        for segment in settled.segments(question)
        for at in some.GRID
        if at in segment.period
    )


def cells(what: Claim | UUID, over: Periods) -> State:
    name = what.id if isinstance(what, Claim) else what
    return frozenset(Cell(name, at) for at in some.GRID if at in over)


def asked(act: Assertion | Contraction) -> State:
    """The cells that an act is about."""
    return cells(act.claim, act.periods if isinstance(act, Contraction) else Periods((act.valid,)))


def at(instant: Instant, of: State) -> State:
    return frozenset(each for each in of if each.at == instant)


def consistent(held: State) -> bool:
    known = {each.id: each for each in CLAIMS}
    return not any(
        one.at == other.at and known[one.claim].conflicts(known[other.claim])
        for one in held
        for other in held
        if one.claim in known and other.claim in known
    )


def implies(held: Iterable[Cell], goal: State) -> bool:
    """Whether a set of cells implies one of the goal; consistent positive literals imply only themselves."""
    return not goal.isdisjoint(held)


def subsets(of: State) -> Iterator[State]:
    members = sorted(of)
    sizes = range(len(members) + 1)
    return map(frozenset, chain.from_iterable(combinations(members, size) for size in sizes))


def barred(act: Assertion, acts: Acts) -> State:
    """Cells of an assertion that an earlier contraction keeps out, as it outweighs it."""
    return frozenset(
        each
        for other in acts
        if isinstance(other, Contraction) and other.claim.id == act.claim.id and other.outweighs(act)
        for each in cells(act.claim, other.periods)
    )


def aliased(act: OnClaim, becomes: Claim) -> tuple[Act, Act, Act]:
    """An alias, and an act by the older name and by the newer: two wordings of one claim."""
    older = replace(becomes, id=fresh(), object=fresh())
    alias = Rekeying(
        id=fresh(), revision=900, ordinal=0, tier=act.tier, observed_at=act.observed_at, claim=older,
        becomes=becomes,
    )  # fmt: skip
    return alias, replace(act, claim=older), replace(act, claim=becomes)


pairs = st.tuples(incoming, incoming.map(lambda act: last(act, 21)))
