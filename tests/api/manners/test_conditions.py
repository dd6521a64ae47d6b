"""Entity tags: a 304 is given where the answer is the same, and only there; an act on what has moved is refused."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.urls import URLPattern, URLResolver, get_resolver

from claims.api.views.base import View
from claims.models import BeliefBase, Predicate, Role
from claims.services import clock
from claims.services.vocabulary.load import touch
from tests.api.client import Api, claim, key_for, problem, user
from tests.api.test_plans import stored
from tests.cast import instant

NOON = instant("2027-05-16T12:00")
TAG = {"If-None-Match": '"1"'}
READS = ("", "beliefs/", "beliefs/history/?subject=project&predicate=uses_framework", "revisions/", "revisions/1/",
         "reviews/", "claims/{claim}/", "claims/{claim}/history/", "claims/{claim}/explain/")  # fmt: skip


@pytest.fixture(autouse=True)
def at_noon() -> Iterator[None]:
    with clock.fixed(NOON):
        yield


@pytest.fixture
def express(scout: Api) -> str:
    made: str = scout.says("Express.js", expect=201).json()["claim"]["id"]
    return made


@pytest.mark.parametrize("path", READS)
@pytest.mark.parametrize(
    ("known", "expect"),
    [('"1"', 304), ('W/"1"', 304), ('"0", W/"1" , "7"', 304), ("*", 304), ('"0"', 200), ("1", 200), ("", 200),
     ('"11"', 200), ('W/"0","x"', 200)],
)  # fmt: skip
def test_what_the_reader_knows_is_not_sent_again(scout: Api, express: str, path: str, known: str, expect: int) -> None:
    answer = scout.get(path.format(claim=express), headers={"If-None-Match": known}, expect=expect)
    assert answer.headers["ETag"] == '"1"'
    assert "X-Request-ID" in answer.headers
    assert bool(answer.content) == (expect == 200)


def test_what_would_be_refused_is_refused_whatever_the_reader_knows(scout: Api, express: str) -> None:
    """As RFC 9110, section 13.2.1, has it."""
    problem(scout.get("beliefs/", colour="red", headers=TAG, expect=422), 422)
    problem(scout.get("claims/00000000-0000-4000-8000-000000000000/", headers={"If-None-Match": "*"}, expect=404), 404)


def test_a_head_is_told_the_same(scout: Api, express: str) -> None:
    path = f"/api/v1/bases/{scout.base}/beliefs/"
    own = {"Authorization": f"Bearer {scout.key}"}
    assert scout.client.head(path, headers=own).headers["ETag"] == '"1"'
    assert scout.client.head(path, headers={**own, **TAG}).status_code == 304


@pytest.mark.parametrize(
    ("more", "turns"),
    [
        ({"valid_to": "2027-05-16T13:00:00Z"}, True),
        ({"valid_from": "2027-05-16T13:00:00Z"}, True),
        ({"valid_from": "2027-05-16T13:00:00Z", "valid_to": "2027-05-16T13:00:01Z"}, True),
        ({"valid_from": "2026", "valid_to": "2027-05-15"}, False),
        ({"valid_from": "2028"}, False),
        ({}, False),
    ],
)
def test_time_alone_can_change_what_is_true_now(scout: Api, more: dict[str, Any], turns: bool) -> None:
    known = scout.says("Go", expect=201, **more).json()["claim"]["id"]
    paths = ("beliefs/", f"claims/{known}/", f"claims/{known}/explain/", "")
    earlier = [scout.get(path).json() for path in paths]
    for path in paths:
        scout.get(path, headers=TAG, expect=304)
    with clock.fixed(NOON + timedelta(hours=2)):
        for path in paths:
            scout.get(path, headers=TAG, expect=200 if turns else 304)
        for path in paths[:3]:
            scout.get(path, headers=TAG, valid_at="2027-05-16T12:00:00Z", expect=304)
        changed = [scout.get(path).json() for path in paths[:2]] != earlier[:2]
    assert changed or not turns


def test_a_claim_that_is_not_held_may_end_too(scout: Api) -> None:
    scout.says("Express.js", source={"kind": "stated"})
    weak = scout.says("Go", source={"kind": "inferred"}, valid_to="2027-05-16T13:00:00Z").json()["claim"]["id"]
    tag = {"If-None-Match": '"2"'}
    assert scout.get(f"claims/{weak}/").json()["status"] == "rejected"
    scout.get(f"claims/{weak}/", headers=tag, expect=304)
    with clock.fixed(NOON + timedelta(hours=2)):
        assert scout.get(f"claims/{weak}/", headers=tag, expect=200).json()["status"] == "past"


def test_an_end_foreseen_changes_what_is_true_when_it_comes(scout: Api, express: str) -> None:
    ended = {"reading": "ended", "ended_at": "2027-05-16T13:00:00Z"}
    scout.post(f"claims/{express}/contract/", ended, expect=200)
    tag = {"If-None-Match": '"2"'}
    scout.get("beliefs/", headers=tag, expect=304)
    with clock.fixed(NOON + timedelta(hours=2)):
        assert scout.get("beliefs/", headers=tag, expect=200).json()["results"] == []


def test_other_words_for_the_same_are_sent_again(scout: Api, express: str) -> None:
    BeliefBase.objects.filter(id=scout.base).update(head_at=instant("2026-01-01"))  # a history older than its base
    scout.get(f"claims/{express}/", headers=TAG, expect=304)
    Predicate.objects.filter(name="uses_framework").update(phrase="{subject} stands on {object}.")
    touch()
    again = scout.get(f"claims/{express}/", headers=TAG, expect=200).json()
    assert again["statement"] == "Project stands on Express.js."


def test_who_may_not_read_is_not_told_that_nothing_changed(base: BeliefBase, express: str) -> None:
    blind = Api(base.id, key=key_for(base.id, scopes=("assert",)))
    problem(blind.get("beliefs/", headers=TAG, expect=403), 403)
    problem(Api(base.id, person=user("dave")).get(headers=TAG, expect=404), 404)
    problem(Api(base.id).get(headers=TAG, expect=401), 401)


def test_a_look_by_staff_is_noted_even_where_nothing_has_changed(base: BeliefBase, express: str) -> None:
    bob = Api(base.id, person=user("bob", Role.SUPPORT))
    before = stored()["audit_entry"]
    bob.get("beliefs/", headers=TAG, expect=304)
    assert stored()["audit_entry"] == before + 1


ACTS: list[tuple[str, dict[str, Any]]] = [
    ("claims/", claim("Go")),
    ("claims/batch/", {"items": [claim("Go")]}),
    ("claims/batch/", {"items": [claim("Go")], "atomic": False}),
    ("claims/{claim}/contract/", {"reading": "ended"}),
    ("claims/{claim}/justifications/", {"mode": "lift"}),
    ("revisions/1/undo/", {}),
]


@pytest.mark.parametrize(("path", "body"), ACTS)
def test_every_act_is_refused_where_the_base_has_moved(
    scout: Api, express: str, path: str, body: dict[str, Any]
) -> None:
    path = path.format(claim=express)
    sentence = "The base is at revision 1, not at the one you named; read it again before you write."
    weak = f"{sentence} A weak tag (W/…) never matches here."
    before = stored()
    for tag, told in (('"0"', sentence), ("1", sentence), ('W/"1"', weak), ('"0", W/"1"', weak), ('"11"', sentence)):
        for preview in ({}, {"preview": True}):
            problem(scout.post(path, {**body, **preview}, headers={"If-Match": tag}), 412, told)
    assert stored() == before
    assert scout.post(path, body, headers={"If-Match": '"0", "1"'}).status_code in (200, 201)
    assert scout.post(path, body, headers={"If-Match": "*"}).status_code in (200, 201, 422)


def test_every_act_of_every_endpoint_is_carried_out_once_and_heeds_if_match() -> None:
    """So that one added later has both without a word."""
    views = [each for each in _views(get_resolver("claims.api.urls").url_patterns) if hasattr(each, "post")]
    assert len(views) >= 7
    assert all(issubclass(each, View) for each in views)
    assert [each for each in views if each.acts and not hasattr(each.post, "__wrapped__")] == []


def _views(patterns: list[URLPattern | URLResolver]) -> Iterator[Any]:
    for each in patterns:
        if isinstance(each, URLResolver):
            yield from _views(each.url_patterns)
        else:
            yield each.callback.view_class  # type: ignore[attr-defined]


def test_one_of_two_writers_who_saw_the_same_is_refused(scout: Api, express: str, base: BeliefBase) -> None:
    quill = Api(base.id, key=key_for(base.id, agent="Quill"))
    scout.post("claims/", claim("Go"), headers={"If-Match": '"1"'}, expect=201)
    problem(quill.post("claims/", claim("Rust"), headers={"If-Match": '"1"'}), 412)
