"""A change of the vocabulary shows what it would affect, and is repaired by a revision in each base."""

from __future__ import annotations

from uuid import UUID

import pytest
from django.test import Client

from claims.models import Belief, Claim, Predicate, Revision, User
from claims.refusals import Invalid
from claims.services.reading.claim_status import claim_view
from claims.services.replay_base import differences
from claims.services.vocabulary.change import Change, apply_change, preview_change
from claims.services.vocabulary.rekey import rekey_base
from tests.cast import Teller, alice, claim_of, instant, project, rests_on

pytestmark = pytest.mark.django_db

LATER = "2999-01-01"


@pytest.fixture
def told() -> Teller:
    teller = project()
    teller.says("PostgreSQL", predicate="uses_database", on="2026-03-03")
    teller.says("Redis", predicate="uses_database", on="2026-03-04")
    teller.says("Postgres 17", predicate="datastore_of_record", on="2026-03-05")
    return teller


def carry_out(change: Change) -> int:
    """Change and repair at once, as the worker would a moment later."""
    queue: list[tuple[UUID, list[str]]] = []
    bases = apply_change(change=change, actor=alice(), defer=lambda base, names, _: queue.append((base, names)))
    for base, names in queue:
        rekey_base(base=base, actor=alice(), predicates=names)
    return bases


def test_a_preview_counts_what_would_move_and_stores_nothing(told: Teller) -> None:
    change = Change(predicate="uses_database", cardinality="single")
    affected = [each for each in preview_change(change=change, actor=alice()) if each.base == told.base]
    assert [(each.claims_moved, len(each.superseded)) for each in affected] == [(2, 1)]
    assert Predicate.objects.get(name="uses_database").cardinality == "multi"
    assert Revision.objects.filter(base_id=told.base).count() == 3
    assert told.holds(LATER, LATER, "uses_database") == ["PostgreSQL", "Redis"]


def test_from_many_values_to_one_the_later_stays_and_back_again_both_return(told: Teller) -> None:
    assert carry_out(Change(predicate="uses_database", cardinality="single")) == 1
    assert told.holds(LATER, LATER, "uses_database") == ["Redis"]
    assert told.holds(LATER, "2026-03-10", "uses_database") == ["PostgreSQL", "Redis"]
    carry_out(Change(predicate="uses_database", cardinality="multi"))
    assert told.holds(LATER, LATER, "uses_database") == ["PostgreSQL", "Redis"]
    assert differences(told.base) == []


def test_a_new_synonym_brings_claims_home_and_later_ones_too(told: Teller) -> None:
    carry_out(Change(predicate="uses_database", synonyms=("datastore of record",)))
    assert told.holds(LATER, LATER, "uses_database") == ["PostgreSQL", "Postgres 17", "Redis"]
    told.says("MySQL", predicate="datastore-of-record", on="2999-01-02")
    assert "MySQL" in told.holds("2999-02-01", "2999-02-01", "uses_database")


def test_claims_that_now_mean_the_same_become_the_oldest_of_them(told: Teller) -> None:
    old = Claim.objects.get(base_id=told.base, object="PostgreSQL")
    change = Change(
        predicate="uses_database", synonyms=("datastore_of_record",), aliases=(("Postgres 17", "PostgreSQL"),)
    )
    carry_out(change)
    assert told.holds(LATER, LATER, "uses_database") == ["PostgreSQL", "Redis"]
    assert Claim.objects.get(base_id=told.base, object="Postgres 17").redirect_id == old.id
    again = told.says("postgres 17", predicate="uses_database", on="2999-01-02")
    assert claim_of(again) == old.id
    assert differences(told.base) == []


def test_a_synonym_that_is_taken_is_refused_with_a_sentence(told: Teller) -> None:
    with pytest.raises(
        Invalid, match=r"“framework” means “uses_framework” already; a synonym belongs to one predicate."
    ):
        preview_change(change=Change(predicate="uses_database", synonyms=("framework",)), actor=alice())


def test_a_change_that_would_make_a_claim_rest_on_itself_is_refused(told: Teller) -> None:
    redis = Claim.objects.get(base_id=told.base, object="Redis")
    told.says("MySQL", predicate="uses_database", on="2026-03-06", justifications=rests_on(redis.id))
    with pytest.raises(Invalid, match="rest on each other"):
        carry_out(Change(predicate="uses_database", cardinality="single"))
    assert Predicate.objects.get(name="uses_database").cardinality == "multi"


def test_a_change_of_the_vocabulary_is_not_undone_by_undo(told: Teller) -> None:
    carry_out(Change(predicate="uses_database", cardinality="single"))
    with pytest.raises(Invalid, match="by changing the vocabulary back"):
        told.undoes(4, on="2999-01-02")


def test_the_administrator_sees_what_follows_before_it_happens(told: Teller, client: Client) -> None:
    client.force_login(User.objects.create_superuser("root@rectify.example", "long enough, is it"))
    address = "/admin/claims/predicate/uses_database/meaning/"
    form = {"cardinality": "single", "groups": "[]", "synonyms": "", "wordings": ""}
    shown = client.post(address, form | {"preview": "1"})
    assert f"<td>{told.base}</td><td>2</td><td>1</td><td>0</td>" in shown.content.decode()
    assert Predicate.objects.get(name="uses_database").cardinality == "multi"
    assert client.post(address, form | {"apply": "1"}).status_code == 302
    assert Predicate.objects.get(name="uses_database").cardinality == "single"


def test_only_an_administrator_configures(client: Client) -> None:
    client.force_login(User.objects.create_user("bob@rectify.example", "long enough, is it", role="support"))
    assert client.get("/admin/claims/predicate/uses_database/meaning/").status_code == 302


def test_what_was_undone_stays_undone_after_a_change(told: Teller) -> None:
    told.says("Go", on="2026-03-06")
    told.undoes(4, on="2026-03-07")
    carry_out(Change(predicate="uses_framework", cardinality="multi"))
    told.says("Go", on="2999-01-02", tier=1)
    held = told.holds("2999-02-01", "2999-02-01", "uses_framework")
    assert held == ["Go"]
    assert Belief.objects.get(base_id=told.base, claim__object="Go", closed=None).tier == 1
    assert differences(told.base) == []


def test_two_changes_in_a_row_keep_every_word(told: Teller) -> None:
    told.says("Beta", predicate="status", on="2026-03-06", tier=1)
    told.says("Alpha", predicate="status", on="2026-03-07")
    carry_out(Change(predicate="status", aliases=(("Alpha", "Beta"),)))
    assert told.holds(LATER, LATER, "status") == ["Beta"]
    carry_out(Change(predicate="status", cardinality="multi"))
    told.says("Beta", predicate="status", on="2999-01-02", tier=1)
    row = Belief.objects.get(
        base_id=told.base, claim__object="Beta", closed=None, valid__contains=instant("2026-06-01")
    )
    assert (row.tier, row.confidence) == (4, 900)
    assert differences(told.base) == []


def test_the_older_claim_is_found_by_the_usual_wording_ever_after(told: Teller) -> None:
    first = claim_of(told.says("Alpha", predicate="status", on="2026-03-06"))
    carry_out(Change(predicate="status", aliases=(("Alpha", "Beta"),)))
    assert claim_of(told.says("Beta", predicate="status", on="2999-01-02")) == first


def test_a_weaker_word_does_not_win_where_claims_have_moved_in(told: Teller) -> None:
    told.says("Go", predicate="money_left", on="2026-03-06")
    told.says("Java", predicate="budget", on="2026-03-07", tier=1)
    carry_out(Change(predicate="budget", synonyms=("money left",)))
    assert told.holds(LATER, LATER, "budget") == ["Go"]
    told.says("Rust", predicate="budget", on="2999-01-02", tier=3)
    assert told.holds("2999-02-01", "2999-02-01", "budget") == ["Go"]


def test_the_past_is_answered_as_it_was_before_a_change(told: Teller) -> None:
    go = claim_of(told.says("Go", on="2026-03-06"))
    told.says("Rust", on="2026-03-07")
    then = instant("2026-03-10")
    assert claim_view(told.base, go, then, then).status == "superseded"
    carry_out(Change(predicate="uses_framework", cardinality="multi"))
    assert claim_view(told.base, go, then, then).status == "superseded"
