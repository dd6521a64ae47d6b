"""How many requests a second are answered, on a clock that stands still."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from pytest_django import Settings

from claims.models import BeliefBase, Membership, Pace
from claims.queries.manners.pace import ask
from claims.services import clock
from claims.services.manners.once import forget_requests
from tests.api.client import Api, claim, key_for, problem, user
from tests.api.test_plans import stored
from tests.cast import instant

NOON = instant("2027-05-16T12:00")


@pytest.fixture(autouse=True)
def at_noon(settings: Settings) -> Iterator[None]:
    """Three requests a second for those who are known, two for those who are not."""
    settings.RATE_LIMIT, settings.RATE_LIMIT_UNKNOWN = 3, 2
    with clock.fixed(NOON):
        yield


def test_a_seconds_worth_may_come_at_once_and_then_the_rate_holds(db: None) -> None:
    caller = uuid4()
    assert [ask(caller, 3, NOON) for _ in range(5)] == [True, True, True, False, False]
    third = timedelta(microseconds=333_334)
    assert [ask(caller, 3, NOON + third) for _ in range(2)] == [True, False]
    assert [ask(caller, 3, NOON + timedelta(hours=1)) for _ in range(4)] == [True, True, True, False]
    assert ask(uuid4(), 3, NOON)


def test_one_request_too_many_is_refused_and_does_nothing(scout: Api) -> None:
    for _ in range(3):
        scout.get()
    before = stored()
    answer = scout.post("claims/", claim("Go"))
    body = problem(answer, 429)
    assert body["detail"] == "Up to 3 requests a second are answered here; wait a second and go on more slowly."
    assert (body["type"], answer.headers["Retry-After"]) == ("/problems/too-many", "1")
    assert stored() == before
    with clock.fixed(NOON + timedelta(seconds=1)):
        scout.post("claims/", claim("Go"), expect=201)


def test_every_key_and_every_person_has_an_account_of_their_own(scout: Api, base: BeliefBase) -> None:
    alice = user("alice")
    Membership.objects.create(base_id=base.id, user_id=alice.id)
    others = [Api(base.id, key=key_for(base.id)), Api(base.id, person=alice)]
    for _ in range(3):
        scout.get()
    problem(scout.get(expect=429), 429)
    for other in others:
        for _ in range(3):
            other.get()
        problem(other.get(expect=429), 429)


@pytest.mark.parametrize("key", [None, "rk_nothing", "rk_abcdefghijkl_" + "x" * 43])
def test_who_is_not_let_in_is_counted_by_address(base: BeliefBase, scout: Api, key: str | None) -> None:
    stranger = Api(base.id, key=key)
    answers = [stranger.get(expect=None) for _ in range(3)]
    assert [each.status_code for each in answers] == [401, 401, 429]
    assert answers[2].headers["Retry-After"] == "1"
    assert "WWW-Authenticate" not in answers[2].headers
    scout.get(expect=200)  # from the same address
    elsewhere = stranger.client.get(f"/api/v1/bases/{base.id}/", REMOTE_ADDR="192.0.2.7")
    assert elsewhere.status_code == 401


def test_the_document_is_counted_too(base: BeliefBase) -> None:
    nobody = Client()
    assert [nobody.get("/api/v1/docs/").status_code for _ in range(3)] == [200, 200, 429]


def test_the_address_is_not_kept(base: BeliefBase) -> None:
    Api(base.id).get(expect=401)
    with connection.cursor() as cursor:
        cursor.execute("SELECT pace::text FROM pace")
        assert "127.0.0.1" not in cursor.fetchone()[0]


@pytest.mark.parametrize(("proxies", "seen"), [(0, [401, 401, 429]), (1, [401, 401, 401])])
def test_behind_a_proxy_the_address_is_the_one_it_names(
    base: BeliefBase, settings: Settings, proxies: int, seen: list[int]
) -> None:
    settings.REST_FRAMEWORK = {**settings.REST_FRAMEWORK, "NUM_PROXIES": proxies}
    nobody = Api(base.id)
    answers = [nobody.get(expect=None, headers={"X-Forwarded-For": f"made up, 192.0.2.{each}"}) for each in range(3)]
    assert [each.status_code for each in answers] == seen


def test_who_pauses_is_forgotten(scout: Api) -> None:
    scout.get()
    forget_requests()
    assert Pace.objects.count() == 1
    with clock.fixed(NOON + timedelta(minutes=2)):
        forget_requests()
    assert not Pace.objects.exists()


def test_counting_takes_one_statement_and_nothing_of_it_is_flushed(db: None) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT relpersistence::text FROM pg_class WHERE oid = 'pace'::regclass")
        assert cursor.fetchone() == ("u",)
