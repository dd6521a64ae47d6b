"""What a person put out of service stays so until a person releases it, whatever becomes one or parts meanwhile."""

from __future__ import annotations

from uuid import UUID

import pytest

from claims.models import Claim, ReviewItem, Tier
from claims.queries import naming
from claims.services.add_alias import add_alias
from claims.services.belief_base.operation import Done
from claims.services.reading.claim_status import claim_view
from claims.services.reading.clocks import Clocks
from claims.services.reading.read_history import claim_history
from claims.services.replay_base import differences
from tests.cast import Teller, alice, claim_of, instant, project, rests_on

pytestmark = pytest.mark.django_db

NOW = instant("2999-01-01")


@pytest.fixture
def teller() -> Teller:
    return project()


@pytest.fixture
def older(teller: Teller) -> UUID:
    return claim_of(teller.says("Vercel", predicate="deploys_on", on="2026-03-01"))


@pytest.fixture
def newer(teller: Teller, older: UUID) -> UUID:
    return claim_of(teller.says("Vercel", predicate="deploys_on", subject="Rocket", on="2026-03-02"))


def join(teller: Teller, on: str) -> int:
    entity = naming.entity_called(teller.base, "project")
    assert entity is not None
    with teller.on(on):
        return add_alias(base=teller.base, actor=alice(), entity=entity, alias="Rocket").revision or 0


def restricted(teller: Teller) -> set[UUID]:
    """The claims that are out of service, as stored and as replayed; rows and claims say the same."""
    assert differences(teller.base) == []
    return set(Claim.objects.filter(base_id=teller.base, restricted=True).values_list("id", flat=True))


@pytest.mark.parametrize("side", ["older", "newer"])
def test_what_was_restricted_before_they_became_one_is_restricted_on_as_one_and_apart(
    teller: Teller, older: UUID, newer: UUID, side: str
) -> None:
    said = {"older": older, "newer": newer}[side]
    teller.restricts(said, on="2026-03-03")
    joined = join(teller, "2026-03-04")
    assert restricted(teller) == {older, newer}
    assert teller.holds("2026-04-01", "2026-04-01") == []
    teller.undoes(joined, on="2026-03-05", tier=Tier.VERIFIED)
    assert restricted(teller) == {said}


@pytest.mark.parametrize("side", ["older", "newer"])
def test_what_was_restricted_as_one_is_restricted_on_both_after_they_part(
    teller: Teller, older: UUID, newer: UUID, side: str
) -> None:
    joined = join(teller, "2026-03-03")
    teller.restricts({"older": older, "newer": newer}[side], on="2026-03-04")
    teller.undoes(joined, on="2026-03-05", tier=Tier.VERIFIED)
    assert restricted(teller) == {older, newer}
    assert teller.holds("2026-04-01", "2026-04-01") == []
    for each in (older, newer):
        history = claim_history(base=teller.base, claim=each, at=Clocks(valid_at=NOW, known_at=NOW))
        assert [act.operation for act in history.acts if act.kind == "restriction"] == ["restrict"]


def test_it_is_still_restricted_after_whatever_is_said_of_one_of_them(teller: Teller, older: UUID, newer: UUID) -> None:
    joined = join(teller, "2026-03-03")
    teller.restricts(older, on="2026-03-04")
    teller.undoes(joined, on="2026-03-05", tier=Tier.VERIFIED)
    leaning = claim_of(teller.says("live", predicate="status", on="2026-03-06", justifications=rests_on(older)))
    teller.says("Fly", predicate="deploys_on", subject="Rocket", on="2026-03-07", tier=Tier.INFERRED)
    teller.says("Vercel", predicate="deploys_on", subject="Rocket", on="2026-03-08")
    assert restricted(teller) == {older, newer}
    assert claim_view(teller.base, leaning, NOW, NOW).status == "unsupported"


def test_one_is_released_after_they_part_and_the_other_stays_restricted(
    teller: Teller, older: UUID, newer: UUID
) -> None:
    joined = join(teller, "2026-03-03")
    teller.restricts(newer, on="2026-03-04")
    teller.undoes(joined, on="2026-03-05", tier=Tier.VERIFIED)
    leaning = claim_of(
        teller.says("live", predicate="status", subject="Rocket", on="2026-03-06", justifications=rests_on(older))
    )
    teller.restricts(older, on="2026-03-07", released=True)
    assert restricted(teller) == {newer}
    teller.says("Vercel", predicate="deploys_on", subject="Rocket", on="2026-03-08", justifications=rests_on(leaning))
    assert restricted(teller) == {newer}
    teller.restricts(newer, on="2026-03-09", released=True)
    assert restricted(teller) == set()


def test_a_release_as_one_releases_both_for_good(teller: Teller, older: UUID, newer: UUID) -> None:
    teller.restricts(newer, on="2026-03-03")
    joined = join(teller, "2026-03-04")
    teller.restricts(older, on="2026-03-05", released=True)
    assert restricted(teller) == set()
    teller.undoes(joined, on="2026-03-06", tier=Tier.VERIFIED)
    assert restricted(teller) == set()


def test_the_release_of_one_alone_releases_nothing_of_the_other(teller: Teller, older: UUID, newer: UUID) -> None:
    teller.restricts(older, on="2026-03-03")
    teller.restricts(newer, on="2026-03-04")
    teller.restricts(newer, on="2026-03-05", released=True)
    join(teller, "2026-03-06")
    assert restricted(teller) == {older, newer}


def test_a_restriction_of_both_is_taken_back_from_both(teller: Teller, older: UUID, newer: UUID) -> None:
    joined = join(teller, "2026-03-03")
    number = teller.restricts(older, on="2026-03-04").revision or 0
    teller.undoes(joined, on="2026-03-05", tier=Tier.VERIFIED)
    teller.undoes(number, on="2026-03-06", tier=Tier.VERIFIED)
    assert restricted(teller) == set()
    assert len(teller.holds("2026-04-01", "2026-04-01")) == 2


def merge(teller: Teller, one: UUID, other: UUID, on: str) -> Done:
    item = ReviewItem.objects.create(
        base_id=teller.base, kind="duplicate", opened=1, opened_at=instant(on), claim_id=one, other_id=other
    )
    return teller.decides(item.id, "merge", on=on)


@pytest.mark.parametrize("side", ["older", "other"])
def test_two_wordings_that_were_merged_and_parted_are_both_restricted(teller: Teller, older: UUID, side: str) -> None:
    other = claim_of(teller.says("Vercel Inc.", predicate="deploys_on", on="2026-03-03"))
    merged = merge(teller, older, other, "2026-03-04").revision or 0
    teller.restricts({"older": older, "other": other}[side], on="2026-03-05")
    teller.undoes(merged, on="2026-03-06", tier=Tier.VERIFIED)
    assert restricted(teller) == {older, other}
    teller.undoes(merged + 2, on="2026-03-07", tier=Tier.VERIFIED)
    assert restricted(teller) == {older, other}
