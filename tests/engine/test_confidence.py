"""Confidence of a belief (engine.md §7): 1 - Π(1 - cᵢ) over independent origins, capped by tier."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claims.engine.acts import Assertion, Tier
from claims.engine.strength import CONFIDENCE_CAP, DEFAULT_CONFIDENCE, joint_confidence
from tests.engine import strategies as some
from tests.engine.oracle import CAPS, belief_confidence
from tests.engine.scene import GO, says

voices = st.lists(some.assertions([GO]), min_size=1, max_size=6)


def voice(confidence: int, origin: str, tier: Tier = Tier.VERIFIED, *, echo: bool = False) -> Assertion:
    return says(GO, 1, tier=tier, confidence=confidence, origin=origin, echo=echo)


@given(voices)
def test_joint_confidence_is_that_of_the_formula_to_the_nearest_thousandth(heard: list[Assertion]) -> None:
    assert abs(joint_confidence(heard) - 1000 * belief_confidence(heard)) <= 0.5


@given(voices.flatmap(lambda heard: st.tuples(st.just(heard), st.permutations(heard))))
def test_the_order_in_which_voices_are_heard_does_not_matter(
    drawn: tuple[list[Assertion], list[Assertion]],
) -> None:
    one, other = drawn
    assert joint_confidence(one) == joint_confidence(other)


@given(voices, some.assertions([GO]))
def test_an_echo_adds_no_confidence_beside_a_voice(heard: list[Assertion], echo: Assertion) -> None:
    heard = [*heard, voice(300, "a witness", Tier.INFERRED)]
    assert joint_confidence([*heard, replace(echo, echo=True)]) == joint_confidence(heard)


@given(voices, some.assertions([GO]))
def test_another_voice_never_lowers_confidence(heard: list[Assertion], more: Assertion) -> None:
    heard = [replace(each, echo=False) for each in heard]
    assert joint_confidence([*heard, replace(more, echo=False)]) >= joint_confidence(heard)


def test_independent_origins_add_up() -> None:
    assert joint_confidence([voice(500, "an e-mail"), voice(500, "a wiki")]) == 750
    assert joint_confidence([voice(900, "an e-mail"), voice(800, "a wiki"), voice(500, "a chat")]) == 990


def test_one_origin_counts_once_with_the_most_it_lends() -> None:
    assert joint_confidence([voice(500, "a wiki"), voice(700, "a wiki"), voice(600, "a wiki")]) == 700


def test_an_echo_alone_still_has_the_confidence_it_came_with() -> None:
    assert joint_confidence([voice(700, "a wiki", echo=True)]) == 700


@pytest.mark.parametrize("tier", Tier)
def test_each_origin_and_the_result_are_capped_by_tier(tier: Tier) -> None:
    cap = 1000 * CAPS[tier]
    assert CONFIDENCE_CAP[tier] == cap
    assert joint_confidence([voice(1000, "a wiki", tier)]) == cap
    assert joint_confidence([voice(1000, origin, tier) for origin in "abcdef"]) == cap


def test_the_result_is_capped_by_the_highest_tier_present() -> None:
    heard = [voice(600, origin, Tier.INFERRED) for origin in "abc"]
    assert joint_confidence(heard) == 600
    assert joint_confidence([*heard, voice(500, "d", Tier.DOCUMENTED)]) == 800


def test_confidences_that_are_absent_are_those_of_the_table() -> None:
    assert [DEFAULT_CONFIDENCE[tier] for tier in sorted(Tier, reverse=True)] == [1000, 900, 850, 700, 500]
