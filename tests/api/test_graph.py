"""Scout asks what is around a claim, and is told what was left out."""

from __future__ import annotations

import json
from typing import Any
from uuid import UUID, uuid4

import pytest

from claims.models import BeliefBase, Claim
from tests.api.client import Api, key_for, problem


@pytest.fixture
def story(scout: Api) -> dict[str, str]:
    """Express, replaced by Go; Vercel rests on Express and has a rival in Fly; a preview rests on Vercel."""
    made = {"express": made_by(scout.says("Express.js", name="express", source=said("2026-03-03")))}
    made["vercel"] = made_by(leans(scout, "Vercel", "deploys_on", "express", name="vercel"))
    made["preview"] = made_by(leans(scout, "vercel.app", "states", "vercel"))
    made["go"] = made_by(scout.says("Go", source=said("2026-05-15")))
    made["tests"] = made_by(leans(scout, "go test", "states", made["go"]))
    return made


def said(day: str, kind: str = "stated") -> dict[str, str]:
    return {"kind": kind, "observed_at": f"{day}T09:00:00Z"}


def leans(scout: Api, value: str, predicate: str, *on: str, **more: Any) -> Any:
    return scout.says(value, predicate, justifications=[{"all_of": list(on)}], source=said("2026-03-04"), **more)


def made_by(response: Any) -> str:
    assert response.status_code == 201, response.content
    made: str = response.json()["claim"]["id"]
    return made


def graph(scout: Api, claim: str, **query: Any) -> dict[str, Any]:
    found: dict[str, Any] = scout.get("graph/", claim=claim, **query).json()
    return found


def nodes(found: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {each["data"]["id"]: each["data"] for each in found["elements"]["nodes"] if each["classes"] != "entity"}


def ties(found: dict[str, Any]) -> set[tuple[str, str, str]]:
    return {
        (each["data"]["source"], each["data"]["kind"], each["data"]["target"]) for each in found["elements"]["edges"]
    }


def test_a_neighbourhood_reaches_two_steps_by_typed_edges(scout: Api, story: dict[str, str]) -> None:
    found = graph(scout, story["go"])
    assert {each: data["steps"] for each, data in nodes(found).items()} == {
        story["go"]: 0, story["express"]: 1, story["tests"]: 1, story["vercel"]: 2,
    }  # fmt: skip
    assert ties(found) == {
        (story["go"], "supersedes", story["express"]),
        (story["tests"], "depends_on", story["go"]),
        (story["vercel"], "depends_on", story["express"]),
    }


def test_each_claim_stands_in_its_entity_with_its_sentence_status_and_marks(scout: Api, story: dict[str, str]) -> None:
    found = graph(scout, story["go"])
    entity = next(each["data"] for each in found["elements"]["nodes"] if each["classes"] == "entity")
    assert entity == {"id": entity["id"], "label": "project"}
    express, vercel = nodes(found)[story["express"]], nodes(found)[story["vercel"]]
    assert express["parent"] == vercel["parent"] == entity["id"]
    assert (express["status"], express["statement"]) == ("superseded", "Project used the framework Express.js.")
    assert express["tier"] is None
    assert (vercel["status"], vercel["marks"], vercel["label"]) == ("active", ["flagged"], "Deploys on Vercel")
    classes = {each["data"]["id"]: each["classes"] for each in found["elements"]["nodes"]}
    assert classes[story["vercel"]] == "claim active flagged"


def test_what_was_left_out_is_told_at_each_claim_and_in_all(scout: Api, story: dict[str, str]) -> None:
    found = graph(scout, story["go"])
    assert {each: data["left_out"] for each, data in nodes(found).items() if data["left_out"]} == {story["vercel"]: 1}
    assert (found["left_out"], found["at_least"]) == (1, False)
    whole = graph(scout, story["go"], depth=3)
    assert set(nodes(whole)) == set(story.values())
    assert whole["left_out"] == 0
    near = graph(scout, story["go"], depth=1)
    assert set(nodes(near)) == {story["go"], story["express"], story["tests"]}
    assert nodes(near)[story["express"]]["left_out"] == 1


def test_where_not_all_fit_what_a_claim_rests_on_and_replaced_comes_first(scout: Api, story: dict[str, str]) -> None:
    assert set(nodes(graph(scout, story["go"], limit=2))) == {story["go"], story["express"]}
    assert set(nodes(graph(scout, story["vercel"], limit=2))) == {story["vercel"], story["express"]}


def test_among_equals_the_strongest_held_come_first_and_no_branch_crowds_out_another(
    scout: Api, story: dict[str, str]
) -> None:
    weak = [made_by(leans(scout, f"guess {n}", "states", story["go"], confidence=0.3)) for n in range(5)]
    sure = made_by(leans(scout, "sure", "states", story["go"], confidence=0.9))
    shown = list(nodes(graph(scout, story["go"], limit=4)))
    assert shown[:2] == [story["go"], story["express"]]
    assert sure in shown
    assert set(weak) - set(shown)
    shown = list(nodes(graph(scout, story["tests"], limit=3)))
    assert shown[:2] == [story["tests"], story["go"]]
    assert graph(scout, story["go"], limit=4) == graph(scout, story["go"], limit=4)


def test_a_contested_pair_is_a_tie_until_a_person_decides(scout: Api, story: dict[str, str]) -> None:
    weaker = scout.says("Deno", source=said("2026-05-16"), confidence=0.3)
    assert weaker.json()["outcome"] == "contested"
    deno = made_by(weaker)
    found = graph(scout, story["go"], depth=1)
    assert (deno, "contested", story["go"]) in ties(found)
    assert (nodes(found)[deno]["status"], nodes(found)[story["go"]]["marks"]) == ("contested", ["disputed"])
    assert (deno, "contested", story["go"]) in ties(graph(scout, deno, depth=1))


def test_a_neighbourhood_is_as_it_was_known_then(scout: Api, story: dict[str, str]) -> None:
    before = scout.get("revisions/2/").json()["recorded_at"]
    found = graph(scout, story["express"], known_at=before)
    assert ties(found) == {(story["vercel"], "depends_on", story["express"])}
    assert nodes(found)[story["express"]]["status"] == "active"
    scout.post(f"claims/{story['vercel']}/justifications/", {"mode": "lift"}, expect=200)
    assert story["vercel"] not in nodes(graph(scout, story["express"]))
    assert ties(graph(scout, story["vercel"], known_at=before)) == ties(found)


def test_restricted_claims_are_left_out_save_the_one_asked_about(scout: Api, story: dict[str, str]) -> None:
    Claim.objects.filter(base_id=scout.base, id=story["express"]).update(restricted=True)
    found = graph(scout, story["go"])
    assert set(nodes(found)) == {story["go"], story["tests"]}
    assert found["left_out"] == 0
    asked = graph(scout, story["express"])
    assert nodes(asked)[story["express"]]["marks"] == ["restricted"]
    assert nodes(asked)[story["express"]]["statement"] == "This claim is restricted and is not served."
    assert "Express" not in json.dumps(asked)


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ({"depth": 0}, "A graph reaches between 1 and 4 steps."),
        ({"limit": 61}, "A graph holds between 1 and 60 claims."),
        ({"claim": "go"}, "This is not an id."),
        ({"deep": 2}, "There is no field “deep” here; there are valid_at, known_at, claim, depth, limit."),
    ],
)
def test_what_cannot_be_drawn_is_told_in_a_sentence(
    scout: Api, story: dict[str, str], query: dict[str, Any], sentence: str
) -> None:
    problem(scout.get("graph/", expect=422, **({"claim": story["go"]} | query)), 422, sentence)


def test_a_claim_of_another_base_has_no_neighbourhood_here(scout: Api, story: dict[str, str]) -> None:
    other = BeliefBase.objects.create(label="Other", kind="project")
    stranger = Api(other.id, key=key_for(other.id, agent="Quill"))
    problem(stranger.get("graph/", claim=story["go"], expect=404), 404, "There is no such claim in this base.")
    problem(Api(UUID(str(scout.base)), key=stranger.key).get("graph/", claim=story["go"], expect=404), 404)
    problem(scout.get("graph/", claim=str(uuid4()), expect=404), 404)
