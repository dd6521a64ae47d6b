"""Look first: previews, digests, entity tags."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection

from claims.models import BeliefBase
from tests.api.client import Api, claim, key_for, problem

STALE = "Things have changed since this was previewed; look at what would happen now and send its digest."


def stored() -> dict[str, int]:
    """How many rows each table of claims and of the log holds; how fast somebody asks is no part of it."""
    with connection.cursor() as cursor:
        tables = {name for name in connection.introspection.table_names(cursor) if not name.startswith("django_")}
        tables -= {"pace"}
        counts = {}
        for table in tables:
            cursor.execute(f'SELECT count(*) FROM "{table}"')
            counts[table] = cursor.fetchone()[0]
    return counts


@pytest.fixture
def chain(scout: Api) -> list[str]:
    """Express.js, Vercel that rests on it, and a status that rests on that."""
    ids: list[str] = []
    for value, predicate in (("Express.js", "uses_framework"), ("Vercel", "deploys_on"), ("live", "status")):
        reasons: dict[str, Any] = {"justifications": [{"all_of": [ids[-1]]}]} if ids else {}
        ids.append(scout.says(value, predicate, **reasons).json()["claim"]["id"])
    return ids


def test_a_preview_tells_what_would_happen_and_stores_nothing(scout: Api, chain: list[str]) -> None:
    before = stored()
    seen = scout.says("Go", preview=True, expect=200)
    body = seen.json()
    assert (body["outcome"], body["revision"], body["claim"]) == ("revised", None, None)
    assert (body["superseded"], body["flagged"]) == ([chain[0]], [chain[1]])
    assert (body["dependents"], body["beyond"]) == ([chain[1]], 1)
    assert body["impact"] == {"superseded": 1, "restored": 0, "flagged": 1, "beyond": 1, "agents": []}
    assert body["explanation"][0].startswith("Go (stated, ")
    assert seen.headers["ETag"] == '"3"'
    assert stored() == before


def test_a_preview_names_the_agents_that_know_what_would_change(scout: Api, chain: list[str]) -> None:
    watcher = Api(scout.base, key=key_for(scout.base, agent="Watcher"))
    watcher.get(f"claims/{chain[0]}/")
    scout.get(f"claims/{chain[2]}/")
    assert scout.says("Go", preview=True).json()["impact"]["agents"] == ["Watcher"]


def test_the_plan_that_was_seen_is_carried_out(scout: Api, chain: list[str]) -> None:
    digest = scout.says("Go", preview=True).json()["digest"]
    done = scout.says("Go", digest=digest, expect=201).json()
    assert (done["digest"], done["revision"]) == (digest, 4)
    assert "dependents" not in done
    assert "impact" not in done


def test_another_plan_is_not_carried_out_but_shown(scout: Api, chain: list[str]) -> None:
    digest = scout.says("Go", preview=True).json()["digest"]
    scout.says("Django")
    before = stored()
    body = problem(scout.says("Go", digest=digest), 409, STALE)
    assert body["digest"] == body["plan"]["digest"] == scout.says("Go", preview=True).json()["digest"]
    assert body["plan"]["explanation"][0].startswith("Go (stated, ")
    assert stored() == before
    scout.says("Go", digest=body["digest"], expect=201)


SAID = {"kind": "stated", "uri": "turn:1", "excerpt": "Go it is.", "method": "turn", "sha256": "a" * 64}


@pytest.mark.parametrize(
    "other",
    [
        {"name": "the-backend"},
        {"name": None},
        {"object": "go"},
        {"valid_from": "2026-05-15T00:00:00Z"},
        *(
            {"source": {**SAID, name: value}}
            for name, value in (("uri", "turn:2"), ("excerpt", "Go."), ("method", "x"))
        ),
        {"source": {**SAID, "sha256": "b" * 64}},
        {"source": {**SAID, "observed_at": "2026-05-16T09:00:00Z"}},
    ],
    ids=str,
)
def test_what_was_seen_is_what_is_kept(scout: Api, chain: list[str], other: dict[str, Any]) -> None:
    seen = claim("Go", valid_from="2026-05-15", name="backend", source=SAID)
    digest = scout.post("claims/", {**seen, "preview": True}).json()["digest"]
    problem(scout.post("claims/", {**seen, **other, "digest": digest}), 409, STALE)
    scout.post("claims/", {**seen, "digest": digest}, expect=201)


def test_why_it_is_done_may_be_said_at_the_very_last(scout: Api, chain: list[str]) -> None:
    at = f"claims/{chain[0]}/contract/"
    digest = scout.post(at, {"reading": "never_true", "preview": True}).json()["digest"]
    scout.post(at, {"reading": "never_true", "reason": "A slip of the tongue.", "digest": digest}, expect=200)


def entity_of(scout: Api) -> str:
    found: str = scout.get("entities/").json()["results"][0]["id"]
    return found


@pytest.mark.parametrize("path", ["contract", "justifications", "undo", "batch", "aliases"])
def test_every_act_can_be_looked_at_first(scout: Api, chain: list[str], path: str) -> None:
    acts: dict[str, tuple[str, dict[str, Any]]] = {
        "contract": (f"claims/{chain[0]}/contract/", {"reading": "never_true"}),
        "justifications": (f"claims/{chain[1]}/justifications/", {"mode": "lift"}),
        "undo": ("revisions/1/undo/", {}),
        "batch": ("claims/batch/", {"items": [claim("Go")]}),
        "aliases": (f"entities/{entity_of(scout)}/aliases/", {"alias": "Skylark"}),
    }
    at, body = acts[path]
    before = stored()
    seen = scout.post(at, {**body, "preview": True}, expect=200).json()
    assert stored() == before
    problem(scout.post(at, {**body, "digest": "0" * 64}), 409, STALE)
    assert stored() == before
    scout.post(at, {**body, "digest": seen["digest"]}, expect=201 if path == "batch" else 200)


def test_what_is_read_carries_its_revision_and_is_not_sent_twice(scout: Api, chain: list[str]) -> None:
    for path in ("", "beliefs/", f"claims/{chain[0]}/", "revisions/", "reviews/"):
        tag = scout.get(path).headers["ETag"]
        assert tag == '"3"'
        again = scout.get(path, headers={"If-None-Match": tag}, expect=304)
        assert (again.content, again.headers["ETag"]) == (b"", tag)
        scout.get(path, headers={"If-None-Match": '"2", W/"1"'})


def test_a_write_on_a_base_that_has_moved_on_is_refused(scout: Api, chain: list[str]) -> None:
    before = stored()
    sentence = "The base is at revision 3, not at the one you named; read it again before you write."
    for tag in ('"2"', '"x"', "3"):
        problem(scout.post("claims/", claim("Go"), headers={"If-Match": tag}), 412, sentence)
    assert stored() == before
    done = scout.post("claims/", claim("Go"), headers={"If-Match": '"3"'}, expect=201)
    assert done.headers["ETag"] == '"4"'
    scout.post("claims/", claim("Django"), headers={"If-Match": "*"}, expect=201)


def test_a_claim_that_is_known_already_is_not_made_again(scout: Api, chain: list[str]) -> None:
    made = scout.says("Go", expect=201)
    assert made.headers["Location"] == made.json()["claim"]["url"]
    again = scout.says(" GO ", expect=200).json()
    assert (again["outcome"], again["claim"]["object"]) == ("corroborated", "Go")


def test_pages_follow_one_another_without_gap_or_repetition(scout: Api, base: BeliefBase) -> None:
    items = [claim(f"tool {number}", "uses_tool") for number in range(7)]
    scout.post("claims/batch/", {"items": items}, expect=201)
    for path in ("beliefs/", "revisions/", "reviews/", "entities/", "/api/v1/vocabulary/", "/api/v1/bases/"):
        whole = scout.get(path, limit=1000).json()["results"]
        found: list[Any] = []
        page = scout.get(path, limit=3).json()
        while True:
            found += page["results"]
            if page["next"] is None:
                break
            page = scout.get(page["next"]).json()
        assert found == whole
