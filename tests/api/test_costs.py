"""What requests cost: as many statements however much the base holds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.api.client import Api, claim


@pytest.fixture
def costs(scout: Api) -> Callable[[int], dict[str, int]]:
    """How many statements each request takes in a base that holds so many claims."""
    told = 0

    def measured(held: int) -> dict[str, int]:
        nonlocal told
        names = [f"thing {number}" for number in range(told, held)]
        items = [claim(f"value of {name}", "status", subject=name) for name in names]
        scout.post("claims/batch/", {"items": items}, expect=201)
        told = held
        about = f"project {held}"
        known = scout.says("Express.js", subject=about, expect=201).json()["claim"]["id"]
        other = scout.says("Vercel", "deploys_on", subject=f"rocket {held}", expect=201).json()["claim"]["id"]
        entity = scout.get("entities/", q=about).json()["results"][0]["id"]
        alias = {"alias": f"rocket {held}"}
        requests: dict[str, Callable[[], Any]] = {
            "assert what replaces another": lambda: scout.says("Go", subject=about, expect=201),
            "assert what is new": lambda: scout.says("x", "status", subject=f"new {held}", expect=201),
            "look at an act first": lambda: scout.says("Rust", subject=about, preview=True, expect=200),
            "take back": lambda: scout.post(f"claims/{known}/contract/", {"reading": "ended"}, expect=200),
            "list what is held": lambda: scout.get("beliefs/", limit=1000),
            "read a claim": lambda: scout.get(f"claims/{known}/"),
            "say again what was read": lambda: scout.says("Express.js", subject=about, expect=200),
            "see what leans on a claim": lambda: scout.get(f"claims/{known}/impact/"),
            "compare two": lambda: scout.get("compare/", a=known, b=other),
            "list subjects": lambda: scout.get("entities/", limit=1000),
            "make two subjects one": lambda: scout.post(f"entities/{entity}/aliases/", alias, expect=200),
            "list revisions": lambda: scout.get("revisions/"),
            "list the queue": lambda: scout.get("reviews/"),
        }
        return {name: _count(call) for name, call in requests.items()}

    return measured


def _count(call: Callable[[], Any]) -> int:
    with CaptureQueriesContext(connection) as captured:
        call()
    return sum("UPDATE agent_key" not in each["sql"] for each in captured)  # that a key was used, once a minute


def test_requests_take_as_many_statements_at_a_thousand_claims_as_at_ten(
    costs: Callable[[int], dict[str, int]],
) -> None:
    few, many = costs(10), costs(1000)
    assert many == few
    assert max(few.values()) <= 50, few
