"""What a person restricted stays so until a person releases it, whatever claims become one or part meanwhile."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claims.engine.acts import Claim, Restriction
from claims.engine.effective import effective
from claims.engine.policy import Policy
from tests.engine.scene import VERCEL, Scene, because, claim, play, restricts, says
from tests.engine.test_rekeying import rekeys

#: The same said of three subjects, which may turn out to be one.
SHIP, ROCKET, COMET = SAME = tuple(claim(f"hosting of {subject}", "Vercel") for subject in ("ship", "rocket", "comet"))

steps = st.one_of(
    st.tuples(st.sampled_from(("restrict", "release")), st.sampled_from(SAME)),
    st.tuples(st.just("join"), st.permutations(SAME)),
    st.tuples(st.just("undo"), st.integers(1, 5)),
)


@dataclass
class Told:
    """A base in which the same was said of all three, and beside it what is to be expected, claim by claim."""

    scene: Scene = field(default_factory=lambda: play([says(each, 1) for each in SAME]))
    joins: dict[int, tuple[Claim, Claim]] = field(default_factory=dict)
    words: dict[int, tuple[frozenset[UUID], bool]] = field(default_factory=dict)
    gone: set[int] = field(default_factory=set)

    def name(self, what: Claim) -> Claim:
        """What a claim goes by while these joins stand."""
        onward = {old: new for number, (old, new) in self.joins.items() if number not in self.gone}
        return self.name(onward[what]) if what in onward else what

    def one_with(self, what: Claim) -> frozenset[UUID]:
        return frozenset(each.id for each in SAME if self.name(each) == self.name(what))

    def said(self) -> set[UUID]:
        """The claims on which the last word was no release."""
        out: set[UUID] = set()
        for number, (claims, released) in self.words.items():
            if number not in self.gone:
                out = out - claims if released else out | claims
        return out

    def take(self, kind: str, what: Claim | list[Claim] | int) -> None:
        number = len(self.scene.revisions) + 1
        if isinstance(what, int):
            self.undo(number - what)
        elif isinstance(what, list):
            old, new = map(self.name, what[:2])
            if old != new:
                self.joins[number] = (old, new)
                self.scene.record(rekeys(old, new, number))
        else:
            name, together = self.name(what), self.one_with(what)
            self.words[number] = (together, kind == "release")
            said = restricts(name, number, released=kind == "release")
            self.scene.record(replace(said, others=together - {name.id}))

    def undo(self, number: int) -> None:
        """What moved a claim that was moved again is not taken back, as services have it."""
        if number in self.gone or number not in {*self.joins, *self.words} or self.is_moved_again(number):
            return
        self.gone.add(number)
        self.scene.undo(number)

    def is_moved_again(self, number: int) -> bool:
        own = set(self.joins.get(number, ()))
        return any(later > number and own & set(pair) for later, pair in self.joins.items() if later not in self.gone)


@given(st.lists(steps, max_size=10))
def test_a_claim_is_out_of_service_while_one_that_it_is_the_name_of_is(sequence: Iterable[tuple[str, object]]) -> None:
    told = Told()
    for kind, what in sequence:
        told.take(kind, what)  # type: ignore[arg-type]  # as the strategies draw it
        out = told.said()
        expected = {each.id for each in SAME if told.one_with(each) & out}
        assert told.scene.base.restricted == expected
        shown = {each.claim.id: each.restricted for each in told.scene.segments()}
        assert shown == {each.id: each.id in expected for each in map(told.name, SAME)}


def both(what: Restriction, other: Claim) -> Restriction:
    return replace(what, others=frozenset({other.id}))


def restricted(scene: Scene) -> set[UUID]:
    return {each.claim.id for each in scene.segments() if each.restricted}


@pytest.mark.parametrize("said", [SHIP, ROCKET])
def test_what_was_restricted_before_two_became_one_is_the_one_that_is_after_they_part(said: Claim) -> None:
    scene = play([says(SHIP, 1), says(ROCKET, 2), restricts(said, 3), rekeys(ROCKET, SHIP, 4)])
    assert restricted(scene) == {SHIP.id}
    assert scene.base.restricted == {SHIP.id, ROCKET.id}
    scene.undo(-1)
    assert restricted(scene) == {said.id}


def test_what_was_restricted_while_they_were_one_stays_so_on_both_after_they_part() -> None:
    scene = play([says(SHIP, 1), says(ROCKET, 2), rekeys(ROCKET, SHIP, 3), both(restricts(SHIP, 4), ROCKET)])
    scene.undo(3)
    assert restricted(scene) == {SHIP.id, ROCKET.id}
    scene.record(restricts(SHIP, 6, released=True))
    assert restricted(scene) == {ROCKET.id}


def test_the_release_of_one_before_they_are_one_releases_nothing_of_the_other() -> None:
    scene = play(
        [says(SHIP, 1), says(ROCKET, 2), restricts(ROCKET, 3), restricts(SHIP, 4), restricts(SHIP, 5, released=True)]
    )
    scene.record(rekeys(ROCKET, SHIP, 6))
    assert restricted(scene) == {SHIP.id}
    scene.record(both(restricts(SHIP, 7, released=True), ROCKET))
    assert restricted(scene) == set()
    scene.undo(6)
    assert restricted(scene) == set()


@pytest.mark.parametrize("policy", Policy)
def test_what_rests_on_a_claim_that_became_a_restricted_one_has_no_reason(policy: Policy) -> None:
    scene = play([says(SHIP, 1), says(ROCKET, 2), says(VERCEL, 3, justifications=(because(ROCKET),))], policy)
    scene.record(restricts(SHIP, 4))
    plan = scene.record(rekeys(ROCKET, SHIP, 5))
    assert VERCEL.id in (plan.flagged if policy is Policy.FLAG else plan.superseded)


def test_a_word_on_several_claims_is_known_where_only_one_of_them_is_looked_at() -> None:
    word = both(replace(restricts(SHIP, 3), revision=3), ROCKET)
    assert ROCKET.id in effective([replace(says(ROCKET, 2), revision=2), word]).restricted
