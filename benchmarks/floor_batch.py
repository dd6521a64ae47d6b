"""The floor of a batch: the same rows as one revision by COPY, by psycopg alone, in one transaction forced to disk.

As `benchmarks.floor`, it plans nothing, checks nothing and tells nothing; what it replaces it looks up.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from hashlib import sha256
from typing import Any
from uuid import UUID, uuid4

import psycopg
from psycopg.types.json import Jsonb

from benchmarks.floor import CLOCK, ENTRY, HEAD, LOCK, PREDICATE, REVISION, one

HELD = """
SELECT w.key, c.entity_id, c.question_id, c.id, b.id, lower(b.valid)
  FROM unnest(%s::text[]) AS w(key)
 CROSS JOIN LATERAL (
       SELECT q.id FROM entity_alias ea
         JOIN question q ON q.base_id = ea.base_id AND q.entity_id = ea.entity_id AND q.predicate = %s
        WHERE ea.base_id = %s AND ea.key = w.key OFFSET 0) q
 CROSS JOIN LATERAL (
       SELECT b.* FROM belief b
        WHERE b.base_id = %s AND b.question_id = q.id AND upper_inf(b.recorded) AND upper_inf(b.valid) OFFSET 0) b
  JOIN claim c ON c.base_id = %s AND c.id = b.claim_id
"""
DEPENDENTS = """
SELECT d.source_id
  FROM unnest(%s::uuid[]) AS w(claim)
 CROSS JOIN LATERAL (
       SELECT source_id FROM edge WHERE base_id = %s AND target_id = w.claim AND upper(recorded) IS NULL OFFSET 0) d
"""
CLOSE = """
UPDATE belief SET recorded = tstzrange(lower(recorded), %s), closed = %s WHERE base_id = %s AND id = ANY(%s)
"""
COLUMNS = {
    "entity": "id, name",
    "entity_alias": "key, entity_id",
    "question": "id, entity_id, predicate, scope_sha256, plain, rising",
    "claim": "id, entity_id, question_id, predicate, object_id, object, object_key, object_sha256, negated, restricted",
    "source": "id, kind, uri, excerpt, sha256, method, origin, reason, observed_at",
    "act": "id, revision, ordinal, kind, claim_id, question_id, object_id, negated, tier, said_tier, observed_at,"
    " agent_id, source_id, valid, from_precision, to_precision, confidence, band, weighty, claim_kind, kind_raw,"
    " correction, origin, echo, justifications, supports, detail",
    "belief": "id, claim_id, question_id, object_id, negated, valid, from_precision, to_precision, recorded,"
    " confidence, tier, restricted, opened",
    "edge": "id, kind, source_id, target_id, number, recorded, opened",
}
Rows = dict[str, list[Sequence[Any]]]


def assert_batch(
    connection: psycopg.Connection[tuple[Any, ...]], actor: UUID, base: UUID, things: Sequence[str], value: str
) -> None:
    """That each of these things, known or not, has this value from now on."""
    with connection.transaction(), connection.cursor() as cursor:
        (head,) = one(cursor, LOCK, base)
        (now,) = one(cursor, CLOCK)
        held = cursor.execute(HELD.encode(), [list(things), PREDICATE, base, base, base]).fetchall()
        cursor.execute(DEPENDENTS, [[each[3] for each in held], base]).fetchall()
        rows: Rows = {name: [] for name in COLUMNS}
        known = {key: found for key, *found in held}
        for ordinal, thing in enumerate(things):
            _add(rows, ordinal, (head + 1, now, actor), thing, value, known.get(thing))
        told = Jsonb({"told": [[str(each[0]), "revised"] for each in rows["act"]]})
        cursor.execute(REVISION, [base, head + 1, head or None, now, actor, actor, told])
        if held:
            cursor.execute(CLOSE, [now, head + 1, base, [each[4] for each in held]])
        for table, drawn in rows.items():
            _copy(cursor, base, table, drawn)
        cursor.execute(HEAD, [head + 1, now, base])
        cursor.execute(ENTRY, [now, actor, head + 1, [each[0] for each in rows["claim"]], base])


def _add(
    rows: Rows, ordinal: int, stamp: tuple[int, datetime, UUID], thing: str, value: str, known: Sequence[Any] | None
) -> None:
    revision, now, actor = stamp
    claim, act, source, since = uuid4(), uuid4(), uuid4(), f"[{now.isoformat()},)"
    if known:
        entity, question, old, _, start = known
        past = f"[{start.isoformat()},{now.isoformat()})"
        rows["belief"].append((uuid4(), old, question, old, "f", past, 4, 4, since, 900, 4, "f", revision))
        rows["edge"].append((uuid4(), "supersedes", claim, old, 0, since, revision))
    else:
        entity, question = uuid4(), uuid4()
        rows["entity"].append((entity, thing))
        rows["entity_alias"].append((thing, entity))
        rows["question"].append((question, entity, PREDICATE, sha256(b"").digest(), "t", "t"))
    key = value.casefold()
    digest = sha256(key.encode()).digest()
    rows["claim"].append((claim, entity, question, PREDICATE, claim, value, key, digest, "f", "f"))
    rows["source"].append((source, 4, "", "", "", "", "", "", now))
    said = (act, revision, ordinal, "assertion", claim, question, claim, "f", 4, 4, now, actor, source, since)
    rows["act"].append((*said, 4, 4, 900, 2, "f", "observation", "", "f", "", "f", "[]", "{}", "{}"))
    rows["belief"].append((uuid4(), claim, question, claim, "f", since, 4, 4, since, 900, 4, "f", revision))


def _copy(cursor: psycopg.Cursor[tuple[Any, ...]], base: UUID, table: str, rows: Iterable[Sequence[Any]]) -> None:
    with cursor.copy(f"COPY {table} (base_id, {COLUMNS[table]}) FROM STDIN".encode()) as copy:
        for row in rows:
            copy.write_row((base, *row))
