"""What people and agents decide over HTTP: confirm, restrict, release, report, resolve, close."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest

from audit.models import AuditEntry
from claims.models import BeliefBase, Membership, ReviewItem, Revision, Role, Tier
from claims.services import clock
from tests.api.client import Api, key_for, problem, user
from tests.api.test_plans import stored
from tests.cast import instant

PEOPLE_ONLY = "Only a person signed in here may {}; a key may not."


def on(day: str) -> Any:
    return clock.fixed(instant(day))


@pytest.fixture
def alice(base: BeliefBase) -> Api:
    """Alice, whom the base concerns."""
    person = user("alice")
    Membership.objects.create(base_id=base.id, user_id=person.id)
    return Api(base.id, person=person)


@pytest.fixture
def bob(base: BeliefBase) -> Api:
    return Api(base.id, person=user("bob", Role.SUPPORT))


@pytest.fixture
def carol(base: BeliefBase) -> Api:
    return Api(base.id, person=user("carol", Role.COMPLIANCE))


def weak(base: BeliefBase) -> Api:
    return Api(base.id, key=key_for(base.id, agent="Quill", ceiling=Tier.INFERRED))


@pytest.fixture
def go(scout: Api) -> str:
    with on("2026-03-01"):
        made: str = scout.says("Go", valid_from="2026-03", name="language", expect=201).json()["claim"]["id"]
    return made


@pytest.fixture
def vercel(scout: Api, go: str) -> str:
    with on("2026-03-02"):
        made: str = scout.says("Vercel", "deploys_on", valid_from="2026-04", expect=201).json()["claim"]["id"]
    return made


# --- confirm, restrict, release -----------------------------------------------------------------------------


def test_a_person_confirms_a_claim(alice: Api, go: str) -> None:
    told = alice.post(f"claims/{go}/confirm/", {"reason": "I know."}, expect=200).json()
    assert (told["outcome"], told["revision"]) == ("confirmed", 2)
    assert (told["claim"]["tier"], told["claim"]["confidence"]) == ("verified", 1)
    assert told["accepted"] == [{"from": "2026-03", "to": None}]
    log = AuditEntry.objects.filter(chain_id=alice.base).latest("number")
    assert log.act == "confirm"


@pytest.mark.parametrize("act", ["confirm", "restrict", "release"])
def test_keys_dave_and_carol_may_not(base: BeliefBase, scout: Api, carol: Api, go: str, act: str) -> None:
    problem(scout.post(f"claims/{go}/{act}/"), 403, PEOPLE_ONLY.format(f"{act} a claim"))
    problem(carol.post(f"claims/{go}/{act}/"), 403, "Your role may not take claims back or change their reasons.")
    problem(Api(base.id, person=user("dave")).post(f"claims/{go}/{act}/"), 404)
    assert Revision.objects.filter(base_id=base.id).count() == 1


@pytest.mark.parametrize("act", ["confirm", "restrict"])
def test_an_act_is_looked_at_first_and_carried_out_as_seen(alice: Api, scout: Api, go: str, act: str) -> None:
    seen = alice.post(f"claims/{go}/{act}/", {"preview": True}, expect=200).json()
    assert (seen["outcome"], seen["revision"]) == (f"{act}ed", None)
    assert Revision.objects.filter(base_id=alice.base).count() == 1
    stale = problem(alice.post(f"claims/{go}/{act}/", {"digest": "0" * 64}), 409)
    assert stale["digest"] == seen["digest"]
    done = alice.post(f"claims/{go}/{act}/", {"digest": seen["digest"]}, expect=200).json()
    assert done["revision"] == 2


@pytest.mark.parametrize("act", ["confirm", "restrict", "release"])
def test_a_claim_of_another_base_is_not_there(alice: Api, go: str, act: str) -> None:
    other = BeliefBase.objects.create(label="Elsewhere", kind="project")
    theirs = Api(other.id, key=key_for(other.id)).says("Go", expect=201).json()["claim"]["id"]
    problem(alice.post(f"claims/{theirs}/{act}/"), 404, "There is no such claim in this base.")
    problem(alice.post(f"claims/{uuid4()}/{act}/"), 404, "There is no such claim in this base.")


def test_a_restricted_claim_is_served_to_people_and_to_no_key(alice: Api, scout: Api, go: str) -> None:
    rust = scout.says("Rust", valid_from="2026-03", confidence=0.1, source={"kind": "observed"}).json()
    told = alice.post(f"claims/{go}/restrict/", {"reason": "It is contested."}, expect=200).json()
    assert (told["outcome"], told["claim"]["marks"]) == ("restricted", ["disputed", "restricted"])
    assert scout.held() == alice.held() == []
    assert scout.held(known_at="2026-03-01T00:00:01Z") == [], "nor at a time when it was not restricted yet"
    shown = alice.get(f"claims/{go}/").json()
    assert (shown["status"], shown["object"], shown["statement"]) == ("active", "Go", "Project uses the framework Go.")
    withheld = scout.get(f"claims/{go}/").json()
    assert (withheld["status"], withheld["marks"]) == ("active", ["disputed", "restricted"])
    assert withheld["statement"] == "This claim is restricted and is not served."
    assert {withheld[name] for name in ("name", "subject", "predicate", "object")} == {None}
    assert withheld["sources"] == []
    for path in (
        f"claims/{go}/", f"claims/{go}/history/", f"claims/{go}/explain/", f"claims/{rust['claim']['id']}/explain/",
        "revisions/", "reviews/", "nogoods/", "beliefs/history/?subject=project&predicate=uses_framework",
        f"claims/{go}/impact/", f"graph/?claim={go}", f"compare/?a={go}&b={rust['claim']['id']}",
    ):  # fmt: skip
        assert "Go" not in scout.get(path).content.decode(), path
    again = scout.says("Zig", valid_from="2026-03", source={"kind": "inferred"})
    assert "Go" not in again.content.decode()
    assert "Something that is not served" in " ".join(again.json()["explanation"])


def test_two_claims_are_compared_without_the_words_of_a_restricted_one(alice: Api, scout: Api, go: str) -> None:
    rust = scout.says("Rust", valid_from="2026-03", source={"kind": "inferred"}).json()["claim"]["id"]
    alice.post(f"claims/{go}/restrict/", expect=200)
    told = [each.get("compare/", a=go, b=rust).json() for each in (scout, alice)]
    assert [each["survivor"] for each in told] == [go, go]
    assert told[0]["sentence"].startswith("Keep the restricted claim: it weighs ")
    assert told[1]["sentence"].startswith("Keep “Project uses the framework Go”: it weighs ")


def test_a_released_claim_is_served_again(alice: Api, scout: Api, go: str) -> None:
    alice.post(f"claims/{go}/restrict/", expect=200)
    problem(alice.post(f"claims/{go}/restrict/"), 422, "This claim is restricted already.")
    assert alice.post(f"claims/{go}/release/", expect=200).json()["outcome"] == "released"
    assert scout.held() == ["Go"]
    undone = alice.post("revisions/3/undo/", {}, expect=200).json()
    assert undone["outcome"] == "undone"
    assert scout.held() == []


# --- contradictions -----------------------------------------------------------------------------------------


def test_a_contradiction_is_reported_listed_and_resolved(scout: Api, bob: Api, go: str, vercel: str) -> None:
    seen = scout.post("nogoods/", {"members": ["language", vercel], "preview": True}, expect=200).json()
    assert (seen["nogood"], seen["revision"]) == (None, None)
    made = scout.post("nogoods/", {"members": ["language", vercel], "digest": seen["digest"]}, expect=201)
    nogood = made.json()["nogood"]
    assert made.headers["ETag"] == '"3"'
    assert made.headers["Location"] == nogood["url"]
    assert (nogood["open"], nogood["found_by"], nogood["resolution"]) == (True, "reported", None)
    assert {each["id"] for each in nogood["members"]} == {go, vercel}
    assert {tuple(each["marks"]) for each in nogood["members"]} == {("disputed",)}
    again = scout.post("nogoods/", {"members": [vercel, go]}, expect=200).json()
    assert (again["nogood"]["id"], again["revision"]) == (nogood["id"], None)
    assert scout.held() == ["Go", "Vercel"]

    told = bob.post(f"nogoods/{nogood['id']}/resolve/", {"keep": [vercel], "reason": "Asked."}, expect=200).json()
    assert (told["outcome"], told["revision"], told["superseded"]) == ("resolved", 4, [go])
    assert scout.held() == ["Vercel"]
    read = scout.get(f"nogoods/{nogood['id']}/").json()
    assert (read["open"], read["resolution"]["revision"], read["resolution"]["keep"]) == (False, 4, [vercel])
    bob.post("revisions/4/undo/", expect=200)
    assert scout.get(f"nogoods/{nogood['id']}/").json()["resolution"] is None
    assert [each["open"] for each in scout.get("nogoods/").json()["results"]] == [True]


def test_contradictions_come_open_ones_first_in_pages(scout: Api, go: str, vercel: str) -> None:
    rust = scout.says("Rust", "uses_language", expect=201).json()["claim"]["id"]
    pairs = [(go, vercel), (go, rust), (vercel, rust)]
    ids = [scout.post("nogoods/", {"members": pair}, expect=201).json()["nogood"]["id"] for pair in pairs]
    scout.post(f"nogoods/{ids[0]}/resolve/", {"keep": [go]}, expect=200)
    first = scout.get("nogoods/", limit=2).json()
    rest = scout.get(first["next"]).json()
    assert [each["id"] for each in first["results"] + rest["results"]] == [ids[1], ids[2], ids[0]]
    assert rest["next"] is None
    assert [each["id"] for each in scout.get("nogoods/", open="false").json()["results"]] == [ids[0]]


def test_a_contradiction_needs_two_claims_of_this_base(scout: Api, go: str) -> None:
    sentence = "A contradiction is between at least two different claims; name them."
    problem(scout.post("nogoods/", {"members": [go, "language"]}), 422, sentence)
    other = BeliefBase.objects.create(label="Elsewhere", kind="project")
    theirs = Api(other.id, key=key_for(other.id)).says("Go", expect=201).json()["claim"]["id"]
    refused = problem(scout.post("nogoods/", {"members": [go, theirs]}), 422)
    assert refused["errors"][0]["pointer"] == "/members/1"


@pytest.mark.parametrize(
    ("path", "body"), [("nogoods/{}/resolve/", {"keep": ["language"]}), ("reviews/{}/close/", {"verdict": "keep"})]
)
def test_what_is_not_in_this_base_cannot_be_decided(scout: Api, go: str, vercel: str, path: str, body: Any) -> None:
    other = BeliefBase.objects.create(label="Elsewhere", kind="project")
    theirs = Api(other.id, key=key_for(other.id))
    members = [theirs.says(each, f"p{each}", expect=201).json()["claim"]["id"] for each in ("a", "b")]
    nogood = theirs.post("nogoods/", {"members": members}, expect=201).json()["nogood"]["id"]
    review = theirs.get("reviews/", kind="contested").json()["results"][0]["id"]
    theirs_id = nogood if path.startswith("nogoods") else review
    problem(scout.post(path.format(theirs_id), body), 404)
    problem(scout.post(path.format(uuid4()), body), 404)
    if path.startswith("nogoods"):
        problem(scout.get(f"nogoods/{theirs_id}/", expect=404), 404)


# --- verdicts -----------------------------------------------------------------------------------------------


def test_a_weak_key_takes_nothing_back_from_a_person_and_asks_for_a_decision(
    base: BeliefBase, scout: Api, alice: Api, bob: Api, go: str
) -> None:
    """From the contraction that is too weak to the verdict that settles it, and back."""
    alice.post(f"claims/{go}/confirm/", expect=200)
    quill = weak(base)
    told = quill.post(f"claims/{go}/contract/", {"reading": "ended"}, expect=200).json()
    assert (told["outcome"], told["superseded"]) == ("contested", [])
    assert scout.held() == ["Go"]
    (item,) = scout.get("reviews/", open="true").json()["results"]
    assert (item["kind"], item["claim"]["id"]) == ("contested", go)

    said = {"verdict": "replace"}
    assert quill.post(f"reviews/{item['id']}/close/", said, expect=200).json()["outcome"] == "contested"
    assert scout.held() == ["Go"]
    seen = bob.post(f"reviews/{item['id']}/close/", said | {"preview": True}, expect=200).json()
    assert (seen["outcome"], seen["superseded"], seen["revision"]) == ("contracted", [go], None)
    done = bob.post(f"reviews/{item['id']}/close/", said | {"digest": seen["digest"]}, expect=200).json()
    assert done["outcome"] == "contracted"
    assert scout.held() == []
    closed = [each for each in scout.get("reviews/", open="false").json()["results"] if each["id"] == item["id"]]
    assert [each["verdict"] for each in closed] == ["replace"]

    bob.post(f"revisions/{done['revision']}/undo/", expect=200)
    assert scout.held() == ["Go"]
    assert len(scout.get("reviews/", open="true").json()["results"]) == 2


def test_a_verdict_that_does_not_fit_is_told_those_that_do(scout: Api, go: str, vercel: str) -> None:
    scout.post("nogoods/", {"members": [go, vercel]}, expect=201)
    (item,) = scout.get("reviews/").json()["results"]
    before = stored()
    sentence = "“merge” is no verdict on a contested item; say keep or replace."
    problem(scout.post(f"reviews/{item['id']}/close/", {"verdict": "merge"}), 422, sentence)
    problem(scout.post(f"reviews/{item['id']}/close/", {"verdict": "burn"}), 422)
    assert stored() == before


def test_carol_decides_nothing(carol: Api, scout: Api, go: str, vercel: str) -> None:
    nogood = scout.post("nogoods/", {"members": [go, vercel]}, expect=201).json()["nogood"]["id"]
    (item,) = scout.get("reviews/").json()["results"]
    problem(carol.post("nogoods/", {"members": [go, vercel]}), 403, "Your role may not assert claims.")
    for path, body in (
        (f"nogoods/{nogood}/resolve/", {"keep": [go]}),
        (f"reviews/{item['id']}/close/", {"verdict": "keep"}),
    ):
        problem(carol.post(path, body), 403, "Your role may not take claims back or change their reasons.")
    assert carol.get("nogoods/").json()["results"][0]["open"] is True
    assert Revision.objects.filter(base_id=carol.base).count() == 3


def test_a_key_decides_up_to_its_ceiling(base: BeliefBase, scout: Api, go: str, vercel: str) -> None:
    nogood = scout.post("nogoods/", {"members": [go, vercel]}, expect=201).json()["nogood"]["id"]
    refused = weak(base).post(f"nogoods/{nogood}/resolve/", {"keep": [go], "source": {"kind": "stated"}})
    problem(refused, 403)
    assert scout.post(f"nogoods/{nogood}/resolve/", {"keep": [go]}, expect=200).json()["outcome"] == "resolved"


def test_a_predicate_is_decided_by_an_administrator(base: BeliefBase, scout: Api, bob: Api, db: None) -> None:
    for value in ("S3", "Disk"):
        scout.says(value, "stores_files_in", expect=201)
    (item,) = scout.get("reviews/", kind="predicate").json()["results"]
    said = {"verdict": "multi"}
    sentence = "The vocabulary is the same in every base, so only an administrator decides on a predicate."
    problem(bob.post(f"reviews/{item['id']}/close/", said), 403, sentence)
    chief = Api(base.id, person=user("erin", Role.SUPPORT, is_superuser=True))
    told = chief.post(f"reviews/{item['id']}/close/", said, expect=200).json()
    assert told["outcome"] == "resolved"
    assert scout.held() == ["Disk", "S3"]
    assert ReviewItem.objects.get(base_id=base.id).verdict == "multi"


def test_a_predicate_is_said_to_mean_another(base: BeliefBase, scout: Api) -> None:
    scout.says("S3", "stores_files_in", expect=201)
    (item,) = scout.get("reviews/", kind="predicate").json()["results"]
    chief = Api(base.id, key=key_for(base.id, scopes=("read", "revise", "admin")))
    body = {"verdict": "synonym_of", "synonym_of": "uses_database"}
    assert chief.post(f"reviews/{item['id']}/close/", body, expect=200).json()["outcome"] == "resolved"
    assert scout.held(predicate="uses_database") == ["S3"]
