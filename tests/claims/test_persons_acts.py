"""What people alone do to a claim: confirm it, put it out of service, and back."""

from __future__ import annotations

from uuid import UUID

import pytest

from claims.engine.acts import Tier as EngineTier
from claims.engine.walking.told import Outcome
from claims.models import Act, Claim, Source, Tier
from claims.refusals import Forbidden, Invalid, NotFound
from claims.services.belief_base.operation import StalePlan, Terms
from claims.services.outcomes import outcomes
from claims.services.reading.claim_status import claim_view
from claims.services.replay_base import differences
from tests.cast import Teller, alice, claim_of, instant, project, rests_on, scout

pytestmark = pytest.mark.django_db

LATER = "2999-01-01"


@pytest.fixture
def teller() -> Teller:
    return project()


@pytest.fixture
def go(teller: Teller) -> UUID:
    return claim_of(teller.says("Go", on="2026-03-01", valid_from="2026-03", valid_to="2026-07", tier=Tier.INFERRED))


def test_a_confirmed_claim_is_verified_for_its_asserted_periods_at_their_precision(teller: Teller, go: UUID) -> None:
    teller.says("Go", on="2026-03-02", valid_from="2026-09", valid_to="2026-10", tier=Tier.INFERRED)
    done = teller.confirms(go, on="2026-03-03", reason="I know.")
    assert {each.outcome for each in done.plan.told} == {Outcome.CONFIRMED}
    view = claim_view(teller.base, go, instant("2026-04-01"), instant(LATER))
    assert (view.tier, view.confidence) == (EngineTier.VERIFIED, 1000)
    assert {(each.start, each.end) for each in view.valid} == {("2026-03", "2026-07"), ("2026-09", "2026-10")}
    sources = Source.objects.filter(base_id=teller.base, kind=Tier.VERIFIED)
    assert {each.reason for each in sources} == {"I know."}
    assert differences(teller.base) == []


def test_a_confirmation_wins_over_what_replaced_the_claim_and_undo_gives_it_back(teller: Teller, go: UUID) -> None:
    teller.says("Rust", on="2026-03-02", valid_from="2026-04")
    assert teller.holds("2026-05-01", LATER) == ["Rust"]
    teller.confirms(go, on="2026-03-03")
    assert teller.holds("2026-05-01", LATER) == ["Go"]
    assert teller.holds("2026-08-01", LATER) == ["Rust"]
    teller.undoes(3, on="2026-03-04", tier=Tier.VERIFIED)
    assert teller.holds("2026-05-01", LATER) == ["Rust"]
    assert differences(teller.base) == []


def test_of_two_confirmed_rivals_the_later_word_holds(teller: Teller, go: UUID) -> None:
    rust = claim_of(teller.says("Rust", on="2026-03-02", valid_from="2026-03"))
    teller.confirms(rust, on="2026-03-03")
    assert teller.confirms(go, on="2026-03-04").plan.told[0].outcome is Outcome.CONFIRMED
    assert teller.holds("2026-05-01", LATER) == ["Go"]


def test_a_confirmation_that_would_complete_a_contradiction_waits(teller: Teller, go: UUID) -> None:
    fly = claim_of(teller.says("Fly", predicate="deploys_on", on="2026-03-02", valid_from="2026-03"))
    teller.ends(fly, on="2026-03-03", ended_at="2026-03-01")
    teller.reports(go, fly, on="2026-03-04")
    assert teller.confirms(fly, on="2026-03-05").plan.told[0].outcome is Outcome.CONTESTED
    assert teller.holds("2026-05-01", LATER) == ["Go"]


def test_a_confirmed_derived_claim_needs_its_reason_no_more(teller: Teller, go: UUID) -> None:
    fly = claim_of(teller.says("Fly", predicate="deploys_on", on="2026-03-02", justifications=rests_on(go)))
    teller.confirms(fly, on="2026-03-03")
    teller.withdraws(go, on="2026-03-04")
    assert teller.holds("2026-05-01", LATER) == ["Fly"]
    assert teller.asked() == []


def test_what_is_left_of_nothing_cannot_be_confirmed(teller: Teller, go: UUID) -> None:
    teller.undoes(1, on="2026-03-02")
    with pytest.raises(Invalid, match="there is nothing to confirm"):
        teller.confirms(go, on="2026-03-03")


@pytest.mark.parametrize("act", ["confirms", "restricts"])
def test_a_key_may_neither_confirm_nor_restrict(teller: Teller, go: UUID, act: str) -> None:
    with pytest.raises(Forbidden, match="; a key may not"):
        getattr(teller, act)(go, on="2026-03-02", actor=scout())


@pytest.mark.parametrize("act", ["confirms", "restricts"])
def test_a_claim_of_another_base_is_not_there(teller: Teller, go: UUID, act: str) -> None:
    with pytest.raises(NotFound, match="There is no such claim in this base"):
        getattr(project(), act)(go, on="2026-03-02")


@pytest.mark.parametrize("act", ["confirms", "restricts"])
def test_a_preview_stores_nothing_and_its_digest_is_of_that_plan(teller: Teller, go: UUID, act: str) -> None:
    person = alice()
    seen = getattr(teller, act)(go, on="2026-03-02", actor=person, terms=Terms(preview=True))
    assert seen.revision is None
    assert Act.objects.filter(base_id=teller.base).count() == 1
    teller.says("Rust", on="2026-03-03", tier=Tier.STATED, valid_from="2026-04")
    with pytest.raises(StalePlan):
        getattr(teller, act)(go, on="2026-03-04", actor=person, terms=Terms(digest=seen.digest))
    again = getattr(teller, act)(go, on="2026-03-04", actor=person, terms=Terms(preview=True))
    assert getattr(teller, act)(go, on="2026-03-05", actor=person, terms=Terms(digest=again.digest)).revision


# --- restricting --------------------------------------------------------------------------------------------


def test_a_restricted_claim_keeps_its_place_and_is_not_served_at_any_time(teller: Teller, go: UUID) -> None:
    done = teller.restricts(go, on="2026-03-02", reason="Alice contests it.")
    assert done.plan.told[0].outcome is Outcome.RESTRICTED
    assert outcomes(done)[0].explanation[0].endswith("keeps its place, is served to nobody and supports nothing.")
    assert teller.holds("2026-05-01", LATER) == []
    assert teller.holds("2026-05-01", "2026-03-01T12:00") == [], "it counts as of now, whenever one asks about"
    teller.says("Rust", on="2026-03-03", valid_from="2026-03", tier=Tier.INFERRED, confidence=100)
    assert teller.holds("2026-05-01", LATER) == [], "it keeps down what is weaker"
    view = claim_view(teller.base, go, instant("2026-05-01"), instant(LATER))
    assert (view.status.value, view.marks) == ("active", ("disputed", "restricted"))
    assert differences(teller.base) == []


def test_a_released_claim_is_served_again(teller: Teller, go: UUID) -> None:
    teller.restricts(go, on="2026-03-02")
    done = teller.restricts(go, on="2026-03-03", released=True)
    assert done.plan.told[0].outcome is Outcome.RELEASED
    assert teller.holds("2026-05-01", LATER) == ["Go"]
    assert differences(teller.base) == []


def test_a_restriction_is_undone_and_that_too(teller: Teller, go: UUID) -> None:
    teller.restricts(go, on="2026-03-02")
    for number, served in ((2, ["Go"]), (3, []), (4, ["Go"])):
        teller.undoes(number, on=f"2026-03-0{number + 1}", tier=Tier.VERIFIED)
        assert teller.holds("2026-05-01", LATER) == served
        assert Claim.objects.get(base_id=teller.base, id=go).restricted is not bool(served)
    assert differences(teller.base) == []


@pytest.mark.parametrize(("policy", "served"), [("flag", ["Fly"]), ("cascade", [])])
def test_a_restricted_claim_supports_nothing(policy: str, served: list[str]) -> None:
    teller = project(policy)
    go = claim_of(teller.says("Go", on="2026-03-01", valid_from="2026-03"))
    teller.says("Fly", predicate="deploys_on", on="2026-03-02", justifications=rests_on(go))
    teller.restricts(go, on="2026-03-03")
    assert teller.holds("2026-05-01", LATER) == served
    assert [item.kind for item in teller.asked()] == (["dependent"] if served else [])
    teller.restricts(go, on="2026-03-04", released=True)
    assert teller.holds("2026-05-01", LATER) == ["Fly", "Go"]
    assert teller.asked() == []
    assert differences(teller.base) == []


def test_twice_restricted_or_released_is_refused(teller: Teller, go: UUID) -> None:
    with pytest.raises(Invalid, match="is not restricted"):
        teller.restricts(go, on="2026-03-02", released=True)
    teller.restricts(go, on="2026-03-02")
    with pytest.raises(Invalid, match="is restricted already"):
        teller.restricts(go, on="2026-03-03")
