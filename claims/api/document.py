"""What the document says beside what the views and shapes say themselves: keys, manners, conditions, problems."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiParameter

MANNERS = """
What an AI agent believes: claims, asserted and revised, with their history on both clocks.

**Keys.** `Authorization: Bearer rk_…`; on this page, put the key into *Authorize*. An administrator makes it, on the
page `/keys/` or by `manage.py make_key`, and it is shown once. A key has scopes (`read assert revise erase audit
admin`), the bases it opens, and a ceiling: the highest trust tier it may assert at. People's sessions work too, with
`X-CSRFToken`.

**Problems** are `application/problem+json` (RFC 9457). `type` is a relative reference that names the kind: `/problems/`
and one of `not-json no-key forbidden not-found method-not-allowed too-slow stale-plan in-progress erased moved
too-large invalid too-many failed busy`. `errors` says where, as JSON pointers, the first hundred. A refused request
changed nothing. A base or claim that is not yours is 404.

**Look first.** Every act takes `"preview": true` and answers with the plan and its `digest`; an act with that `digest`
is carried out only if it still means the same, else 409 with the plan as it would be now.

**Once.** An act sent with an `Idempotency-Key` is carried out once a day for each key (or person) and path: the same
body, however it is written, gets the same answer again, with `Idempotency-Replayed: true`; another body 422; while the
first is still at work 409 with `Retry-After`. What is refused is not kept, and a preview is always fresh. A key is
not given an answer again that speaks of a claim restricted since: 409, `erased`.

**Conditions.** The `ETag` of what is read in a base is the number of its latest revision. `If-None-Match` gives 304,
unless a valid time has begun or ended since, so that a read as of now shows something else, or the vocabulary has
changed; who may not read is told so first. It vouches for what is held, not for the last digit of `entrenchment`, which
ages by the day. `If-Match` on an act, with strong tags alone, gives 412 where the base has moved on.

**Rates.** A key, or a person, may ask 200 times a second, if not set otherwise; a second's worth may come at once.
Beyond, 429 with `Retry-After`, and nothing is done. Who is not let in is counted by address, and sooner refused.

**Times** are RFC 3339 with their zone, or a day, month or year; `from` begins where its own begins, `to` ends where its
own begins. Reads are as of two clocks: `valid_at` in the world, `known_at` in the base; a day as `valid_at` means its
first instant, as `known_at` its close.

**Restricted claims** are shown to people alone: a key reads that they are restricted, and none of their words, and no
subject about which nothing else is claimed.

**Lists** come in pages: `results` and `next`, up to 1,000 at a time. Unknown fields and query parameters are refused.

Every answer carries `X-Request-ID`, found again in the log.
"""

PROBLEMS = {
    "NotJson": (400, "The body is not JSON, or there is none."),
    "NoKey": (401, "There is no key, or it opens nothing."),
    "Forbidden": (403, "The scope, the role or the ceiling does not allow it."),
    "NotFound": (404, "There is no such thing, or it is not yours."),
    "InProgress": (409, "The same request is being carried out, or its answer has been erased."),
    "StalePlan": (409, "The plan no longer has the digest that was sent; or as for `InProgress`."),
    "Moved": (412, "The base has moved on since the revision that was named."),
    "TooLarge": (413, "The body is larger than 10 MB."),
    "Invalid": (422, "What was sent cannot be carried out."),
    "TooMany": (429, "Too many requests in a second."),
    "Busy": (503, "Others are at work on the same; nothing was changed. `Retry-After` says when to try again."),
}
OF_READS = ("NoKey", "Forbidden", "NotFound", "Invalid", "TooMany", "Busy")
OF_WRITES = ("NotJson", *OF_READS, "InProgress", "TooLarge")
OF_ACTS = (*OF_WRITES, "StalePlan", "Moved")
#: Those that say when to try again.
LATER = ("Busy", "InProgress", "StalePlan", "TooMany")

ONCE = OpenApiParameter(
    "Idempotency-Key",
    location=OpenApiParameter.HEADER,
    description="1 to 255 visible ASCII characters, drawn anew for every act; a UUID will do.",
)


class Documented(AutoSchema):
    """An endpoint below a base answers in JSON to JSON; its tag is the first word after the base."""

    def map_parsers(self) -> list[str]:
        """One type."""
        return ["application/json"]

    def get_override_parameters(self) -> list[Any]:
        """What every act takes beside what it declares."""
        acts = self.method == "POST" and getattr(self.view, "acts", False)
        return [*super().get_override_parameters(), *([ONCE] if acts else [])]

    def get_tags(self) -> list[str]:
        """The first word of the path that is not the base."""
        words = [word for word in self.path.split("/") if word and not word.startswith("{")]
        return [words[3] if len(words) > 3 else words[2]]


class KeyScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """The key of an agent."""

    target_class = "claims.api.callers.BearerKey"
    name = "key"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, str]:
        """A bearer token."""
        return {"type": "http", "scheme": "bearer", "bearerFormat": "rk_…"}


class SessionScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """The session of a person."""

    target_class = "claims.api.callers.SignedIn"
    name = "session"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, str]:
        """A cookie."""
        return {"type": "apiKey", "in": "cookie", "name": "sessionid"}


def tell_manners(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """Add to every operation the problems it may answer with, its conditions, and the id of the request."""
    _drop(result, "x-spec-enum-id")
    _close_requests(result)
    result["info"]["description"] = MANNERS.strip()
    schema = {"$ref": "#/components/schemas/Problem"}
    components = result["components"]
    components["responses"] = {
        name: {"description": text, "content": {"application/problem+json": {"schema": schema}}}
        for name, (_, text) in PROBLEMS.items()
    }
    for name in LATER:
        components["responses"][name]["headers"] = {"Retry-After": {"$ref": "#/components/headers/Retry-After"}}
    components["headers"] = {
        "ETag": {"description": "The base's head revision.", "schema": {"type": "string"}},
        "Idempotency-Replayed": {"description": "The answer was given before.", "schema": {"enum": ["true"]}},
        "Retry-After": {"description": "In so many seconds.", "schema": {"type": "integer"}},
        "X-Request-ID": {"description": "Found again in the log.", "schema": {"type": "string"}},
    }
    for path, method, operation in _operations(result):
        below = "{base}" in path
        operation.setdefault("summary", _summary(operation["description"]))
        _add_headers(operation, method, below=below)
        _add_conditions(operation, method, below=below)
        kinds = OF_READS if method == "get" else OF_ACTS if below else OF_WRITES
        for name in kinds:
            operation["responses"][str(PROBLEMS[name][0])] = {"$ref": f"#/components/responses/{name}"}
        operation["responses"] = dict(sorted(operation["responses"].items()))
    return result


def _drop(value: Any, name: str) -> None:
    if isinstance(value, dict):
        value.pop(name, None)
    for each in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        _drop(each, name)


def _close_requests(result: dict[str, Any]) -> None:
    """Whatever is sent has no other fields than those told."""
    schemas = result["components"]["schemas"]
    names = {name for _, _, operation in _operations(result) for name in _named(operation.get("requestBody"))}
    while fresh := {inner for name in names for inner in _named(schemas[name])} - names:
        names |= fresh
    for name in names:
        schemas[name]["additionalProperties"] = False


def _named(value: Any) -> set[str]:
    return set(re.findall(r"#/components/schemas/(\w+)", json.dumps(value)))


def _operations(result: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path, methods in result["paths"].items():
        for method, operation in methods.items():
            yield path, method, operation


def _summary(description: str) -> str:
    """The first clause: what a list of operations has room for."""
    return re.split(r"[.:;(]", description, maxsplit=1)[0].strip()


def _add_headers(operation: dict[str, Any], method: str, *, below: bool) -> None:
    names = ["ETag"] * below + ["Idempotency-Replayed"] * (method == "post") + ["X-Request-ID"]
    for response in operation["responses"].values():
        response["headers"] = {name: {"$ref": f"#/components/headers/{name}"} for name in names}


def _add_conditions(operation: dict[str, Any], method: str, *, below: bool) -> None:
    if not below:
        return
    name = "If-None-Match" if method == "get" else "If-Match"
    operation.setdefault("parameters", []).append(
        {"in": "header", "name": name, "schema": {"type": "string"}, "description": 'An entity tag, as “"17"”.'}
    )
    if method == "get":
        operation["responses"]["304"] = {"description": "The base is still at that revision."}
