"""Every path by everyone: who gets in, who is refused, and who is not told that there is anything.

`matrix.txt` is the table. A path that it does not know fails, with what to add.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from pytest_django import Settings

from audit.requests.words import Kind
from claims.access import visitor_signed_in
from claims.models import (
    AgentKey,
    BeliefBase,
    Entity,
    Forgetting,
    Membership,
    PersonCopy,
    ReviewItem,
    Role,
    Scope,
    User,
)
from claims.services import clock
from claims.services.actor import actor_of
from claims.services.rights.copies import files
from claims.services.rights.erase.forget import Reach, forget_later
from claims.services.rights.requests.file_request import Asked, file_request
from tests.api.client import claim, key_for, user

#: What is sent to a path, where an empty object would not do.
SENT: dict[str, dict[str, Any]] = {
    "POST /api/v1/bases/": {"label": "New", "kind": "project"},
    "POST /api/v1/bases/{base}/claims/": claim("Go"),
    "POST /api/v1/bases/{base}/claims/batch/": {"items": [claim("Go")]},
    "POST /api/v1/bases/{base}/claims/{claim}/contract/": {"reading": "ended"},
    "POST /api/v1/bases/{base}/claims/{claim}/complete/": {"statement": "Only for the prototype."},
    "POST /api/v1/bases/{base}/claims/{claim}/erase/": {"ground": "17-1-b"},
    "POST /api/v1/bases/{base}/claims/{claim}/justifications/": {"mode": "lift"},
    "POST /api/v1/bases/{base}/entities/": {"name": "rocket"},
    "POST /api/v1/bases/{base}/entities/{entity}/aliases/": {"alias": "rocket"},
    "POST /api/v1/bases/{base}/nogoods/": {"members": ["{claim}", "{other}"]},
    "POST /api/v1/bases/{base}/nogoods/{nogood}/resolve/": {"keep": ["{claim}"]},
    "POST /api/v1/bases/{base}/reviews/{review}/close/": {"verdict": "keep"},
    "POST /api/v1/bases/{base}/requests/": {"kind": "access"},
    "POST /api/v1/vocabulary/": {"name": "uses_framework", "synonyms": ["is built with a framework"]},
}
#: What is asked of a path that needs it.
ASKED = {
    "GET /api/v1/bases/{base}/beliefs/history/": {"subject": "project", "predicate": "uses_framework"},
    "GET /api/v1/bases/{base}/compare/": {"a": "{claim}", "b": "{other}"},
    "GET /api/v1/bases/{base}/graph/": {"claim": "{claim}"},
}

Caller = Callable[..., Any]


def _table() -> tuple[list[str], dict[str, list[int]]]:
    text = (Path(__file__).parent / "matrix.txt").read_text().replace("|", "")
    lines = [line.split() for line in text.splitlines() if line.strip() and not line.startswith("#")]
    return lines[0], {" ".join(line[:2]): [int(status) for status in line[2:]] for line in lines[1:]}


WHO, TABLE = _table()


@dataclass(frozen=True)
class Scene:
    """A base about a project that concerns Alice, with a claim; ``ids`` are what stands in braces."""

    base: UUID
    ids: dict[str, str]
    people: dict[str, User]
    keys: dict[str, str]

    def call(self, who: str, row: str) -> int:
        """The status that somebody gets; nothing of it stays."""
        method, path = row.split()
        url, sent, asked = (
            self._filled(each) for each in (path, json.dumps(SENT.get(row, {})), json.dumps(ASKED.get(row, {})))
        )
        client = Client(headers={"Authorization": f"Bearer {self.keys[who]}"} if who in self.keys else {})
        with transaction.atomic():
            if who in self.people:
                client.force_login(self.people[who])
            if method == "GET":
                answer = client.get(url, json.loads(asked))
            else:
                answer = client.post(url, sent, content_type=_type(path))
            transaction.set_rollback(True)
            if answer.streaming:
                answer.getvalue()  # to the end, so that its file is closed
        status: int = answer.status_code
        return status

    def _filled(self, text: str) -> str:
        return re.sub(r"{(\w+)}", lambda name: self.ids[name[1]], text)


def _type(path: str) -> str:
    return "application/json" if path.startswith("/api/") else "application/x-www-form-urlencoded"


@pytest.fixture
def scene(db: None, settings: Settings, tmp_path: Path) -> Scene:
    settings.COPIES = tmp_path
    base = BeliefBase.objects.create(label="Skylark", kind="project").id
    other = BeliefBase.objects.create(label="Other", kind="project").id
    people = {
        "alice": user("alice"),
        "bob": user("bob", Role.SUPPORT),
        "carol": user("carol", Role.COMPLIANCE),
        "dave": user("dave"),
        "root": user("root", is_superuser=True),
    }
    Membership.objects.create(base_id=base, user_id=people["alice"].id)
    keys: dict[str, str] = {scope.value: key_for(base, scopes=(scope.value,)) for scope in Scope}
    keys["other"] = key_for(other, scopes=tuple(Scope.values[:3]))
    express, vercel = (
        _said(base, keys["assert"], each) for each in (claim("Express.js"), claim("Vercel", "deploys_on"))
    )
    disputed = _posted(base, keys["assert"], "nogoods/", {"members": [express, vercel]})
    ids = {
        "base": str(base),
        "claim": express,
        "other": vercel,
        "nogood": disputed["nogood"]["id"],
        "review": str(ReviewItem.objects.get(base_id=base).id),
        "verdict": "keep",
        "entity": str(Entity.objects.earliest("id").id),
        "number": "1",
        "asked": str(_asked(base, people["alice"])),
        "step": "triage",
        "name": "triage",
        "place": "2",
        "copy": str(_copied(base, people["alice"])),
        "file": "copy.json",
        "forgetting": str(_to_be_forgotten(base, people["alice"], UUID(vercel))),
        "key": str(AgentKey.objects.earliest("id").id),
    }
    return Scene(base, ids, people, keys)


def _asked(base: UUID, alice: User) -> UUID:
    """A request of Alice's for a copy."""
    actor = actor_of(visitor_signed_in(alice))
    return file_request(base=base, actor=actor, asked=Asked(kind=Kind.ACCESS), by_subject=True).request


def _to_be_forgotten(base: UUID, alice: User, claim: UUID) -> UUID:
    """Something that Alice wants forgotten on a day."""
    forget_later(base=base, actor=actor_of(visitor_signed_in(alice)), reach=Reach(claim=claim))
    found: UUID = Forgetting.objects.values_list("id", flat=True).get()
    return found


def _copied(base: UUID, alice: User) -> UUID:
    """A copy of Alice's that is ready."""
    at = clock.now()
    made = PersonCopy.objects.create(
        base_id=base,
        kind="access",
        user_id=alice.id,
        asked_at=at,
        state="ready",
        finished_at=at,
        keep_until=at,
        files=[{"name": "copy.json", "bytes": 2, "sha256": "00"}],
        sha256="00",
    ).id
    folder = files.folder_of(base, made)
    folder.mkdir(parents=True)
    (folder / "copy.json").write_text("{}")
    return UUID(str(made))


def _said(base: UUID, key: str, said: dict[str, Any]) -> str:
    made: str = _posted(base, key, "claims/", said)["claim"]["id"]
    return made


def _posted(base: UUID, key: str, path: str, body: dict[str, Any]) -> Any:
    client = Client(headers={"Authorization": f"Bearer {key}"})
    return client.post(f"/api/v1/bases/{base}/{path}", json.dumps(body), content_type="application/json").json()


@pytest.mark.parametrize("row", TABLE)
def test_everyone_gets_the_status_of_the_table(scene: Scene, row: str) -> None:
    assert dict(zip(WHO, (scene.call(who, row) for who in WHO), strict=True)) == dict(zip(WHO, TABLE[row], strict=True))


def test_every_path_of_the_api_and_the_pages_stands_in_the_table() -> None:
    found = set(_rows(get_resolver().url_patterns, "/"))
    assert len(found) > 20
    missing = sorted(found - TABLE.keys())
    assert not missing, (
        f"Nothing says who may {missing[0]}. Add a line to tests/access/matrix.txt with the status for each of "
        f"{', '.join(WHO)}; to `scene` in test_matrix.py what stands in its braces; and to SENT or ASKED what a call "
        f"needs to succeed. Missing are: {'; '.join(missing)}"
    )
    paths = {row.split()[1] for row in found}
    assert [row for row in TABLE if row.split()[1] not in paths] == [], "These lines are of paths that are no more."


def _rows(patterns: list[URLPattern | URLResolver], before: str) -> Iterator[str]:
    """A line for each method of each endpoint; of a page, for opening it."""
    for each in patterns:
        path = before + re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", str(each.pattern))
        if isinstance(each, URLResolver):
            yield from _rows(each.url_patterns, path)
            continue
        view = getattr(each.callback, "view_class", None)
        if path == "/^api/" or not (view or each.callback).__module__.startswith(("claims.api.", "claims.web.")):
            continue
        methods = [name for name in ("get", "post", "put", "patch", "delete") if view and hasattr(view, name)]
        if methods:
            yield from (f"{method.upper()} {path}" for method in methods)
        else:
            yield next((row for row in (f"GET {path}", f"POST {path}") if row in TABLE), f"GET {path}")
