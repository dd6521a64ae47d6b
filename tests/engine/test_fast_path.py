"""The fast path of engine.md §4: for plain questions it plans what the walk would, from what is held now."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import event, given

from claims.engine.acts import Act, Assertion, Kind, Tier
from claims.engine.planning.edges import Edge, EdgeKind
from claims.engine.planning.fast import PlainQuestion, plan_plain
from claims.engine.planning.plan import BeliefRow, Plan
from claims.engine.strength import strength
from claims.engine.time.periods import ALWAYS
from claims.engine.walking.told import Outcome
from tests.engine import strategies as some
from tests.engine.scene import (
    EXPRESS,
    GO,
    NOT_GO,
    RUST,
    VERCEL,
    Scene,
    at_revision,
    because,
    between,
    claim,
    fresh,
    minute,
    play,
    says,
)  # fmt: skip

DENO = claim("framework", "Deno")


def plain_question(scene: Scene, incoming: Assertion) -> PlainQuestion:
    """What a store would look up: the open rows, the strongest assertion, the strongest voice of each row."""
    said = sorted((act for act in scene.base.acts.values() if isinstance(act, Assertion)), key=strength)
    rows = [
        BeliefRow(name, row.segment)
        for name, row in scene.base.rows.items()
        if row.until is None and row.segment.claim.question == incoming.claim.question
    ]
    held = {row.segment.claim.id for row in rows}
    return PlainQuestion(
        rows=tuple(rows),
        strongest=strength(said[-1]) if said else None,
        voices={act.claim.id: act for act in said if act.claim.id in held},
        heard=any(act.claim.id == incoming.claim.id for act in said),
    )


def both(scene: Scene, incoming: Assertion) -> tuple[Plan | None, Plan]:
    stamped = at_revision(incoming, len(scene.revisions) + 1)
    return plan_plain(plain_question(scene, stamped), stamped), scene.base.preview([stamped])


def assert_alike(scene: Scene, fast: Plan, whole: Plan) -> None:
    assert fast.closes == whole.closes
    assert fast.opens == whole.opens
    assert (fast.superseded, fast.restored) == (whole.superseded, whole.restored)
    assert fast.links == whole.links
    assert fast.cuts == tuple(edge for edge in whole.cuts if edge in scene.base.links)
    told, walked = fast.told[0], whole.told[0]
    assert (told.act, told.outcome, told.accepted) == (walked.act, walked.outcome, walked.accepted)
    assert {(each.row, each.claim) for each in told.against} == {(each.row, each.claim) for each in walked.against}
    assert len(told.against) == len(walked.against)
    assert (fast.flagged, fast.cleared) == (whole.flagged, whole.cleared)
    assert (fast.nogoods, fast.remembers, fast.missing) == (whole.nogoods, whole.remembers, whole.missing)


@given(some.sequences([some.assertions(some.POSITIVE[:3])]), some.assertions(some.POSITIVE[:3]))
def test_fast_path_plans_what_the_walk_plans(acts: tuple[Act, ...], incoming: Assertion) -> None:
    scene = play(acts)
    supports = replace(incoming, id=fresh(), supports=(VERCEL.id,))
    fast, whole = both(scene, supports)
    event("fast" if fast else "walked")
    if fast:
        assert_alike(scene, fast, whole)


@given(some.sequences([some.assertions(some.POSITIVE[:3])]), some.assertions(some.POSITIVE[:3]))
def test_fast_path_plans_for_whatever_comes_strongest_and_new(acts: tuple[Act, ...], incoming: Assertion) -> None:
    scene = play(acts)
    strongest = replace(
        incoming, id=fresh(), claim=DENO, tier=Tier.VERIFIED, kind=Kind.AXIOM, confidence=1000,
        observed_at=minute(99),
    )  # fmt: skip
    fast, whole = both(scene, strongest)
    assert fast is not None
    assert_alike(scene, fast, whole)


def test_fast_path_plans_the_common_case() -> None:
    scene = play([says(EXPRESS, 1)])
    fast, whole = both(scene, says(GO, 2, valid=between(3)))
    assert fast is not None
    assert_alike(scene, fast, whole)
    assert fast.told[0].outcome is Outcome.REVISED
    assert fast.links == (Edge(EdgeKind.SUPERSEDES, GO.id, EXPRESS.id),)


def test_fast_path_plans_the_first_assertion_of_a_question() -> None:
    fast, whole = both(Scene(), says(GO, 1))
    assert fast is not None
    assert_alike(Scene(), fast, whole)


def test_fast_path_leaves_to_the_walk_a_claim_that_was_heard_before() -> None:
    """Its older voices count again, and its supersession ends."""
    scene = play([says(GO, 1, confidence=500), says(EXPRESS, 2, confidence=500)])
    assert both(scene, says(GO, 3, confidence=500))[0] is None


def test_fast_path_leaves_to_the_walk_what_is_not_plain_or_not_strongest() -> None:
    scene = play([says(EXPRESS, 1)])
    others = [
        says(GO, 0),
        says(GO, 2, confidence=300),
        says(GO, 2, correction=True),
        says(GO, 2, justifications=(because(VERCEL),)),
        says(GO, 2, waits=ALWAYS, waits_on=VERCEL.id),
        says(NOT_GO, 2),
    ]
    assert [both(scene, each)[0] for each in others] == [None] * len(others)
    assert both(scene, says(RUST, 2))[0] is not None
