"""Subjects and the names they go by, impact and comparison, over HTTP."""

from __future__ import annotations

from typing import Any

import pytest

from claims.models import BeliefBase, Disclosure, Membership
from tests.api.client import Api, key_for, problem, user


@pytest.fixture
def told(scout: Api) -> dict[str, Any]:
    """What Scout said of the project, and then of a rocket."""
    return {
        "older": scout.says("Vercel", "deploys_on", name="host", expect=201).json()["claim"]["id"],
        "newer": scout.says("Vercel", "deploys_on", subject="Rocket", name="hosting", expect=201).json()["claim"]["id"],
        "entities": {each["name"]: each["id"] for each in scout.get("entities/").json()["results"]},
    }


def test_subjects_are_listed_with_their_names(scout: Api, told: dict[str, Any]) -> None:
    project = told["entities"]["project"]
    done = scout.post(f"entities/{project}/aliases/", {"alias": "Skylark One"}, expect=200)
    assert (done.json()["outcome"], done.headers["ETag"]) == ("aliased", '"3"')
    assert done.json()["explanation"] == ["“Skylark One” is another name of “project” from now on."]
    assert scout.get("entities/", q="SKYLARK").json()["results"] == [
        {"id": project, "name": "project", "aliases": ["Skylark One"], "claims": 1}
    ]
    assert scout.get("entities/", q="sky%").json()["results"] == []
    assert scout.get().json()["counts"]["entities"] == 2
    assert scout.held(subject="skylark one") == ["Vercel"]


def test_two_subjects_become_one_and_the_newer_claim_leads_to_the_older(scout: Api, told: dict[str, Any]) -> None:
    path = f"entities/{told['entities']['project']}/aliases/"
    seen = scout.post(path, {"alias": "rocket", "preview": True}, expect=200).json()
    scout.post(path, {"alias": "rocket", "digest": seen["digest"]}, expect=200)
    for below in ("", "history/", "explain/", "impact/"):
        found = scout.get(f"claims/{told['newer']}/{below}")
        claim = found.json()["claim"] if below else found.json()
        assert (claim if below == "explain/" else claim["id"]) == told["older"]
        assert found.headers["Content-Location"].endswith(f"/api/v1/bases/{scout.base}/claims/{told['older']}/{below}")
        assert "Content-Location" not in scout.get(f"claims/{told['older']}/{below}")
    assert scout.says("live", "status", supports=["hosting", told["newer"]], expect=201).json()["outcome"] == "expanded"
    assert scout.get(f"claims/{told['older']}/").json()["assertion_count"] == 2
    scout.post("revisions/3/undo/", {}, expect=200)
    assert scout.get(f"claims/{told['newer']}/").json()["subject"] == "Rocket"


@pytest.mark.parametrize("side", ["older", "newer"])
def test_a_restricted_claim_that_has_become_another_is_told_to_no_key(
    base: BeliefBase, scout: Api, told: dict[str, Any], side: str
) -> None:
    words = "the mast of the rocket"
    for subject, each in (("project", "older"), ("Rocket", "newer")):
        source = {"kind": "stated", "excerpt": words if each == side else "plain"}
        told[each] = scout.says("Mast", "states", subject=subject, source=source, expect=201).json()["claim"]["id"]
    person = user("alice")
    Membership.objects.create(base_id=base.id, user_id=person.id)
    alice = Api(base.id, person=person)
    alice.post(f"claims/{told[side]}/restrict/", expect=200)
    done = scout.post(f"entities/{told['entities']['project']}/aliases/", {"alias": "rocket"}, expect=200)
    Disclosure.objects.all().delete()
    for path in (f"claims/{told['newer']}/", f"claims/{told['newer']}/history/", "revisions/", "revisions/4/"):
        assert words not in scout.get(path).content.decode(), path
    assert not Disclosure.objects.filter(claim_id__in=[told["older"], told["newer"]]).exists()
    assert "mast" not in " ".join(done.json()["explanation"]).lower()
    assert words in alice.get("revisions/").content.decode()


def test_a_subject_is_made_once(scout: Api) -> None:
    made = scout.post("entities/", {"name": "Comet"}, expect=201)
    assert (made.json()["name"], made.json()["aliases"], made.json()["claims"]) == ("Comet", [], 0)
    assert made.headers["ETag"] == '"1"'
    assert scout.post("entities/", {"name": " comet "}, expect=200).json() == made.json()
    problem(scout.post("entities/", {"name": " "}), 422, "This may not be blank.")


def test_a_name_that_cannot_be_given_is_refused(scout: Api, told: dict[str, Any]) -> None:
    path = f"entities/{told['entities']['project']}/aliases/"
    problem(scout.post(path, {"alias": "Project"}), 422, "“project” goes by that name already.")
    problem(scout.post(path, {}), 422, "This is needed.")


def test_giving_names_takes_the_scope_to_revise(scout: Api, told: dict[str, Any]) -> None:
    teller = Api(scout.base, key=key_for(scout.base, scopes=("read", "assert")))
    problem(teller.post(f"entities/{told['entities']['project']}/aliases/", {"alias": "x"}), 403)
    reader = Api(scout.base, key=key_for(scout.base, scopes=("read",)))
    problem(reader.post("entities/", {"name": "x"}), 403)


def test_what_is_in_another_base_is_not_there(scout: Api, told: dict[str, Any]) -> None:
    other = BeliefBase.objects.create(label="Other", kind="project")
    stranger = Api(other.id, key=key_for(other.id))
    own = stranger.says("Go").json()["claim"]["id"]
    problem(stranger.post(f"entities/{told['entities']['project']}/aliases/", {"alias": "x"}), 404)
    problem(stranger.get(f"claims/{told['older']}/impact/", expect=404), 404)
    problem(stranger.get("compare/", a=own, b=told["older"], expect=404), 404)
    problem(Api(scout.base, key=stranger.key).get("entities/", expect=404), 404)
    assert [each["name"] for each in stranger.get("entities/").json()["results"]] == ["project"]


def test_what_leans_on_a_claim_is_told(scout: Api, told: dict[str, Any]) -> None:
    live = scout.says("live", "status", justifications=[{"all_of": ["host"]}]).json()["claim"]["id"]
    scout.says("fast", "pace", justifications=[{"all_of": [live]}])
    scout.get(f"claims/{told['older']}/")
    body = scout.get(f"claims/{told['older']}/impact/").json()
    assert [(each["claim"]["object"], each["reason"]) for each in body["dependents"]] == [("live", "all_of")]
    assert (body["direct"], body["beyond"], body["supports"]) == (1, 1, [])
    assert [each["name"] for each in body["agents"]] == ["Scout"]
    watcher = Api(scout.base, key=key_for(scout.base, agent="Watcher"))
    watcher.get(f"claims/{told['older']}/")
    again = scout.get(f"claims/{told['older']}/impact/", headers={"If-None-Match": '"4"'}).json()
    assert [each["name"] for each in again["agents"]] == ["Scout", "Watcher"]


def test_two_claims_are_weighed(scout: Api, told: dict[str, Any]) -> None:
    guess = scout.says("Fly", "uses_tool", source={"kind": "inferred"}).json()["claim"]["id"]
    body = scout.get("compare/", a=told["older"], b=guess).json()
    assert body["survivor"] == told["older"]
    assert body["sentence"].startswith("Keep “Project deploys on Vercel”: it weighs ")
    assert set(body["a"]["parts"]) == set(body["b"]["parts"])
    assert sum(body["a"]["parts"].values()) == pytest.approx(body["a"]["total"], abs=0.1)
    problem(scout.get("compare/", a=guess, expect=422), 422, "This is needed.")
    problem(scout.get("compare/", a=guess, b="x", expect=422), 422, "This is not an id.")
