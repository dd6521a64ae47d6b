"""Verdicts on lost reasons, stale sources, duplicates and unknown predicates."""

from __future__ import annotations

from uuid import UUID, uuid4

import pytest

from claims.engine.acts import Tier as EngineTier
from claims.engine.walking.told import Outcome
from claims.models import Claim, Predicate, PredicateSynonym, ReviewItem, Revision, Tier
from claims.refusals import Forbidden, Invalid
from claims.services import clock
from claims.services.belief_base.operation import Terms
from claims.services.reading.claim_status import claim_view
from claims.services.replay_base import differences
from claims.services.vocabulary.rekey import rekey_base
from tests.cast import Teller, administrator, claim_of, instant, project, rests_on, scout

pytestmark = pytest.mark.django_db

LATER = "2999-01-01"


@pytest.fixture
def teller() -> Teller:
    return project()


def opened(teller: Teller, kind: str, claim: UUID, other: UUID | None = None) -> UUID:
    """An item as consolidation opens it."""
    item = ReviewItem.objects.create(
        base_id=teller.base, id=uuid4(), kind=kind, claim_id=claim, other_id=other, opened=1, opened_at=clock.now()
    )
    return item.id


# --- lost reasons -------------------------------------------------------------------------------------------


@pytest.fixture
def fly(teller: Teller) -> UUID:
    """Fly, which rested on Go until that was replaced in May."""
    go = claim_of(teller.says("Go", on="2026-03-01", valid_from="2026-03-01"))
    fly = teller.says(
        "Fly", predicate="deploys_on", on="2026-03-02", valid_from="2026-03-01", justifications=rests_on(go)
    )
    teller.says("Rust", on="2026-05-01", valid_from="2026-05-01")
    assert [item.kind for item in teller.asked()] == ["dependent"]
    return claim_of(fly)


def test_what_still_holds_stands_on_its_own_from_now_on(teller: Teller, fly: UUID) -> None:
    done = teller.decides(teller.asked()[0].id, "still_holds", on="2026-05-02")
    assert done.plan.told[0].outcome is Outcome.RESOLVED
    assert teller.asked() == []
    assert [item.verdict for item in teller.asked(decided=True)] == ["still_holds"]
    assert teller.holds(LATER, LATER) == ["Fly", "Rust"]
    assert claim_view(teller.base, fly, instant(LATER), instant(LATER)).marks == ()
    assert differences(teller.base) == []


def test_what_no_longer_holds_ends_where_its_reason_did_and_undo_asks_again(teller: Teller, fly: UUID) -> None:
    done = teller.decides(teller.asked()[0].id, "no_longer_holds", on="2026-05-02")
    assert done.plan.told[0].outcome is Outcome.CONTRACTED
    assert teller.holds("2026-05-01", LATER) == ["Rust"]
    assert teller.holds("2026-04-30", LATER) == ["Fly", "Go"]
    assert [item.verdict for item in teller.asked(decided=True)] == ["no_longer_holds"]
    teller.undoes(4, on="2026-05-03", tier=Tier.VERIFIED)
    assert teller.holds("2026-05-01", LATER) == ["Fly", "Rust"]
    assert [(item.kind, item.claim_id) for item in teller.asked()] == [("dependent", fly)]
    assert differences(teller.base) == []


def test_undoing_that_it_still_holds_asks_again(teller: Teller, fly: UUID) -> None:
    teller.decides(teller.asked()[0].id, "still_holds", on="2026-05-02")
    teller.undoes(4, on="2026-05-03", tier=Tier.VERIFIED)
    assert [(item.kind, item.claim_id) for item in teller.asked()] == [("dependent", fly)]
    teller.undoes(5, on="2026-05-04", tier=Tier.VERIFIED)
    assert teller.asked() == []
    assert differences(teller.base) == []


@pytest.mark.parametrize("verdict", ["still_holds", "no_longer_holds"])
def test_a_word_that_is_too_weak_leaves_a_lost_reason_open(teller: Teller, fly: UUID, verdict: str) -> None:
    (item,) = teller.asked()
    done = teller.decides(item.id, verdict, on="2026-05-02", actor=scout(Tier.INFERRED))
    assert done.plan.told[0].outcome is Outcome.CONTESTED
    assert item.id in {each.id for each in teller.asked()}
    assert teller.holds(LATER, LATER) == ["Fly", "Rust"]


# --- stale sources ------------------------------------------------------------------------------------------


def test_a_stale_claim_is_confirmed_by_a_person_and_by_no_key(teller: Teller) -> None:
    go = claim_of(teller.says("Go", on="2026-03-01", tier=Tier.DOCUMENTED))
    item = opened(teller, "stale", go)
    with pytest.raises(Forbidden, match="Only a person signed in here may confirm a claim"):
        teller.decides(item, "confirmed", on="2026-03-02", actor=scout())
    assert teller.decides(item, "confirmed", on="2026-03-02").plan.told[0].outcome is Outcome.CONFIRMED
    assert claim_view(teller.base, go, instant(LATER), instant(LATER)).tier is EngineTier.VERIFIED
    assert teller.asked() == []
    teller.undoes(2, on="2026-03-03", tier=Tier.VERIFIED)
    assert [each.kind for each in teller.asked()] == ["stale"]


def test_a_retracted_claim_ends_and_what_it_replaced_does_not_return(teller: Teller) -> None:
    teller.says("Express.js", on="2026-02-01")
    go = claim_of(teller.says("Go", on="2026-03-01"))
    done = teller.decides(opened(teller, "stale", go), "retract", on="2026-03-02")
    assert done.plan.told[0].outcome is Outcome.CONTRACTED
    assert teller.holds(LATER, LATER) == []
    assert teller.holds("2026-03-01", LATER) == ["Go"]


# --- duplicates ---------------------------------------------------------------------------------------------


@pytest.fixture
def twice(teller: Teller) -> tuple[UUID, UUID]:
    first = claim_of(teller.says("Postgres", predicate="uses_database", on="2026-03-01", valid_from="2026-03-01"))
    other = claim_of(
        teller.says("Postgres SQL server", predicate="uses_database", on="2026-03-02", valid_from="2026-02-01")
    )
    return first, other


def test_merged_claims_are_one_under_the_older_id_and_later_words_too(teller: Teller, twice: tuple[UUID, UUID]) -> None:
    first, other = twice
    done = teller.decides(opened(teller, "duplicate", first, other), "merge", on="2026-03-03")
    assert done.plan.told[0].outcome is Outcome.RESOLVED
    assert teller.holds(LATER, LATER) == ["Postgres"]
    assert teller.holds("2026-02-15", LATER) == ["Postgres"], "what was said of the other counts for it"
    assert claim_view(teller.base, other, instant(LATER), instant(LATER)).id == first
    again = teller.says("postgres sql server", predicate="uses_database", on="2026-03-04")
    assert claim_of(again) == first
    denied = teller.says("Postgres SQL server", predicate="uses_database", on="2026-03-05", negated=True)
    assert teller.holds(LATER, LATER) == ["not Postgres SQL server"]
    assert denied.plan.superseded == (first,)
    assert differences(teller.base) == []


def test_a_denial_comes_along(teller: Teller, twice: tuple[UUID, UUID]) -> None:
    first, other = twice
    teller.says("Postgres SQL server", predicate="uses_database", on="2026-03-03", negated=True)
    teller.decides(opened(teller, "duplicate", first, other), "merge", on="2026-03-04")
    assert teller.holds(LATER, LATER) == ["not Postgres SQL server"]
    assert differences(teller.base) == []


def test_a_merger_is_undone_and_that_too(teller: Teller, twice: tuple[UUID, UUID]) -> None:
    first, other = twice
    teller.decides(opened(teller, "duplicate", first, other), "merge", on="2026-03-03")
    teller.undoes(3, on="2026-03-04", tier=Tier.VERIFIED)
    assert teller.holds(LATER, LATER) == ["Postgres", "Postgres SQL server"]
    assert [item.kind for item in teller.asked()] == ["duplicate"]
    assert claim_of(teller.says("Postgres SQL server", predicate="uses_database", on="2026-03-05")) == other
    teller.undoes(4, on="2026-03-06", tier=Tier.VERIFIED)
    assert teller.holds(LATER, LATER) == ["Postgres"]
    assert Claim.objects.get(base_id=teller.base, id=other).redirect_id == first
    assert differences(teller.base) == []


def test_distinct_claims_stay_two(teller: Teller, twice: tuple[UUID, UUID]) -> None:
    teller.decides(opened(teller, "duplicate", *twice), "distinct", on="2026-03-03")
    assert teller.holds(LATER, LATER) == ["Postgres", "Postgres SQL server"]
    assert teller.asked() == []


def test_a_weak_word_does_not_merge_what_was_said_on_a_stronger_one(teller: Teller, twice: tuple[UUID, UUID]) -> None:
    with pytest.raises(Forbidden, match="only a source of that tier or higher merges them"):
        teller.decides(opened(teller, "duplicate", *twice), "merge", on="2026-03-03", actor=scout(Tier.OBSERVED))


def test_claims_that_differ_in_more_than_their_wording_do_not_merge(teller: Teller, twice: tuple[UUID, UUID]) -> None:
    go = claim_of(teller.says("Go", on="2026-03-03"))
    with pytest.raises(Invalid, match="say distinct"):
        teller.decides(opened(teller, "duplicate", twice[0], go), "merge", on="2026-03-04")


# --- unknown predicates -------------------------------------------------------------------------------------


@pytest.fixture
def stored(teller: Teller) -> UUID:
    """Two values of a predicate that the vocabulary does not know; the item that asks about it."""
    for day, value in (("2026-03-01", "S3"), ("2026-03-02", "Disk")):
        teller.says(value, predicate="stores_files_in", on=day)
    assert teller.holds(LATER, LATER) == ["Disk"]
    (item,) = teller.asked()
    return item.id


def test_only_an_administrator_decides_on_a_predicate(teller: Teller, stored: UUID) -> None:
    with pytest.raises(Forbidden, match="only an administrator decides on a predicate"):
        teller.decides(stored, "multi", on="2026-03-03")


@pytest.mark.parametrize(("verdict", "held"), [("single", ["Disk"]), ("multi", ["Disk", "S3"])])
def test_a_predicate_joins_the_vocabulary_and_its_claims_take_their_place(
    teller: Teller, stored: UUID, verdict: str, held: list[str]
) -> None:
    done = teller.decides(stored, verdict, on="2026-03-03", actor=administrator())
    assert {each.outcome for each in done.plan.told} == {Outcome.RESOLVED}
    assert Predicate.objects.get(name="stores_files_in").cardinality == verdict
    assert teller.holds(LATER, LATER) == held
    assert [item.verdict for item in teller.asked(decided=True)] == [verdict]
    teller.says("Tape", predicate="stores_files_in", on="2026-03-04")
    assert teller.asked() == []
    assert differences(teller.base) == []
    with pytest.raises(Invalid, match="taken back by changing the vocabulary back"):
        teller.undoes(3, on="2026-03-05", tier=Tier.VERIFIED)


def test_a_predicate_is_another_name_for_one_that_is_known(teller: Teller, stored: UUID) -> None:
    done = teller.decides(stored, "synonym_of", keep=["uses database"], on="2026-03-03", actor=administrator())
    assert done.revision == 3
    assert PredicateSynonym.objects.get(key="stores_files_in").predicate_id == "uses_database"
    assert teller.holds(LATER, LATER, "uses_database") == ["Disk", "S3"]
    assert differences(teller.base) == []


@pytest.mark.parametrize(("keep", "sentence"), [([], "Name in keep the one"), (["no such"], "There is no predicate")])
def test_a_synonym_needs_a_predicate_that_is_known(
    teller: Teller, stored: UUID, keep: list[str], sentence: str
) -> None:
    with pytest.raises(Invalid, match=sentence):
        teller.decides(stored, "synonym_of", keep=keep, on="2026-03-03", actor=administrator())


def test_a_previewed_decision_on_a_predicate_changes_no_vocabulary(teller: Teller, stored: UUID) -> None:
    person = administrator()
    seen = teller.decides(stored, "multi", on="2026-03-03", actor=person, terms=Terms(preview=True))
    assert seen.plan.restored
    assert seen.revision is None
    assert not Predicate.objects.filter(name="stores_files_in").exists()
    assert Revision.objects.filter(base_id=teller.base).count() == 2
    assert teller.decides(stored, "multi", on="2026-03-04", actor=person, terms=Terms(digest=seen.digest)).revision


def test_other_bases_are_repaired_and_ask_no_more(teller: Teller, stored: UUID) -> None:
    other = project()
    for day, value in (("2026-03-01", "S3"), ("2026-03-02", "Disk")):
        other.says(value, predicate="stores_files_in", on=day)
    teller.decides(stored, "multi", on="2026-03-03", actor=administrator())
    with other.on("2026-03-04"):
        rekey_base(base=other.base, actor=administrator(), predicates=["stores_files_in"])
    assert other.holds(LATER, LATER) == ["Disk", "S3"]
    assert [item.verdict for item in other.asked(decided=True)] == ["moot"]
