"""A claim that means another one from now on (engine.md §3): what the older was said to be, the newer is."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claims.engine.acts import Claim, Rekeying, Resolution, Tier
from claims.engine.policy import Policy
from claims.engine.support import Circle
from claims.engine.time.periods import ALWAYS, NEVER, Periods
from tests.engine import strategies as some
from tests.engine.oracle import chronicle
from tests.engine.scene import (
    EXPRESS,
    FLY,
    GO,
    MEMCACHED,
    NOT_VERCEL,
    REDIS,
    RUST,
    VERCEL,
    Scene,
    because,
    between,
    claim,
    ends,
    fresh,
    minute,
    named,
    play,
    restricts,
    says,
)  # fmt: skip

POLICIES = pytest.mark.parametrize("policy", Policy)

#: Histories in which claims are re-keyed again and again.
REKEYED = (
    some.rekeyings,
    some.rekeyings,
    some.assertions((RUST, GO, EXPRESS)),
    some.assertions((REDIS, MEMCACHED)),
    some.corrections((RUST, GO, EXPRESS)),
    some.waiting((RUST, GO)),
    some.resolutions((RUST, GO, MEMCACHED, REDIS)),
    some.contractions((RUST, GO, MEMCACHED, REDIS)),
    some.derived(),
    some.undoings,
)


def rekeys(what: Claim, becomes: Claim, observed: int) -> Rekeying:
    return Rekeying(
        id=fresh(),
        revision=0,
        ordinal=0,
        tier=Tier.VERIFIED,
        observed_at=minute(observed),
        claim=what,
        becomes=becomes,
    )


@given(some.histories(REKEYED), st.sampled_from(Policy))
def test_what_is_held_after_re_keyings_is_what_the_oracle_makes_of_them(
    revisions: some.Revisions, policy: Policy
) -> None:
    scene = Scene(policy)
    for acts, oracle in zip(revisions, chronicle(revisions, policy), strict=True):
        scene.record(*acts)
        assert {
            (row.segment.claim.id, at) for row in scene.open_rows() for at in some.GRID if at in row.segment.period
        } == oracle.beliefs().keys()


def test_a_chain_of_aliases_is_followed_to_its_end() -> None:
    golang = claim("framework", "Golang")
    for order in ([(golang, RUST), (RUST, GO)], [(RUST, GO), (golang, RUST)]):
        scene = play([says(golang, 1), *(rekeys(*move, 2) for move in order)])
        assert scene.held() == {GO}


def test_an_alias_to_a_claim_that_moved_moves_along_with_it() -> None:
    scene = play([says(MEMCACHED, 1), rekeys(MEMCACHED, REDIS, 2), rekeys(REDIS, some.REDIS_ALONE, 3)])
    assert scene.held() == {some.REDIS_ALONE}


def test_a_correction_corrects_its_target_under_the_name_it_goes_by_now() -> None:
    scene = play([says(RUST, 1, valid=between(0, 6)), rekeys(RUST, GO, 2)])
    scene.record(says(EXPRESS, 3, valid=between(0, 2), correction=True, corrects=RUST.id))
    assert scene.held(5) == set()


def test_a_resolution_decides_on_its_members_under_the_names_they_go_by_now() -> None:
    nogood = named("a nogood")
    waits = Periods((between(0, 4),))
    scene = play([says(RUST, 1, waits=waits, waits_on=nogood), says(MEMCACHED, 1)])
    scene.record(rekeys(RUST, GO, 2), rekeys(MEMCACHED, REDIS, 2))
    resolution = Resolution(
        id=fresh(),
        revision=0,
        ordinal=0,
        tier=Tier.VERIFIED,
        observed_at=minute(3),
        nogood=nogood,
        keep=frozenset({RUST.id}),
        drop=frozenset({MEMCACHED.id}),
        over=waits,
    )
    scene.record(resolution)
    assert scene.held(1) == {GO}
    assert scene.held(5) == {GO, REDIS}


def test_what_ends_or_restricts_the_older_claim_ends_or_restricts_the_newer() -> None:
    scene = play([says(GO, 1), rekeys(RUST, GO, 2)])
    scene.record(restricts(RUST, 3))
    assert [each.restricted for each in scene.segments()] == [True]
    scene.record(ends(RUST, 4, over=[between(2)]))
    assert scene.periods(GO) == Periods((between(None, 2),))


@POLICIES
def test_an_alias_makes_two_claims_one_and_undoing_it_parts_them(policy: Policy) -> None:
    scene = play([says(RUST, 1), says(GO, 2, valid=between(0, 4))], policy)
    scene.record(rekeys(RUST, GO, 3))
    assert scene.periods(GO) == ALWAYS
    scene.undo(-1)
    assert (scene.held(1), scene.held(5)) == ({GO}, {RUST})


def test_what_is_held_under_another_name_is_moved_and_not_restored() -> None:
    scene = play([says(RUST, 1, valid=between(2)), says(GO, 2, valid=between(0, 2))])
    joined = scene.record(rekeys(RUST, GO, 3))
    assert (joined.moved, joined.restored, joined.superseded) == ((GO.id,), (), ())
    parted = scene.undo(-1)
    assert (parted.moved, parted.restored, parted.superseded) == ((RUST.id,), (), (GO.id,))


def test_what_was_said_of_a_claim_where_it_stood_comes_home_with_it() -> None:
    elsewhere = replace(FLY, id=RUST.id)
    scene = play([says(RUST, 1, valid=between(0, 2)), rekeys(RUST, elsewhere, 2), says(elsewhere, 3, valid=between(4))])
    scene.undo(2)
    assert {row.segment.claim for row in scene.open_rows()} == {RUST}
    assert scene.periods(RUST) == Periods((between(0, 2), between(4)))
    scene.record(says(GO, 5, valid=between(4)))
    assert scene.held(5) == {GO}


def test_what_nobody_held_before_is_restored_under_whatever_name() -> None:
    scene = play([says(VERCEL, 1), says(FLY, 2), says(EXPRESS, 3)])
    freed = scene.record(rekeys(FLY, replace(GO, id=FLY.id), 4))
    assert (freed.moved, freed.restored) == ((), (VERCEL.id,))


@POLICIES
def test_reasons_follow_a_claim_that_was_re_keyed(policy: Policy) -> None:
    scene = play([says(RUST, 1), says(VERCEL, 2, justifications=(because(RUST),))], policy)
    scene.record(rekeys(RUST, GO, 3))
    scene.record(says(NOT_VERCEL, 4, valid=between(0, 1), confidence=300))
    assert scene.periods(VERCEL) == ALWAYS
    plan = scene.record(says(EXPRESS, 5))
    assert VERCEL.id in (plan.flagged if policy is Policy.FLAG else plan.superseded)


@POLICIES
def test_a_claim_re_keyed_to_where_it_loses_takes_its_dependents_along(policy: Policy) -> None:
    scene = play([says(RUST, 1), says(VERCEL, 2, justifications=(because(RUST),))], policy)
    scene.record(says(claim("language", "Go"), 3, tier=Tier.VERIFIED))
    plan = scene.record(rekeys(RUST, claim("language", "Rust"), 4))
    assert scene.periods(claim("language", "Rust")) == NEVER
    assert VERCEL.id in (plan.flagged if policy is Policy.FLAG else plan.superseded)


@POLICIES
def test_an_alias_that_would_close_a_circle_is_refused(policy: Policy) -> None:
    scene = play([says(EXPRESS, 1), says(FLY, 2), says(REDIS, 3, justifications=(because(FLY),))], policy)
    scene.record(says(VERCEL, 4, justifications=(because(EXPRESS),)))
    with pytest.raises(Circle):
        scene.record(rekeys(EXPRESS, REDIS, 5))
