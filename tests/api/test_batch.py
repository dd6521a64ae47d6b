"""Many claims at once: as one revision, or each as its own."""

from __future__ import annotations

from typing import Any

import pytest

from claims.models import Claim, Revision
from tests.api.client import Api, claim, problem
from tests.api.test_plans import stored


def items() -> list[dict[str, Any]]:
    """Three claims that rest on one another, the last reason first."""
    return [
        claim("live", "status", ref="c", justifications=[{"all_of": ["b"]}], supports=["a"]),
        claim("Vercel", "deploys_on", ref="b", justifications=[{"all_of": ["a"]}]),
        claim("Express.js", ref="a"),
    ]


@pytest.mark.parametrize("atomic", [True, False])
def test_items_name_each_other_in_any_order(scout: Api, atomic: bool) -> None:
    answer = scout.post("claims/batch/", {"items": items(), "atomic": atomic})
    body = answer.json()
    if atomic:
        assert (answer.status_code, body["revision"]) == (201, 1)
    else:
        assert (answer.status_code, body["revision"]) == (200, None)
    assert [each["claim"]["object"] for each in body["results"]] == ["live", "Vercel", "Express.js"]
    assert Revision.objects.filter(base_id=scout.base).count() == (1 if atomic else 3)
    assert answer.headers["ETag"] == ('"1"' if atomic else '"3"')
    why = scout.get(f"claims/{body['results'][0]['claim']['id']}/explain/").json()
    assert [node["claim"]["object"] for node in why["nodes"]] == ["live", "Vercel", "Express.js"]
    assert (why["held"], [node["claim"]["kind"] for node in why["nodes"]][:2]) == (True, ["derived", "derived"])


def test_one_bad_item_refuses_the_whole_and_says_where(scout: Api) -> None:
    before = stored()
    bad = [*items(), claim("Go", valid_from="2026-05-15T09:00:00"), claim("Rust", colour="red")]
    body = problem(scout.post("claims/batch/", {"items": bad}), 422)
    assert [each["pointer"] for each in body["errors"]] == ["/items/3/valid_from", "/items/4/colour"]
    assert body["errors"][0]["message"].startswith("The time 2026-05-15T09:00:00 has no zone;")
    body = problem(
        scout.post("claims/batch/", {"items": [claim("Go"), claim("Go", justifications=[{"all_of": ["z"]}])]}), 422
    )
    assert [each["pointer"] for each in body["errors"]] == ["/items/1/justifications/0/all_of"]
    assert stored() == before


def test_alone_a_bad_item_leaves_the_others_and_takes_down_what_rests_on_it(scout: Api) -> None:
    bad = [
        claim("live", "status", justifications=[{"all_of": ["x"]}]),
        claim("Vercel", "deploys_on", ref="x", confidence=1.2),
        claim("Go", source={"kind": "verified"}),
        claim("Express.js"),
        "no claim at all",
    ]
    results = scout.post("claims/batch/", {"items": bad, "atomic": False}, expect=200).json()["results"]
    assert [each.get("status", each.get("outcome")) for each in results] == [422, 422, 403, "expanded", 422]
    assert results[0]["detail"] == "The item it names, “x”, was refused, so this one was refused too."
    assert results[1]["errors"] == [
        {"pointer": "/items/1/confidence", "message": "A confidence lies between 0 and 1, and 1.2 does not."}
    ]
    assert results[2]["detail"].startswith("Up to “stated” is allowed here")
    assert results[4]["errors"] == [{"pointer": "/items/4", "message": "Send a JSON object here."}]
    assert list(Claim.objects.values_list("object", flat=True)) == ["Express.js"]


def test_items_that_go_in_a_circle_are_refused(scout: Api) -> None:
    circle = [
        claim("live", "status", ref="a", justifications=[{"all_of": ["b"]}]),
        claim("Vercel", "deploys_on", ref="b", justifications=[{"all_of": ["a"]}]),
    ]
    before = stored()
    problem(scout.post("claims/batch/", {"items": circle}), 422)
    assert stored() == before
    alone = scout.post("claims/batch/", {"items": circle, "atomic": False}, expect=200).json()["results"]
    assert {each["detail"] for each in alone} == {
        "The item it names, “a”, leads back to this one, so this one was refused too.",
        "The item it names, “b”, was refused, so this one was refused too.",
    }
    assert stored() == before


def test_two_items_of_one_ref_are_refused(scout: Api) -> None:
    twice = [claim("Go", ref="a"), claim("Rust", "uses_language", ref="a")]
    problem(scout.post("claims/batch/", {"items": twice}), 422, "Two items have the same ref; give each its own.")
    alone = scout.post("claims/batch/", {"items": twice, "atomic": False}).json()["results"]
    assert {each["detail"] for each in alone} == {"Two items have the ref “a”; give each its own."}


def test_each_alone_can_be_looked_at_first(scout: Api) -> None:
    before = stored()
    seen = scout.post("claims/batch/", {"items": items(), "atomic": False, "preview": True}, expect=200).json()
    assert [each["outcome"] for each in seen["results"]] == ["expanded"] * 3
    assert {each["revision"] for each in seen["results"]} == {None}
    assert stored() == before
    sentence = "A digest is of one plan; send it with a batch that is carried out as one."
    problem(scout.post("claims/batch/", {"items": items(), "atomic": False, "digest": "0"}), 422, sentence)


def test_a_batch_has_between_one_item_and_a_thousand(scout: Api) -> None:
    problem(scout.post("claims/batch/", {"items": []}), 422, "This list needs at least one item.")
    problem(scout.post("claims/batch/", {"items": [claim("Go")] * 1001}), 422, "At most 1000 items fit here.")
    problem(scout.post("claims/batch/", {"items": "all"}), 422, "Send a list here.")
    problem(scout.post("claims/batch/", {}), 422, "This is needed.")


@pytest.mark.parametrize("atomic", [True, False])
def test_a_batch_on_a_base_that_has_moved_on_is_refused(scout: Api, atomic: bool) -> None:
    scout.says("Go")
    sent = {"items": [claim("Rust"), claim("Vue", "uses_library")], "atomic": atomic}
    before = stored()
    problem(scout.post("claims/batch/", sent, headers={"If-Match": '"0"'}), 412)
    assert stored() == before
    assert scout.post("claims/batch/", sent, headers={"If-Match": '"1"'}).status_code == (201 if atomic else 200)


@pytest.mark.parametrize("atomic", [True, False])
def test_items_get_names_that_others_may_use(scout: Api, atomic: bool) -> None:
    named = [
        claim("Vercel", "deploys_on", name="the-platform", justifications=[{"all_of": ["the-framework"]}]),
        claim("Express.js", name="the-framework"),
    ]
    sent = scout.post("claims/batch/", {"items": named[::-1], "atomic": atomic}).json()["results"]
    assert [each["claim"]["name"] for each in sent] == ["the-framework", "the-platform"]
    leaning = scout.says("live", "status", justifications=[{"all_of": ["the-platform"]}], expect=201).json()
    assert leaning["outcome"] == "expanded"


def test_two_items_of_one_name_or_a_name_like_an_id_are_refused(scout: Api) -> None:
    before = stored()
    twice = [claim("Go", name="it"), claim("Rust", "uses_language", name="it")]
    body = problem(scout.post("claims/batch/", {"items": twice}), 422)
    assert body["errors"][0]["pointer"] == "/items/1/name"
    body = problem(scout.post("claims/batch/", {"items": [claim("Go", name="0" * 32)]}), 422)
    assert body["errors"][0]["pointer"] == "/items/0/name"
    assert stored() == before
