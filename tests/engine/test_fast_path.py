"""The fast path of engine.md §4: for plain questions it plans what the walk would, from what is held now."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from hypothesis import event, given
from hypothesis import strategies as st

from claims.engine.acts import Act, Assertion, Kind, Tier
from claims.engine.planning.edges import Edge, EdgeKind
from claims.engine.planning.fast import Own, PlainQuestion, plan_plain
from claims.engine.planning.plan import BeliefRow, Plan
from claims.engine.policy import Policy
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


def plain_question(scene: Scene, incoming: Assertion, *, rising: bool = False) -> PlainQuestion:
    """What a store would look up: the open rows over the period, the strongest assertion, the strongest voice of each
    row, whether it rises, and of a claim that was heard its latest row and its voices."""
    said = sorted((act for act in scene.base.acts.values() if isinstance(act, Assertion)), key=strength)
    held = [
        BeliefRow(name, row.segment)
        for name, row in scene.base.rows.items()
        if row.until is None and row.segment.claim.question == incoming.claim.question
    ]
    rows = [row for row in held if row.segment.period.overlaps(incoming.valid)]
    own = [act for act in reversed(said) if act.claim.id == incoming.claim.id]
    latest = max(
        (row.segment for row in held if row.segment.claim == incoming.claim),
        key=lambda each: each.period.end,
        default=None,
    )
    return PlainQuestion(
        heard=bool(own),
        rows=tuple(rows),
        strongest=strength(said[-1]) if said else None,
        voices={act.claim.id: act for act in said if act.claim.id in {row.segment.claim.id for row in rows}},
        rising=rising,
        own=Own(latest, tuple(own)) if latest else None,
    )


def played(acts: Iterable[Act]) -> tuple[Scene, bool]:
    """A base with the acts recorded, and whether its question rises still, marked act by act as a store does."""
    scene, rising = Scene(Policy.CASCADE), True
    for act in acts:
        stamped = at_revision(act, len(scene.revisions) + 1)
        assert isinstance(stamped, Assertion)
        rising = plain_question(scene, stamped, rising=rising).rises(stamped)
        scene.record(act)
    return scene, rising


def both(scene: Scene, incoming: Assertion, *, rising: bool = False) -> tuple[Plan | None, Plan]:
    stamped = at_revision(incoming, len(scene.revisions) + 1)
    question = plain_question(scene, stamped, rising=rising)
    return plan_plain(question, stamped), scene.base.preview([stamped])


def assert_alike(scene: Scene, fast: Plan, whole: Plan) -> None:
    assert fast.closes == whole.closes
    assert fast.opens == whole.opens
    assert (fast.superseded, fast.restored) == (whole.superseded, whole.restored)
    assert fast.links == whole.links
    cut = [tuple(edge for edge in made.cuts if edge in scene.base.links) for made in (fast, whole)]
    assert cut[0] == cut[1]
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


#: Assertions that mostly outdo each other: told by two voices, equally sure, each from its own day on.
RETURNING = st.lists(
    some.assertions(
        some.POSITIVE[:3],
        tier=st.sampled_from((Tier.STATED, Tier.STATED, Tier.STATED, Tier.OBSERVED)),
        kind=st.just(Kind.OBSERVATION),
        confidence=st.sampled_from((900, 900, 900, 850)),
        origin=st.sampled_from(("Scout", "Scout", "Alice")),
    ),
    min_size=1,
    max_size=9,
)


@given(RETURNING, st.data())
def test_fast_path_plans_what_the_walk_plans_where_claims_return(acts: list[Assertion], data: st.DataObject) -> None:
    days = data.draw(st.lists(st.integers(0, 3), min_size=len(acts), max_size=len(acts)))
    ends = data.draw(st.lists(st.sampled_from((None,) * 9 + (99.0,)), min_size=len(acts), max_size=len(acts)))
    told = [
        replace(act, id=fresh(), observed_at=minute(place), valid=between(sum(days[: place + 1]), end))
        for place, (act, end) in enumerate(zip(acts, ends, strict=True))
    ]
    scene, rising = played(told[:-1])
    fast, whole = both(scene, told[-1], rising=rising)
    event("rising" if rising else "not rising")
    event(f"fast: {fast.told[0].outcome}" if fast else "walked")
    if fast:
        assert_alike(scene, fast, whole)


def test_fast_path_plans_the_return_of_a_claim_whose_voice_says_no_more_than_before() -> None:
    back_and_forth = [
        says((GO, EXPRESS)[number % 2], number, valid=between(number), origin="Scout") for number in range(9)
    ]
    scene, rising = played(back_and_forth)
    assert rising
    fast, whole = both(scene, says(EXPRESS, 9, valid=between(9), origin="Scout"), rising=True)
    assert fast is not None
    assert_alike(scene, fast, whole)
    again, whole = both(scene, says(GO, 9, valid=between(9), origin="Scout"), rising=True)
    assert again is not None
    assert again.told[0].outcome is Outcome.CORROBORATED
    assert_alike(scene, again, whole)
    another, _ = both(scene, says(EXPRESS, 9, valid=between(9), origin="Alice"), rising=True)
    assert another is None


def test_fast_path_leaves_to_the_walk_a_claim_that_was_heard_before_where_not_all_rose() -> None:
    """Its older voices count again, over times of their own."""
    scene, rising = played(
        [says(GO, 1, confidence=500), says(EXPRESS, 2, confidence=500), says(RUST, 0, confidence=500)]
    )
    assert not rising
    assert both(scene, says(GO, 3, confidence=500), rising=rising)[0] is None


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
