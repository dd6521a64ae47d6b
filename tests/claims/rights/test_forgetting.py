"""What Alice wants forgotten is held back at once, forgotten on its day, and kept if she changes her mind."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

import pytest

from claims.models import Claim, Forgetting
from claims.refusals import Invalid, NotFound
from claims.services import clock
from claims.services.belief_base.operation import Terms
from claims.services.replay_base import differences
from claims.services.rights.erase.forget import (
    Reach,
    forget_at_last,
    forget_later,
    forget_now,
    forget_what_is_due,
    forgotten,
    keep_after_all,
    lift,
    offered,
)
from tests.cast import Teller, alice, claim_of, instant, project, rests_on

pytestmark = pytest.mark.django_db

NOTES = {"uri": "notes/16.md"}


@pytest.fixture
def teller() -> Teller:
    return project()


@pytest.fixture
def go(teller: Teller) -> UUID:
    return claim_of(teller.says("Go", on="2026-03-01", source=NOTES))


@pytest.fixture
def fly(teller: Teller, go: UUID) -> UUID:
    return claim_of(teller.says("Fly.io", predicate="deploys_on", on="2026-03-02", justifications=rests_on(go)))


def later(teller: Teller, *, on: str = "2026-04-01", **reach: object) -> UUID:
    with teller.on(on):
        forget_later(base=teller.base, actor=alice(), reach=Reach(**reach))  # type: ignore[arg-type]
    found: UUID = Forgetting.objects.latest("asked_at").id
    return found


def erased(teller: Teller) -> set[UUID]:
    return set(Claim.objects.filter(base_id=teller.base, erased__isnull=False).values_list("id", flat=True))


def test_it_is_held_back_at_once_and_forgotten_on_its_day_and_not_before(teller: Teller, go: UUID) -> None:
    later(teller, claim=go)
    assert teller.holds("2026-04-02", "2026-04-02") == []
    with teller.on("2026-04-07"):
        assert forget_what_is_due() == 0
    with clock.fixed(instant("2026-04-08") + timedelta(seconds=1)):
        assert forget_what_is_due() == 1
        assert forget_what_is_due() == 0
    assert erased(teller) == {go}
    assert [each.end for each in forgotten(base=teller.base).planned] == ["forgotten"]
    assert differences(teller.base) == []


def test_kept_after_all_it_is_served_again_and_never_forgotten(teller: Teller, go: UUID) -> None:
    forgetting = later(teller, claim=go)
    with teller.on("2026-04-02"):
        keep_after_all(base=teller.base, actor=alice(), forgetting=forgetting)
    assert teller.holds("2026-04-03", "2026-04-03") == ["Go"]
    with teller.on("2026-05-01"):
        assert forget_what_is_due() == 0
        with pytest.raises(NotFound, match="still to be forgotten"):
            forget_at_last(base=teller.base, actor=alice(), forgetting=forgetting)
    assert erased(teller) == set()


def test_what_was_passed_on_again_meanwhile_is_not_forgotten(teller: Teller, go: UUID, fly: UUID) -> None:
    later(teller, claim=go, guessed=True)
    teller.restricts(fly, on="2026-04-02", released=True)
    with teller.on("2026-04-09"):
        forget_what_is_due()
    assert erased(teller) == {go}


def test_what_was_guessed_from_it_goes_along_where_that_is_wanted(teller: Teller, go: UUID, fly: UUID) -> None:
    assert offered(base=teller.base, claim=go).guessed == 1
    forget_now(base=teller.base, actor=alice(), reach=Reach(claim=go, guessed=True))
    assert erased(teller) == {go, fly}


def test_everything_from_a_source_goes_and_the_rest_stays(teller: Teller, go: UUID) -> None:
    rust = claim_of(teller.says("Rust", predicate="wants", on="2026-03-03", source=NOTES))
    teller.says("Vercel", predicate="deploys_on", on="2026-03-04", source={"uri": "notes/17.md"})
    assert offered(base=teller.base, claim=go).sources == (("notes/16.md", 2),)
    forget_now(base=teller.base, actor=alice(), reach=Reach(source="notes/16.md"))
    assert erased(teller) == {go, rust}
    assert teller.holds("2999-01-01", "2999-01-01") == ["Vercel"]


def test_everything_goes_and_there_is_nothing_left_to_forget(teller: Teller, go: UUID, fly: UUID) -> None:
    forget_now(base=teller.base, actor=alice(), reach=Reach())
    assert erased(teller) == {go, fly}
    with pytest.raises(Invalid, match="There is nothing here to be forgotten"):
        forget_now(base=teller.base, actor=alice(), reach=Reach())


@pytest.mark.parametrize("act", [forget_now, forget_later])
def test_a_preview_forgets_and_holds_back_nothing(teller: Teller, go: UUID, act: object) -> None:
    act(base=teller.base, actor=alice(), reach=Reach(claim=go), terms=Terms(preview=True))  # type: ignore[operator]
    assert (erased(teller), Forgetting.objects.count()) == (set(), 0)
    assert teller.holds("2999-01-01", "2999-01-01") == ["Go"]


def test_what_is_not_learned_again_is_learned_once_that_is_lifted(teller: Teller, go: UUID) -> None:
    forget_now(base=teller.base, actor=alice(), reach=Reach(claim=go))
    assert [each.claim_id for each in forgotten(base=teller.base).not_learned] == [go]
    with pytest.raises(Invalid, match="forgotten at the wish of the person"):
        teller.says("Go", source=NOTES, observed_at="2026-03-01")
    lift(base=teller.base, actor=alice(), claim=go)
    teller.says("Go", source=NOTES, observed_at="2026-03-01")
    assert teller.holds("2999-01-01", "2999-01-01") == ["Go"]
    with pytest.raises(NotFound, match="kept from being learned again"):
        lift(base=teller.base, actor=alice(), claim=go)
