"""The floor: the same facts in bare SQL, by psycopg alone, in one transaction that is forced to disk.

It writes the rows that the store writes, into the same tables, with the same indexes, constraints and guards, in a base
of its own: lock, clock, what is held and who rests on it, then revision, source, claim, act, close, belief rows, edge,
log entry, head. It knows every id beforehand, plans nothing, checks nothing, tells nothing, and keeps its statements
prepared. What it reads is what the store answers from: what is held with its phrase, the evidence with sources, edges
and marks.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from typing import Any
from uuid import UUID, uuid4

import psycopg
from psycopg.types.json import Jsonb
from psycopg.types.range import TimestamptzRange

LOCK = "SELECT head FROM base WHERE id = %s FOR UPDATE"
CLOCK = "SELECT clock_timestamp()"
HELD = """
SELECT c.entity_id, c.question_id, c.id, b.id, b.valid
  FROM entity_alias ea
  JOIN question q ON q.base_id = ea.base_id AND q.entity_id = ea.entity_id AND q.predicate = %s
  JOIN belief b ON b.base_id = q.base_id AND b.question_id = q.id AND upper_inf(b.recorded)
  JOIN claim c ON c.base_id = b.base_id AND c.id = b.claim_id
 WHERE ea.base_id = %s AND ea.key = %s AND upper_inf(b.valid)
"""
DEPENDENTS = "SELECT source_id FROM edge WHERE base_id = %s AND target_id = %s AND upper(recorded) IS NULL"
REVISION = """
INSERT INTO revision (base_id, number, previous, operation, recorded_at, actor_id, agent_id, request_id, digest, result)
VALUES (%s, %s, %s, 'assert', %s, %s, %s, '', '', %s)
"""
SOURCE = """
INSERT INTO source (base_id, id, kind, uri, excerpt, sha256, method, origin, reason, observed_at)
VALUES (%s, %s, 4, '', '', '', '', '', '', %s)
"""
CLAIM = """
INSERT INTO claim (base_id, id, entity_id, question_id, predicate, object_id, object, object_key, object_sha256,
                   negated, restricted)
VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, FALSE, FALSE)
"""
ACT = """
INSERT INTO act (base_id, id, revision, ordinal, kind, claim_id, question_id, object_id, negated, tier, said_tier,
                 observed_at, agent_id, source_id, valid, from_precision, to_precision, confidence, band, weighty,
                 claim_kind, kind_raw, correction, origin, echo, justifications, supports, detail)
VALUES (%s, %s, %s, 0, 'assertion', %s, %s, %s, FALSE, 4, 4, %s, %s, %s, %s, 4, 4, 900, 2, FALSE, 'observation', '',
        FALSE, '', FALSE, '[]', '{}', '{}')
"""
CLOSE = """
UPDATE belief SET recorded = tstzrange(lower(recorded), %s), closed = %s WHERE base_id = %s AND id = %s
RETURNING claim_id, question_id, object_id
"""
OPEN = """
INSERT INTO belief (base_id, id, claim_id, question_id, object_id, negated, valid, from_precision, to_precision,
                    recorded, confidence, tier, restricted, opened)
VALUES (%s, %s, %s, %s, %s, FALSE, %s, 4, 4, %s, 900, 4, FALSE, %s),
       (%s, %s, %s, %s, %s, FALSE, %s, 4, 4, %s, 900, 4, FALSE, %s)
"""
EDGE = """
INSERT INTO edge (base_id, id, kind, source_id, target_id, number, recorded, opened)
VALUES (%s, %s, 'supersedes', %s, %s, 0, %s, %s)
"""
HEAD = "UPDATE base SET head = %s, head_at = %s WHERE id = %s"
ENTRY = """
INSERT INTO audit_entry
       (chain_id, number, previous, at, actor_kind, actor_id, act, request_id, ground, revision, targets)
SELECT chain_id, number + 1, nullif(number, 0), %s, 'agent', %s, 'assert', '', '', %s, %s FROM audit_head
 WHERE chain_id = %s
"""

ANSWER = """
SELECT c.id, c.object, b.valid, b.recorded, b.confidence, b.tier, p.phrase
  FROM entity_alias ea
  JOIN entity e ON e.base_id = ea.base_id AND e.id = ea.entity_id
  JOIN question q ON q.base_id = ea.base_id AND q.entity_id = ea.entity_id AND q.predicate = %s
  JOIN belief b ON b.base_id = q.base_id AND b.question_id = q.id AND upper_inf(b.recorded)
  JOIN claim c ON c.base_id = b.base_id AND c.id = b.claim_id
  JOIN predicate p ON p.name = c.predicate
 WHERE ea.base_id = %s AND ea.key = %s AND b.valid @> now() AND NOT c.restricted
"""
EVIDENCE = """
SELECT a.id, a.tier, a.observed_at, a.valid, a.confidence, r.recorded_at, s.uri, s.excerpt, s.method, s.origin, g.name
  FROM act a
  JOIN revision r ON r.base_id = a.base_id AND r.number = a.revision
  JOIN source s ON s.base_id = a.base_id AND s.id = a.source_id
  LEFT JOIN agent g ON g.id = a.agent_id
 WHERE a.base_id = %s AND a.claim_id = %s AND a.kind = 'assertion'
 ORDER BY a.tier DESC, a.weighty DESC, a.band DESC, a.observed_at DESC, a.confidence DESC, a.revision, a.ordinal
 LIMIT 50
"""
TIES = """
SELECT kind, source_id, target_id FROM edge WHERE base_id = %s AND source_id = %s AND upper_inf(recorded)
UNION ALL
SELECT kind, source_id, target_id FROM edge WHERE base_id = %s AND target_id = %s AND upper(recorded) IS NULL
UNION ALL
SELECT kind, claim_id, nogood_id FROM review_item WHERE base_id = %s AND claim_id = %s AND verdict = ''
"""

PREDICATE = "uses_framework"


@contextmanager
def connected() -> Iterator[psycopg.Connection[tuple[Any, ...]]]:
    """A connection of its own, as bare as can be; its statements are prepared and planned once."""
    with psycopg.connect(
        os.environ["DATABASE_URL"],
        autocommit=True,
        prepare_threshold=3,
        options="-c plan_cache_mode=force_generic_plan",
    ) as connection:
        yield connection


@dataclass(frozen=True, slots=True)
class Floor:
    """Works on a connection, as somebody."""

    connection: psycopg.Connection[tuple[Any, ...]]
    actor: UUID

    def supersede(self, base: UUID, thing: int, value: str) -> None:
        """A later answer takes the place of an earlier one."""
        claim, act, source = uuid4(), uuid4(), uuid4()
        with self.connection.transaction(), self.connection.cursor() as cursor:
            (head,) = one(cursor, LOCK, base)
            (now,) = one(cursor, CLOCK)
            entity, question, old, row, valid = one(cursor, HELD, PREDICATE, base, f"thing {thing}")
            cursor.execute(DEPENDENTS, [base, old])
            cursor.fetchall()
            revision, since = head + 1, TimestamptzRange(now, None)
            result = Jsonb({"told": [[str(act), "revised"]], "superseded": [str(old)]})
            cursor.execute(REVISION, [base, revision, head or None, now, self.actor, self.actor, result])
            cursor.execute(SOURCE, [base, source, now])
            key = value.casefold()
            digest = sha256(key.encode()).digest()
            new = [base, claim, entity, question, PREDICATE, claim, value, key, digest]
            cursor.execute(CLAIM, new)
            cursor.execute(ACT, [base, act, revision, claim, question, claim, now, self.actor, source, since])
            was = one(cursor, CLOSE, now, revision, base, row)
            rest = [base, uuid4(), *was, TimestamptzRange(valid.lower, now), since, revision]
            cursor.execute(OPEN, [*rest, base, uuid4(), claim, question, claim, since, since, revision])
            cursor.execute(EDGE, [base, uuid4(), claim, old, since, revision])
            cursor.execute(HEAD, [revision, now, base])
            cursor.execute(ENTRY, [now, self.actor, revision, [claim], base])

    def read(self, base: UUID, thing: int) -> None:
        """What is held of one question now."""
        with self.connection.cursor() as cursor:
            claim, *_ = one(cursor, ANSWER, PREDICATE, base, f"thing {thing}")
            cursor.execute(EVIDENCE, [base, claim])
            cursor.fetchall()
            cursor.execute(TIES, [base, claim] * 3)
            cursor.fetchall()


def one(cursor: psycopg.Cursor[tuple[Any, ...]], sql: str, *params: object) -> tuple[Any, ...]:
    """The one row that a statement finds."""
    row = cursor.execute(sql.encode(), params).fetchone()
    if row is None:
        raise LookupError("The floor finds what it wrote.")
    return row
