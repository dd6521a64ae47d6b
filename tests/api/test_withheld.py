"""Whatever a key asks and does, it reads no word of a restricted claim that it did not say itself."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qsl
from uuid import UUID

import pytest

from claims.models import BeliefBase, Disclosure, Membership
from tests.api.client import Api, key_for, problem, user

#: Words that a restricted claim, what was said of it and what was decided about it are made of.
WORDS = ("moonraker", "halley", "zanzibar", "hides_in", "hides in", "hideaway", "overheard", "because of the harbour")


@pytest.fixture
def alice(base: BeliefBase) -> Api:
    person = user("alice")
    Membership.objects.create(base_id=base.id, user_id=person.id)
    return Api(base.id, person=person)


@pytest.fixture
def other(base: BeliefBase) -> Api:
    """A key of another agent, which has read and said nothing yet, and may do everything."""
    return Api(base.id, key=key_for(base.id, agent="Mole", scopes=("read", "assert", "revise", "admin")))


@pytest.fixture
def told(alice: Api, scout: Api) -> dict[str, Any]:
    """A base that holds a claim which a person has restricted since, a rival, a dependent, a contradiction, and what
    was decided."""
    said = {"subject": "Moonraker", "predicate": "hides_in", "name": "hideaway"}
    source = {"kind": "stated", "excerpt": "As overheard.", "observed_at": "2026-03-01"}
    hidden = scout.says("Zanzibar", source=source, expect=201, **said).json()["claim"]["id"]
    moonraker = scout.get("entities/", q="moonraker").json()["results"][0]["id"]
    scout.post(f"entities/{moonraker}/aliases/", {"alias": "Halley"}, expect=200)
    rival = scout.says("Oslo", "hides_in", subject="Moonraker", source={"kind": "observed"}, expect=201).json()
    go = scout.says("Go", justifications=[{"all_of": [hidden]}], expect=201).json()["claim"]["id"]
    fly = scout.says("Fly", "deploys_on", supports=[hidden], expect=201).json()["claim"]["id"]
    nogood = scout.post("nogoods/", {"members": [hidden, fly]}, expect=201).json()["nogood"]["id"]
    reason = {"reason": "Because of the harbour."}
    alice.post(f"nogoods/{nogood}/resolve/", {"keep": [hidden], **reason}, expect=200)
    alice.post("revisions/6/undo/", reason, expect=200)
    alice.post(f"claims/{hidden}/restrict/", reason, expect=200)
    alice.post(f"claims/{rival['claim']['id']}/restrict/", reason, expect=200)
    Disclosure.objects.all().delete()
    return {
        "hidden": hidden,
        "rival": rival["claim"]["id"],
        "go": go,
        "fly": fly,
        "nogood": nogood,
        "entity": moonraker,
    }


def heard(response: Any) -> set[str]:
    """The words that an answer, its headers included, gives away."""
    text = (response.content.decode() + str(response.headers)).casefold()
    return {word for word in WORDS if word in text}


PATHS = (
    "", "beliefs/", "beliefs/?q=zan", "beliefs/?valid_at=2026-03-02&known_at=2026-03-02", "entities/",
    "entities/?q=moon",
    "entities/?q=hall", "reviews/", "nogoods/", "nogoods/{nogood}/", "revisions/", "graph/?claim={hidden}",
    "graph/?claim={go}", "graph/?claim={fly}", "compare/?a={hidden}&b={go}", "compare/?a={rival}&b={hidden}",
    "beliefs/history/?subject=project&predicate=uses_framework", "/api/v1/vocabulary/", "/api/v1/bases/",
    *(f"claims/{{{name}}}/{below}" for name in ("hidden", "rival", "go", "fly")
      for below in ("", "history/", "explain/", "impact/")),
    *(f"revisions/{number}/" for number in range(1, 9)),
)  # fmt: skip


@pytest.mark.parametrize("path", PATHS)
def test_no_read_gives_a_word_away(other: Api, told: dict[str, Any], path: str) -> None:
    path, _, query = path.format(**told).partition("?")
    asked: dict[str, Any] = dict(parse_qsl(query))
    assert heard(other.get(path, **asked)) == set()
    assert not Disclosure.objects.filter(claim_id__in=[UUID(told["hidden"]), UUID(told["rival"])]).exists()


def test_a_person_reads_them(alice: Api, told: dict[str, Any]) -> None:
    assert heard(alice.get(f"claims/{told['hidden']}/")) >= {"moonraker", "zanzibar", "hideaway", "overheard"}
    assert {each["name"] for each in alice.get("entities/").json()["results"]} == {"Moonraker", "project"}
    assert [each["predicate"] for each in alice.get("reviews/", kind="predicate").json()["results"]] == ["hides_in"]
    assert "because of the harbour" in heard(alice.get("revisions/"))


ACTS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("claims/{hidden}/contract/", {"reading": "ended"}),
    ("claims/{hidden}/justifications/", {"mode": "lift"}),
    ("claims/{go}/contract/", {"reading": "never_true"}),
    ("claims/", {"subject": "project", "predicate": "status", "object": "live", "source": {"kind": "stated"},
                 "justifications": [{"all_of": ["{hidden}"], "none_of": ["{rival}"]}]}),
    ("claims/", {"subject": "project", "predicate": "status", "object": "live", "source": {"kind": "stated"},
                 "corrects": "{hidden}", "correction": True}),
    ("nogoods/", {"members": ["{hidden}", "{go}"]}),
    ("nogoods/", {"members": ["{hidden}", "{fly}"]}),
    ("nogoods/{nogood}/resolve/", {"keep": ["{fly}"]}),
    ("revisions/1/undo/", {}),
    ("revisions/2/undo/", {}),
    ("revisions/3/undo/", {}),
    ("reviews/{review}/close/", {"verdict": "single"}),
    ("reviews/{review}/close/", {"verdict": "synonym_of"}),
    ("reviews/{review}/close/", {"verdict": "no such"}),
    ("entities/{entity}/aliases/", {"alias": "project"}),
    ("entities/{entity}/aliases/", {"alias": "Comet"}),
)  # fmt: skip


@pytest.mark.parametrize("how", ["preview", "stale", "done"])
@pytest.mark.parametrize(("path", "body"), ACTS)
def test_no_act_gives_a_word_away(
    alice: Api, other: Api, told: dict[str, Any], path: str, body: dict[str, Any], how: str
) -> None:
    told["review"] = alice.get("reviews/", kind="predicate").json()["results"][0]["id"]
    terms: dict[str, dict[str, Any]] = {"preview": {"preview": True}, "stale": {"digest": "0" * 64}, "done": {}}
    sent = {name: _filled(each, told) for name, each in body.items()} | terms[how]
    assert heard(other.post(path.format(**told), sent)) == set()
    assert heard(other.get("revisions/")) | heard(other.get("entities/")) == set()


def _filled(body: Any, told: dict[str, Any]) -> Any:
    match body:
        case str():
            return body.format(**told)
        case list():
            return [_filled(each, told) for each in body]
        case dict():
            return {name: _filled(each, told) for name, each in body.items()}
        case _:
            return body


# --- subjects of none but restricted claims -----------------------------------------------------------------


def test_a_subject_of_none_but_restricted_claims_is_told_to_no_key(
    alice: Api, other: Api, told: dict[str, Any]
) -> None:
    assert [each["name"] for each in other.get("entities/").json()["results"]] == ["project"]
    problem(
        other.post(f"entities/{told['entity']}/aliases/", {"alias": "project"}),
        404,
        "There is no such entity in this base.",
    )
    alice.post(f"claims/{told['rival']}/release/", expect=200)
    assert [each["name"] for each in other.get("entities/", q="moon").json()["results"]] == ["Moonraker"]


def test_a_key_that_calls_it_by_a_name_is_told_that_name_alone(other: Api, told: dict[str, Any]) -> None:
    answer = other.post("entities/", {"name": "HALLEY"}, expect=200).json()
    assert answer == {"id": told["entity"], "name": "HALLEY", "aliases": [], "claims": 2}
    other.says("Go", subject="Halley", expect=201)
    assert other.held(subject="halley") == ["Go"]


def test_a_subject_of_no_claims_yet_is_told(other: Api) -> None:
    other.post("entities/", {"name": "Comet"}, expect=201)
    assert [each["name"] for each in other.get("entities/").json()["results"]] == ["Comet"]


def test_the_kept_answer_that_named_it_is_not_given_again(alice: Api, scout: Api, told: dict[str, Any]) -> None:
    alice.post(f"claims/{told['rival']}/release/", expect=200)
    once = {"Idempotency-Key": "x"}
    assert heard(scout.post("entities/", {"name": "halley"}, headers=once, expect=200)) == {"moonraker", "halley"}
    alice.post(f"claims/{told['rival']}/restrict/", expect=200)
    assert heard(problem_of(scout.post("entities/", {"name": "halley"}, headers=once))) == set()


def problem_of(response: Any) -> Any:
    problem(response, 409)
    return response


# --- answers that were kept ---------------------------------------------------------------------------------


def test_the_kept_answer_of_an_undo_is_withheld_for_what_merely_moved(alice: Api, scout: Api) -> None:
    scout.says("Vercel", "deploys_on", expect=201)
    rocket = scout.says("Vercel", "deploys_on", subject="Rocket", expect=201).json()["claim"]["id"]
    project = scout.get("entities/", q="project").json()["results"][0]["id"]
    scout.post(f"entities/{project}/aliases/", {"alias": "rocket"}, expect=200)
    once = {"Idempotency-Key": "x"}
    told = scout.post("revisions/3/undo/", {}, headers=once, expect=200).json()
    assert "Vercel is now held under “Rocket”: Rocket deploys on Vercel." in told["explanation"]
    scout.says("Go", subject="Rocket", expect=201)
    alice.post(f"claims/{rocket}/restrict/", expect=200)
    problem(scout.post("revisions/3/undo/", {}, headers=once), 409)
