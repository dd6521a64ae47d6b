"""The site's own pages, headers and logs."""

import json
import logging
import urllib.request
from contextlib import closing
from pathlib import Path

import pytest
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.db import DatabaseError, connection
from django.test import Client
from pytest_django import Settings

from beliefs_site import log
from claims.models import Role, User


def test_the_process_says_that_it_lives_without_a_database() -> None:
    response = Client().get("/healthz/")
    assert response.json() == {"status": "alive"}


@pytest.mark.django_db
def test_a_migrated_database_is_ready() -> None:
    assert Client().get("/readyz/").json() == {"status": "ready"}


@pytest.mark.django_db
def test_an_unreachable_database_is_not_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> None:
        raise DatabaseError

    monkeypatch.setattr(connection, "ensure_connection", fail)
    monkeypatch.setattr(connection, "cursor", fail)
    response = Client().get("/readyz/")
    assert (response.status_code, response.json()) == (503, {"status": "database unreachable"})


@pytest.mark.django_db
def test_tables_behind_the_code_are_not_ready() -> None:
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE app = 'claims'")
    response = Client().get("/readyz/")
    assert response.status_code == 503
    assert response.json()["status"].endswith("migrations to apply")


def test_the_icon_is_found_where_icons_used_to_be() -> None:
    with closing(Client().get("/favicon.ico", follow=True)) as response:
        assert (response.status_code, response.headers["Content-Type"]) == (200, "image/svg+xml")


def test_the_content_policy_lets_nothing_foreign_and_nothing_inline_run() -> None:
    policy = Client().get("/healthz/").headers["Content-Security-Policy"]
    assert set(policy.split("; ")) == {
        "default-src 'self'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "object-src 'none'",
    }


@pytest.mark.django_db
def test_people_sign_in_by_e_mail_in_any_case() -> None:
    get_user_model().objects.create_user("Alice@Rectify.example", "a long password", name="Alice")
    response = Client().post("/accounts/login/", {"login": "ALICE@rectify.example", "password": "a long password"})
    assert response.status_code == 302
    assert User.objects.get().email == "alice@rectify.example"


@pytest.mark.django_db
def test_nobody_signs_up_by_themselves() -> None:
    Client().post("/accounts/signup/", {"email": "eve@example.org", "password1": "a long password"})
    assert not User.objects.exists()


@pytest.mark.django_db
@pytest.mark.parametrize(("role", "sees"), [(Role.PERSON, 200), (Role.SUPPORT, 302), (Role.COMPLIANCE, 302)])
def test_staff_set_up_a_second_factor_first_where_that_is_asked(role: Role, sees: int, settings: Settings) -> None:
    settings.STAFF_NEED_MFA = True
    client = Client()
    client.force_login(User.objects.create_user("someone@rectify.example", role=role))
    assert client.get("/accounts/sessions/").status_code == sees
    assert client.get("/accounts/2fa/").status_code == 200


@pytest.mark.django_db
def test_only_an_administrator_enters_the_admin() -> None:
    client = Client()
    client.force_login(User.objects.create_user("bob@rectify.example", role=Role.SUPPORT))
    assert client.get("/admin/").status_code == 302
    client.force_login(User.objects.create_superuser("root@rectify.example"))
    assert client.get("/admin/").status_code == 200


def test_a_request_is_logged_with_its_id_and_without_its_query(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    Client().get("/healthz/?q=lives+in+Ghent")
    started, finished = [record.msg for record in caplog.records if isinstance(record.msg, dict)]
    assert finished["request"] == "GET /healthz/"
    assert finished["request_id"] == started["request_id"]
    assert "Ghent" not in caplog.text


def test_what_must_not_be_logged_is_withheld() -> None:
    event = log.withhold(None, "info", {"event": "asserted", "statement": "Alice lives in Ghent", "claim": "1"})
    assert event == {"event": "asserted", "statement": "[withheld]", "claim": "1"}


def test_an_exception_is_told_by_type_and_place_without_its_words() -> None:
    try:
        raise ValueError("Alice lives in Ghent")
    except ValueError:
        event = log.tell_exception(None, "error", {"event": "failed", "exc_info": True})
    assert event["exception"] == "ValueError"
    assert "test_wiring.py" in event["at"][0]
    assert "Ghent" not in json.dumps(event)


def test_a_committed_database_is_fresh_and_its_own(committed_db: str) -> None:
    assert connection.settings_dict["NAME"] == committed_db
    assert not User.objects.exists()
    User.objects.create_user("alice@rectify.example")
    connection.close()
    assert User.objects.count() == 1


def test_the_next_committed_database_knows_nothing_of_the_last(committed_db: str) -> None:
    assert not User.objects.exists()


def test_the_server_serves_the_tests_own_database(server: str) -> None:
    with urllib.request.urlopen(f"{server}/readyz/") as response:  # noqa: S310 (our own address)
        assert json.load(response) == {"status": "ready"}


def test_static_files_can_be_collected_for_a_live_site(settings: Settings, tmp_path: Path) -> None:
    settings.STATIC_ROOT = tmp_path
    settings.STORAGES = settings.STORAGES | {
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.ManifestStaticFilesStorage"}
    }
    call_command("collectstatic", interactive=False, verbosity=0)
    manifest = json.loads((tmp_path / "staticfiles.json").read_text())["paths"]
    for wanted in (
        "vendor/tabler/css/tabler.min.css",
        "vendor/cytoscape/cytoscape.min.js",
        "vendor/cytoscape-dagre/cytoscape-dagre.js",
        "vendor/commissioner/index.css",
        "vendor/literata/index.css",
    ):
        assert (tmp_path / manifest[wanted]).is_file()
