"""A base made again from its acts is the base that was (engine.md §8); its rows keep history (§2)."""

from __future__ import annotations

from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claims.engine.acts import Act
from claims.engine.policy import Policy
from claims.engine.replay import Held, Replay, replay
from claims.engine.support import Circle
from claims.engine.time.periods import Instant
from tests.engine import strategies as some
from tests.engine.oracle import chronicle, rests_on_itself
from tests.engine.scene import EXPRESS, GO, VERCEL, Scene, because, is_known, minute, play, says

policies = st.sampled_from(Policy)


def timed(revisions: some.Revisions) -> list[tuple[Instant, tuple[Act, ...]]]:
    return [(minute(acts[0].revision), acts) for acts in revisions]


def known(base: Replay, at: Instant) -> dict[tuple[UUID, Instant], int]:
    """What the rows say was held, as known at one time."""
    return {
        (row.segment.claim.id, when): row.segment.confidence
        for row in base.rows.values()
        if is_known(row, at)
        for when in some.GRID
        if when in row.segment.period
    }


@given(some.histories(), policies)
def test_rows_say_at_every_recorded_time_what_the_oracle_says(revisions: some.Revisions, policy: Policy) -> None:
    base = replay(timed(revisions), policy)
    for number, oracle in enumerate(chronicle(revisions, policy), 1):
        was, should = known(base, minute(number)), oracle.beliefs()
        assert was.keys() == should.keys()
        assert all(abs(was[each] - 1000 * should[each]) <= 0.5 for each in was)


@given(some.histories(), policies)
def test_replay_gives_the_rows_that_were_built_one_revision_at_a_time(
    revisions: some.Revisions, policy: Policy
) -> None:
    base = Replay(policy)
    for recorded_at, acts in timed(revisions):
        base.preview(acts)
        base.apply(recorded_at, acts)
    again = replay(timed(revisions), policy)
    assert again.rows == base.rows
    assert again.links == base.links


@given(some.histories(), policies)
def test_rows_are_only_ever_closed_and_never_changed(revisions: some.Revisions, policy: Policy) -> None:
    base = Replay(policy)
    for recorded_at, acts in timed(revisions):
        before = dict(base.rows)
        base.apply(recorded_at, acts)
        for name, row in before.items():
            closed = Held(row.segment, row.since, recorded_at)
            assert base.rows[name] == row or (row.until is None and base.rows[name] == closed)
        assert all(base.rows[name].since == recorded_at for name in base.rows.keys() - before.keys())


@given(some.histories(), policies)
def test_no_two_rivals_are_believed_at_one_recorded_and_one_valid_instant(
    revisions: some.Revisions, policy: Policy
) -> None:
    base = replay(timed(revisions), policy)
    for number in range(1, len(revisions) + 1):
        rows = [row.segment for row in base.rows.values() if is_known(row, minute(number))]
        for one in rows:
            for other in rows:
                if one is not other and one.period.overlaps(other.period):
                    assert not one.claim.conflicts(other.claim)
                    assert one.claim != other.claim


@given(some.histories(), policies)
def test_a_preview_is_what_applying_does(revisions: some.Revisions, policy: Policy) -> None:
    base = Replay(policy)
    for recorded_at, acts in timed(revisions):
        previewed = base.preview(acts)
        was_open = {name for name, row in base.rows.items() if row.until is None}
        assert base.apply(recorded_at, acts) == previewed
        assert {row.id for row in previewed.closes} <= was_open
        assert not {row.segment for row in previewed.closes} & set(previewed.opens)


# --- undo ---------------------------------------------------------------------------------------------------


def as_scene(revisions: some.Revisions, policy: Policy) -> Scene:
    scene = Scene(policy)
    for acts in revisions:
        scene.record(*acts)
    return scene


without_undo = tuple(each for each in some.EVERYTHING if each is not some.undoings and each is not some.rekeyings)


@given(some.histories(without_undo), st.integers(1, 9))
def test_undoing_a_revision_leaves_what_is_held_without_it_under_cascade(
    revisions: some.Revisions, number: int
) -> None:
    if number > len(revisions):
        return
    scene = as_scene(revisions, Policy.CASCADE)
    scene.undo(number)
    without = as_scene(revisions[: number - 1] + revisions[number:], Policy.CASCADE)
    assert scene.segments() == without.segments()


@given(some.histories(), policies)
def test_undoing_the_latest_revision_leaves_what_was_held_before_it(revisions: some.Revisions, policy: Policy) -> None:
    """Under ``flag`` too: what a revision gave a reason to is forgotten with it."""
    if not revisions:
        return
    scene = as_scene(revisions, policy)
    scene.undo(-1)
    assert scene.segments() == as_scene(revisions[:-1], policy).segments()


@given(some.histories(), policies)
def test_undoing_an_undo_restores_what_was_held_before_it(revisions: some.Revisions, policy: Policy) -> None:
    scene = as_scene(revisions, policy)
    before = scene.segments()
    for number in range(len(revisions)):
        scene.undo(number + 1)
        scene.undo(-1)
        assert scene.segments() == before


def test_undoing_the_undo_of_an_undo_undoes_again() -> None:
    scene = play([says(EXPRESS, 1), says(GO, 2)])
    for expected in (EXPRESS, GO, EXPRESS, GO):
        scene.undo(-1)
        assert scene.held() == {expected}


def test_under_flag_undo_keeps_a_reason_that_a_later_revision_gave_anew() -> None:
    scene = Scene(Policy.FLAG)
    scene.record(says(EXPRESS, 1))
    scene.record(says(VERCEL, 2, justifications=(because(EXPRESS),)))
    scene.record(says(GO, 3))
    assert scene.held() == {GO, VERCEL}
    scene.undo(1)
    assert scene.held() == {GO, VERCEL}


# --- worldviews ---------------------------------------------------------------------------------------------


@given(some.histories(), policies, st.sets(st.integers(1, 9)))
def test_a_worldview_over_chosen_revisions_is_what_the_oracle_makes_of_them(
    revisions: some.Revisions, policy: Policy, chosen: set[int]
) -> None:
    """A chosen set may hold an undo without what it undoes, or a resolution without its claims."""
    view = tuple(acts for acts in revisions if acts[0].revision in chosen)
    base = replay(timed(view), policy)
    for oracle, (recorded_at, _) in zip(chronicle(view, policy), timed(view), strict=True):
        assert known(base, recorded_at).keys() == oracle.beliefs().keys()


# --- refusing -----------------------------------------------------------------------------------------------


def test_a_refused_revision_changes_nothing() -> None:
    scene = play([says(EXPRESS, 1, justifications=(because(VERCEL),))])
    rows, acts = dict(scene.base.rows), dict(scene.base.acts)
    with pytest.raises(Circle):
        scene.record(says(VERCEL, 2, justifications=(because(EXPRESS),)))
    assert (scene.base.rows, scene.base.acts) == (rows, acts)


@given(some.histories())
def test_generated_histories_have_no_circle(revisions: some.Revisions) -> None:
    assert not rests_on_itself([act for acts in revisions for act in acts])
