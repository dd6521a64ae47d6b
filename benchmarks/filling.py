"""Bases filled by one statement a table with the rows that the services write, held to those by a test."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID, uuid4

from django.db import connection, transaction

from claims.models import BeliefBase

#: So many claims are asserted by one revision, as by a batch.
BATCH = 1_000

#: Claims of things, one each, numbered within their base from 0, with the ids and the revision of each.
MADE = """
CREATE TEMP TABLE made ON COMMIT DROP AS
SELECT base_id, n, 1 + n / %(batch)s AS revision, n %% %(batch)s AS ordinal,
       now() + n / %(batch)s * interval '1 us' AS at,
       gen_random_uuid() AS entity, gen_random_uuid() AS question, gen_random_uuid() AS claim,
       gen_random_uuid() AS object, gen_random_uuid() AS source, gen_random_uuid() AS act
  FROM unnest(%(bases)s::uuid[]) AS base_id, generate_series(0, %(claims)s - 1) AS n
"""
ROWS = (
    """
    INSERT INTO revision (base_id, number, previous, operation, recorded_at, actor_id, agent_id, request_id, digest,
                          result)
    SELECT base_id, revision, nullif(revision - 1, 0), 'assert', min(at), %(actor)s, %(agent)s, '', '',
           jsonb_build_object('told', jsonb_agg(jsonb_build_array(act, 'expanded') ORDER BY ordinal),
                              'superseded', '[]'::jsonb, 'restored', '[]'::jsonb, 'flagged', '[]'::jsonb)
      FROM made GROUP BY base_id, revision ORDER BY base_id, revision
    """,
    "INSERT INTO entity (base_id, id, name) SELECT base_id, entity, 'thing ' || n FROM made",
    "INSERT INTO entity_alias (base_id, key, entity_id) SELECT base_id, 'thing ' || n, entity FROM made",
    """
    INSERT INTO question (base_id, id, entity_id, predicate, scope_sha256, plain, rising)
    SELECT base_id, question, entity, 'uses_framework', sha256(''), TRUE, TRUE FROM made
    """,
    """
    INSERT INTO claim (base_id, id, entity_id, question_id, predicate, object_id, object, object_key, object_sha256,
                       negated, restricted)
    SELECT base_id, claim, entity, question, 'uses_framework', object, 'Express.js', 'express.js', sha256('express.js'),
           FALSE, FALSE
      FROM made
    """,
    """
    INSERT INTO source (base_id, id, kind, uri, excerpt, sha256, method, origin, reason, observed_at)
    SELECT base_id, source, 4, '', '', '', '', '', '', at FROM made
    """,
    """
    INSERT INTO act (base_id, id, revision, ordinal, kind, claim_id, question_id, object_id, negated, tier, said_tier,
                     observed_at, agent_id, source_id, valid, from_precision, to_precision, confidence, band, weighty,
                     claim_kind, kind_raw, correction, origin, echo, justifications, supports, detail)
    SELECT base_id, act, revision, ordinal, 'assertion', claim, question, object, FALSE, 4, 4, at, %(agent)s, source,
           tstzrange(at, NULL), 4, 4, 900, 2, FALSE, 'observation', '', FALSE, %(voice)s, FALSE, '[]', '{}', '{}'
      FROM made
    """,
    """
    INSERT INTO belief (base_id, id, claim_id, question_id, object_id, negated, valid, from_precision, to_precision,
                        recorded, confidence, tier, restricted, opened)
    SELECT base_id, gen_random_uuid(), claim, question, object, FALSE, tstzrange(at, NULL), 4, 4, tstzrange(at, NULL),
           900, 4, FALSE, revision
      FROM made
    """,
    """
    INSERT INTO audit_entry (chain_id, number, previous, at, actor_kind, actor_id, act, request_id, ground, revision,
                             targets)
    SELECT base_id, revision, nullif(revision - 1, 0), min(at), 'agent', %(actor)s, 'assert', '', '', revision,
           array_agg(claim ORDER BY ordinal)
      FROM made GROUP BY base_id, revision ORDER BY base_id, revision
    """,
    """
    UPDATE base SET head = m.head, head_at = m.at
      FROM (SELECT base_id, max(revision) AS head, max(at) AS at FROM made GROUP BY base_id) m WHERE base.id = m.base_id
    """,
)


def filled(claims: int, *, bases: int = 1, actor: UUID, agent: UUID, voice: str) -> Sequence[UUID]:
    """Bases with so many claims each: "thing 0" uses Express.js, "thing 1" does, and so on."""
    ids = [uuid4() for _ in range(bases)]
    BeliefBase.objects.bulk_create(BeliefBase(id=each, label="bench", kind="project") for each in ids)
    values: dict[str, Any] = {
        "bases": ids,
        "claims": claims,
        "batch": BATCH,
        "actor": actor,
        "agent": agent,
        "voice": voice,
    }
    with transaction.atomic(), connection.cursor() as cursor:
        for statement in (MADE, *ROWS):
            cursor.execute(statement, values)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")  # as autovacuum does, sooner or later
    return ids
