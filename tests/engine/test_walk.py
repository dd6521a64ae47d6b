"""The walk is what engine.md §4 says: at every instant it agrees with an oracle that works it out naively."""

from __future__ import annotations

from uuid import UUID

from hypothesis import given

from claims.engine.acts import Act
from claims.engine.hold import Holding, hold
from claims.engine.policy import Policy
from claims.engine.time.periods import Instant
from tests.engine import strategies as some
from tests.engine.oracle import Oracle
from tests.engine.scene import CLAIMS


def settle(acts: tuple[Act, ...]) -> Holding:
    return hold(acts, policy=Policy.CASCADE, outside={}, memory={})


def held_by_the_engine(acts: tuple[Act, ...]) -> dict[tuple[UUID, Instant], int]:
    settled = settle(acts)
    return {
        (segment.claim.id, at): segment.confidence
        for question in settled.walks
        for segment in settled.segments(question)
        for at in some.GRID
        if at in segment.period
    }


def agree(acts: tuple[Act, ...]) -> None:
    engine, oracle = held_by_the_engine(acts), Oracle(acts).beliefs()
    assert engine.keys() == oracle.keys()
    for where, confidence in engine.items():
        assert abs(confidence - 1000 * oracle[where]) <= 0.5


@given(some.sequences(some.CONFLICTS))
def test_walk_agrees_with_the_oracle_on_conflicts_of_every_kind(acts: tuple[Act, ...]) -> None:
    agree(acts)


@given(some.sequences((*some.CONFLICTS[-5:], *some.CONFLICTS[-5:], some.assertions(CLAIMS[:5]))))
def test_walk_agrees_with_the_oracle_where_acts_that_take_out_abound(acts: tuple[Act, ...]) -> None:
    agree(acts)


@given(some.sequences((some.corrections(CLAIMS[:3]), some.assertions(CLAIMS[:3]))))
def test_walk_agrees_with_the_oracle_where_corrections_correct_each_other(acts: tuple[Act, ...]) -> None:
    agree(acts)


@given(some.sequences((*some.CONFLICTS, *some.REASONS)))
def test_walk_agrees_with_the_oracle_on_reasons(acts: tuple[Act, ...]) -> None:
    agree(acts)


@given(some.sequences())
def test_walk_agrees_with_the_oracle_on_acts_of_every_kind(acts: tuple[Act, ...]) -> None:
    agree(acts)


@given(some.sequences(some.CONFLICTS))
def test_kept_assertions_of_one_instant_have_no_rivals_among_them(acts: tuple[Act, ...]) -> None:
    for walked in settle(acts).walks.values():
        for stretch in walked.stretches:
            held = [each.claim for each in stretch.held]
            assert not any(one.conflicts(other) for one in held for other in held)
