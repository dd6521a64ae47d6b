"""The story, as Scout tells it over HTTP."""

from __future__ import annotations

from typing import Any

import pytest

from audit.models import AuditEntry
from claims.models import Revision
from claims.services import clock
from tests.api.client import Api
from tests.cast import instant

MARCH, MAY = "2026-03-03", "2026-05-16T09:00"


def on(day: str) -> Any:
    return clock.fixed(instant(day))


@pytest.fixture
def told(scout: Api) -> dict[str, Any]:
    """Express.js since 1 March, Vercel that rests on it, and Go since 15 May."""
    with on(MARCH):
        express = scout.says("Express.js", valid_from="2026-03-01", expect=201).json()
        vercel = scout.says("Vercel", "deploys_on", justifications=[{"all_of": [express["claim"]["id"]]}]).json()
    with on(MAY):
        source = {
            "kind": "stated",
            "uri": "conversation:42/turn/23",
            "excerpt": "Actually, we switched to Go last month.",
            "observed_at": "2026-05-16T09:00:00Z",
        }
        go = scout.says("Go", valid_from="2026-05-15", confidence=0.95, source=source, expect=201).json()
    return {"express": express, "vercel": vercel, "go": go}


def test_a_claim_is_told_in_full(told: dict[str, Any], scout: Api) -> None:
    go, express, vercel = told["go"], told["express"]["claim"]["id"], told["vercel"]["claim"]["id"]
    assert (go["outcome"], go["revision"]) == ("revised", 3)
    assert go["accepted"] == [{"from": "2026-05-15", "to": None}]
    assert (go["superseded"], go["restored"], go["flagged"]) == ([express], [], [vercel])
    assert go["explanation"] == [
        "Go (stated, 16 May 2026) replaces Express.js (stated, 3 March 2026) from 15 May 2026.",
        "A reason is gone, so this should be checked: Project deploys on Vercel.",
    ]
    claim = go["claim"]
    assert claim["url"] == f"http://testserver/api/v1/bases/{scout.base}/claims/{claim['id']}/"
    assert claim["statement"] == "Project uses the framework Go."
    assert (claim["status"], claim["confidence"], claim["assertion_count"]) == ("active", 0.95, 1)
    assert (claim["valid"], claim["supersedes"]) == ([{"from": "2026-05-15", "to": None}], [express])
    assert claim["recorded"] == {"from": "2026-05-16T09:00:00Z", "to": None}
    assert claim["sources"][0]["excerpt"] == "Actually, we switched to Go last month."


@pytest.mark.parametrize(
    ("valid_at", "known_at", "answer"),
    [
        ("2026-06-01", None, ["Go"]),  # true now
        ("2026-04-01", None, ["Express.js"]),  # true in April, as we know today
        ("2026-04", "2026-04-01T00:00:00+02:00", ["Express.js"]),  # believed in April about April
        ("2026-06-01", "2026-04", ["Express.js"]),  # believed in April about now
        ("2026-04-01", "2026-03-02", []),  # before anything was known
    ],
)
def test_all_four_quadrants_answer(
    told: dict[str, Any], scout: Api, valid_at: str, known_at: str | None, answer: list[str]
) -> None:
    query = {"valid_at": valid_at, "predicate": "framework"} | ({"known_at": known_at} if known_at else {})
    with on("2026-06-01"):
        assert scout.held(**query) == answer


def test_i_was_wrong_restores_undo_undoes_and_undo_of_the_undo_redoes(told: dict[str, Any], scout: Api) -> None:
    with on("2026-05-20"):
        back = scout.says("Express.js", correction=True, expect=200).json()
        assert back["outcome"] == "revised"
        assert scout.held(predicate="uses_framework") == ["Express.js"]
    with on("2026-05-21"):
        undone = scout.post("revisions/4/undo/", {"reason": "It was Go after all."}, expect=200)
        assert (undone.json()["outcome"], undone.json()["claim"]) == ("undone", None)
        assert undone.headers["ETag"] == '"5"'
        assert scout.held(predicate="uses_framework") == ["Go"]
        scout.post("revisions/5/undo/", {}, expect=200)
        assert scout.held(predicate="uses_framework") == ["Express.js"]
        log = scout.get("revisions/").json()["results"]
    assert [(each["number"], each["operation"], each["undone"]) for each in log] == [
        (6, "undo", False), (5, "undo", True), (4, "assert", False),
        (3, "assert", False), (2, "assert", False), (1, "assert", False),
    ]  # fmt: skip
    assert log[1]["acts"][0]["source"]["reason"] == "It was Go after all."
    assert (log[1]["acts"][0]["undoes"], log[1]["agent"]) == ([4], "Scout")


def test_a_claim_that_ended_ends_and_one_never_true_gives_way(told: dict[str, Any], scout: Api) -> None:
    go = told["go"]["claim"]["id"]
    with on("2026-06-01"):
        ended = scout.post(f"claims/{go}/contract/", {"reading": "ended", "ended_at": "2026-05-30"}, expect=200).json()
        assert (ended["outcome"], ended["claim"]["status"]) == ("contracted", "retracted")
        assert ended["claim"]["valid"] == [{"from": "2026-05-15", "to": "2026-05-30"}]
        assert scout.held(predicate="uses_framework") == []
        scout.post("revisions/4/undo/", {}, expect=200)
        never = scout.post(f"claims/{go}/contract/", {"reading": "never_true"}, expect=200).json()
        assert never["outcome"] == "withdrawn"
        assert never["restored"] == [told["express"]["claim"]["id"]]
        assert scout.held(predicate="uses_framework") == ["Express.js"]


def test_reasons_are_added_and_lifted(told: dict[str, Any], scout: Api) -> None:
    vercel, go = told["vercel"]["claim"]["id"], told["go"]["claim"]["id"]
    added = {"mode": "add", "justifications": [{"all_of": [go]}], "source": {"kind": "stated"}}
    with on("2026-06-01"):
        done = scout.post(f"claims/{vercel}/justifications/", added, expect=200).json()
        assert (done["outcome"], done["claim"]["marks"]) == ("rejustified", [])
        scout.post(f"claims/{vercel}/justifications/", {"mode": "lift"}, expect=200)


def test_why_and_why_not(told: dict[str, Any], scout: Api) -> None:
    express = told["express"]["claim"]["id"]
    with on("2026-06-01"):
        why = scout.get(f"claims/{told['vercel']['claim']['id']}/explain/").json()
        why_not = scout.get(f"claims/{express}/explain/").json()
    assert [node["claim"]["object"] for node in why["nodes"]] == ["Vercel", "Express.js"]
    assert why["nodes"][0]["evidence"][0]["reasons"][0]["all_of"] == [express]
    evidence = why_not["nodes"][0]["evidence"][0]
    assert (why_not["held"], evidence["counts"], evidence["rule"]) == (False, False, "observed_at")
    assert evidence["by_claim"] == told["go"]["claim"]["id"]
    assert sum(why_not["weight"].values()) == pytest.approx(why_not["nodes"][0]["claim"]["entrenchment"], abs=0.1)


def test_the_history_of_a_question_stands_on_both_clocks(told: dict[str, Any], scout: Api) -> None:
    with on("2026-06-01"):
        found = scout.get("beliefs/history/", subject="Project", predicate="framework").json()
        alone = scout.get(f"claims/{told['express']['claim']['id']}/history/").json()
    rows = {each["claim"]["object"]: each["held"] for each in found["results"]}
    assert [(row["valid"], row["recorded"], row["opened"], row["closed"]) for row in rows["Express.js"]] == [
        (
            {"from": "2026-03-01", "to": None},
            {"from": "2026-03-03T00:00:00Z", "to": "2026-05-16T09:00:00Z"},
            1,
            3,
        ),
        ({"from": "2026-03-01", "to": "2026-05-15"}, {"from": "2026-05-16T09:00:00Z", "to": None}, 3, None),
    ]
    assert alone["held"] == rows["Express.js"]
    assert [act["operation"] for act in alone["acts"]] == ["assert"]


def test_the_queue_asks_about_what_lost_its_reason(told: dict[str, Any], scout: Api) -> None:
    items = scout.get("reviews/", open="true", kind="dependent").json()["results"]
    assert [(item["claim"]["object"], item["claim"]["marks"], item["verdict"]) for item in items] == [
        ("Vercel", ["flagged"], None)
    ]
    assert scout.get("reviews/", open="false").json()["results"] == []


def test_a_base_counts_what_it_holds(told: dict[str, Any], scout: Api) -> None:
    found = scout.get().json()
    assert (found["head"], found["counts"]) == (3, {"entities": 1, "claims": 3, "held": 3, "open_reviews": 1})


def test_a_request_is_found_again_in_the_log_and_the_revision(scout: Api) -> None:
    answer = scout.post("claims/", {**_claim(), "object": "Go"}, headers={"X-Request-ID": "scout-request-17"})
    assert answer.headers["X-Request-ID"] == "scout-request-17"
    assert Revision.objects.get(base_id=scout.base).request_id == "scout-request-17"
    assert AuditEntry.objects.get(chain_id=scout.base).request_id == "scout-request-17"


@pytest.mark.parametrize("sent", ["short", "with spaces in it", "x" * 65, "ünïcödé-id"])
def test_a_request_id_that_is_none_is_not_kept(scout: Api, sent: str) -> None:
    answer = scout.get(headers={"X-Request-ID": sent})
    assert len(answer.headers["X-Request-ID"]) == 36


def _claim() -> dict[str, Any]:
    return {"subject": "project", "predicate": "uses_framework", "object": "Go", "source": {"kind": "stated"}}
