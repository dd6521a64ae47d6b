"""Forgetting a claim says nothing on whether it was true (engine.md §5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from claims.engine.acts import Act, Assertion, Claim, Tier
from claims.engine.explain import Status, status
from claims.engine.hold import Holding, hold
from claims.engine.policy import Policy
from claims.engine.rights import Erasure
from claims.engine.time.periods import NEVER
from tests.engine import strategies as some
from tests.engine.scene import (
    CLAIMS,
    EXPRESS,
    FLY,
    GO,
    RUST,
    VERCEL,
    Scene,
    at_revision,
    because,
    ends,
    fresh,
    minute,
    says,
)

claims = st.sampled_from(some.POSITIVE)


def forgets(what: Claim, observed: int = 60, **more: Any) -> Erasure:
    head: dict[str, Any] = {
        "id": fresh(),
        "revision": 0,
        "ordinal": 0,
        "tier": Tier.VERIFIED,
        "observed_at": minute(observed),
    }
    return Erasure(**head, claim=what, **more)


def settled(acts: Sequence[Act]) -> Holding:
    return hold(acts, policy=Policy.CASCADE, outside={}, memory={})


@given(some.sequences(some.CONFLICTS), claims)
def test_what_is_forgotten_is_held_no_longer_and_nothing_else_of_its_question_changes(
    acts: tuple[Act, ...], what: Claim
) -> None:
    before, after = settled(acts), settled((*acts, at_revision(forgets(what), len(acts) + 1)))
    assert after.held(what.id) == NEVER
    rest = [each for each in CLAIMS if each.id != what.id]
    assert [after.held(each.id) for each in rest] == [before.held(each.id) for each in rest]


@given(some.sequences(some.CONFLICTS), claims)
def test_where_it_restores_the_rest_is_held_as_if_it_had_never_been_said(acts: tuple[Act, ...], what: Claim) -> None:
    without = [act for act in acts if not (isinstance(act, Assertion) and act.claim.id == what.id)]
    after = settled((*acts, at_revision(forgets(what, restores=True), len(acts) + 1)))
    assert after.held(what.id) == NEVER
    for each in CLAIMS:
        assert after.held(each.id) == settled(without).held(each.id)


def test_what_was_kept_down_stays_down_and_what_is_said_later_is_held() -> None:
    scene = Scene()
    scene.record(says(EXPRESS, 1))
    scene.record(says(GO, 2))
    made = scene.record(forgets(GO, 3))
    assert (scene.held(), made.restored) == (set(), ())
    scene.record(says(RUST, 4, tier=Tier.INFERRED))
    assert scene.held() == {RUST}


def test_what_was_kept_down_returns_where_a_person_ticks_it() -> None:
    scene = Scene()
    scene.record(says(EXPRESS, 1))
    scene.record(says(GO, 2))
    made = scene.record(forgets(GO, 3, restores=True))
    assert (scene.held(), made.restored) == ({EXPRESS}, (EXPRESS.id,))


def test_the_strongest_word_is_forgotten_by_whoever_may_ask_for_it() -> None:
    scene = Scene()
    scene.record(says(GO, 1, tier=Tier.VERIFIED))
    scene.record(Erasure(id=fresh(), revision=0, ordinal=0, tier=Tier.INFERRED, observed_at=minute(2), claim=GO))
    assert scene.held() == set()


def test_what_rested_on_it_loses_its_reason() -> None:
    flagging, cascading = Scene(), Scene(Policy.CASCADE)
    for scene in (flagging, cascading):
        scene.record(says(GO, 1))
        scene.record(says(VERCEL, 2, justifications=(because(GO),)), says(FLY, 2, tier=Tier.INFERRED))
    assert flagging.record(forgets(GO, 3)).flagged == (VERCEL.id,)
    cascading.record(forgets(GO, 3))
    assert cascading.held() == {FLY}


def test_its_status_is_erased_whatever_else_befell_it() -> None:
    acts = [at_revision(each, place) for place, each in enumerate((says(GO, 1), says(RUST, 2), forgets(GO, 3)), 1)]
    assert _status(acts) is Status.ERASED
    ended = (says(GO, 1), forgets(GO, 3), ends(GO, 4))
    assert _status([at_revision(each, place) for place, each in enumerate(ended, 1)]) is Status.ERASED


def _status(acts: Sequence[Act]) -> Status:
    return status(settled(acts).walks[GO.question], GO.id, minute(10), ever_held=True)
