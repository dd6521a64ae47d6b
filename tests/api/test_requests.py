"""Requests of persons over HTTP: filed by Alice or for her, worked on by Carol, and nothing of keys."""

from __future__ import annotations

from typing import Any

import pytest

from claims.models import BeliefBase, Membership, Role, User
from claims.services.reading.claim_status import claim_row
from tests.api.client import Api, problem, user


@pytest.fixture
def people(base: BeliefBase) -> dict[str, User]:
    found = {
        "alice": user("alice"),
        "bob": user("bob", Role.SUPPORT),
        "carol": user("carol", Role.COMPLIANCE),
        "dave": user("dave"),
    }
    Membership.objects.create(base_id=base.id, user_id=found["alice"].id)
    return found


@pytest.fixture
def alice(base: BeliefBase, people: dict[str, User]) -> Api:
    return Api(base.id, person=people["alice"])


@pytest.fixture
def carol(base: BeliefBase, people: dict[str, User]) -> Api:
    return Api(base.id, person=people["carol"])


def filed(api: Api, kind: str = "access", **more: Any) -> dict[str, Any]:
    found: dict[str, Any] = api.post("requests/", {"kind": kind, **more}, expect=201).json()["request"]
    return found


def test_alice_files_a_request_and_carol_works_it_to_its_end(alice: Api, carol: Api, scout: Api) -> None:
    claim = scout.says("Express.js", expect=201).json()["claim"]["id"]
    answer = alice.post(
        "requests/",
        {"kind": "rectification", "claims": [claim], "correction": {"how": "instead", "value": "Rust"}},
        expect=201,
    )
    request = answer.json()["request"]
    assert answer.headers["Location"] == request["url"]
    assert (request["state"], request["identity"], request["lane"]) == ("restricted", "proven", "later")
    assert scout.held() == []
    path = f"requests/{request['id']}"
    for step, said in (
        ("review", {}),
        ("decide", {"outcome": "accept"}),
        ("execute", {}),
        ("carry_out", {}),
        ("notify", {}),
        ("certify", {}),
        ("close", {}),
    ):
        carol.post(f"{path}/{step}/", said, expect=200)
    assert scout.held() == ["Rust"]
    seen = alice.get(f"{path}/").json()
    assert (seen["state"], seen["due_on"], seen["may"]) == ("closed", None, [])
    assert seen["steps"][-2]["letter_text"].startswith("CERTIFICATE")


def test_a_look_stores_nothing_and_shows_the_letter_and_the_digest_binds(alice: Api, carol: Api) -> None:
    path = f"requests/{filed(alice)['id']}"
    look = carol.post(f"{path}/triage/", {"preview": True}, expect=200).json()
    assert look["request"]["state"] == "triaged"
    assert alice.get(f"{path}/").json()["state"] == "verified"
    stale = problem(carol.post(f"{path}/triage/", {"digest": "0" * 64}), 409)
    assert stale["digest"] == look["digest"]
    carol.post(f"{path}/triage/", {"digest": look["digest"]}, expect=200)
    carol.post(f"{path}/review/", {}, expect=200)
    refusal = {"outcome": "refuse", "ground": "15-4", "reasons": "It is about others.", "preview": True}
    (letter,) = carol.post(f"{path}/decide/", refusal, expect=200).json()["letters"]
    assert "It is about others." in letter["text"]


def test_a_request_sent_twice_under_one_key_is_filed_once(alice: Api) -> None:
    once = {"Idempotency-Key": "once"}
    first = alice.post("requests/", {"kind": "access"}, expect=201, headers=once).json()
    assert alice.post("requests/", {"kind": "access"}, expect=201, headers=once).json() == first
    assert len(alice.get("requests/").json()["results"]) == 1


def test_a_list_goes_on_where_the_page_before_ended(alice: Api, carol: Api) -> None:
    ids = [filed(alice, kind)["id"] for kind in ("access", "portability", "access")]
    page = alice.get("requests/", limit=2).json()
    rest = alice.get(page["next"]).json()
    assert [each["id"] for each in [*page["results"], *rest["results"]]] == ids[::-1]
    assert rest["next"] is None
    assert len(carol.get("requests/", kind="access").json()["results"]) == 2
    alice.post(f"requests/{ids[0]}/withdraw/", {}, expect=200)
    assert len(carol.get("requests/", open="true").json()["results"]) == 2
    assert len(carol.get("requests/", state="withdrawn").json()["results"]) == 1
    problem(alice.get("requests/", cursor="bm9uZQ==", expect=None), 422)


def test_another_person_of_the_same_base_sees_nothing_of_alices_requests(
    base: BeliefBase, people: dict[str, User], alice: Api
) -> None:
    request = filed(alice)["id"]
    Membership.objects.create(base_id=base.id, user_id=people["dave"].id)
    dave = Api(base.id, person=people["dave"])
    assert dave.get("requests/").json()["results"] == []
    problem(dave.get(f"requests/{request}/", expect=None), 404)
    problem(dave.post(f"requests/{request}/withdraw/"), 404)


def test_bob_writes_down_what_reached_him_and_says_when(base: BeliefBase, people: dict[str, User], alice: Api) -> None:
    bob = Api(base.id, person=people["bob"])
    request = filed(bob, received_at="2026-11-02T10:00:00Z", words="She wrote a letter.")
    assert (request["identity"], request["subject"]) == ("open", str(people["alice"].id))
    assert request["due_on"] == "2026-12-02"
    assert alice.get(f"requests/{request['id']}/").json()["words"] == "She wrote a letter."
    problem(
        alice.post("requests/", {"kind": "access", "received_at": "2026-11-02T10:00:00Z"}),
        422,
        "Only staff say this, of a request that reached them otherwise.",
    )


@pytest.mark.parametrize(
    ("step", "said", "sentence"),
    [
        ("decide", {}, "This step needs it."),
        ("review", {"reason": "x"}, "“reason” says nothing in this step; it takes nothing."),
        ("triage", {"reason": "x"}, "“reason” says nothing in this step; it takes ground."),
        ("decide", {"outcome": "maybe"}, "“maybe” is none of accept, partial, refuse."),
        ("hold", {"reason": "x", "until": "soon"}, "Send a day here, like 2026-06-18."),
        ("execute", {}, "This request is verified, so it cannot be begun to be carried out now."),
        ("duplicate", {"of": "00000000-0000-0000-0000-000000000000"}, "Name another request of this base."),
    ],
)
def test_a_step_out_of_place_is_refused_in_a_sentence(
    alice: Api, carol: Api, step: str, said: dict[str, Any], sentence: str
) -> None:
    request = filed(alice)["id"]
    problem(carol.post(f"requests/{request}/{step}/", said), 422, sentence)
    assert alice.get(f"requests/{request}/").json()["state"] == "verified"


def test_a_step_or_request_that_is_none_is_not_found(alice: Api, carol: Api) -> None:
    request = filed(alice)["id"]
    problem(carol.post(f"requests/{request}/approve/"), 404)
    problem(carol.post("requests/00000000-0000-0000-0000-000000000000/review/"), 404)


def test_a_key_is_served_nothing_of_what_is_held_back_for_a_request(alice: Api, scout: Api) -> None:
    claim = scout.says("Express.js", expect=201).json()["claim"]["id"]
    filed(alice, "objection", claims=[claim], ground="21-1")
    assert claim_row(scout.base, claim).restricted
    assert scout.get(f"claims/{claim}/").json()["object"] is None
