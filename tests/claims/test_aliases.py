"""A subject that goes by another name: what is said of either is said of one, and it can be taken back."""

from __future__ import annotations

from uuid import UUID

import pytest

from claims.engine.acts import Restriction
from claims.models import Claim, Entity, EntityAlias, Revision, Tier
from claims.queries import naming
from claims.queries.beliefs import Asked
from claims.refusals import Invalid, NotFound
from claims.services.actor import Actor
from claims.services.add_alias import add_alias
from claims.services.belief_base.desk import Desk
from claims.services.belief_base.naming import claim_called
from claims.services.belief_base.operation import Done, Drawn, StalePlan, Terms, operate
from claims.services.belief_base.proposals import Origin
from claims.services.entities.list_entities import entity_view, list_entities
from claims.services.entities.make_entity import make_entity
from claims.services.outcomes import outcomes
from claims.services.reading.claim_status import claim_view
from claims.services.reading.read_claims import held_views
from claims.services.replay_base import differences
from tests.cast import Teller, alice, claim_of, instant, project, rests_on

pytestmark = pytest.mark.django_db

LATER = "2999-01-01"


@pytest.fixture
def told() -> Teller:
    """The project on Go, and a rocket, said to be on Rust later; they are one thing, as will turn out."""
    teller = project()
    teller.says("Go", on="2026-03-03", valid_from="2026-03-01", name="framework")
    teller.says("Rust", subject="Rocket", on="2026-03-04", valid_from="2026-03-02", name="rockets")
    return teller


def entity(teller: Teller, name: str) -> UUID:
    found = naming.entity_called(teller.base, name)
    assert found is not None
    return found


def called(
    teller: Teller, alias: str, *, of: str = "project", on: str = "2026-04-01", terms: Terms | None = None
) -> Done:
    with teller.on(on):
        return add_alias(base=teller.base, actor=teller.actor, entity=entity(teller, of), alias=alias, terms=terms)


def about(teller: Teller, subject: str, at: str = LATER, known_at: str | None = None) -> list[str]:
    asked = Asked(valid_at=instant(at), known_at=instant(known_at or at), subject=subject)
    return sorted(view.object for view in held_views(teller.base, asked))


def test_a_new_name_leads_to_the_entity(told: Teller) -> None:
    done = called(told, "Skylark  One")
    assert (done.revision, outcomes(done)[0].outcome) == (3, "aliased")
    assert outcomes(done)[0].explanation == ("“Skylark One” is another name of “project” from now on.",)
    told.says("Vercel", predicate="deploys_on", subject="SKYLARK ONE", on="2026-04-02")
    assert about(told, "project") == about(told, "skylark one") == ["Go", "Vercel"]
    assert entity_view(base=told.base, entity=entity(told, "project")).aliases == ("Skylark One",)
    assert differences(told.base) == []


def test_two_entities_that_are_one_answer_one_question(told: Teller) -> None:
    go, rust = (Claim.objects.get(base_id=told.base, object=each).id for each in ("Go", "Rust"))
    done = called(told, "rocket")
    assert done.plan.superseded == (go,)
    view = outcomes(done)[0]
    assert (view.superseded, view.explanation) == (
        (go,),
        ("“rocket” is another name of “project” from now on. 1 claim follows.",),
    )
    assert about(told, "project") == about(told, "rocket") == ["Rust"]
    assert about(told, "project", "2026-03-01T12:00", LATER) == ["Go"]
    assert [each.name for each in list_entities(base=told.base, text=None, after=None, limit=9)] == ["project"]
    assert claim_view(told.base, rust, instant(LATER), instant(LATER)).subject == "project"
    assert differences(told.base) == []


def test_claims_that_now_mean_the_same_become_the_oldest(told: Teller) -> None:
    older = claim_of(told.says("Vercel", predicate="deploys_on", subject="Rocket", on="2026-03-05", name="host"))
    newer = claim_of(told.says("Vercel", predicate="deploys_on", on="2026-03-06", name="hosting"))
    denied = claim_of(told.says("Vercel", predicate="deploys_on", negated=True, tier=1, on="2026-03-07"))
    called(told, "Rocket")
    assert claim_called(told.base, newer).id == claim_called(told.base, older).id == older
    view = claim_view(told.base, newer, instant(LATER), instant(LATER))
    assert (view.id, view.subject, len(view.evidence)) == (older, "project", 2)
    assert claim_called(told.base, denied).object == claim_called(told.base, older).object
    assert claim_of(told.says("Vercel", predicate="deploys_on", on="2026-05-01")) == older
    assert differences(told.base) == []


def test_a_name_leads_to_the_claim_that_its_own_has_become(told: Teller) -> None:
    older = claim_of(told.says("Vercel", predicate="deploys_on", subject="Rocket", on="2026-03-05"))
    told.says("Vercel", predicate="deploys_on", on="2026-03-06", name="hosting")
    called(told, "Rocket")
    told.says("live", predicate="status", on="2026-05-01", supports=("hosting",))
    assert older in claim_view(told.base, older, instant(LATER), instant(LATER)).edges[-1].values()
    again = told.says("Vercel", predicate="deploys_on", on="2026-05-02", name="hosting")
    assert claim_of(again) == older
    assert differences(told.base) == []


def test_an_alias_that_is_undone_leaves_everything_where_it_was(told: Teller) -> None:
    older = claim_of(told.says("Vercel", predicate="deploys_on", subject="Rocket", on="2026-03-05"))
    newer = claim_of(told.says("Vercel", predicate="deploys_on", on="2026-03-06"))
    before = {row.id: (row.entity_id, row.question_id, row.object_id, row.redirect_id) for row in all_claims(told)}
    names = dict(EntityAlias.objects.filter(base_id=told.base).values_list("key", "entity_id"))
    called(told, "Rocket")
    assert about(told, "project", "2026-04-02") == ["Rust", "Vercel"]
    told.undoes(5, on="2026-04-03")
    assert before == {
        row.id: (row.entity_id, row.question_id, row.object_id, row.redirect_id) for row in all_claims(told)
    }
    assert names == dict(EntityAlias.objects.filter(base_id=told.base).values_list("key", "entity_id"))
    assert (about(told, "project"), about(told, "rocket")) == (["Go", "Vercel"], ["Rust", "Vercel"])
    assert (claim_called(told.base, newer).id, claim_called(told.base, older).id) == (newer, older)
    told.says("Java", subject="rocket", on="2026-05-01")
    assert (about(told, "project"), about(told, "rocket")) == (["Go", "Vercel"], ["Java", "Vercel"])
    assert differences(told.base) == []


def all_claims(teller: Teller) -> list[Claim]:
    return list(Claim.objects.filter(base_id=teller.base))


def test_an_alias_can_be_given_again_after_it_was_undone(told: Teller) -> None:
    called(told, "Rocket")
    told.undoes(3, on="2026-04-02")
    with pytest.raises(Invalid, match="give the alias again"):
        told.undoes(4, on="2026-04-03")
    told.says("Java", subject="rocket", on="2026-04-03")
    called(told, "Rocket", on="2026-04-04")
    assert about(told, "project") == ["Java"]
    assert differences(told.base) == []


def test_a_new_name_that_is_undone_stands_for_an_entity_of_its_own(told: Teller) -> None:
    called(told, "Skylark")
    told.says("live", predicate="status", subject="Skylark", on="2026-04-02")
    told.undoes(3, on="2026-04-03")
    told.says("closed", predicate="status", subject="Skylark", on="2026-04-04")
    assert (about(told, "project"), about(told, "skylark")) == (["Go", "live"], ["closed"])
    assert differences(told.base) == []


def test_names_that_came_with_an_entity_return_with_it(told: Teller) -> None:
    told.says("Java", subject="Comet", on="2026-03-05")
    called(told, "Comet", of="rocket", on="2026-04-01")
    called(told, "Rocket", on="2026-04-02")
    assert about(told, "comet") == about(told, "project") == ["Java"]
    told.undoes(5, on="2026-04-03")
    assert (about(told, "project"), about(told, "comet"), about(told, "rocket")) == (["Go"], ["Java"], ["Java"])
    told.undoes(4, on="2026-04-04")
    assert (about(told, "project"), about(told, "comet"), about(told, "rocket")) == (["Go"], ["Java"], ["Rust"])
    assert differences(told.base) == []


def test_an_alias_whose_claims_were_moved_again_is_taken_back_after_that_alone(told: Teller) -> None:
    told.says("Java", subject="Comet", on="2026-03-05")
    called(told, "Comet", of="rocket", on="2026-04-01")
    called(told, "Rocket", on="2026-04-02")
    with pytest.raises(Invalid, match="moved again by revision 5; take that back first"):
        told.undoes(4, on="2026-04-03")


def test_an_alias_is_looked_at_first_and_carried_out_as_it_was_seen(told: Teller) -> None:
    seen = called(told, "Rocket", terms=Terms(preview=True))
    assert (Revision.objects.filter(base_id=told.base).count(), len(seen.plan.superseded)) == (2, 1)
    other = called(told, "Skylark", terms=Terms(preview=True))
    with pytest.raises(StalePlan):
        called(told, "Comet", terms=Terms(digest=other.digest))
    assert called(told, "Skylark", terms=Terms(digest=other.digest)).revision == 3
    assert called(told, "Rocket", terms=Terms(digest=seen.digest)).revision == 4


def test_an_alias_that_would_make_a_claim_rest_on_itself_is_refused(told: Teller) -> None:
    go = Claim.objects.get(base_id=told.base, object="Go").id
    told.says("Java", subject="Comet", on="2026-03-05", justifications=rests_on(go))
    with pytest.raises(Invalid, match="rest on each other"):
        called(told, "Comet")


def test_so_is_one_that_would_lead_two_reasons_back_to_each_other(told: Teller) -> None:
    live = claim_of(told.says("live", predicate="status", subject="Moon", on="2026-03-06"))
    told.says("fast", predicate="pace", on="2026-03-07", justifications=rests_on(live))
    slow = claim_of(told.says("slow", predicate="pace", subject="Moon", on="2026-03-08"))
    told.says("done", predicate="status", on="2026-03-09", justifications=rests_on(slow))
    before = Revision.objects.filter(base_id=told.base).count()
    with pytest.raises(Invalid, match="cannot rest on itself"):
        called(told, "Moon")
    assert Revision.objects.filter(base_id=told.base).count() == before


@pytest.mark.parametrize(
    ("alias", "sentence"),
    [
        ("  PROJECT ", "“project” goes by that name already."),
        (" ", "A name has between 1 and 400 characters."),
        ("ﷺ" * 30, "A name has between 1 and 400 characters."),
    ],
)
def test_a_name_that_cannot_be_given_is_refused_with_a_sentence(told: Teller, alias: str, sentence: str) -> None:
    with pytest.raises(Invalid) as refused:
        called(told, alias)
    assert refused.value.sentence == sentence


def test_another_base_knows_nothing_of_the_entity(told: Teller) -> None:
    other = project()
    with pytest.raises(NotFound, match="no such entity in this base"):
        add_alias(base=other.base, actor=alice(), entity=entity(told, "project"), alias="x")


def test_an_undo_needs_the_trust_of_whoever_gave_the_alias(told: Teller) -> None:
    with told.on("2026-04-01"):
        add_alias(base=told.base, actor=alice(), entity=entity(told, "project"), alias="Rocket")
    with pytest.raises(Exception, match="only a source of that tier"):
        told.undoes(3, on="2026-04-02")


def test_what_was_undone_before_stays_undone_under_the_new_name(told: Teller) -> None:
    told.says("Java", subject="Rocket", on="2026-03-05")
    told.undoes(3, on="2026-03-06")
    called(told, "Rocket")
    assert about(told, "project") == ["Rust"]
    told.undoes(5, on="2026-04-02")
    assert about(told, "rocket") == ["Rust"]
    assert differences(told.base) == []


def restricts(teller: Teller, claim: UUID, actor: Actor) -> None:
    def build(desk: Desk) -> Drawn:
        target = claim_called(desk.base, claim)
        act = Restriction(**desk.head_of(0, Origin(kind=actor.ceiling)), claim=target)
        return Drawn([act], frozenset({target.question}))

    with teller.on("2026-03-20"):
        operate(base=teller.base, actor=actor, operation="restrict", build=build)
    Claim.objects.filter(base_id=teller.base, id=claim).update(restricted=True)


def test_what_is_out_of_service_is_not_served_under_another_name(told: Teller) -> None:
    newer = claim_of(told.says("Go", subject="Rocket", on="2026-03-05", tier=1))
    restricts(told, newer, alice())
    called(told, "Rocket", on="2026-04-01")
    assert about(told, "project", "2026-04-02T00:00") == ["Rust"]
    assert Claim.objects.get(base_id=told.base, object="Go", redirect_id=None).restricted
    with told.on("2026-04-05"):
        told.actor = alice()
        told.undoes(5, on="2026-04-05", tier=Tier.VERIFIED)
    assert not Claim.objects.get(base_id=told.base, name="framework").restricted
    assert differences(told.base) == []


def test_an_entity_is_made_once_and_found_by_any_of_its_names(told: Teller) -> None:
    made = make_entity(base=told.base, actor=told.actor, name="Comet")
    assert (made.revision, make_entity(base=told.base, actor=told.actor, name=" COMET ")) == (
        3,
        type(made)(made.id, None),
    )
    called(told, "Halley", of="comet", on=LATER)
    found = list_entities(base=told.base, text="HALL", after=None, limit=9)
    assert [(each.name, each.aliases, each.claims) for each in found] == [("Comet", ("Halley",), 0)]
    with pytest.raises(Invalid, match="An entity that was made stays"):
        told.undoes(3, on="2999-02-01")
    assert differences(told.base) == []


def test_the_names_of_an_entity_are_kept_in_one_row_each(told: Teller) -> None:
    called(told, "Rocket")
    called(told, "Skylark", on="2026-04-02")
    rows = EntityAlias.objects.filter(base_id=told.base)
    assert {row.key for row in rows} == {"project", "rocket", "skylark"}
    assert {row.entity_id for row in rows} == {entity(told, "project")}
    assert Entity.objects.filter(base_id=told.base).count() == 3


def test_what_was_denied_of_one_while_they_were_one_does_not_deny_the_other(told: Teller) -> None:
    told.says("Vercel", predicate="deploys_on", subject="Rocket", on="2026-03-05", tier=1)
    called(told, "Rocket")
    told.says("Vercel", predicate="deploys_on", negated=True, on="2026-04-02")
    assert about(told, "rocket") == ["Rust", "Vercel"]  # what is denied is listed too: not on Vercel
    told.undoes(4, on="2026-04-03")
    asked = Asked(valid_at=instant(LATER), known_at=instant(LATER), predicate="deploys_on")
    assert sorted((view.subject, view.negated) for view in held_views(told.base, asked)) == [
        ("Rocket", False),
        ("project", True),
    ]
    assert differences(told.base) == []
