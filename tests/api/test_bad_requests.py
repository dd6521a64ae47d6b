"""Requests that cannot be read: bodies that are no JSON or too much of it, and questions in the query string."""

from __future__ import annotations

from typing import Any

import pytest

from tests.api.client import Api, claim, key_for, problem
from tests.api.test_bad_input import LIKE, NUL, told
from tests.api.test_plans import stored

__all__ = ["told"]


@pytest.mark.parametrize("body", [" ", "{", "nonsense", '{"a": NaN}', "\ufeff{}", b"\xff\xfe"])
def test_what_is_not_json_is_told_so(told: Api, body: str | bytes) -> None:
    before = stored()
    answer = problem(told.post("claims/", body), 400, "The body is not JSON in UTF-8.")
    assert answer["type"] == "/problems/not-json"
    assert stored() == before


@pytest.mark.parametrize("body", ["[]", '"text"', "17", "null", "true"])
def test_what_is_no_object_is_told_so(told: Api, body: str) -> None:
    assert problem(told.post("claims/", body), 422)["errors"][0]["pointer"] == ""


def test_a_preview_sent_in_chunks_is_not_carried_out(told: Api) -> None:
    before = told.get("").json()["head"]
    response = told.client.generic(
        "POST",
        f"/api/v1/bases/{told.base}/revisions/1/undo/",
        headers={"Authorization": f"Bearer {told.key}", "Transfer-Encoding": "chunked"},
    )
    problem(response, 400, "The body came in chunks, which are not read here; send it with its Content-Length.")
    assert told.get("").json()["head"] == before


def test_a_body_too_large_is_told_so(told: Api) -> None:
    answer = told.post("claims/", "x" * (10 * 1024 * 1024 + 1))
    problem(answer, 413, "The body is larger than 10 MB; send it in parts.")


@pytest.mark.parametrize(
    "at", ["claims/", "claims/batch/", "revisions/1/undo/", "/api/v1/bases/", "/api/v1/vocabulary/"]
)
def test_an_act_without_a_word_is_not_carried_out(told: Api, at: str) -> None:
    admin = Api(told.base, key=key_for(told.base, scopes=("read", "assert", "revise", "admin")))
    before = stored()
    problem(admin.post(at, b""), 400, "The body is empty; send a JSON object, if only {}.")
    assert stored() == before


@pytest.mark.parametrize("depth", [51, 400, 940, 100_000])
def test_a_body_nested_too_deeply_is_told_so(told: Api, depth: int) -> None:
    before = stored()
    for opening, closing in (("[", "]"), ('{"a":', "}")):
        deep = opening * depth + "1" + closing * depth
        answer = problem(told.post("claims/", deep), 422)
        assert answer["detail"] == "The body is nested too deeply; 50 levels fit."
    assert stored() == before


def test_of_a_thousand_faults_a_hundred_are_named(told: Api) -> None:
    items = [
        claim("Go") | {"object": 17, "valid_from": "then", "confidence": 2} | {f"x{n}": 1 for n in range(50)}
        for _ in range(1000)
    ]
    answer = told.post("claims/batch/", {"items": items})
    errors = problem(answer, 422)["errors"]
    assert len(errors) == 101
    assert errors[-1] == {"pointer": "", "message": "There are 22,900 more; mend these first."}
    assert len(answer.content) < 100_000
    alone = told.post("claims/batch/", {"items": items, "atomic": False}, expect=200)
    assert {len(each["errors"]) for each in alone.json()["results"]} == {11}


def test_a_list_too_long_is_refused_before_it_is_read(told: Api) -> None:
    answer = told.post("claims/batch/", {"items": [{}] * 1001})
    assert problem(answer, 422)["errors"] == [{"pointer": "/items", "message": "At most 1000 items fit here."}]
    nul = told.post("claims/batch/", {"items": ["\0"] * 5000})
    assert len(problem(nul, 422)["errors"]) == 100


@pytest.mark.parametrize(
    ("path", "query", "pointer", "sentence"),
    [
        (
            "beliefs/",
            {"known_at": "2999"},
            "/known_at",
            "Nobody knows yet what will be known then; give a known_at that is not ahead.",
        ),
        ("beliefs/", {"valid_at": "2026-05-15T09:00"}, "/valid_at", f"The time 2026-05-15T09:00 has no zone; {LIKE}"),
        ("beliefs/", {"limit": "0"}, "/limit", "A page holds between 1 and 1,000."),
        ("beliefs/", {"limit": "1001"}, "/limit", "A page holds between 1 and 1,000."),
        ("beliefs/", {"limit": "many"}, "/limit", "Send a whole number here."),
        ("beliefs/", {"cursor": "nonsense"}, "/cursor", "This cursor is none of ours; follow “next” as it was given."),
        ("beliefs/", {"cursor": "WzFd"}, "/cursor", "This cursor is none of ours; follow “next” as it was given."),
        (
            "revisions/",
            {"cursor": "OTk5OTk5OTk5OTk5"},
            "/cursor",
            "This cursor is none of ours; follow “next” as it was given.",
        ),
        ("reviews/", {"cursor": "WzFd"}, "/cursor", "This cursor is none of ours; follow “next” as it was given."),
        ("beliefs/", {"min_confidence": "high"}, "/min_confidence", "Send a number between 0 and 1 here."),
        (
            "beliefs/",
            {"min_confidence": "1.2"},
            "/min_confidence",
            "A confidence lies between 0 and 1, and 1.2 does not.",
        ),
        (
            "beliefs/",
            {"tier": "heard"},
            "/tier",
            "“heard” is none of verified, stated, observed, documented, inferred.",
        ),
        (
            "beliefs/",
            {"predicat": "x"},
            "/predicat",
            "There is no field “predicat” here; there are valid_at, known_at, limit, cursor, subject, predicate, "
            "object, q, min_confidence, tier.",
        ),
        ("beliefs/", {"q": "\0"}, "/q", NUL),
        ("beliefs/history/", {"subject": "project"}, "/predicate", "This is needed."),
        ("reviews/", {"open": "maybe"}, "/open", "Write true or false here."),
    ],
)
def test_a_question_that_cannot_be_read_is_told_so(
    told: Api, path: str, query: dict[str, Any], pointer: str, sentence: str
) -> None:
    assert problem(told.get(path, expect=422, **query), 422)["errors"] == [{"pointer": pointer, "message": sentence}]


ODD = ["nan", "١", "1_0", "+1", " 1", "1 ", "1e0", "0x1", ""]


@pytest.mark.parametrize("written", ODD)
def test_numbers_are_written_in_plain_digits(told: Api, written: str) -> None:
    whole, share = "Send a whole number here.", "Send a number between 0 and 1 here."
    problem(told.get("beliefs/", expect=422, limit=written), 422, whole)
    problem(told.get("beliefs/", expect=422, min_confidence=written), 422, share)


def test_blank_words_look_for_nothing(told: Api) -> None:
    everything = told.held()
    assert len(everything) == 2
    for word in ("subject", "predicate", "object", "q"):
        for blank in ("", " "):
            assert told.held(**{word: blank}) == everything
    assert told.get("beliefs/history/", subject="", predicate="uses_framework").json()["results"] == []
