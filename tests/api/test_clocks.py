"""The two clocks at their edges: the last instant, days that mean their close, and claims not heard of yet."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.test import Client

from claims.models import BeliefBase
from claims.services import clock
from tests.api.client import Api, claim, key_for, problem, user
from tests.cast import instant

LAST = "9999-12-31T23:59:59.999999Z"
UNHEARD = "The base had not heard of this claim by then; give a later known_at."


@contextmanager
def on(moment: str) -> Iterator[None]:
    with clock.fixed(instant(moment)):
        yield


@pytest.fixture
def go(scout: Api) -> str:
    """Express.js on the first of May, Go in its place at noon of the 16th."""
    with on("2026-05-01T09:00"):
        scout.says("Express.js", expect=201)
    with on("2026-05-16T12:00"):
        told: str = scout.says("Go", expect=201).json()["claim"]["id"]
        return told


@pytest.mark.parametrize("at", [LAST, "9999-12-31T23:59:59.999998Z", "9999-12-31", "9999"])
def test_at_the_last_instant_all_say_the_same(scout: Api, go: str, at: str) -> None:
    why = scout.get(f"claims/{go}/explain/", valid_at=at).json()
    node = why["nodes"][0]
    assert (why["held"], node["claim"]["status"]) == (True, "active")
    assert [each["counts"] for each in node["evidence"]] == [True]
    assert scout.held(valid_at=at) == ["Go"]
    assert scout.get(f"claims/{go}/", valid_at=at).json()["status"] == "active"


def test_nothing_ends_at_the_last_instant(scout: Api, go: str) -> None:
    answer = scout.post(f"claims/{go}/contract/", {"reading": "ended", "ended_at": LAST})
    assert problem(answer, 422)["errors"][0]["pointer"] == "/ended_at"


@pytest.mark.parametrize(
    ("known_at", "held"),
    [
        ("2026-05-15", ["Express.js"]),
        ("2026-05-16T00:00:00Z", ["Express.js"]),
        ("2026-05-16", ["Go"]),
        ("2026-04", []),
        ("2026-05", ["Go"]),
        ("2026", ["Go"]),
    ],
)
def test_a_day_month_or_year_means_what_was_known_by_its_close(
    scout: Api, go: str, known_at: str, held: list[str]
) -> None:
    with on("2026-06-01"):
        assert scout.held(known_at=known_at, valid_at="2026-05-20") == held


def test_of_a_day_that_is_not_over_it_means_now(scout: Api, go: str) -> None:
    with on("2026-05-16T13:00"):
        next_page = scout.get("beliefs/", known_at="2026-05-16", limit=1)
        assert next_page.json()["results"][0]["object"] == "Go"
    with on("2026-05-16T13:00"):
        problem(scout.get("beliefs/", known_at="2026-05-17", expect=422), 422)


def test_pages_and_api_mean_the_same_by_a_day(scout: Api, go: str, base: BeliefBase) -> None:
    bob = Client()
    bob.force_login(user("bob", "support"))
    with on("2026-06-01"):
        for day, there, gone in (("2026-05-15", "Express.js", "Go."), ("2026-05-16", "Go.", "Express.js")):
            page = bob.get(f"/bases/{base.id}/", {"known_at": day}).content.decode()
            assert there in page
            assert gone not in page
            assert scout.held(known_at=day, valid_at=f"{day}T23:00:00Z") == [there.removesuffix(".")]


def test_what_nobody_had_said_yet_was_not_there(scout: Api, go: str, base: BeliefBase) -> None:
    for at in ("", "history/", "explain/"):
        problem(scout.get(f"claims/{go}/{at}", known_at="2026-05-15", expect=404), 404, UNHEARD)
        scout.get(f"claims/{go}/{at}", known_at="2026-05-16")
    asked = "beliefs/history/?subject=project&predicate=uses_framework&known_at=2026-05-15"
    histories = scout.get(asked).json()["results"]
    assert [each["claim"]["object"] for each in histories] == ["Express.js"]
    bob = Client()
    bob.force_login(user("bob", "support"))
    assert bob.get(f"/bases/{base.id}/beliefs/{go}/", {"known_at": "2026-05-15"}).status_code == 404


def test_what_was_said_and_undone_is_retracted(scout: Api, go: str) -> None:
    alone = scout.says("live", "status").json()
    for undone, number in ((go, 2), (alone["claim"]["id"], alone["revision"])):
        scout.post(f"revisions/{number}/undo/", {}, expect=200)
        why = scout.get(f"claims/{undone}/explain/").json()
        assert (why["held"], why["nodes"][0]["claim"]["status"]) == (False, "retracted")
        assert scout.get(f"claims/{undone}/").json()["status"] == "retracted"


def test_what_the_same_voice_says_again_is_no_second_source(scout: Api, base: BeliefBase) -> None:
    said = claim("Go", source={"kind": "stated", "excerpt": "Go it is."})
    made = scout.post("claims/", said, expect=201).json()["claim"]["id"]
    bob = Client()
    bob.force_login(user("bob", "support"))

    def page() -> str:
        return bob.get(f"/bases/{base.id}/beliefs/{made}/").content.decode()

    for again, words in ((1, "Said again on "), (2, "Said again 2 times, last on ")):
        scout.post("claims/", said, expect=200)
        assert page().count("<blockquote>") == 1, again
        assert words in page()
    Api(base.id, key=key_for(base.id, agent="Quill")).post("claims/", said, expect=200)
    assert page().count("<blockquote>") == 2
