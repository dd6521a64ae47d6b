"""Rows of one base never meet those of another: the catalogue and every statement name the base (docs/tables.md)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from pytest_django import Settings

from audit.requests import record
from audit.requests.words import Kind
from claims.models import BeliefBase
from claims.queries import across
from claims.queries.rights.requests import AskedRequests
from claims.services.rights.copies.read_copies import copies_of, copy_for_request
from claims.services.rights.copies.remove_copies import forget_copies, see_to_copies
from claims.services.rights.copies.stop_copy import stop_copy
from claims.services.rights.copies.third_persons import proposed
from claims.services.rights.read_deadlines import read_deadlines
from claims.services.rights.read_requests import request_page
from claims.services.rights.remind import remind
from claims.services.rights.requests.extend_request import extend_request
from claims.services.rights.requests.join_requests import join_requests
from tests.api.client import Api, claim, key_for
from tests.cast import instant
from tests.claims.copies.cast import Owner
from tests.claims.requests.cast import Scene

pytestmark = pytest.mark.django_db


def rows(sql: str) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(sql)
        return list(cursor.fetchall())


def per_base() -> set[str]:
    """The tables whose rows belong to one base."""
    return {
        name
        for (name,) in rows(
            "SELECT DISTINCT attrelid::regclass::text FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid"
            " WHERE attname = 'base_id' AND attnum > 0 AND NOT attisdropped AND relkind = 'r'"
            " AND relnamespace = 'public'::regnamespace"
        )
    } - {"agent_key_base"}  # global: it says which bases a key opens


# --- The catalogue ---------------------------------------------------------------------------------------------------


def test_every_per_base_table_is_known() -> None:
    assert per_base() >= {"claim", "belief", "act", "revision", "source", "edge", "review_item", "membership"}


def test_every_key_within_a_base_holds_the_base() -> None:
    found = rows(
        """
        SELECT conrelid::regclass::text, conname, contype,
               ARRAY(SELECT attname::text FROM unnest(conkey) k
                       JOIN pg_attribute ON attrelid = conrelid AND attnum = k),
               pg_get_constraintdef(oid)
          FROM pg_constraint WHERE contype IN ('p', 'u', 'x')
        """
    )
    tables = per_base()
    mine = [each for each in found if each[0] in tables]
    assert len(mine) >= len(tables)
    assert [each[1] for each in mine if "base_id" not in each[3]] == []
    assert [each[1] for each in mine if each[2] == "x" and "base_id WITH =" not in each[4]] == []


def test_every_unique_index_within_a_base_begins_with_the_base() -> None:
    found = rows(
        """
        SELECT indrelid::regclass::text, indexrelid::regclass::text, pg_get_indexdef(indexrelid, 1, true)
          FROM pg_index WHERE indisunique
        """
    )
    assert [index for table, index, first in found if table in per_base() and first != "base_id"] == []


def test_every_reference_to_a_row_of_a_base_carries_the_base_on_both_sides() -> None:
    found = rows(
        """
        SELECT conname, conrelid::regclass::text, confrelid::regclass::text, condeferrable, confdeltype::text,
               ARRAY(SELECT attname::text FROM unnest(conkey) WITH ORDINALITY k(n, o)
                       JOIN pg_attribute ON attrelid = conrelid AND attnum = n ORDER BY o),
               ARRAY(SELECT attname::text FROM unnest(confkey) WITH ORDINALITY k(n, o)
                       JOIN pg_attribute ON attrelid = confrelid AND attnum = n ORDER BY o)
          FROM pg_constraint WHERE contype = 'f'
        """
    )
    tables = per_base()
    wrong = []
    for name, table, target, deferrable, on_delete, here, there in found:
        if target in tables:
            pairs = list(zip(here, there, strict=True))
            if table not in tables or ("base_id", "base_id") not in pairs or deferrable or on_delete in "nd":
                wrong.append(name)
        elif table in tables and target == "base" and (here != ["base_id"] or deferrable or on_delete in "nd"):
            wrong.append(name)
    assert wrong == []


# --- The statements --------------------------------------------------------------------------------------------------


class Unbounded(AssertionError):
    """A statement that could reach into another base."""


NO_ALIAS = "WHERE|SET|ON|JOIN|LEFT|CROSS|INNER|ORDER|GROUP|LIMIT|SELECT|VALUES|FOR|UNION|RETURNING|USING"
TABLE = re.compile(rf"\b(?:FROM|JOIN|INTO|UPDATE)\s+(?:ONLY\s+)?(\w+)(?:\s+(?:AS\s+)?(?!(?:{NO_ALIAS})\b)(\w+))?", re.I)
GIVEN = re.compile(r"\bbase_id\s*=\s*(?:\(SELECT\s+)?(?:%|'')|INSERT\s+INTO\s+\w+\s*\(\s*base_id\b", re.I)
UNQUALIFIED = re.compile(r"(?<![.\w])base_id\s*=|INSERT\s+INTO\s+\w+\s*\([^)]*\bbase_id\b", re.I)
LOCK = re.compile(r"\bFOR\s+(?:NO\s+KEY\s+)?(?:UPDATE|SHARE)\b", re.I)
BASE_SET = re.compile(r"\bSET\b(?:(?!\bWHERE\b|\bFROM\b).)*(?<!\.)\bbase_id\s*=", re.I | re.S)


def check(sql: str, tables: set[str]) -> None:
    """Fails a statement on a per-base table that does not name its base.

    The base must be given, and each such table bound to it: by `alias.base_id =`, or by a `base_id =` without alias.
    """
    plain = re.sub(r"'[^']*'", "''", sql).replace('"', "")
    named = [(table, alias or table) for table, alias in TABLE.findall(plain) if table in tables]
    if not named:
        return
    if not GIVEN.search(plain):
        raise Unbounded(f"No base is given{' to a lock' if LOCK.search(plain) else ''}: {sql}")
    if plain.lstrip().upper().startswith("UPDATE") and BASE_SET.search(plain):
        raise Unbounded(f"A base is set: {sql}")
    loose = [alias for _, alias in named if not re.search(rf"\b{alias}\.base_id\s*=|=\s*{alias}\.base_id\b", plain)]
    if len(loose) > len(UNQUALIFIED.findall(plain)):
        raise Unbounded(f"Not every table is bound to the base: {sql}")


@contextmanager
def bounded() -> Iterator[list[str]]:
    """Collects the statements run within; fails at the end for every one that could reach into another base."""
    tables, seen, broken = per_base(), list[str](), list[str]()

    def wrapper(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]) -> Any:
        seen.append(sql)
        try:
            if not any(part in sql for part in OVER_BASES):
                check(sql, tables)
        except Unbounded as found:
            broken.append(str(found))
        return execute(sql, params, many, context)

    with connection.execute_wrapper(wrapper):
        yield seen
    assert not broken, "\n".join(broken)


#: What the named reads over bases are known by.
OVER_BASES = [
    "SELECT base_id, count(*) AS number FROM claim WHERE predicate = ANY",
    "b.label FROM audit_request r JOIN base b ON b.id = r.base_id",
    "DELETE FROM kept_answer WHERE expires_at <= ",
    "SELECT base_id, id, state FROM person_copy",
    "SELECT base_id, id FROM forgetting",
]


def test_the_reads_over_bases_are_the_ones_we_know() -> None:
    source = Path(across.__file__).read_text()
    assert source.count("fetch(") == len(OVER_BASES)
    assert all(part in source for part in OVER_BASES)


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT * FROM claim WHERE id = %s",
        'SELECT * FROM "claim" WHERE "claim"."id" = %s',
        "SELECT * FROM belief b JOIN claim c ON c.id = b.claim_id WHERE b.base_id = %s",
        "UPDATE claim SET base_id = %s WHERE base_id = %s AND id = %s",
        "UPDATE claim SET name = %s WHERE id = %s",
        "SELECT * FROM claim WHERE id = %s FOR UPDATE",
        "INSERT INTO act (id) VALUES (%s)",
        "DELETE FROM edge WHERE id = %s",
    ],
)
def test_a_statement_without_its_base_is_found(sql: str) -> None:
    with pytest.raises(Unbounded):
        check(sql, per_base())


def test_every_statement_of_the_story_names_its_base(db: None) -> None:
    base = BeliefBase.objects.create(label="Skylark", kind="project")
    scout = Api(base.id, key=key_for(base.id, scopes=("read", "assert", "revise", "admin")))
    with bounded() as seen:
        tell_everything(scout)
    assert len(seen) > 300


def test_every_statement_of_a_request_names_its_base(db: None) -> None:
    scene = Scene()
    with bounded() as seen:
        request = scene.asks_for_rust()
        other = scene.files(Kind.ACCESS).request
        scene.does(join_requests, scene.files(Kind.ACCESS).request, of=other)
        scene.to_review(request)
        scene.does(extend_request, request, reason="There are many.")
        scene.decides(request)
        scene.finishes(request)
        request_page(base=scene.base, asked=AskedRequests(subject=scene.people["alice"].id))
        read_deadlines()
        record.erase_words(scene.base, instant("2026-08-01"), request)
        with scene.on("2027-01-01"):
            remind()
    assert len(seen) > 300


def test_every_statement_of_a_copy_names_its_base(db: None, settings: Settings, tmp_path: Path) -> None:
    settings.COPIES = tmp_path
    scene = Scene()
    owner = Owner(scene.base, scene.people["alice"])
    scene.asks_for_rust()
    with bounded() as seen:
        for kind in ("access", "portability"):
            copied = owner.has_made(kind, cover=(each for each, _ in proposed(scene.base)))
            stop_copy(base=scene.base, actor=owner.actor, copy=copied.id)
        copies_of(base=scene.base, user=owner.user.id)
        copy_for_request(base=scene.base, request=owner.user.id)
        owner.asks()
        with scene.on("2999-01-01"):
            see_to_copies()
            forget_copies(scene.base)
    assert len(seen) > 50


def tell_everything(scout: Api) -> None:
    """Every path of the API, every kind of act."""
    express = scout.says("Express.js", name="framework", expect=201).json()["claim"]["id"]
    vercel = scout.says("Vercel", "deploys_on", justifications=[{"all_of": ["framework"]}], expect=201).json()
    scout.says("Go", preview=True, expect=200)
    scout.says("Go", expect=201)
    scout.says("Express.js", negated=True, source={"kind": "observed"})
    scout.says("a tune", "hums", supports=["framework"], expect=201)
    scout.says("Express.js", correction=True, source={"kind": "stated", "origin": "interview"})
    scout.says("Express.js", source={"kind": "stated", "origin": "interview"})
    scout.post(
        "claims/batch/", {"items": [claim("x", "states", ref="a"), claim("y", "states", supports=["a"])]}, expect=201
    )
    scout.post("claims/batch/", {"items": [claim("z", "states"), {}], "atomic": False}, expect=200)
    scout.post(f"claims/{vercel['claim']['id']}/justifications/", {"mode": "lift"}, expect=200)
    scout.post(f"claims/{express}/contract/", {"reading": "ended"}, expect=200)
    scout.post(f"claims/{express}/contract/", {"reading": "never_true"}, expect=200)
    scout.post("revisions/3/undo/", {}, expect=200)
    for path in ("", "beliefs/", "revisions/", "revisions/3/", "reviews/", "/api/v1/bases/", "/api/v1/vocabulary/"):
        scout.get(path)
    scout.get(
        "beliefs/", subject="project", predicate="framework", object="go", q="go", tier="stated", min_confidence=0.5
    )
    scout.get("beliefs/history/", subject="project", predicate="framework")
    for path in ("", "history/", "explain/", "impact/"):
        scout.get(f"claims/{express}/{path}")
    scout.get("graph/", claim=express)
    scout.get("graph/", claim=express, known_at=scout.get("revisions/2/").json()["recorded_at"])
    scout.get("compare/", a=express, b=vercel["claim"]["id"])
    scout.says("Express.js", source={"kind": "stated"})
    rename(scout)
    scout.post("/api/v1/bases/", {"label": "New", "kind": "person"}, expect=201)
    scout.post("/api/v1/vocabulary/", {"name": "uses_framework", "synonyms": ["is built with a framework"]}, expect=200)


def rename(scout: Api) -> None:
    """Everything that can be done with subjects and their names."""
    scout.says("Express.js", subject="rocket", expect=201)
    scout.says("Vercel", "deploys_on", subject="rocket", expect=201)
    project = scout.get("entities/", q="project").json()["results"][0]["id"]
    scout.post("entities/", {"name": "comet"}, expect=201)
    for alias in ("skylark", "comet", "rocket"):
        scout.post(f"entities/{project}/aliases/", {"alias": alias, "preview": True}, expect=200)
        done = scout.post(f"entities/{project}/aliases/", {"alias": alias}, expect=200).json()
        scout.post(f"revisions/{done['revision']}/undo/", {}, expect=200)
