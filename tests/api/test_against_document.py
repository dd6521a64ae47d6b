"""The API, served, tried against its own document with made-up requests: whatever is sent, it answers as the document
says. A few requests to each operation; `AGAINST_DOCUMENT=2000` sends so many."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any

import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import Case
from schemathesis.core.parameters import ParameterLocation
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    ignored_auth,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
)

from claims.models import BeliefBase, Scope
from tests.api.client import DOCUMENT, Api, claim, key_for

Operation = schemathesis.APIOperation[Any, Any, Any, Any]
SCHEMA = schemathesis.openapi.from_dict(DOCUMENT)
OPERATIONS: list[Operation] = [found.ok() for found in SCHEMA.get_all_operations() if isinstance(found, Ok)]
EXAMPLES = int(os.environ.get("AGAINST_DOCUMENT", "12"))
CHECKS = [
    schemathesis.checks.not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    response_headers_conformance,
    unsupported_method,
    ignored_auth,
]
#: Where what the document excludes must be refused; paths and keys are put right below.
SENT = (ParameterLocation.BODY, ParameterLocation.QUERY)


@dataclass(frozen=True)
class Site:
    """The site with a base that has something in it, and what a path or a body may name there."""

    url: str
    key: str
    path: dict[str, Any]
    claims: list[str]
    session: requests.Session


@pytest.fixture(scope="module")
def site(served_module: str) -> Site:
    base = BeliefBase.objects.create(label="Skylark", kind="project")
    key = key_for(base.id, scopes=tuple(Scope.values))
    scout = Api(base.id, key=key)
    express = scout.says("Express.js", name="framework", expect=201).json()["claim"]["id"]
    vercel = scout.says("Vercel", "deploys_on", justifications=[{"all_of": [express]}]).json()["claim"]["id"]
    go = scout.says("Go").json()["claim"]["id"]
    rust = scout.says("Rust", source={"kind": "observed"}).json()["claim"]["id"]
    scout.post("claims/batch/", {"items": [claim(f"tool {each}", "uses_tool") for each in range(5)]}, expect=201)
    entity = scout.get("entities/").json()["results"][0]["id"]
    nogood = scout.post("nogoods/", {"members": [express, vercel]}, expect=201).json()["nogood"]["id"]
    review = scout.get("reviews/").json()["results"][0]["id"]
    named = {"claim": vercel, "number": 2, "entity": entity, "nogood": nogood, "review": review}
    path = {"base": str(base.id), **named}
    return Site(served_module, key, path, [express, vercel, go, rust], requests.Session())


@pytest.mark.parametrize("operation", OPERATIONS, ids=[each.label for each in OPERATIONS])
def test_whatever_is_sent_is_answered_as_the_document_says(operation: Operation, site: Site) -> None:
    @settings(max_examples=EXAMPLES, deadline=None, phases=[Phase.generate], database=None, derandomize=EXAMPLES < 100,
              suppress_health_check=list(HealthCheck))  # fmt: skip
    @given(
        case=st.one_of(operation.as_strategy(), operation.as_strategy(schemathesis.GenerationMode.NEGATIVE)),
        named=st.integers(0, 9),
        chosen=st.sampled_from(site.claims),
    )
    def tried(case: Case[Any], named: int, chosen: str) -> None:
        amiss = [where for where in SENT if _is_amiss(case, where)]
        if named:  # nine times in ten what is there, else whatever comes
            case.path_parameters = {**(case.path_parameters or {}), **_known(operation, site, chosen)}
        if named and not amiss:
            case.body = _naming(case.body, chosen)
        answer = case.call(base_url=site.url, headers={"Authorization": f"Bearer {site.key}"}, session=site.session)
        case.validate_response(answer, checks=CHECKS)
        assert not amiss or 400 <= answer.status_code < 500, f"{amiss} {case.as_curl_command()}"

    tried()


def _is_amiss(case: Case[Any], where: ParameterLocation) -> bool:
    part = case.meta.components.get(where) if case.meta else None
    return part is not None and part.mode is schemathesis.GenerationMode.NEGATIVE


def _known(operation: Operation, site: Site, chosen: str) -> dict[str, Any]:
    """What stands in the braces of a path, as far as it is there."""
    known = {**site.path, "claim": chosen}
    return {each.name: known[each.name] for each in operation.path_parameters if each.name in known}


def _naming(body: Any, chosen: str) -> Any:
    """The body, with a claim that is there wherever it names some."""
    match body:
        case dict():
            return {name: _named(name, each, chosen) for name, each in body.items()}
        case list():
            return [_naming(each, chosen) for each in body]
    return body


def _named(name: str, value: Any, chosen: str) -> Any:
    if name in ("all_of", "none_of", "supports") and isinstance(value, list) and value:
        return [chosen]
    if name == "corrects" and isinstance(value, str):
        return chosen
    return _naming(value, chosen)
