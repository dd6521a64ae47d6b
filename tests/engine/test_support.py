"""Reasons and dependents (engine.md §6): who is held because of what, and what follows when a reason goes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claims.engine.acts import Act, Claim, Justification, Rejustification, Tier, Undo
from claims.engine.planning.edges import Edge, EdgeKind
from claims.engine.policy import Policy
from claims.engine.support import Circle
from claims.engine.time.periods import ALWAYS, NEVER, Periods
from claims.engine.walking.told import Outcome
from tests.engine import strategies as some
from tests.engine.oracle import chronicle
from tests.engine.scene import (
    EXPRESS,
    FLY,
    GO,
    NOT_VERCEL,
    REDIS,
    RUST,
    VERCEL,
    Scene,
    because,
    between,
    ends,
    fresh,
    minute,
    never_was,
    play,
    restricts,
    says,
    still_holds,
)  # fmt: skip

POLICIES = pytest.mark.parametrize("policy", Policy)

#: Histories in which nearly every act is about reasons.
REASONED = (*some.REASONS, *some.REASONS, some.assertions(), some.contractions(), some.undoings)


def rejustifies(what: Claim, observed: int, mode: str, *reasons: Justification) -> Rejustification:
    return Rejustification(**_head(observed), claim=what, mode=mode, justifications=reasons)


def _head(observed: int) -> dict[str, Any]:
    return {
        "id": fresh(),
        "revision": 0,
        "ordinal": 0,
        "tier": Tier.VERIFIED,
        "observed_at": minute(observed),
    }


def cache_on_vercel_on_express(policy: Policy) -> Scene:
    """Redis because of Vercel because of Express.js."""
    scene = Scene(policy)
    scene.record(says(EXPRESS, 1))
    scene.record(says(VERCEL, 2, justifications=(because(EXPRESS),)))
    scene.record(says(REDIS, 3, justifications=(because(VERCEL),)))
    return scene


# --- both policies ------------------------------------------------------------------------------------------


@given(some.histories(REASONED), st.sampled_from(Policy))
def test_what_is_held_is_at_every_recorded_time_what_the_oracle_makes_of_all_acts(
    revisions: some.Revisions, policy: Policy
) -> None:
    agree(revisions, policy)


def agree(revisions: some.Revisions, policy: Policy) -> None:
    scene = Scene(policy)
    for acts, oracle in zip(revisions, chronicle(revisions, policy), strict=True):
        scene.record(*acts)
        held = {(row.segment.claim.id, at) for row in scene.open_rows() for at in some.GRID if at in row.segment.period}
        assert held == oracle.beliefs().keys()


@POLICIES
def test_a_derived_claim_is_held_only_where_its_reason_is(policy: Policy) -> None:
    scene = play([says(EXPRESS, 1, valid=between(0, 4))], policy)
    scene.record(says(VERCEL, 2, valid=between(2, 8), justifications=(because(EXPRESS),)))
    assert scene.periods(VERCEL) == Periods((between(2, 4),))


@POLICIES
def test_a_derived_claim_without_its_reason_arrives_unsupported(policy: Policy) -> None:
    scene = Scene(policy)
    told = scene.record(says(VERCEL, 1, justifications=(because(EXPRESS),))).told[0]
    assert told.outcome is Outcome.UNSUPPORTED
    assert told.accepted == NEVER
    assert scene.held() == set()


@POLICIES
def test_what_arrived_unsupported_is_held_once_its_reason_comes(policy: Policy) -> None:
    scene = play([says(VERCEL, 1, justifications=(because(EXPRESS),))], policy)
    plan = scene.record(says(EXPRESS, 2))
    assert scene.held() == {VERCEL, EXPRESS}
    assert plan.restored == (VERCEL.id,)


@POLICIES
def test_any_one_justification_is_enough(policy: Policy) -> None:
    scene = play([says(GO, 1)], policy)
    scene.record(says(VERCEL, 2, justifications=(because(EXPRESS), because(GO))))
    assert scene.held() == {GO, VERCEL}


@POLICIES
def test_all_of_wants_every_claim_at_the_same_instant(policy: Policy) -> None:
    scene = play([says(EXPRESS, 1, valid=between(0, 4)), says(REDIS, 2, valid=between(2, 6))], policy)
    scene.record(says(NOT_VERCEL, 3, justifications=(Justification(frozenset({EXPRESS.id, REDIS.id})),)))
    assert scene.periods(NOT_VERCEL) == Periods((between(2, 4),))


@POLICIES
def test_none_of_holds_until_what_it_excludes_is_first_asserted(policy: Policy) -> None:
    scene = play([says(VERCEL, 1, justifications=(because(unless=[GO]),))], policy)
    assert scene.held() == {VERCEL}
    plan = scene.record(says(GO, 2))
    assert scene.held() == ({GO, VERCEL} if policy is Policy.FLAG else {GO})
    assert plan.flagged == ((VERCEL.id,) if policy is Policy.FLAG else ())


@POLICIES
def test_a_restricted_claim_gives_no_reason_until_it_is_released(policy: Policy) -> None:
    scene = play([says(EXPRESS, 1), restricts(EXPRESS, 2)], policy)
    scene.record(says(VERCEL, 3, justifications=(because(EXPRESS),)))
    assert scene.periods(VERCEL) == NEVER
    scene.record(restricts(EXPRESS, 4, released=True))
    assert scene.periods(VERCEL) == ALWAYS


def test_a_restricted_claim_keeps_its_place_and_its_row_is_marked() -> None:
    scene = play([says(EXPRESS, 1, confidence=950), says(GO, 2, confidence=300), restricts(EXPRESS, 3)])
    assert scene.held() == {EXPRESS}
    assert [each.restricted for each in scene.segments()] == [True]


# --- cascade ------------------------------------------------------------------------------------------------


def test_cascade_takes_out_transitively_only_where_the_reason_is_lost() -> None:
    scene = cache_on_vercel_on_express(Policy.CASCADE)
    plan = scene.record(says(GO, 4, valid=between(3, 5)))
    lost = Periods((between(3, 5),))
    assert scene.periods(VERCEL) == scene.periods(REDIS) == ALWAYS - lost
    assert set(plan.superseded) == {EXPRESS.id, VERCEL.id, REDIS.id}
    assert plan.flagged == ()


def test_under_cascade_what_regains_its_reason_returns() -> None:
    scene = cache_on_vercel_on_express(Policy.CASCADE)
    scene.record(says(GO, 4))
    assert scene.held() == {GO}
    plan = scene.record(says(EXPRESS, 5))
    assert scene.held() == {EXPRESS, VERCEL, REDIS}
    assert set(plan.restored) == {VERCEL.id, REDIS.id}


# --- flag ---------------------------------------------------------------------------------------------------


def test_flag_asks_about_direct_dependents_only_and_leaves_them_held() -> None:
    scene = cache_on_vercel_on_express(Policy.FLAG)
    plan = scene.record(says(GO, 4))
    assert plan.flagged == (VERCEL.id,)
    assert scene.held() == {GO, VERCEL, REDIS}


def test_the_next_step_comes_when_a_flagged_dependent_is_itself_contracted() -> None:
    scene = cache_on_vercel_on_express(Policy.FLAG)
    scene.record(says(GO, 4))
    plan = scene.record(ends(VERCEL, 5))
    assert plan.flagged == (REDIS.id,)
    assert scene.held() == {GO, REDIS}


def test_nothing_is_flagged_where_the_periods_do_not_meet() -> None:
    scene = play([says(EXPRESS, 1)], Policy.FLAG)
    scene.record(says(VERCEL, 2, valid=between(0, 3), justifications=(because(EXPRESS),)))
    assert scene.record(says(GO, 3, valid=between(3))).flagged == ()


def test_another_justification_that_holds_leaves_a_dependent_alone() -> None:
    scene = play([says(EXPRESS, 1), says(NOT_VERCEL, 2)], Policy.FLAG)
    scene.record(says(REDIS, 3, justifications=(because(EXPRESS), because(NOT_VERCEL))))
    assert scene.record(says(GO, 4)).flagged == ()


def test_another_assertion_with_a_reason_leaves_a_dependent_alone() -> None:
    """Alice gave one reason and Scout another: what the claim rests on as a whole still stands."""
    scene = play([says(EXPRESS, 1), says(NOT_VERCEL, 2)], Policy.FLAG)
    scene.record(says(REDIS, 3, justifications=(because(EXPRESS),)))
    scene.record(says(REDIS, 4, justifications=(because(NOT_VERCEL),)))
    assert scene.record(says(GO, 5)).flagged == ()


def test_a_flag_is_not_cleared_by_a_reason_that_covers_only_part_of_what_is_held() -> None:
    scene = play([says(EXPRESS, 1), says(NOT_VERCEL, 2, valid=between(0, 2))], Policy.FLAG)
    scene.record(says(REDIS, 3, justifications=(because(EXPRESS),)))
    assert scene.record(says(GO, 4)).flagged == (REDIS.id,)
    plan = scene.record(says(REDIS, 5, justifications=(because(NOT_VERCEL),)))
    assert plan.cleared == ()


def test_a_flag_is_cleared_when_the_reason_returns() -> None:
    scene = cache_on_vercel_on_express(Policy.FLAG)
    scene.record(says(GO, 4))
    assert VERCEL.id in scene.record(says(EXPRESS, 5)).cleared


def test_a_flagged_dependent_is_not_flagged_again_by_an_act_that_changes_nothing_for_it() -> None:
    scene = cache_on_vercel_on_express(Policy.FLAG)
    assert scene.record(says(GO, 4)).flagged == (VERCEL.id,)
    assert scene.record(says(RUST, 5)).flagged == ()
    plan = scene.record(says(FLY, 6, tier=Tier.INFERRED, confidence=300))
    assert (plan.flagged, plan.cleared) == ((), ())


def test_a_dependent_that_lost_its_reason_while_it_was_not_held_is_flagged_when_it_returns() -> None:
    scene = cache_on_vercel_on_express(Policy.FLAG)
    scene.record(says(FLY, 4, tier=Tier.VERIFIED))
    assert scene.record(says(GO, 5)).flagged == ()
    assert scene.record(never_was(FLY, 6, tier=Tier.VERIFIED)).flagged == (VERCEL.id,)


@pytest.mark.parametrize("end", [ends, never_was])
def test_an_instant_once_supported_stays_so_until_it_is_contracted_or_withdrawn(
    end: Callable[[Claim, int], Act],
) -> None:
    scene = cache_on_vercel_on_express(Policy.FLAG)
    scene.record(says(GO, 4))
    scene.record(says(RUST, 5))
    assert scene.held() == {RUST, VERCEL, REDIS}
    scene.record(end(VERCEL, 6))
    scene.record(says(EXPRESS, 7))
    assert scene.held() == {EXPRESS, REDIS}


def test_the_verdict_still_holds_makes_a_dependent_stand_on_its_own() -> None:
    for policy in Policy:
        scene = cache_on_vercel_on_express(policy)
        scene.record(still_holds(VERCEL, 4))
        plan = scene.record(says(GO, 5))
        assert scene.held() == {GO, VERCEL, REDIS}
        assert plan.flagged == ()


def test_under_flag_undo_takes_the_memory_of_a_reason_with_the_revision_that_gave_it() -> None:
    scene = play([says(VERCEL, 1, justifications=(because(EXPRESS),)), says(EXPRESS, 2)], Policy.FLAG)
    assert scene.held() == {EXPRESS, VERCEL}
    scene.undo(2)
    assert scene.held() == set()
    scene.undo(-1)
    assert scene.held() == {EXPRESS, VERCEL}


def test_under_flag_undo_reaches_a_memory_even_where_no_reason_moves() -> None:
    """Express.js gave Vercel its reason and then lost to Go: undoing it changes Vercel all the same."""
    scene = play([says(VERCEL, 1, justifications=(because(EXPRESS),)), says(EXPRESS, 2)], Policy.FLAG)
    scene.record(says(GO, 3))
    assert scene.held() == {GO, VERCEL}
    scene.undo(2)
    assert scene.held() == {GO}
    scene.undo(-1)
    assert scene.held() == {GO, VERCEL}


# --- changing reasons ---------------------------------------------------------------------------------------


def test_a_reason_can_be_added_replaced_and_lifted() -> None:
    scene = cache_on_vercel_on_express(Policy.CASCADE)
    scene.record(says(GO, 4))
    scene.record(rejustifies(VERCEL, 5, Rejustification.ADD, because(GO)))
    assert VERCEL in scene.held()
    scene.record(rejustifies(VERCEL, 6, Rejustification.REPLACE, because(RUST)))
    assert VERCEL not in scene.held()
    scene.record(rejustifies(VERCEL, 7, Rejustification.ADD, because(GO)))
    scene.record(rejustifies(VERCEL, 8, Rejustification.LIFT, because(GO)))
    assert VERCEL not in scene.held()


def test_edges_follow_the_reasons_given() -> None:
    scene = cache_on_vercel_on_express(Policy.CASCADE)
    assertion = next(act for act in scene.base.acts.values() if act.observed_at == minute(2))
    edge = Edge(EdgeKind.DEPENDS_ON, VERCEL.id, EXPRESS.id, assertion.id)
    assert edge in scene.base.links
    plan = scene.record(rejustifies(VERCEL, 4, Rejustification.REPLACE, because(unless=[GO])))
    assert edge in plan.cuts
    assert Edge(EdgeKind.UNLESS, VERCEL.id, GO.id, assertion.id) in plan.links


# --- circles ------------------------------------------------------------------------------------------------


@POLICIES
def test_a_claim_that_would_rest_on_itself_is_refused_with_a_sentence(policy: Policy) -> None:
    scene = cache_on_vercel_on_express(policy)
    with pytest.raises(Circle, match=r"cannot rest on itself.*leave out the reason that leads back"):
        scene.record(says(EXPRESS, 4, justifications=(because(REDIS),)))


@POLICIES
def test_a_circle_is_refused_even_where_closing_it_changes_nothing_held(policy: Policy) -> None:
    scene = play([says(REDIS, 1, valid=between(0, 1))], policy)
    scene.record(says(VERCEL, 2, valid=between(4, 5), justifications=(because(REDIS),)))
    with pytest.raises(Circle):
        scene.record(says(REDIS, 3, valid=between(7, 8), justifications=(because(VERCEL),)))


@POLICIES
def test_a_lifted_justification_still_counts_in_a_circle(policy: Policy) -> None:
    scene = play([says(EXPRESS, 1), says(VERCEL, 2, justifications=(because(EXPRESS),))], policy)
    scene.record(rejustifies(VERCEL, 3, Rejustification.LIFT, because(EXPRESS)))
    with pytest.raises(Circle):
        scene.record(says(EXPRESS, 4, justifications=(because(VERCEL),)))


@POLICIES
def test_an_undo_that_would_close_a_circle_is_refused(policy: Policy) -> None:
    scene = play([says(EXPRESS, 1), says(VERCEL, 2, justifications=(because(EXPRESS),))], policy)
    scene.undo(2)
    scene.record(says(VERCEL, 3))
    scene.record(says(EXPRESS, 4, justifications=(because(VERCEL),)))
    with pytest.raises(Circle):
        scene.undo(3)


def test_undoing_only_some_acts_of_a_revision_leaves_its_memory() -> None:
    scene = Scene(Policy.FLAG)
    scene.record(says(VERCEL, 1, justifications=(because(EXPRESS),)))
    scene.record(says(EXPRESS, 2), says(REDIS, 3))
    undo = Undo(**_head(4), acts=frozenset({scene.revisions[1][0].id}))
    scene.record(undo)
    assert scene.held() == {VERCEL, REDIS}
