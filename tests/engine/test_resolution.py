"""What completes a nogood waits (engine.md §3.4), and a resolution says who survives (§4)."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from hypothesis import given

from claims.engine.acts import Act, Claim, Resolution, Tier
from claims.engine.time.periods import ALWAYS, NEVER, Period, Periods
from claims.engine.walking.told import Outcome
from tests.engine import strategies as some
from tests.engine.scene import CLAIMS, EXPRESS, GO, VERCEL, Scene, between, fresh, minute, named, play, says
from tests.engine.test_walk import agree

NOGOOD = named("Vercel excludes Go")


def resolves(
    observed: int,
    *,
    keep: Iterable[Claim] = (),
    drop: Iterable[Claim] = (),
    over: Period | None = None,
    tier: Tier = Tier.VERIFIED,
    nogood: object = NOGOOD,
) -> Resolution:
    return Resolution(
        id=fresh(),
        revision=0,
        ordinal=0,
        tier=tier,
        observed_at=minute(observed),
        nogood=NOGOOD if nogood is NOGOOD else named(str(nogood)),
        keep=frozenset(each.id for each in keep),
        drop=frozenset(each.id for each in drop),
        over=Periods((over or between(),)),
    )


def vercel_with_go_waiting() -> Scene:
    """Vercel and Express.js are held; Go, which Vercel excludes, waits from day 2 to day 6."""
    waits = Periods((between(2, 6),))
    return play([says(VERCEL, 1), says(EXPRESS, 1, confidence=600), says(GO, 2, waits=waits, waits_on=NOGOOD)])


@given(
    some.sequences(
        (
            some.waiting(CLAIMS[:3]),
            some.waiting(CLAIMS[:3]),
            some.assertions(CLAIMS[:3]),
            some.resolutions(CLAIMS[:3]),
            some.resolutions(CLAIMS[:3]),
        )
    )
)
def test_walk_agrees_with_the_oracle_on_waiting_and_resolutions(acts: tuple[Act, ...]) -> None:
    agree(acts)


def test_what_completes_a_nogood_waits_only_over_the_overlap() -> None:
    scene = vercel_with_go_waiting()
    assert scene.periods(GO) == ALWAYS - Periods((between(2, 6),))
    assert scene.held(3) == {VERCEL, EXPRESS}


def test_what_waits_is_contested_though_it_is_held_elsewhere() -> None:
    waits = Periods((between(2, 6),))
    assert Scene().record(says(GO, 1, waits=waits, waits_on=NOGOOD)).told[0].outcome is Outcome.CONTESTED


def test_a_resolution_admits_what_it_keeps_and_takes_out_the_others_over_the_overlap() -> None:
    scene = vercel_with_go_waiting()
    plan = scene.record(resolves(3, keep=[GO], drop=[VERCEL], over=between(2, 6)))
    assert plan.told[0].outcome is Outcome.RESOLVED
    assert scene.periods(GO) == ALWAYS
    assert scene.periods(VERCEL) == ALWAYS - Periods((between(2, 6),))


def test_a_resolution_admits_nothing_beyond_the_time_it_is_about() -> None:
    scene = vercel_with_go_waiting()
    scene.record(resolves(3, keep=[GO], over=between(2, 4)))
    assert scene.periods(GO) == ALWAYS - Periods((between(4, 6),))


@pytest.mark.parametrize(
    "resolution",
    [resolves(3, keep=[VERCEL], drop=[GO], over=between(2, 6)), resolves(3, keep=[VERCEL])],
    ids=["dropped", "not kept"],
)
def test_what_a_resolution_does_not_keep_goes_on_waiting(resolution: Resolution) -> None:
    scene = vercel_with_go_waiting()
    scene.record(resolution)
    assert GO not in scene.held(3)
    assert VERCEL in scene.held(3)


def test_the_resolution_of_another_nogood_admits_nothing() -> None:
    scene = vercel_with_go_waiting()
    scene.record(resolves(3, keep=[GO], nogood="another"))
    assert GO not in scene.held(3)


def test_what_is_admitted_walks_like_any_other_and_may_lose() -> None:
    scene = vercel_with_go_waiting()
    scene.record(says(EXPRESS, 3, tier=Tier.VERIFIED))
    scene.record(resolves(4, keep=[GO]))
    assert scene.held(3) == {VERCEL, EXPRESS}


def test_a_resolution_takes_out_only_what_it_outweighs() -> None:
    scene = play([says(GO, 1, tier=Tier.VERIFIED)])
    plan = scene.record(resolves(2, drop=[GO], tier=Tier.STATED))
    assert plan.told[0].outcome is Outcome.CONTESTED
    assert scene.periods(GO) == ALWAYS


def test_what_the_dropped_alone_kept_down_returns_and_leaves_when_the_resolution_is_undone() -> None:
    scene = play([says(EXPRESS, 1), says(GO, 2), resolves(3, keep=[EXPRESS], drop=[GO])])
    assert (scene.periods(EXPRESS), scene.periods(GO)) == (ALWAYS, NEVER)
    scene.undo(-1)
    assert (scene.periods(EXPRESS), scene.periods(GO)) == (NEVER, ALWAYS)
