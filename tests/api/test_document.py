"""The document in the repository is the one that is served, and the page beside it runs nothing inline."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import Client

from tests.api.client import DOCUMENT

CONTRACT = {
    "/api/v1/bases/": {"get", "post"},
    "/api/v1/bases/{base}/": {"get"},
    "/api/v1/bases/{base}/beliefs/": {"get"},
    "/api/v1/bases/{base}/beliefs/history/": {"get"},
    "/api/v1/bases/{base}/claims/": {"post"},
    "/api/v1/bases/{base}/claims/batch/": {"post"},
    "/api/v1/bases/{base}/claims/{claim}/": {"get"},
    "/api/v1/bases/{base}/claims/{claim}/history/": {"get"},
    "/api/v1/bases/{base}/claims/{claim}/explain/": {"get"},
    "/api/v1/bases/{base}/claims/{claim}/contract/": {"post"},
    "/api/v1/bases/{base}/claims/{claim}/justifications/": {"post"},
    "/api/v1/bases/{base}/claims/{claim}/confirm/": {"post"},
    "/api/v1/bases/{base}/claims/{claim}/restrict/": {"post"},
    "/api/v1/bases/{base}/claims/{claim}/complete/": {"post"},
    "/api/v1/bases/{base}/claims/{claim}/release/": {"post"},
    "/api/v1/bases/{base}/nogoods/": {"get", "post"},
    "/api/v1/bases/{base}/nogoods/{nogood}/resolve/": {"post"},
    "/api/v1/bases/{base}/reviews/{review}/close/": {"post"},
    "/api/v1/bases/{base}/graph/": {"get"},
    "/api/v1/bases/{base}/revisions/": {"get"},
    "/api/v1/bases/{base}/revisions/{number}/": {"get"},
    "/api/v1/bases/{base}/revisions/{number}/undo/": {"post"},
    "/api/v1/bases/{base}/claims/{claim}/impact/": {"get"},
    "/api/v1/bases/{base}/compare/": {"get"},
    "/api/v1/bases/{base}/entities/": {"get", "post"},
    "/api/v1/bases/{base}/entities/{entity}/aliases/": {"post"},
    "/api/v1/bases/{base}/reviews/": {"get"},
    "/api/v1/vocabulary/": {"get", "post"},
}


def test_the_document_is_the_one_that_is_served() -> None:
    """If this fails, look at what changed for callers, then run
    `manage.py spectacular --format openapi-json --file docs/openapi.json`."""
    served = Client().get("/api/v1/schema/")
    assert served.headers["Content-Type"].startswith("application/json")
    assert served.json() == DOCUMENT
    assert DOCUMENT["openapi"].startswith("3.1")


def test_the_document_is_valid_and_whole(tmp_path: Path) -> None:
    file = tmp_path / "openapi.json"
    call_command("spectacular", "--format", "openapi-json", "--file", file, "--validate", "--fail-on-warn")
    assert json.loads(file.read_text()) == DOCUMENT


def test_every_path_of_the_contract_is_told() -> None:
    told = {
        path: set(methods) & {"get", "post", "put", "patch", "delete"} for path, methods in DOCUMENT["paths"].items()
    }
    assert told.items() >= CONTRACT.items()


def test_every_reference_leads_somewhere() -> None:
    names = set(re.findall(r'"#/components/(\w+/[\w-]+)"', json.dumps(DOCUMENT)))
    assert names
    assert [each for each in names if each.split("/")[1] not in DOCUMENT["components"][each.split("/")[0]]] == []


@pytest.mark.parametrize("path", ["/api/v1/docs/", "/api/v1/docs/?script="])
def test_the_page_to_read_it_with_runs_nothing_inline_and_nothing_foreign(path: str) -> None:
    answer = Client().get(path)
    text = answer.content.decode()
    assert answer.status_code == 200
    assert "script-src 'self'" in answer.headers["Content-Security-Policy"]
    assert "unsafe" not in answer.headers["Content-Security-Policy"]
    assert re.findall(r"<script(?![^>]*\bsrc=)|<style|\son\w+=|javascript:", text) == []
    assert re.findall(r"(?:src|href)=\"(?:https?:)?//", text) == []


def test_the_document_can_be_had_as_yaml() -> None:
    answer = Client().get("/api/v1/schema/?format=yaml")
    assert answer.content.startswith(b"openapi: 3.1")


def test_every_operation_is_told_in_a_few_words() -> None:
    told = [each for methods in DOCUMENT["paths"].values() for each in methods.values()]
    for each in told:
        assert 0 < len(each["summary"]) <= 100, each
        assert each["description"].startswith(each["summary"])
