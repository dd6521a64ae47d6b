"""`Idempotency-Key`: the same act, sent twice, is carried out once."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from django.db import connection, transaction
from procrastinate.contrib.django import app

from claims.models import AgentKey, BeliefBase, KeptAnswer, KeyBase, Membership, Revision
from claims.queries.manners.answers import erase_answers, take_turn
from claims.services import clock
from claims.services.manners.once import forget_requests
from claims.tasks import forget
from tests.api.client import Api, claim, key_for, problem, user
from tests.api.test_plans import stored
from tests.cast import instant

KEY = {"Idempotency-Key": "5b0c4f3e-1"}


def seen(answer: Any) -> tuple[Any, ...]:
    """All that an answer tells, but for the id of its request and whether it was told before."""
    return (answer.status_code, answer.content, answer.headers.get("ETag"), answer.headers.get("Location"))


@pytest.fixture
def express(scout: Api) -> str:
    made: str = scout.says("Express.js", expect=201).json()["claim"]["id"]
    return made


def test_the_same_act_is_carried_out_once_and_answered_again(scout: Api, express: str) -> None:
    first = scout.post("claims/", claim("Go"), headers=KEY, expect=201)
    before = stored()
    again = scout.post("claims/", claim("Go"), headers=KEY, expect=201)
    assert seen(again) == seen(first)
    assert (first.headers.get("Idempotency-Replayed"), again.headers["Idempotency-Replayed"]) == (None, "true")
    assert again.headers["X-Request-ID"] != first.headers["X-Request-ID"]
    assert again.headers["ETag"] == '"2"'
    assert again.headers["Location"] == first.json()["claim"]["url"]
    assert stored() == before


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("claims/batch/", {"items": [claim("Go"), claim("Rust", "uses_language")]}),
        ("claims/batch/", {"items": [claim("Go"), {}, claim("Rust", "uses_language")], "atomic": False}),
        ("claims/{claim}/contract/", {"reading": "ended"}),
        ("claims/{claim}/justifications/", {"mode": "lift"}),
        ("revisions/1/undo/", {}),
        ("/api/v1/bases/", {"label": "New", "kind": "person"}),
        ("/api/v1/vocabulary/", {"name": "uses_framework", "synonyms": ["is built with a framework"]}),
    ],
)
def test_every_act_is_carried_out_once(base: BeliefBase, express: str, path: str, body: dict[str, Any]) -> None:
    keeper = Api(base.id, key=key_for(base.id, scopes=("read", "assert", "revise", "admin")))
    first = keeper.post(path.format(claim=express), body, headers=KEY)
    assert first.status_code in (200, 201), first.content
    before = stored()
    again = keeper.post(path.format(claim=express), body, headers=KEY)
    assert seen(again) == seen(first)
    assert again.headers["Idempotency-Replayed"] == "true"
    assert stored() == before


def test_how_the_body_is_written_does_not_matter(scout: Api) -> None:
    first = scout.post("claims/", claim("Go", confidence=0.9), headers=KEY, expect=201)
    turned = json.dumps(dict(reversed(claim("G\u006f", confidence=0.90).items())), indent=3)
    assert seen(scout.post("claims/", turned.replace("0.9", "9.0e-1"), headers=KEY)) == seen(first)


def test_another_body_under_the_same_key_is_refused(scout: Api) -> None:
    scout.post("claims/", claim("Go"), headers=KEY, expect=201)
    before = stored()
    sentence = "This Idempotency-Key came with another body before; send a new key with a new act."
    problem(scout.post("claims/", claim("Rust"), headers=KEY), 422, sentence)
    assert stored() == before


def test_a_key_counts_by_path_and_by_caller(scout: Api, base: BeliefBase) -> None:
    scout.post("claims/", claim("Go"), headers=KEY, expect=201)
    scout.post("claims/batch/", {"items": [claim("x", "states")]}, headers=KEY, expect=201)
    quill = Api(base.id, key=key_for(base.id, agent="Quill"))
    assert quill.post("claims/", claim("Rust"), headers=KEY, expect=201).json()["revision"] == 3
    alice = user("alice")
    Membership.objects.create(base_id=base.id, user_id=alice.id)
    assert Api(base.id, person=alice).post("claims/", claim("Vue"), headers=KEY, expect=201).json()["revision"] == 4


def test_what_was_refused_is_not_kept_and_may_be_mended(scout: Api) -> None:
    for body, status in (("{", 400), (claim("Go", confidence=7), 422), (claim("Go", digest="0" * 64), 409),
                         (claim("Go", source={"kind": "verified"}), 403)):  # fmt: skip
        problem(scout.post("claims/", body, headers=KEY), status)
    assert not KeptAnswer.objects.exists()
    scout.post("claims/", claim("Go"), headers=KEY, expect=201)


def test_a_failure_of_ours_leaves_neither_act_nor_answer(scout: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any) -> None:
        raise RuntimeError

    before = stored()
    with monkeypatch.context() as patched:
        patched.setattr("claims.services.manners.once.answers.keep_answer", fail)
        problem(scout.post("claims/", claim("Go"), headers=KEY), 500)
    assert stored() == before
    assert scout.post("claims/", claim("Go"), headers=KEY, expect=201).json()["revision"] == 1


def test_a_look_at_a_plan_is_always_fresh(scout: Api) -> None:
    look = claim("Go", preview=True)
    assert scout.post("claims/", look, headers=KEY, expect=200).json()["outcome"] == "expanded"
    scout.says("Express.js", expect=201)
    again = scout.post("claims/", look, headers=KEY, expect=200)
    assert (again.json()["outcome"], again.headers.get("Idempotency-Replayed")) == ("revised", None)
    assert not KeptAnswer.objects.exists()


def test_an_act_that_moved_the_base_itself_is_answered_again_whatever_if_match_says(scout: Api, express: str) -> None:
    first = scout.post("claims/", claim("Go"), headers={**KEY, "If-Match": '"1"'}, expect=201)
    assert seen(scout.post("claims/", claim("Go"), headers={**KEY, "If-Match": '"1"'})) == seen(first)


@pytest.mark.parametrize("key", ["", "two words", "ü", "x" * 256, "\t"])
def test_a_key_that_is_none_is_refused(scout: Api, key: str) -> None:
    before = stored()
    sentence = "An Idempotency-Key has 1 to 255 visible ASCII characters and no blanks; a UUID will do."
    problem(scout.post("claims/", claim("Go"), headers={"Idempotency-Key": key}), 422, sentence)
    assert stored() == before


def test_numbers_that_run_into_one_another_are_refused(scout: Api) -> None:
    answer = scout.post("claims/", claim("Go", confidence=2**53), headers=KEY)
    assert problem(answer, 422)["detail"].startswith("With an Idempotency-Key every number must fit a double exactly")


def test_after_a_day_a_key_is_new(scout: Api) -> None:
    with clock.fixed(instant("2027-05-16T09:00")):
        scout.post("claims/", claim("Go"), headers=KEY, expect=201)
    with clock.fixed(instant("2027-05-17T08:59")):
        assert "Idempotency-Replayed" in scout.post("claims/", claim("Go"), headers=KEY)
        forget_requests()
        assert KeptAnswer.objects.count() == 1
    with clock.fixed(instant("2027-05-17T09:00")):
        assert scout.post("claims/", claim("Rust"), headers=KEY, expect=201).json()["revision"] == 2
    with clock.fixed(instant("2027-05-18T09:00") + timedelta(seconds=1)):
        forget_requests()
        assert not KeptAnswer.objects.exists()


def test_the_worker_sweeps_by_itself(scout: Api) -> None:
    scout.post("claims/", claim("Go"), headers=KEY, expect=201)
    KeptAnswer.objects.update(expires_at=clock.now())
    assert "forget_requests" in {each.task.name for each in app.periodic_registry.periodic_tasks.values()}
    forget(timestamp=0)
    assert not KeptAnswer.objects.exists()


def test_a_kept_answer_can_be_erased_by_claim_and_the_act_is_not_carried_out_again(scout: Api, express: str) -> None:
    other = {"Idempotency-Key": "another"}
    go = scout.post("claims/", claim("Go"), headers=KEY, expect=201).json()
    scout.post("claims/", claim("x", "states"), headers=other, expect=201)
    assert go["superseded"] == [express]
    assert erase_answers(scout.base, [UUID(express)]) == 1
    with connection.cursor() as cursor:
        cursor.execute("SELECT kept_answer::text FROM kept_answer WHERE base_id = %s AND key = %s",
                       [scout.base, KEY["Idempotency-Key"]])  # fmt: skip
        assert "Go" not in cursor.fetchone()[0]
    before = stored()
    answer = problem(scout.post("claims/", claim("Go"), headers=KEY), 409)
    assert answer["type"] == "/problems/erased"
    assert answer["detail"] == "This was carried out, and its answer has been erased since; read what is held now."
    assert stored() == before
    assert "Idempotency-Replayed" in scout.post("claims/", claim("x", "states"), headers=other, expect=201)
    assert erase_answers(scout.base) == 1


WITHHELD = "This was carried out, and its answer speaks of a claim restricted since; read what is held now."


@pytest.fixture
def alice(base: BeliefBase) -> Api:
    person = user("alice")
    Membership.objects.create(base_id=base.id, user_id=person.id)
    return Api(base.id, person=person)


def test_an_answer_that_speaks_of_a_claim_restricted_since_is_not_given_to_a_key(
    alice: Api, scout: Api, express: str
) -> None:
    first = scout.post("claims/", claim("Go"), headers=KEY, expect=201)
    assert first.json()["superseded"] == [express]
    alice.post(f"claims/{express}/restrict/", expect=200)
    before = stored()
    answer = problem(scout.post("claims/", claim("Go"), headers=KEY), 409, WITHHELD)
    assert (answer["type"], "Express" in json.dumps(answer)) == ("/problems/erased", False)
    assert stored() == before
    alice.post(f"claims/{express}/release/", expect=200)
    assert seen(scout.post("claims/", claim("Go"), headers=KEY, expect=201)) == seen(first)


def test_what_only_the_sentences_speak_of_is_withheld_too(alice: Api, scout: Api, express: str) -> None:
    fly = scout.says("Fly", "deploys_on", expect=201).json()["claim"]["id"]
    nogood = scout.post("nogoods/", {"members": [express, fly]}, expect=201).json()["nogood"]["id"]
    first = scout.post(f"nogoods/{nogood}/resolve/", {"keep": [express]}, headers=KEY, expect=200)
    assert (first.json()["explanation"][0], express in first.content.decode()) == (
        "Express.js stays, and Fly goes.", False
    )  # fmt: skip
    alice.post(f"claims/{express}/restrict/", expect=200)
    problem(scout.post(f"nogoods/{nogood}/resolve/", {"keep": [express]}, headers=KEY), 409, WITHHELD)
    assert erase_answers(scout.base, [UUID(express)]) == 1


def test_an_answer_about_a_claim_that_has_become_a_restricted_one_is_withheld(
    alice: Api, scout: Api, express: str
) -> None:
    other = claim("Express.js") | {"subject": "site"}
    scout.post("claims/", other, headers=KEY, expect=201)
    project = scout.get("entities/", q="project").json()["results"][0]["id"]
    scout.post(f"entities/{project}/aliases/", {"alias": "site"}, expect=200)
    alice.post(f"claims/{express}/restrict/", expect=200)
    problem(scout.post("claims/", other, headers=KEY), 409, WITHHELD)


def test_a_person_is_answered_again_whatever_is_restricted(alice: Api, express: str) -> None:
    first = alice.post(f"claims/{express}/restrict/", {}, headers=KEY, expect=200)
    assert seen(alice.post(f"claims/{express}/restrict/", {}, headers=KEY, expect=200)) == seen(first)


# --- what was kept is given to nobody who may not act any more -----------------------------------------------


@pytest.mark.parametrize(
    ("change", "status"),
    [
        ({"revoked_at": instant("2026-01-01")}, 401),
        ({"expires_at": instant("2026-01-01")}, 401),
        ({"scopes": ["read", "revise"]}, 403),
    ],
)
def test_a_key_that_may_no_longer_assert_is_not_answered_again(scout: Api, change: dict[str, Any], status: int) -> None:
    scout.post("claims/", claim("Go"), headers=KEY, expect=201)
    AgentKey.objects.update(**change)
    answer = scout.post("claims/", claim("Go"), headers=KEY)
    assert "Go" not in json.dumps(problem(answer, status))


def test_nor_is_one_that_was_shut_out_of_the_base(scout: Api) -> None:
    scout.post("claims/", claim("Go"), headers=KEY, expect=201)
    KeyBase.objects.all().delete()
    problem(scout.post("claims/", claim("Go"), headers=KEY), 404, "There is no such base, or it is not yours.")


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/v1/bases/", {"label": "Hush", "kind": "person"}),
        ("/api/v1/vocabulary/", {"name": "uses_framework", "synonyms": ["is hushed up in"]}),
    ],
)
def test_nor_is_one_that_administers_no_more(base: BeliefBase, path: str, body: dict[str, Any]) -> None:
    chief = Api(base.id, key=key_for(base.id, scopes=("read", "admin")))
    assert chief.post(path, body, headers=KEY).status_code in (200, 201)
    AgentKey.objects.update(scopes=["read"])
    answer = problem(
        chief.post(path, body, headers=KEY),
        403,
        "This key lacks the scope “admin” and may not make bases or edit the vocabulary.",
    )
    assert "hush" not in json.dumps(answer).lower()


def test_a_twin_is_told_to_ask_again_while_the_first_is_at_work(committed_db: str) -> None:
    base = BeliefBase.objects.create(label="Skylark", kind="project")
    scout = Api(base.id, key=key_for(base.id))
    scout.get()
    slot = "\n".join(map(str, (base.id, AgentKey.objects.get().id, f"/api/v1/bases/{base.id}/claims/", "twin")))

    def twin() -> Any:
        try:
            return Api(base.id, key=scout.key).post("claims/", claim("Go"), headers={"Idempotency-Key": "twin"})
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as pool, transaction.atomic():
        assert take_turn(slot)
        answer = pool.submit(twin).result()
    body = problem(answer, 409, "The same request is being carried out just now; ask again in a second.")
    assert (body["type"], answer.headers["Retry-After"]) == ("/problems/in-progress", "1")
    assert not Revision.objects.filter(base_id=base.id).exists()


def test_of_many_twins_one_is_carried_out(committed_db: str) -> None:
    base = BeliefBase.objects.create(label="Skylark", kind="project")
    key = key_for(base.id)

    def twin(_: int) -> tuple[int, Any]:
        try:
            answer = Api(base.id, key=key).post("claims/", claim("Go"), headers=KEY)
            return answer.status_code, answer.json().get("revision")
        finally:
            connection.close()

    with ThreadPoolExecutor(6) as pool:
        fates = list(pool.map(twin, range(12)))
    assert set(fates) <= {(201, 1), (409, None)}
    assert (201, 1) in fates
    assert Revision.objects.filter(base_id=base.id).count() == 1
