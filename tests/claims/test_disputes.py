"""Contradictions: reported, resolved, decided; what was decided can be taken back."""

from __future__ import annotations

from uuid import UUID

import pytest

from claims.engine.walking.told import Outcome
from claims.models import Nogood, NogoodMember, NogoodResolution, Revision, Tier
from claims.refusals import Forbidden, Invalid, NotFound
from claims.services.belief_base.operation import StalePlan, Terms
from claims.services.belief_base.proposals import Origin
from claims.services.outcomes import outcomes
from claims.services.reading.claim_status import claim_view
from claims.services.replay_base import differences
from tests.cast import Teller, claim_of, instant, project, scout

pytestmark = pytest.mark.django_db

LATER = "2999-01-01"


@pytest.fixture
def teller() -> Teller:
    return project()


@pytest.fixture
def pair(teller: Teller) -> tuple[UUID, UUID]:
    """Go and Vercel, both held, which cannot stand together."""
    go = claim_of(teller.says("Go", on="2026-03-01", valid_from="2026-03-01"))
    vercel = claim_of(teller.says("Vercel", predicate="deploys_on", on="2026-03-02", valid_from="2026-04-01"))
    return go, vercel


@pytest.fixture
def contested(teller: Teller) -> tuple[UUID, UUID]:
    """Express.js, held, and Go, which speaks against it and waits for a person."""
    express = claim_of(teller.says("Express.js", on="2026-03-01", valid_from="2026-03-01", confidence=900))
    go = claim_of(teller.says("Go", on="2026-03-02", valid_from="2026-03-02", confidence=600))
    assert teller.holds(LATER, LATER) == ["Express.js"]
    return express, go


def status(teller: Teller, claim: UUID) -> tuple[str, tuple[str, ...]]:
    view = claim_view(teller.base, claim, instant(LATER), instant(LATER))
    return view.status.value, view.marks


def nogood_of(teller: Teller) -> UUID:
    return Nogood.objects.get(base_id=teller.base).id


# --- reporting ----------------------------------------------------------------------------------------------


def test_a_report_changes_nothing_that_is_held_and_asks_a_person(teller: Teller, pair: tuple[UUID, UUID]) -> None:
    reported = teller.reports(*pair, on="2026-03-03")
    assert reported.done
    assert reported.nogood
    assert reported.done.plan.told[0].outcome is Outcome.CONTESTED
    assert teller.holds(LATER, LATER) == ["Go", "Vercel"]
    (item,) = teller.asked()
    assert (item.kind, item.nogood_id, item.claim_id) == ("contested", reported.nogood, pair[1])
    members = NogoodMember.objects.filter(base_id=teller.base, nogood_id=reported.nogood)
    assert {each.claim_id for each in members} == {*pair}
    assert status(teller, pair[0]) == status(teller, pair[1]) == ("active", ("disputed",))
    assert outcomes(reported.done)[0].explanation == (
        "Go and Vercel cannot stand together; what is held stays until a person decides.",
    )


def test_a_known_contradiction_answers_with_itself(teller: Teller, pair: tuple[UUID, UUID]) -> None:
    first = teller.reports(*pair, on="2026-03-03")
    again = teller.reports(*reversed(pair), on="2026-03-04")
    assert (again.nogood, again.done) == (first.nogood, None)
    assert Revision.objects.filter(base_id=teller.base).count() == 3


def test_a_previewed_report_stores_nothing_and_its_digest_is_of_these_claims(
    teller: Teller, pair: tuple[UUID, UUID]
) -> None:
    rust = claim_of(teller.says("Rust", predicate="uses_language", on="2026-03-03"))
    seen = teller.reports(*pair, on="2026-03-04", terms=Terms(preview=True))
    assert seen.nogood is None
    assert seen.done
    assert seen.done.revision is None
    assert not teller.asked()
    with pytest.raises(StalePlan):
        teller.reports(pair[0], rust, on="2026-03-04", terms=Terms(digest=seen.done.digest))
    assert teller.reports(*pair, on="2026-03-05", terms=Terms(digest=seen.done.digest)).nogood


def test_a_report_of_one_claim_or_of_one_that_is_not_there_is_refused(teller: Teller, pair: tuple[UUID, UUID]) -> None:
    with pytest.raises(Invalid, match="between at least two different claims"):
        teller.reports(pair[0], pair[0], on="2026-03-03")
    elsewhere = claim_of(project().says("Go", on="2026-03-01"))
    with pytest.raises(Invalid, match="There is no claim"):
        teller.reports(pair[0], elsewhere, on="2026-03-03")


def test_what_would_complete_a_reported_contradiction_waits(teller: Teller, pair: tuple[UUID, UUID]) -> None:
    teller.ends(pair[1], on="2026-03-03", ended_at="2026-04-01")
    teller.reports(*pair, on="2026-03-04")
    done = teller.says("Vercel", predicate="deploys_on", on="2026-05-01", valid_from="2026-05-01")
    assert done.plan.told[0].outcome is Outcome.CONTESTED
    assert teller.holds(LATER, LATER) == ["Go"]
    assert differences(teller.base) == []


def test_who_says_again_what_is_held_in_a_contradiction_does_not_wait(teller: Teller, pair: tuple[UUID, UUID]) -> None:
    teller.reports(*pair, on="2026-03-03")
    again = teller.says("Go", on="2026-03-05", valid_from="2026-03-01")
    assert again.plan.told[0].outcome is Outcome.CORROBORATED


def test_undoing_a_report_takes_its_question_back_and_undoing_that_asks_again(
    teller: Teller, pair: tuple[UUID, UUID]
) -> None:
    reported = teller.reports(*pair, on="2026-03-03")
    teller.undoes(3, on="2026-03-04")
    assert teller.asked() == []
    assert status(teller, pair[0]) == ("active", ())
    assert teller.reports(*pair, on="2026-03-05", terms=Terms(preview=True)).done, "it is known no more"
    teller.undoes(4, on="2026-03-06")
    assert [item.nogood_id for item in teller.asked()] == [reported.nogood]


# --- resolving ----------------------------------------------------------------------------------------------


def test_a_resolution_keeps_what_it_names_over_the_time_that_both_share(
    teller: Teller, pair: tuple[UUID, UUID]
) -> None:
    reported = teller.reports(*pair, on="2026-03-03")
    assert reported.nogood
    done = teller.resolves(reported.nogood, pair[1], on="2026-03-04")
    assert done.plan.told[0].outcome is Outcome.RESOLVED
    assert outcomes(done)[0].explanation[0] == "Vercel stays, and Go goes."
    assert teller.holds("2026-03-15", LATER) == ["Go"], "before Vercel there was no contradiction"
    assert teller.holds("2026-04-15", LATER) == ["Vercel"]
    assert teller.asked() == []
    assert [item.verdict for item in teller.asked(decided=True)] == ["resolved"]
    row = NogoodResolution.objects.get(base_id=teller.base)
    assert (row.nogood_id, row.act_id) == (reported.nogood, done.plan.acts[0].id)
    assert differences(teller.base) == []


def test_a_resolution_is_undone_and_the_contradiction_is_open_again(teller: Teller, pair: tuple[UUID, UUID]) -> None:
    nogood = teller.reports(*pair, on="2026-03-03").nogood
    assert nogood
    teller.resolves(nogood, pair[1], on="2026-03-04")
    teller.undoes(4, on="2026-03-05", tier=Tier.VERIFIED)
    assert teller.holds(LATER, LATER) == ["Go", "Vercel"]
    assert [item.nogood_id for item in teller.asked()] == [nogood]
    teller.undoes(5, on="2026-03-06", tier=Tier.VERIFIED)
    assert teller.holds(LATER, LATER) == ["Vercel"]
    assert teller.asked() == []
    assert differences(teller.base) == []


def test_a_settled_contradiction_is_not_settled_twice(teller: Teller, pair: tuple[UUID, UUID]) -> None:
    nogood = teller.reports(*pair, on="2026-03-03").nogood
    assert nogood
    teller.resolves(nogood, pair[1], on="2026-03-04")
    with pytest.raises(Invalid, match="settled already"):
        teller.resolves(nogood, pair[0], on="2026-03-05")


def test_a_resolution_that_is_too_weak_is_recorded_and_asks_again(teller: Teller, pair: tuple[UUID, UUID]) -> None:
    nogood = teller.reports(*pair, on="2026-03-03").nogood
    assert nogood
    done = teller.resolves(nogood, pair[0], on="2026-03-04", actor=scout(Tier.INFERRED))
    assert done.plan.told[0].outcome is Outcome.CONTESTED
    assert teller.holds(LATER, LATER) == ["Go", "Vercel"]
    assert len(teller.asked()) == 2
    assert not NogoodResolution.objects.filter(base_id=teller.base).exists()
    weak = next(item for item in teller.asked() if item.act_id == done.plan.acts[0].id)
    teller.decides(weak.id, "replace", on="2026-03-05")
    assert teller.holds(LATER, LATER) == ["Go"]
    assert teller.asked() == []


def test_a_weak_word_does_not_silence_a_challenger_that_it_does_not_outweigh(
    teller: Teller, contested: tuple[UUID, UUID]
) -> None:
    done = teller.resolves(nogood_of(teller), contested[0], on="2026-03-04", actor=scout(Tier.INFERRED))
    assert done.plan.told[0].outcome is Outcome.CONTESTED
    assert len(teller.asked()) == 2


@pytest.mark.parametrize("kept", [0, 2])
def test_at_least_one_claim_stays_and_one_goes(teller: Teller, pair: tuple[UUID, UUID], kept: int) -> None:
    nogood = teller.reports(*pair, on="2026-03-03").nogood
    assert nogood
    with pytest.raises(Invalid, match="Keep at least one"):
        teller.resolves(nogood, *pair[:kept], on="2026-03-04")


def test_only_members_are_kept(teller: Teller, pair: tuple[UUID, UUID]) -> None:
    nogood = teller.reports(*pair, on="2026-03-03").nogood
    rust = claim_of(teller.says("Rust", predicate="uses_language", on="2026-03-04"))
    assert nogood
    with pytest.raises(Invalid, match="no part of this contradiction"):
        teller.resolves(nogood, rust, on="2026-03-05")


def test_a_contradiction_of_another_base_is_not_there(teller: Teller, pair: tuple[UUID, UUID]) -> None:
    nogood = teller.reports(*pair, on="2026-03-03").nogood
    assert nogood
    with pytest.raises(NotFound, match="There is no such contradiction"):
        project().resolves(nogood, pair[0], on="2026-03-04")


# --- verdicts on contradictions -----------------------------------------------------------------------------


def test_keep_lets_the_challenger_go(teller: Teller, contested: tuple[UUID, UUID]) -> None:
    done = teller.decides(teller.asked()[0].id, "keep", on="2026-03-04")
    assert done.plan.told[0].outcome is Outcome.RESOLVED
    assert teller.holds(LATER, LATER) == ["Express.js"]
    assert [item.verdict for item in teller.asked(decided=True)] == ["keep"]
    assert status(teller, contested[0]) == ("active", ())


def test_replace_puts_the_challenger_in_its_place_and_undo_puts_it_back(
    teller: Teller, contested: tuple[UUID, UUID]
) -> None:
    teller.decides(teller.asked()[0].id, "replace", on="2026-03-04")
    assert teller.holds(LATER, LATER) == ["Go"]
    assert teller.holds("2026-03-01", LATER) == ["Express.js"]
    teller.undoes(3, on="2026-03-05", tier=Tier.VERIFIED)
    assert teller.holds(LATER, LATER) == ["Express.js"]
    assert [item.claim_id for item in teller.asked()] == [contested[1]]
    assert differences(teller.base) == []


def test_the_assertion_that_was_contested_takes_its_question_along_when_it_is_undone(
    teller: Teller, contested: tuple[UUID, UUID]
) -> None:
    teller.undoes(2, on="2026-03-04")
    assert teller.asked() == []
    teller.undoes(3, on="2026-03-05")
    assert [item.claim_id for item in teller.asked()] == [contested[1]]


def test_an_item_that_was_decided_is_not_asked_again_for_an_assertion_that_is_gone(
    teller: Teller, contested: tuple[UUID, UUID]
) -> None:
    teller.decides(teller.asked()[0].id, "keep", on="2026-03-04")
    teller.undoes(2, on="2026-03-05")
    teller.undoes(3, on="2026-03-06", tier=Tier.VERIFIED)
    assert teller.asked() == []


def test_an_act_that_was_too_weak_is_set_aside_or_carried_out_on_a_stronger_word(teller: Teller) -> None:
    go = claim_of(teller.says("Go", on="2026-03-01", valid_from="2026-03-01"))
    for day in ("2026-03-02", "2026-03-03"):
        teller.ends(go, on=day, ended_at="2026-03-02", tier=Tier.INFERRED)
    first, second = teller.asked()
    with pytest.raises(Forbidden, match="Up to “inferred” is allowed here"):
        teller.decides(first.id, "keep", on="2026-03-04", actor=scout(Tier.INFERRED), source=Origin(kind=Tier.STATED))
    teller.decides(first.id, "keep", on="2026-03-04")
    assert teller.holds(LATER, LATER) == ["Go"]
    done = teller.decides(second.id, "replace", on="2026-03-05")
    assert done.plan.told[0].outcome is Outcome.CONTRACTED
    assert teller.holds(LATER, LATER) == []
    assert teller.holds("2026-03-01", LATER) == ["Go"]
    assert {item.verdict for item in teller.asked(decided=True)} == {"keep", "replace"}
    teller.undoes(4, on="2026-03-06", tier=Tier.VERIFIED)
    assert [item.act_id for item in teller.asked()] == [first.act_id]
    assert differences(teller.base) == []


def test_a_weaker_word_does_not_set_a_stronger_act_aside(teller: Teller) -> None:
    go = claim_of(teller.says("Go", on="2026-03-01", valid_from="2026-03-01"))
    teller.confirms(go, on="2026-03-02")
    teller.ends(go, on="2026-03-03", tier=Tier.STATED)
    (item,) = teller.asked()
    with pytest.raises(Forbidden, match="only a source of that tier or higher sets it aside"):
        teller.decides(item.id, "keep", on="2026-03-04", actor=scout(Tier.OBSERVED))


def test_a_verdict_that_is_too_weak_leaves_its_item_open(teller: Teller) -> None:
    go = claim_of(teller.says("Go", on="2026-03-01", valid_from="2026-03-01"))
    teller.ends(go, on="2026-03-02", tier=Tier.INFERRED)
    (item,) = teller.asked()
    done = teller.decides(item.id, "replace", on="2026-03-03", actor=scout(Tier.OBSERVED))
    assert done.plan.told[0].outcome is Outcome.CONTESTED
    assert item.id in {each.id for each in teller.asked()}
    assert teller.holds(LATER, LATER) == ["Go"]


def test_of_a_contradiction_of_three_replace_asks_which_stay(teller: Teller, pair: tuple[UUID, UUID]) -> None:
    rust = claim_of(teller.says("Rust", predicate="uses_language", on="2026-03-03", valid_from="2026-03-01"))
    teller.reports(*pair, rust, on="2026-03-04")
    (item,) = teller.asked()
    with pytest.raises(Invalid, match="name in keep those that stay"):
        teller.decides(item.id, "replace", on="2026-03-05")
    teller.decides(item.id, "replace", keep=[str(rust), str(pair[0])], on="2026-03-05")
    assert teller.holds(LATER, LATER) == ["Go", "Rust"]


def test_a_wrong_verdict_is_told_the_right_ones(teller: Teller, contested: tuple[UUID, UUID]) -> None:
    (item,) = teller.asked()
    with pytest.raises(Invalid, match="“merge” is no verdict on a contested item; say keep or replace"):
        teller.decides(item.id, "merge", on="2026-03-04")
    teller.decides(item.id, "keep", on="2026-03-04")
    with pytest.raises(Invalid, match="decided already, by “keep”"):
        teller.decides(item.id, "keep", on="2026-03-05")


def test_an_item_of_another_base_is_not_there(teller: Teller, contested: tuple[UUID, UUID]) -> None:
    with pytest.raises(NotFound, match="There is no such review item"):
        project().decides(teller.asked()[0].id, "keep", on="2026-03-04")
