"""The API tried against its own document with made-up requests: whatever is sent, it answers as the document says."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import urlencode

import pytest
import schemathesis
from django.db import transaction
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import Case
from schemathesis.core import NotSet
from schemathesis.core.result import Ok

from claims.models import BeliefBase
from tests.api.client import DOCUMENT, Api, key_for

Operation = schemathesis.APIOperation[Any, Any, Any, Any]
SCHEMA = schemathesis.openapi.from_dict(DOCUMENT)
OPERATIONS: list[Operation] = [found.ok() for found in SCHEMA.get_all_operations() if isinstance(found, Ok)]


@pytest.fixture
def told(scout: Api) -> dict[str, str]:
    """What paths name: the base, a claim, a revision, a subject, a contradiction and the item that asks about it."""
    made = scout.says("Express.js", name="framework", expect=201).json()["claim"]["id"]
    other = scout.says("Vercel", "deploys_on", name="host", expect=201).json()["claim"]["id"]
    nogood = scout.post("nogoods/", {"members": [made, other]}, expect=201).json()["nogood"]["id"]
    review = scout.get("reviews/").json()["results"][0]["id"]
    entity = scout.get("entities/").json()["results"][0]["id"]
    named = {"claim": made, "number": "1", "entity": entity, "nogood": nogood, "review": review}
    return {"base": str(scout.base), **named}


@pytest.mark.parametrize("operation", OPERATIONS, ids=[each.label for each in OPERATIONS])
def test_whatever_is_sent_is_answered_as_the_document_says(
    operation: Operation, base: BeliefBase, told: dict[str, str]
) -> None:
    api = Api(base.id, key=key_for(base.id, scopes=("read", "assert", "revise", "admin")))

    @settings(max_examples=20, deadline=None, phases=[Phase.generate], database=None,
              suppress_health_check=list(HealthCheck))  # fmt: skip
    @given(case=st.one_of(operation.as_strategy(), operation.as_strategy(schemathesis.GenerationMode.NEGATIVE)))
    def tried(case: Case[Any]) -> None:
        path = operation.path.format(**told)
        with transaction.atomic():
            if operation.method == "get":
                answer = api.get(f"{path}?{urlencode(dict(case.query or {}), doseq=True)}", expect=None)
            else:
                body = None if isinstance(case.body, NotSet) else case.body
                answer = api.post(path, body if isinstance(body, bytes) else json.dumps(body))
            transaction.set_rollback(True)
        assert answer.status_code < 500, answer.content

    tried()
