"""The API over HTTP, as Scout and others call it: every answer is held to the document in the repository."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from uuid import UUID

from django.test import Client
from jsonschema import Draft202012Validator

from claims.models import Role, Tier, User
from claims.services.actor import OPERATOR
from claims.services.administration.make_key import make_key

DOCUMENT = json.loads((Path(__file__).resolve().parents[2] / "docs" / "openapi.json").read_text())


def key_for(
    *bases: UUID,
    agent: str = "Scout",
    scopes: tuple[str, ...] = ("read", "assert", "revise"),
    ceiling: Tier = Tier.STATED,
    **more: Any,
) -> str:
    """A key, as it was shown."""
    return make_key(actor=OPERATOR, agent=agent, scopes=scopes, ceiling=ceiling, bases=bases, **more).text


def user(name: str, role: str = Role.PERSON, **more: Any) -> User:
    """Somebody who can sign in."""
    return User.objects.create_user(f"{name}@rectify.example", role=role, **more)


@dataclass
class Api:
    """Calls below one base (or, with a path that begins with a slash, anywhere), as one visitor."""

    base: UUID
    key: str | None = None
    person: User | None = None
    client: Client = field(default_factory=Client)

    def __post_init__(self) -> None:
        if self.person is not None:
            self.client.force_login(self.person)

    def get(
        self, path: str = "", *, expect: int | None = 200, headers: dict[str, str] | None = None, **query: Any
    ) -> Any:
        """What a GET answers."""
        response = self.client.get(self._path(path), query, headers=self._headers(headers))
        return self._read(response, "get", expect)

    def post(
        self, path: str, body: Any = None, *, expect: int | None = None, headers: dict[str, str] | None = None
    ) -> Any:
        """What a POST answers; a body that is text or bytes is sent as it is."""
        data = body if isinstance(body, str | bytes) else json.dumps(body if body is not None else {})
        response = self.client.post(
            self._path(path), data, content_type="application/json", headers=self._headers(headers)
        )
        return self._read(response, "post", expect)

    def says(self, value: str, predicate: str = "uses_framework", *, expect: int | None = None, **more: Any) -> Any:
        """Asserts a claim about the project."""
        return self.post("claims/", claim(value, predicate, **more), expect=expect)

    def held(self, **query: Any) -> list[str]:
        """The objects that are held, in alphabetical order."""
        return sorted(each["object"] for each in self.get("beliefs/", **query).json()["results"])

    def _path(self, path: str) -> str:
        return path if path.startswith(("/", "http")) else f"/api/v1/bases/{self.base}/{path}"

    def _headers(self, more: dict[str, str] | None) -> dict[str, str]:
        own = {"Authorization": f"Bearer {self.key}"} if self.key else {}
        return own | (more or {})

    def _read(self, response: Any, method: str, expect: int | None) -> Any:
        if expect is not None:
            assert response.status_code == expect, response.content
        assert "X-Request-ID" in response
        hold_to_document(response, method)
        return response


def claim(value: str, predicate: str = "uses_framework", **more: Any) -> dict[str, Any]:
    """A claim about the project, stated."""
    source = more.pop("source", {"kind": "stated"})
    return {"subject": "project", "predicate": predicate, "object": value, "source": source, **more}


def problem(response: Any, status: int, *sentences: str) -> dict[str, Any]:
    """The problem that was answered, with these sentences in this order."""
    assert response.status_code == status, response.content
    assert response.headers["Content-Type"] == "application/problem+json"
    body: dict[str, Any] = response.json()
    assert set(body) >= {"type", "title", "status", "detail", "errors"}
    assert body["status"] == status
    if sentences:
        assert [each["message"] for each in body["errors"]] == list(sentences) or [body["detail"]] == list(sentences)
    return body


def hold_to_document(response: Any, method: str) -> None:
    """Fails where an answer is not what the document says of this path, method and status."""
    match = getattr(response, "resolver_match", None)
    if match is None or match.route.startswith("^api/") or response.status_code in (304, 405, 500):
        return
    operation = DOCUMENT["paths"]["/" + _template(match.route)][method]
    told = operation["responses"][str(response.status_code)]
    if "$ref" in told:
        told = DOCUMENT["components"]["responses"][told["$ref"].rpartition("/")[2]]
    content = told["content"][response.headers["Content-Type"]]
    schema = {**content["schema"], "components": DOCUMENT["components"]}
    Draft202012Validator(_closed(schema)).validate(response.json())


def _template(route: str) -> str:
    for kind in ("uuid", "revision", "slug"):
        route = route.replace(f"<{kind}:", "{").replace(">", "}")
    return route


def _closed(schema: dict[str, Any]) -> dict[str, Any]:
    """The schema, so that an object has nothing that the document does not name."""
    components = {
        name: {**each, "additionalProperties": False} if "properties" in each else each
        for name, each in schema["components"]["schemas"].items()
    }
    return {**schema, "components": {**schema["components"], "schemas": components}}
