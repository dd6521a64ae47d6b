"""The cases that a naive engine gets wrong, each by its name in engine.md §9, and the story of Go."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

import pytest

from claims.engine.acts import Act, Assertion, Claim, Kind, Tier
from claims.engine.planning.edges import Edge, EdgeKind
from claims.engine.policy import Policy
from claims.engine.time.periods import ALWAYS, NEVER, Instant, Periods
from claims.engine.walking.told import Outcome, Row, Told
from tests.engine.scene import (
    EXPRESS,
    FLY,
    GO,
    NOT_GO,
    RUST,
    VERCEL,
    Scene,
    because,
    between,
    day,
    ends,
    never_was,
    play,
    says,
)  # fmt: skip

SURE, FAIR, GUESS = 900, 600, 300


def in_any_order(acts: Sequence[Act]) -> list[Scene]:
    return [play(order) for order in permutations(acts)]


def told(scene: Scene, act: Act) -> Told:
    return scene.record(act).told[0]


def rows(answer: Told) -> list[tuple[Row, Act]]:
    return [(each.row, each.rival) for each in answer.against]


def row_against(answer: Told, what: Claim) -> list[Row]:
    return [each.row for each in answer.against if each.claim == what.id]


# --- who is held --------------------------------------------------------------------------------------------


def test_not_go_then_go_then_express_holds_express_and_not_go_in_any_order() -> None:
    for scene in in_any_order([says(NOT_GO, 1), says(GO, 2), says(EXPRESS, 3)]):
        assert scene.held() == {EXPRESS, NOT_GO}


def test_a_sure_claim_is_kept_against_a_later_guess_in_both_orders() -> None:
    for scene in in_any_order([says(GO, 1, confidence=SURE), says(EXPRESS, 2, confidence=GUESS)]):
        assert scene.held() == {GO}


def test_sure_then_fair_then_guess_keeps_the_sure_one_in_any_order() -> None:
    acts = [says(what, n, confidence=c) for n, what, c in ((1, GO, SURE), (2, EXPRESS, FAIR), (3, RUST, GUESS))]
    for scene in in_any_order(acts):
        assert scene.held() == {GO}
        scene.record(never_was(GO, 4))
        assert scene.held() == {EXPRESS}


def test_a_late_axiom_takes_the_place_of_what_was_observed_after_it() -> None:
    for scene in in_any_order([says(EXPRESS, 1, kind=Kind.AXIOM, confidence=GUESS), says(GO, 2), says(RUST, 3)]):
        assert scene.held() == {EXPRESS}


def test_a_late_axiom_is_told_that_it_revised() -> None:
    scene = play([says(GO, 2)])
    answer = told(scene, says(EXPRESS, 1, kind=Kind.AXIOM, confidence=GUESS))
    assert answer.outcome is Outcome.REVISED
    assert row_against(answer, GO) == [Row.TAKES]


def test_of_equal_times_the_more_confident_is_held_and_then_the_first_recorded() -> None:
    for scene in in_any_order([says(GO, 1, confidence=900), says(EXPRESS, 1, confidence=950)]):
        assert scene.held() == {EXPRESS}
    scene = play([says(GO, 1)])
    answer = told(scene, says(EXPRESS, 1))
    assert scene.held() == {GO}
    assert answer.outcome is Outcome.CONTESTED


def test_a_correction_takes_out_its_target_even_where_it_arrives_before_it() -> None:
    wrong = says(GO, 1, valid=between(0, 6))
    kept_down = says(RUST, 0, valid=between(0, 6), confidence=GUESS)
    right = says(EXPRESS, 2, valid=between(0, 2), correction=True, corrects=GO.id)
    for scene in in_any_order([wrong, kept_down, right]):
        assert scene.periods(EXPRESS) == Periods((between(0, 2),))
        assert scene.periods(GO) == NEVER
        assert scene.periods(RUST) == Periods((between(2, 6),))


def test_a_target_that_arrives_after_its_correction_is_told_so_once() -> None:
    scene = play([says(EXPRESS, 2, correction=True)])
    answer = told(scene, says(GO, 1))
    assert answer.outcome is Outcome.SUPERSEDED
    assert row_against(answer, EXPRESS) == [Row.SUPERSEDED]


def test_a_correction_that_was_itself_taken_out_takes_nothing_out() -> None:
    mistaken = says(EXPRESS, 2, valid=between(0, 2), correction=True)
    wrong = says(GO, 1, valid=between(0, 6))
    correcting_it = says(RUST, 3, valid=between(1, 2), correction=True, corrects=EXPRESS.id)
    for scene in in_any_order([wrong, mistaken, correcting_it]):
        assert scene.periods(EXPRESS) == NEVER
        assert (scene.held(0), scene.held(1), scene.held(5)) == ({GO}, {RUST}, {GO})
    for scene in in_any_order([wrong, mistaken, never_was(EXPRESS, 3)]):
        assert scene.periods(GO) == Periods((between(0, 6),))


def test_bands_decide_stretch_by_stretch() -> None:
    acts = [
        says(GO, 1, valid=between(0, 2), confidence=SURE),
        says(EXPRESS, 2, valid=between(2, 6), confidence=FAIR),
        says(RUST, 3, valid=between(0, 6), confidence=GUESS),
    ]
    for scene in in_any_order(acts):
        assert (scene.held(1), scene.held(3), scene.held(5)) == ({GO}, {EXPRESS}, {EXPRESS})
        assert scene.periods(RUST) == NEVER


def test_going_back_to_the_first_choice_holds_it_again_on_both_its_voices() -> None:
    scene = play([says(GO, 1, confidence=500), says(EXPRESS, 2, confidence=500)])
    answer = told(scene, says(GO, 3, confidence=500))
    assert answer.outcome is Outcome.REVISED
    assert scene.held() == {GO}
    assert [each.confidence for each in scene.segments()] == [750]


def test_an_inferred_key_contracting_a_verified_claim_is_contested_and_changes_nothing_held() -> None:
    scene = play([says(GO, 1, tier=Tier.VERIFIED)])
    before = scene.segments()
    answer = told(scene, ends(GO, 2, tier=Tier.INFERRED))
    assert answer.outcome is Outcome.CONTESTED
    assert scene.segments() == before


def test_a_verified_go_that_a_person_ended_leaves_the_way_free_for_a_stated_express() -> None:
    go = says(GO, 1, tier=Tier.VERIFIED)
    end = ends(GO, 2, tier=Tier.VERIFIED, over=[between(3)])
    for scene in in_any_order([go, end, says(EXPRESS, 3)]):
        assert (scene.held(0), scene.held(4)) == ({GO}, {EXPRESS})


def test_ending_a_claim_brings_back_nothing_that_it_had_beaten() -> None:
    for scene in in_any_order([says(EXPRESS, 1), says(GO, 2), ends(GO, 3)]):
        assert scene.held() == set()


def test_withdrawing_a_claim_brings_back_what_it_alone_had_beaten() -> None:
    for scene in in_any_order([says(EXPRESS, 1), says(GO, 2), never_was(GO, 3)]):
        assert scene.held() == {EXPRESS}


def test_ending_a_claim_again_leaves_alone_what_was_said_after_it_first_ended() -> None:
    acts = [
        says(GO, 1, tier=Tier.VERIFIED),
        ends(GO, 2, tier=Tier.VERIFIED),
        says(EXPRESS, 3),
        ends(GO, 4, tier=Tier.VERIFIED),
    ]
    for scene in in_any_order(acts):
        assert scene.held() == {EXPRESS}


def test_a_claim_asserted_under_its_own_contraction_is_contested_and_not_held() -> None:
    scene = play([says(GO, 1), ends(GO, 2, tier=Tier.VERIFIED)])
    answer = told(scene, says(GO, 3))
    assert answer.outcome is Outcome.CONTESTED
    assert scene.held() == set()


def test_a_claim_asserted_under_its_own_contraction_takes_nothing_from_another() -> None:
    end, other, again = ends(GO, 2, tier=Tier.VERIFIED), says(EXPRESS, 1, tier=Tier.INFERRED), says(GO, 3)
    for scene in in_any_order([end, other, again]):
        assert scene.held() == {EXPRESS}


def test_a_claim_asserted_after_a_contraction_of_its_own_tier_is_free() -> None:
    for scene in in_any_order([says(GO, 1), ends(GO, 2), says(GO, 3)]):
        assert scene.held() == {GO}


def test_an_incoming_that_beats_one_rival_and_loses_to_another_is_told_both() -> None:
    scene = play(
        [
            says(GO, 1, valid=between(0, 2), tier=Tier.VERIFIED),
            says(RUST, 1, valid=between(2, 4), tier=Tier.INFERRED),
        ]
    )
    answer = told(scene, says(EXPRESS, 2, valid=between(0, 4)))
    assert answer.outcome is Outcome.REVISED
    assert answer.accepted == Periods((between(2, 4),))
    assert (row_against(answer, GO), row_against(answer, RUST)) == ([Row.CONTESTED], [Row.TAKES])


# --- the table of §5 ----------------------------------------------------------------------------------------

STATED_AT_5 = (Tier.STATED, 5, SURE, Kind.OBSERVATION)


@pytest.mark.parametrize(
    ("tier", "observed", "confidence", "kind", "outcome"),
    [
        (Tier.VERIFIED, 4, GUESS, Kind.OBSERVATION, Outcome.REVISED),
        (Tier.STATED, 6, SURE, Kind.OBSERVATION, Outcome.REVISED),
        (Tier.STATED, 4, GUESS, Kind.WARNING, Outcome.REVISED),
        (Tier.STATED, 5, 950, Kind.OBSERVATION, Outcome.REVISED),
        (Tier.STATED, 4, SURE, Kind.OBSERVATION, Outcome.SUPERSEDED),
        (Tier.STATED, 6, FAIR, Kind.OBSERVATION, Outcome.CONTESTED),
        (Tier.STATED, 5, SURE, Kind.OBSERVATION, Outcome.CONTESTED),
        (Tier.OBSERVED, 6, SURE, Kind.AXIOM, Outcome.CONTESTED),
        (Tier.OBSERVED, 5, SURE, Kind.AXIOM, Outcome.REJECTED),
        (Tier.OBSERVED, 4, SURE, Kind.AXIOM, Outcome.REJECTED),
        (Tier.DOCUMENTED, 6, SURE, Kind.AXIOM, Outcome.REJECTED),
        (Tier.INFERRED, 6, SURE, Kind.AXIOM, Outcome.REJECTED),
    ],
)
def test_outcome_against_one_stated_rival_is_that_of_the_table(
    tier: Tier, observed: int, confidence: int, kind: Kind, outcome: Outcome
) -> None:
    scene = play([says(GO, 5, confidence=SURE)])
    plan = scene.record(says(EXPRESS, observed, tier=tier, confidence=confidence, kind=kind))
    assert plan.told[0].outcome is outcome
    assert scene.held() == ({EXPRESS} if outcome is Outcome.REVISED else {GO})
    contested = (frozenset({GO.id, EXPRESS.id}),) if outcome is Outcome.CONTESTED else ()
    assert plan.nogoods == contested


def test_a_warning_is_contested_by_a_later_observation() -> None:
    scene = play([says(GO, 1, kind=Kind.WARNING)])
    assert told(scene, says(EXPRESS, 2)).outcome is Outcome.CONTESTED


def test_what_adds_no_instant_to_its_claim_corroborates() -> None:
    scene = play([says(GO, 1, confidence=500)])
    assert told(scene, says(GO, 2, valid=between(0, 2), confidence=500)).outcome is Outcome.CORROBORATED
    assert told(scene, says(EXPRESS, 0, valid=between(3, 4), confidence=300)).outcome is Outcome.SUPERSEDED


def test_what_adds_an_instant_and_takes_none_expands() -> None:
    scene = play([says(GO, 1, valid=between(0, 2))])
    assert told(scene, says(GO, 2, valid=between(1, 4))).outcome is Outcome.EXPANDED
    assert told(scene, says(EXPRESS, 3, valid=between(4))).outcome is Outcome.EXPANDED


def inferred(origin: str, *, echo: bool = False) -> Assertion:
    return says(EXPRESS, 2, tier=Tier.INFERRED, origin=origin, echo=echo)


def test_the_third_independent_origin_turns_a_rejection_into_a_question() -> None:
    scene = play([says(GO, 1)])
    outcomes = [told(scene, inferred(origin)).outcome for origin in ("a", "b", "b", "c")]
    assert outcomes == [Outcome.REJECTED] * 3 + [Outcome.CONTESTED]


def test_echoes_are_no_independent_origins() -> None:
    scene = play([says(GO, 1), inferred("a")])
    assert {told(scene, inferred(origin, echo=True)).outcome for origin in "bcd"} == {Outcome.REJECTED}


def test_a_batch_is_told_as_if_its_items_had_come_one_by_one() -> None:
    plan = Scene().record(says(GO, 1), says(EXPRESS, 2), says(RUST, 0))
    assert [each.outcome for each in plan.told] == [Outcome.EXPANDED, Outcome.REVISED, Outcome.SUPERSEDED]


# --- the story ----------------------------------------------------------------------------------------------

GO_FOR_EXPRESS = Edge(EdgeKind.SUPERSEDES, GO.id, EXPRESS.id)
MARCH, MAY = 59, 120  # 1 March and 1 May, in days of the year


def told_on(scene: Scene, recorded: Instant, act: Act) -> Outcome:
    return scene.record(act, at=recorded).told[0].outcome


def express_then_go(policy: Policy) -> Scene:
    """Express.js since 1 March, heard on the 3rd; Vercel for it; Go since 15 May, heard on the 16th."""
    scene = Scene(policy)
    scene.record(says(EXPRESS, 1, valid=between(MARCH)), at=day(MARCH + 2))
    scene.record(says(VERCEL, 2, valid=between(MARCH), justifications=(because(EXPRESS),)), at=day(MARCH + 3))
    scene.record(says(GO, 3, valid=between(MAY + 14)), at=day(MAY + 15))
    return scene


def test_story_going_to_go_supersedes_express_and_flags_vercel() -> None:
    scene = Scene(Policy.FLAG)
    before = express_then_go(Policy.FLAG).revisions
    scene.record(*before[0], at=day(MARCH + 2))
    scene.record(*before[1], at=day(MARCH + 3))
    plan = scene.record(*before[2], at=day(MAY + 15))
    assert plan.told[0].outcome is Outcome.REVISED
    assert plan.superseded == (EXPRESS.id,)
    assert plan.flagged == (VERCEL.id,)
    assert scene.held(MAY + 20) == {GO, VERCEL}


def test_story_all_four_quadrants_answer() -> None:
    scene = express_then_go(Policy.FLAG)
    now, april, then = MAY + 20, MARCH + 40, day(MARCH + 40)
    assert scene.held(now) == {GO, VERCEL}
    assert scene.held(april) == {EXPRESS, VERCEL}
    assert scene.held(april, known_at=then) == {EXPRESS, VERCEL}
    assert scene.held(now, known_at=then) == {EXPRESS, VERCEL}
    assert scene.held(now, known_at=day(MARCH + 1)) == set()


def test_story_i_was_wrong_we_are_still_on_express_restores_it() -> None:
    scene = express_then_go(Policy.FLAG)
    plan = scene.record(says(EXPRESS, 4, valid=between(MAY + 14), correction=True), at=day(MAY + 16))
    assert scene.periods(EXPRESS) == Periods((between(MARCH),))
    assert scene.periods(GO) == NEVER
    assert plan.cleared == (VERCEL.id,)


@pytest.mark.parametrize("policy", Policy)
def test_story_undo_takes_it_back_and_undoing_the_undo_restores_it(policy: Policy) -> None:
    scene = express_then_go(policy)
    with_go = scene.segments()
    assert GO_FOR_EXPRESS in scene.base.links
    scene.undo(3, at=day(MAY + 17))
    assert scene.held(MAY + 20) == {EXPRESS, VERCEL}
    assert GO_FOR_EXPRESS not in scene.base.links
    scene.undo(-1, at=day(MAY + 18))
    assert scene.segments() == with_go
    assert scene.held(MAY + 20, known_at=day(MAY + 17)) == {EXPRESS, VERCEL}
    assert scene.held(MAY + 20, known_at=day(MAY + 16)) == scene.held(MAY + 20)


def test_story_under_cascade_vercel_goes_where_express_went() -> None:
    scene = express_then_go(Policy.CASCADE)
    assert scene.periods(VERCEL) == Periods((between(MARCH, MAY + 14),))
    assert scene.periods(FLY) == NEVER
    assert scene.periods(GO) == Periods((between(MAY + 14),)) <= ALWAYS
