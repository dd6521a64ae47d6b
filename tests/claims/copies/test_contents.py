"""A copy holds everything that is kept about a person (GDPR Art. 15), or what they gave and no more (Art. 20)."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from audit.requests.words import Kind
from claims.models import Act, Agent, Belief, Claim, Entity, Tier, User
from claims.services.add_alias import add_alias
from claims.services.administration.demonstrate import demonstrate
from claims.services.administration.note_look import note_look
from claims.services.administration.note_served import note_served
from claims.services.rights.complete_claim import complete_claim
from claims.services.rights.erase.erase_claims import Ground, Wish, erase_claims
from tests.cast import Teller, alice, claim_of, project, rests_on
from tests.claims.copies.cast import Copied, Owner, concerned, person
from tests.claims.requests.cast import REFUSED, Scene

pytestmark = pytest.mark.django_db

SCHEMA = json.loads((Path(__file__).parents[3] / "docs" / "copy.schema.json").read_text())


def by_object(copied: Copied) -> dict[str, dict[str, Any]]:
    return {each["object"]: each for each in copied.data["claims"]}


def valid(copied: Copied) -> Copied:
    Draft202012Validator.check_schema(SCHEMA)
    assert [each.message for each in Draft202012Validator(SCHEMA).iter_errors(copied.data)] == []
    return copied


def lives(teller: Teller, seed: int) -> None:
    """Something that happens to a base, as chance will have it."""
    chance = random.Random(seed)  # noqa: S311
    said = []
    for place in range(30):
        day = f"2026-01-{place + 1:02}"
        act = chance.choice(["says", "says", "says", "doubts", "guesses", "ends", "withdraws", "restricts", "undoes"])
        value = chance.choice(["Go", "Rust", "Django", "Express.js"])
        predicate = chance.choice(["uses_framework", "deploys_on", "wants"])
        match act:
            case "says":
                tier = chance.choice([Tier.INFERRED, Tier.DOCUMENTED, Tier.OBSERVED, Tier.STATED])
                said.append(claim_of(teller.says(value, predicate=predicate, on=day, tier=tier)))
            case "doubts":
                said.append(claim_of(teller.says(value, predicate=predicate, on=day, negated=True)))
            case "guesses" if said:
                reasons = rests_on(chance.choice(said))
                teller.says(
                    f"guess {place}", predicate="seems_like", on=day, tier=Tier.INFERRED, justifications=reasons
                )
            case "ends" if said:
                teller.ends(chance.choice(said), on=day)
            case "withdraws" if said:
                teller.withdraws(chance.choice(said), on=day, tier=Tier.VERIFIED)
            case "restricts" if said:
                restricted = set(
                    Claim.objects.filter(base_id=teller.base, restricted=True).values_list("id", flat=True)
                )
                if free := [each for each in said if each not in restricted]:
                    teller.restricts(chance.choice(free), on=day)
            case "undoes" if said:
                teller.undoes(teller.says(value, predicate=predicate, on=day).revision or 0, on=day)


def test_what_was_put_beside_a_claim_is_in_both_copies() -> None:
    teller = project()
    go = claim_of(teller.says("Go", on="2026-03-01"))
    owner = concerned(teller)
    with teller.on("2026-03-02"):
        complete_claim(base=teller.base, actor=alice(), claim=go, statement="Only for the prototype.")
    for kind in (Kind.ACCESS, Kind.PORTABILITY):
        copied = valid(owner.has_made(kind))
        assert [each["text"] for each in by_object(copied)["Go"]["supplements"]] == ["Only for the prototype."]
        assert "Only for the prototype." in copied.page


@pytest.mark.parametrize("seed", range(4))
def test_whatever_happened_a_copy_holds_every_claim_every_voice_and_every_period(seed: int) -> None:
    teller = project()
    lives(teller, seed)
    copied = valid(concerned(teller).has_made())
    found = copied.data["claims"]
    claims = Claim.objects.filter(base_id=teller.base, redirect_id=None)
    assert {each["id"] for each in found} == {str(each.id) for each in claims}
    said = Act.objects.filter(base_id=teller.base, kind="assertion")
    assert sum(len(each["said"]) for each in found) == said.count() == len(copied.table("said"))
    other = Act.objects.filter(base_id=teller.base, claim_id__isnull=False).exclude(kind="assertion")
    assert sum(len(each["done"]) for each in found) == other.count()
    assert sum(len(each["periods"]) for each in found) == Belief.objects.filter(base_id=teller.base).count()
    assert {each["id"] for each in found if each["restricted"]} == {
        str(each.id) for each in claims.filter(restricted=True)
    }
    for each in found:
        assert each["statement"] in copied.page.replace("&#x27;", "'")
    assert {each["statement"] for each in copied.table("statements")} == {each["statement"] for each in found}
    assert copied.data["counts"]["claims"] == len(found) == copied.page.count("<h4>")


def test_a_copy_of_the_demonstration_suits_its_schema() -> None:
    made = demonstrate()
    user = User.objects.get(email="alice@rectify.example")
    for base in made.bases.values():
        copied = valid(Owner(base, user).has_made())
        assert len(copied.data["claims"]) == Claim.objects.filter(base_id=base, redirect_id=None).count()
        valid(Owner(base, user).has_made("portability"))
    assert "You live in Malmö." in Owner(made.bases["alice"], user).has_made().page


def test_a_claim_tells_how_it_stands_and_why_and_what_took_its_place() -> None:
    teller = project()
    teller.says("Express.js", on="2026-03-03", valid_from="2026-03", source={"excerpt": "We are on Express."})
    go = claim_of(teller.says("Go", on="2026-05-16", source={"uri": "notes/16.md", "method": "reading"}))
    teller.says("Fly.io", predicate="deploys_on", on="2026-05-17", tier=Tier.INFERRED, justifications=rests_on(go))
    found = by_object(concerned(teller).has_made())
    express = found["Express.js"]
    assert (express["status"], express["replaced_by"]) == ("superseded", [found["Go"]["statement"]])
    assert express["said"][0]["quote"] == "We are on Express."
    assert express["periods"][0]["words"] == "True since March 2026. Held so from 3 March 2026 to 16 May 2026."
    assert found["Go"]["said"][0]["source"] == "notes/16.md"
    assert found["Fly.io"]["said"][0]["rests_on"] == [{"all_of": [found["Go"]["statement"]], "none_of": []}]
    assert found["Fly.io"]["said"][0]["tier_words"] == "It was guessed"


def test_what_is_held_back_or_was_taken_back_is_there_and_says_so() -> None:
    teller = project()
    owner = concerned(teller)
    go = claim_of(teller.says("Go", on="2026-01-01"))
    teller.restricts(go, on="2026-01-02", actor=owner.actor, reason="I never said so.")
    teller.undoes(teller.says("Rust", predicate="wants", on="2026-01-03").revision or 0, on="2026-01-04")
    copied = owner.has_made()
    found = by_object(copied)
    assert found["Go"]["restricted"]
    assert "Held back" in copied.page
    assert (found["Go"]["done"][0]["by"], found["Go"]["done"][0]["reason"]) == ("you", "I never said so.")
    assert found["Rust"]["said"][0]["taken_back"]
    assert "Taken back since." in copied.page
    assert [each["what"] for each in copied.data["decisions"]] == ["Something was taken back"]


def test_it_tells_by_name_who_was_given_what_and_never_who_of_the_staff_looked() -> None:
    teller, carol = project(), alice()
    owner = concerned(teller)
    scout = Agent.objects.create(name="Scout", purpose="writes code with you")
    go = claim_of(teller.says("Go", on="2026-01-01"))
    teller.confirms(go, on="2026-01-03", actor=carol)
    with teller.on("2026-01-02"):
        note_served(base=teller.base, agent=scout.id, claims=[go])
        note_look(actor=carol, base=teller.base, targets=[go])
    copied = owner.has_made()
    assert by_object(copied)["Go"]["recipients"] == [
        {"name": "Scout", "first_at": "2026-01-02T00:00:00Z", "last_at": "2026-01-02T00:00:00Z"}
    ]
    assert [each["purpose"] for each in copied.data["recipients"]] == ["writes code with you"]
    assert [(each["at"], each["at_what"]) for each in copied.data["looks"]] == [("2026-01-02T00:00:00Z", "one thing")]
    assert by_object(copied)["Go"]["said"][-1]["by"] == "a person of the service"
    assert not copied.holds(str(carol.id))


def test_requests_stand_in_it_with_every_letter_and_decision() -> None:
    scene = Scene()
    request = scene.asks_for_rust(words="I never used it.")
    scene.to_review(request)
    view = scene.decides(request, **REFUSED)
    copied = Owner(scene.base, scene.people["alice"]).has_made()
    (found,) = copied.data["requests"]
    assert (found["words"], found["decision"]["reasons"]) == ("I never used it.", "The lease says so.")
    assert [each["letter"] for each in found["steps"]] == [step.letter_text for step in view.steps]
    assert "to court" in copied.page


def test_the_requests_of_another_person_of_the_same_base_do_not_stand_in_it() -> None:
    scene = Scene()
    scene.files(Kind.ERASURE, words="Only mine.", claims=[scene.claims["Vercel"]])
    other = concerned(scene.teller, "dave")
    assert not other.has_made().holds("Only mine.")


def test_what_was_erased_is_told_without_its_words() -> None:
    teller = project()
    owner = concerned(teller)
    gone = claim_of(teller.says("canary-object", source={"excerpt": "canary-quote"}))
    teller.says("Go", predicate="wants")
    erase_claims(base=teller.base, actor=owner.actor, wish=Wish(claims=[gone], ground=Ground.CONSENT_WITHDRAWN))
    copied = valid(owner.has_made())
    assert not copied.holds("canary")
    assert [each["statement"] for each in copied.data["claims"]][-1] == "This was erased."
    assert [each["statements"] for each in copied.data["erasures"]] == [1]
    assert [each["id"] for each in copied.data["not_learned_again"]] == [str(gone)]


def test_subjects_that_go_by_several_names_are_told_with_all() -> None:
    teller = project()
    teller.says("Go")
    entity = Entity.objects.get(base_id=teller.base).id
    add_alias(base=teller.base, actor=alice(), entity=entity, alias="Skylark")
    (found,) = concerned(teller).has_made().data["names"]
    assert "skylark" in found["also"]


def test_it_says_what_the_law_wants_told(settings: Any) -> None:
    settings.CONTROLLER, settings.CONTROLLER_CONTACT = "Rectify AB", "privacy@rectify.example"
    teller = person()
    teller.says("alice@work.example", subject="me", predicate="email")
    copied = concerned(teller).has_made()
    about = copied.data["about"]
    assert about["controller"] == {"name": "Rectify AB", "contact": "privacy@rectify.example"}
    assert about["article"] == "Article 15 GDPR"
    assert [each["purposes"] for each in about["categories"]] == [["to reach you"]]
    for words in ("supervisory authority", "to court", "privacy@rectify.example", "to reach you", "have it erased"):
        assert words in copied.page


def test_a_copy_of_some_claims_holds_no_others() -> None:
    teller = project()
    go = claim_of(teller.says("Go"))
    teller.says("Rust", predicate="wants")
    assert list(by_object(concerned(teller).has_made(claims=(go,)))) == ["Go"]


# --- Art. 20 ----------------------------------------------------------------------------------------------------------


def test_what_the_person_gave_holds_nothing_guessed_concluded_or_read() -> None:
    teller = person()
    owner = concerned(teller)
    stated = claim_of(teller.says("stated", predicate="wants", subject="me"))
    teller.says("observed", predicate="visits", subject="me", tier=Tier.OBSERVED)
    teller.says("documented", predicate="reads", subject="me", tier=Tier.DOCUMENTED)
    teller.says("guessed", predicate="hums", subject="me", tier=Tier.INFERRED)
    teller.says("concluded", predicate="needs", subject="me", justifications=rests_on(stated))
    checked = claim_of(teller.says("checked by staff", predicate="owns", subject="me", tier=Tier.DOCUMENTED))
    teller.confirms(checked, on="2999-01-01", actor=alice())
    mine = claim_of(teller.says("checked by Alice", predicate="plays", subject="me", tier=Tier.INFERRED))
    teller.confirms(mine, on="2999-01-02", actor=owner.actor)
    gone = teller.says("taken back", predicate="sings", subject="me", on="2999-01-03")
    teller.undoes(gone.revision or 0, on="2999-01-04")
    copied = valid(owner.has_made("portability"))
    found = by_object(copied)
    assert set(found) == {"stated", "observed", "checked by Alice"}
    assert [each["tier"] for each in found["checked by Alice"]["said"]] == ["verified"]
    assert {*found["stated"]} == {
        "id", "topic", "statement", "subject", "predicate", "object", "negated", "supplements", "said",
    }  # fmt: skip
    for word in ("documented", "concluded.", "checked by staff", "taken back."):
        assert not copied.holds(word), word


def test_the_document_needs_nothing_else_and_runs_nothing() -> None:
    teller = project()
    teller.says("<script>alert(1)</script>", source={"excerpt": "<img src=x onerror=alert(2)>"})
    page = concerned(teller).has_made().page
    assert not re.search(r"<script|<img|<link|<[^>]+\son\w+=|url\(|@import", page)
    assert "&lt;script&gt;" in page
