"""Requests that are amiss in themselves are refused, in the manner of the room they came to, and logged in one line."""

import io
import json
import logging
from collections.abc import Iterator

import pytest
from django.test import Client
from pytest_django import Settings

from claims.models import User
from tests.api.client import problem


@pytest.fixture
def lines() -> Iterator[io.StringIO]:
    """What the site writes to its log, by the handlers it has."""
    written = io.StringIO()
    loggers = [logging.getLogger(name) for name in ("", "django", "django.security")]
    handlers = [each for logger in loggers for each in logger.handlers if type(each) is logging.StreamHandler]
    streams = [each.stream for each in handlers]
    for each in handlers:
        each.stream = written  # not setStream, which would flush one that an earlier test has closed
    yield written
    for each, stream in zip(handlers, streams, strict=True):
        each.stream = stream


@pytest.fixture(params=[True, False], ids=["debug", "live"])
def client(request: pytest.FixtureRequest, settings: Settings) -> Client:
    settings.DEBUG = request.param
    return Client(raise_request_exception=False)


@pytest.mark.django_db
def test_a_host_that_is_not_ours_is_refused(client: Client, lines: io.StringIO) -> None:
    for host in ("rectify.example", "a b", "[", "x" * 300):
        page = client.get("/", headers={"Host": host})
        assert (page.status_code, b"could not make sense" in page.content) == (400, True)
        told = problem(client.get("/api/v1/bases/", headers={"Host": host}), 400)
        assert told["detail"] == "This site does not go by the name in the Host header."
    assert all(map(json.loads, lines.getvalue().splitlines()))


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/accounts/oidc/%00/login/", "/%00", "/bases/%1b/"])
def test_a_path_that_nothing_can_have_leads_nowhere(client: Client, path: str) -> None:
    assert client.get(path).status_code == 404


@pytest.mark.django_db
def test_such_a_path_below_the_api_is_a_problem(client: Client) -> None:
    problem(client.get("/api/v1/%00/"), 404, "There is nothing at this path.")


@pytest.mark.django_db
@pytest.mark.parametrize("cookie", [r'"a\000b"', r'"\033"'])
def test_a_cookie_that_cannot_be_is_none(client: Client, cookie: str) -> None:
    headers = {"Cookie": f"sessionid={cookie}"}
    assert client.get("/", headers=headers).status_code == 302
    problem(client.get("/api/v1/bases/", headers=headers), 401)


@pytest.mark.django_db
def test_too_many_parameters_are_refused(client: Client) -> None:
    many = "&".join(f"p{number}=1" for number in range(1001))
    sentence = "The address has more than 1,000 parameters; leave out those that are not needed."
    client.force_login(User.objects.create_user("alice@rectify.example"))
    problem(client.get(f"/api/v1/bases/?{many}"), 400, sentence)
    assert client.get(f"/?{many}").status_code == 400


@pytest.mark.django_db
def test_a_refused_form_is_logged_in_one_line_of_json(lines: io.StringIO, settings: Settings) -> None:
    settings.DEBUG = True  # where Django would write lines of its own
    response = Client(enforce_csrf_checks=True).post("/accounts/login/", {"login": "alice"})
    assert response.status_code == 403
    written = [json.loads(line) for line in lines.getvalue().splitlines()]
    assert "django.security.csrf" in [each["logger"] for each in written]
