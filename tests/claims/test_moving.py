"""Claims that go by another name from now on: what is told of that, and what is held after it was taken back."""

from __future__ import annotations

from uuid import UUID

import pytest

from claims.models import ReviewItem, Tier
from claims.queries import naming
from claims.refusals import Invalid
from claims.services.add_alias import add_alias
from claims.services.belief_base.naming import claim_called
from claims.services.belief_base.operation import Done, Terms
from claims.services.outcomes import outcomes
from claims.services.replay_base import differences
from tests.cast import Teller, claim_of, instant, project
from tests.claims.test_replay_store import stands_elsewhere

pytestmark = pytest.mark.django_db


@pytest.fixture
def teller() -> Teller:
    """The project was on Vercel until April; of a rocket, which is the same thing, it is said from then on."""
    teller = project()
    teller.says("Vercel", predicate="deploys_on", on="2026-03-01", valid_to="2026-04-01")
    teller.says("Vercel", predicate="deploys_on", subject="Rocket", on="2026-03-02", valid_from="2026-04-01")
    return teller


def join(teller: Teller, on: str, *, preview: bool = False) -> Done:
    entity = naming.entity_called(teller.base, "project")
    assert entity is not None
    with teller.on(on):
        terms = Terms(preview=preview)
        return add_alias(base=teller.base, actor=teller.actor, entity=entity, alias="Rocket", terms=terms)


@pytest.mark.parametrize("preview", [True, False])
def test_a_claim_that_merely_moved_does_not_hold_again(teller: Teller, *, preview: bool) -> None:
    told = outcomes(join(teller, "2026-05-01", preview=preview))[0]
    assert told.explanation == (
        "“Rocket” is another name of “project” from now on. 1 claim follows.",
        "Vercel is now held under “project”: Project deploys on Vercel.",
    )
    assert (told.restored, told.superseded) == ((), ())


def test_nor_does_it_when_it_moves_back(teller: Teller) -> None:
    join(teller, "2026-05-01")
    told = outcomes(teller.undoes(3, on="2026-05-02"))[0]
    assert told.explanation == (
        "What was recorded then is taken back, as if it had not been.",
        "Vercel is now held under “Rocket”: Rocket deploys on Vercel.",
    )


def test_what_was_kept_down_and_is_free_holds_again(teller: Teller) -> None:
    go = claim_of(teller.says("Go", on="2026-05-01", valid_from="2026-01-01"))
    teller.says("Rust", on="2026-05-02", valid_from="2026-01-01", tier=Tier.STATED)
    told = outcomes(teller.undoes(4, on="2026-05-03"))[0]
    assert told.restored == (go,)
    assert told.explanation[1:] == ("Go holds again: Project uses the framework Go.",)


# --- claims that became one, and parted, in whatever order --------------------------------------------------


def merge(teller: Teller, one: UUID, other: UUID, on: str) -> int:
    item = ReviewItem.objects.create(
        base_id=teller.base, kind="duplicate", opened=1, opened_at=instant(on), claim_id=one, other_id=other
    )
    return teller.decides(item.id, "merge", on=on).revision or 0


def sound(teller: Teller) -> bool:
    return differences(teller.base) == [] == stands_elsewhere(teller.base)


def test_what_was_said_of_them_as_one_is_held_where_the_claim_stands_after_they_part(teller: Teller) -> None:
    go = claim_of(teller.says("Go", subject="Rocket", on="2026-04-01"))
    joined = join(teller, "2026-05-01").revision or 0
    assert claim_of(teller.says("Go", on="2026-05-02", valid_from="2026-01-01")) == go
    teller.undoes(joined, on="2026-05-03")
    assert sound(teller)
    teller.says("Rust", subject="Rocket", on="2026-05-04", valid_from="2026-01-01")
    assert teller.holds("2026-02-01", "2026-05-05", "uses_framework") == ["Rust"]
    assert sound(teller)


def test_an_alias_is_taken_back_after_a_merger_with_what_it_moved(teller: Teller) -> None:
    go = claim_of(teller.says("Go", subject="Rocket", on="2026-04-01"))
    golang = claim_of(teller.says("Golang 1", on="2026-04-02"))
    joined = join(teller, "2026-05-01").revision or 0
    merged = merge(teller, go, golang, "2026-05-02")
    with pytest.raises(Invalid, match=f"moved again by revision {merged}; take that back first"):
        teller.undoes(joined, on="2026-05-03")
    teller.undoes(merged, on="2026-05-04", tier=Tier.VERIFIED)
    teller.undoes(joined, on="2026-05-05")
    assert {claim_called(teller.base, each).id for each in (go, golang)} == {go, golang}
    assert sound(teller)


def test_a_merger_is_taken_back_while_another_claim_stays_merged(teller: Teller) -> None:
    first, second, third = (
        claim_of(teller.says(value, on="2026-04-01", tier=Tier.INFERRED)) for value in ("Go", "Go 1", "Go 2")
    )
    merged = merge(teller, first, second, "2026-05-01")
    merge(teller, second, third, "2026-05-02")
    teller.undoes(merged, on="2026-05-03", tier=Tier.VERIFIED)
    assert [claim_called(teller.base, each).id for each in (first, second, third)] == [first, second, first]
    assert sound(teller)


def test_the_denial_of_a_merged_claim_is_that_of_the_one_it_became(teller: Teller) -> None:
    go = claim_of(teller.says("Go", on="2026-04-01"))
    golang = claim_of(teller.says("Golang 1", on="2026-04-02", tier=Tier.INFERRED))
    merge(teller, go, golang, "2026-05-01")
    denied = claim_of(teller.says("Golang 1", negated=True, on="2026-05-02"))
    assert claim_of(teller.says("Go", negated=True, on="2026-05-03")) == denied
    assert claim_of(teller.says("golang 1", negated=True, on="2026-05-04")) == denied
    assert sound(teller)
