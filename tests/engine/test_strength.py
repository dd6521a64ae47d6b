"""Who wins (engine.md §4): tier, axiom or warning, band, later observed, confidence, and only then first recorded."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, pairwise, product

import pytest
from hypothesis import given

from claims.engine.acts import Assertion, Kind, Tier
from claims.engine.strength import FAIR, GUESS, SURE, band, strength
from tests.engine import strategies as some
from tests.engine.oracle import stronger
from tests.engine.scene import GO, Scene, says


@pytest.mark.parametrize(
    ("confidence", "expected"),
    [(1000, SURE), (800, SURE), (799, FAIR), (500, FAIR), (499, GUESS), (0, GUESS)],
)
def test_band_is_sure_from_800_fair_from_500_else_a_guess(confidence: int, expected: int) -> None:
    assert band(confidence) == expected


def test_tiers_rank_verified_stated_observed_documented_inferred() -> None:
    ranked = [Tier.VERIFIED, Tier.STATED, Tier.OBSERVED, Tier.DOCUMENTED, Tier.INFERRED]
    assert all(one > other for one, other in pairwise(ranked))


def test_each_criterion_outweighs_all_that_come_after_it() -> None:
    """Against each list: the one that leads only in an earlier criterion beats the one that leads in all later."""
    weakest = says(GO, 1, tier=Tier.INFERRED, confidence=0)
    weakest = replace(weakest, revision=9)
    lifts = [
        {"tier": Tier.DOCUMENTED},
        {"kind": Kind.WARNING},
        {"confidence": 800},
        {"observed_at": says(GO, 2).observed_at},
        {"confidence": 499},
        {"revision": 1},
    ]
    for place, lift in enumerate(lifts):
        later: dict[str, object] = {}
        for each in reversed(lifts[place + 1 :]):
            later |= each
        one = replace(weakest, **lift)
        other = replace(weakest, **{key: each for key, each in later.items() if key not in lift})
        assert strength(one) > strength(other)


def test_axioms_and_warnings_rank_alike_and_above_the_rest() -> None:
    by_kind = {kind: strength(says(GO, 1, kind=kind))[:-2] for kind in Kind}
    assert by_kind[Kind.AXIOM] == by_kind[Kind.WARNING]
    assert by_kind[Kind.OBSERVATION] == by_kind[Kind.DERIVED] == by_kind[Kind.PREDICTION]
    assert by_kind[Kind.AXIOM] > by_kind[Kind.OBSERVATION]


def test_within_a_revision_the_first_recorded_is_stronger() -> None:
    one = says(GO, 1)
    assert strength(one) > strength(replace(one, ordinal=1)) > strength(replace(one, revision=1))


@given(some.assertions(), some.assertions())
def test_strength_orders_as_the_text_does(one: Assertion, other: Assertion) -> None:
    other = replace(other, ordinal=1)
    assert (strength(one) > strength(other)) == stronger(one, other)
    assert (strength(one) < strength(other)) == stronger(other, one)


def test_acts_that_take_away_are_compared_by_tier_and_time_alone() -> None:
    grid = [
        says(GO, at, tier=tier, kind=kind, confidence=confidence)
        for tier, at, kind, confidence in product(
            (Tier.STATED, Tier.OBSERVED), (1, 2), (Kind.AXIOM, Kind.OBSERVATION), (300, 900)
        )
    ]
    for one, other in combinations(grid, 2):
        expected = one.tier > other.tier or (one.tier == other.tier and one.observed_at >= other.observed_at)
        assert one.outweighs(other) == expected


def test_the_tier_and_not_the_number_of_voices_decides() -> None:
    scene = Scene()
    scene.record(says(GO, 1, tier=Tier.OBSERVED))
    for minute in range(2, 9):
        scene.record(says(some.CLAIMS[1], minute, tier=Tier.DOCUMENTED))
    assert scene.held() == {GO}
