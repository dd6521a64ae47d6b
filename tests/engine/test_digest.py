"""The digest of a plan (engine.md §5): equal for equal plans, and different for any other."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claims.engine.acts import Act, Assertion, Claim, Kind, Rejustification, Tier, Undo
from claims.engine.planning.digest import digest
from claims.engine.planning.plan import Plan
from claims.engine.policy import Policy
from claims.engine.time.periods import FOREVER, Period, Periods
from tests.engine import strategies as some
from tests.engine.scene import (
    EXPRESS,
    FLY,
    GO,
    REDIS,
    RUST,
    SCOUT,
    VERCEL,
    Scene,
    at_revision,
    because,
    between,
    day,
    ends,
    play,
    says,
)  # fmt: skip

NOW = day(10)


def base() -> Scene:
    return play([says(EXPRESS, 1, valid=between(0)), says(VERCEL, 2, justifications=(because(EXPRESS),))])


def planned(*acts: Act, on: Scene | None = None) -> str:
    scene = on or BASE
    number = len(scene.revisions) + 1
    stamped = [at_revision(act, number, place) for place, act in enumerate(acts)]
    return digest(scene.base.preview(stamped), now=NOW)


BASE = base()
SAID = says(GO, 5, valid=between(2), origin="an e-mail")


def redrawn(acts: tuple[Act, ...]) -> tuple[Act, ...]:
    """The same acts under other ids; what refers to them follows."""
    draw = random.Random(str(acts[0].id))  # noqa: S311
    return tuple(replace(act, id=UUID(int=draw.getrandbits(128))) for act in acts)


@given(some.histories(), st.sampled_from(Policy), st.data())
def test_the_same_plan_under_other_ids_has_the_same_digest(
    revisions: some.Revisions, policy: Policy, data: st.DataObject
) -> None:
    if not revisions:
        return
    scene = Scene(policy)
    for acts in revisions[:-1]:
        scene.record(*acts)
    assert planned(*revisions[-1], on=scene) == planned(*redrawn(revisions[-1]), on=scene)


def test_the_same_plan_at_another_hour_has_the_same_digest() -> None:
    digests = set()
    for now in (day(10), day(11)):
        said = replace(SAID, observed_at=now, valid=Period(now, FOREVER), revision=3)
        digests.add(digest(BASE.base.preview([said]), now=now))
    assert len(digests) == 1


def test_ids_drawn_for_the_plan_do_not_matter_and_how_they_are_shared_does() -> None:
    def new(number: int) -> Claim:
        return Claim(UUID(int=number), UUID(int=number + 1), UUID(int=number + 2))

    def with_new(one: Claim, other: Claim, reason: Claim) -> str:
        acts = [
            says(VERCEL, 5, justifications=(because(one, other),), origin=""),
            says(FLY, 5, justifications=(because(reason),), origin=""),
            says(one, 5, origin=""),
            says(other, 5, valid=between(2), origin=""),
        ]
        stamped = [at_revision(act, 3, place) for place, act in enumerate(acts)]
        drawn = [part for each in (one, other) for part in (each.id, each.question, each.object)]
        return digest(play([]).base.preview(stamped), now=NOW, fresh=drawn)

    draw = random.Random(7)  # noqa: S311
    first, second = new(1 << 90), new(1 << 91)
    expected = with_new(first, second, first)
    for _ in range(20):
        one, other = new(draw.getrandbits(100)), new(draw.getrandbits(100))
        assert with_new(one, other, one) == expected
        assert with_new(one, other, other) != expected


def test_a_batch_has_one_digest_whatever_ids_its_acts_drew() -> None:
    acts: tuple[Act, ...] = tuple(
        says(what, 5, justifications=(because(EXPRESS),), supports=(GO.id,)) for what in (FLY, REDIS)
    )
    digests = set()
    for _ in range(20):
        acts = redrawn(acts)
        digests.add(planned(*acts))
    assert len(digests) == 1


CHANGES: dict[str, Callable[[Assertion], Assertion]] = {
    "claim": lambda act: replace(act, claim=RUST),
    "tier": lambda act: replace(act, tier=Tier.VERIFIED),
    "observed_at": lambda act: replace(act, observed_at=day(9)),
    "agent": lambda act: replace(act, agent=SCOUT),
    "valid": lambda act: replace(act, valid=between(3)),
    "confidence": lambda act: replace(act, confidence=901),
    "kind": lambda act: replace(act, kind=Kind.PREDICTION),
    "correction": lambda act: replace(act, correction=True),
    "corrects": lambda act: replace(act, correction=True, corrects=EXPRESS.id),
    "justifications": lambda act: replace(act, justifications=(because(FLY),)),
    "origin": lambda act: replace(act, origin="a wiki"),
    "echo": lambda act: replace(act, echo=True),
    "waits": lambda act: replace(act, waits=Periods((between(2, 3),)), waits_on=REDIS.id),
    "waits_on": lambda act: replace(act, waits_on=REDIS.id),
    "supports": lambda act: replace(act, supports=(REDIS.id,)),
}


@pytest.mark.parametrize("change", CHANGES)
def test_any_change_of_substance_changes_the_digest(change: str) -> None:
    assert planned(CHANGES[change](SAID)) != planned(SAID)


def test_every_field_of_an_assertion_is_tried() -> None:
    passing = {"id", "revision", "ordinal"}
    assert CHANGES.keys() | passing == set(Assertion.__dataclass_fields__)


def test_acts_of_other_kinds_and_in_another_order_have_other_digests() -> None:
    rejustified = [
        Rejustification(
            id=UUID(int=1), revision=3, ordinal=0, tier=Tier.VERIFIED, observed_at=day(5), claim=VERCEL,
            mode=mode,
            justifications=(because(EXPRESS),),
        )
        for mode in (Rejustification.ADD, Rejustification.REPLACE, Rejustification.LIFT)
    ]  # fmt: skip
    undone = [
        Undo(
            id=UUID(int=1), revision=3, ordinal=0, tier=Tier.VERIFIED, observed_at=day(5),
            acts=frozenset(act.id for act in acts),
        )
        for acts in BASE.revisions
    ]  # fmt: skip
    end, say = ends(EXPRESS, 5), says(GO, 5)
    plans = [*([each] for each in (*rejustified, *undone, end, say)), [end, say], [say, end]]
    assert len({planned(*each) for each in plans}) == len(plans)


def test_a_plan_made_for_a_base_that_has_moved_on_has_another_digest() -> None:
    scene = base()
    previewed = planned(SAID, on=scene)
    assert planned(SAID, on=scene) == previewed
    scene.record(says(REDIS, 3))
    assert planned(SAID, on=scene) == previewed
    scene.record(says(EXPRESS, 4, valid=between(4)))
    assert planned(SAID, on=scene) != previewed


def test_the_same_effect_on_other_rows_has_another_digest() -> None:
    """A row that was closed and opened again in the meantime makes a plan stale."""
    scene = base()
    previewed = planned(SAID, on=scene)
    scene.undo(1)
    scene.undo(-1)
    assert planned(SAID, on=scene) != previewed


def test_what_a_plan_still_misses_and_the_hour_are_all_that_passes() -> None:
    made = BASE.base.preview([at_revision(SAID, 3)])
    before = digest(made, now=NOW)
    assert digest(replace(made, missing=frozenset({GO.question})), now=NOW) == before
    for name in Plan.__dataclass_fields__.keys() - {"acts", "told", "missing"}:
        value = getattr(made, name)
        other = {} if isinstance(value, dict) and value else value[:-1] if value else None
        changed: dict[str, Any] = {name: other}
        if other is not None:
            assert digest(replace(made, **changed), now=NOW) != before
