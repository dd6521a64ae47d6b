"""The words of some claims, removed from every table that holds them. The claims are named under every id they went by.

In the order of these functions: the guards of the database let words go only of a claim that is a tombstone already.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import connection

from claims.queries.rows import Row, fetch


def words_of(base: UUID, claims: Sequence[UUID]) -> list[Row]:
    """What is to be looked for afterwards: the words of some claims, and where they were said and why."""
    return fetch(
        """
        SELECT c.id, e.name AS subject, c.predicate, c.object, c.object_key, c.negated, c.name,
               ARRAY(SELECT ea.key FROM entity_alias ea
                      WHERE ea.base_id = %(base)s AND ea.entity_id = c.entity_id) AS subjects,
               ARRAY(SELECT x.words FROM act a JOIN source s ON s.base_id = a.base_id AND s.id = a.source_id
                      CROSS JOIN LATERAL (VALUES (s.excerpt), (s.uri), (s.reason)) AS x(words)
                      WHERE a.base_id = %(base)s AND a.claim_id = c.id AND x.words <> '') AS said
          FROM unnest(%(claims)s::uuid[]) AS w(id)
         CROSS JOIN LATERAL (SELECT * FROM claim c WHERE c.base_id = %(base)s AND c.id = w.id OFFSET 0) c
          JOIN entity e ON e.base_id = c.base_id AND e.id = c.entity_id
        """,
        {"base": base, "claims": list(claims)},
    )


def names_of(base: UUID, claims: Sequence[UUID]) -> list[UUID]:
    """Every id that some claims ever went by."""
    rows = fetch(
        """
        SELECT id FROM claim WHERE base_id = %(base)s AND (id = ANY(%(claims)s) OR redirect_id = ANY(%(claims)s))
         ORDER BY id
        """,
        {"base": base, "claims": list(claims)},
    )
    return [row.id for row in rows]


def make_tombstones(base: UUID, claims: Sequence[UUID], revision: int) -> int:
    """Of each claim stays its opaque id, its place, its sign, and the revision that forgot it."""
    return _done(
        """
        UPDATE claim SET erased = %(revision)s, object = '', object_key = '', predicate = '', name = NULL,
                         object_sha256 = sha256(uuid_send(id))
         WHERE base_id = %(base)s AND id = ANY(%(claims)s)
        """,
        {"base": base, "claims": list(claims), "revision": revision},
    )


def blank_sources(base: UUID, claims: Sequence[UUID]) -> int:
    """Quotes, addresses, methods and reasons of every act upon the claims: a source is drawn up for one act alone."""
    return _done(
        """
        UPDATE source SET uri = '', excerpt = '', sha256 = '', method = '', origin = '', reason = ''
         WHERE base_id = %(base)s AND id = ANY(ARRAY(
               SELECT source_id FROM act WHERE base_id = %(base)s AND claim_id = ANY(%(claims)s)))
           AND (uri, excerpt, sha256, method, origin, reason) <> ('', '', '', '', '', '')
        """,
        {"base": base, "claims": list(claims)},
    )


def blank_acts(base: UUID, claims: Sequence[UUID]) -> int:
    """Raw kinds and origins; equal origins of one claim stay equal, for what was once held is reckoned from that."""
    return _done(
        """
        WITH heard AS (
            SELECT id, dense_rank() OVER (PARTITION BY claim_id ORDER BY origin) AS place FROM act
             WHERE base_id = %(base)s AND claim_id = ANY(%(claims)s) AND kind = 'assertion')
        UPDATE act SET kind_raw = '', origin = CASE WHEN origin = '' THEN '' ELSE 'erased:' || heard.place END
          FROM heard WHERE base_id = %(base)s AND act.id = heard.id
        """,
        {"base": base, "claims": list(claims)},
    )


def blank_digests(base: UUID, claims: Sequence[UUID]) -> int:
    """A digest is made over words too, and could be guessed at."""
    return _done(
        """
        UPDATE revision SET digest = ''
         WHERE base_id = %(base)s AND digest <> '' AND number = ANY(ARRAY(
               SELECT revision FROM act WHERE base_id = %(base)s AND claim_id = ANY(%(claims)s)))
        """,
        {"base": base, "claims": list(claims)},
    )


def empty_questions(base: UUID, claims: Sequence[UUID]) -> list[UUID]:
    """Of the questions of these claims, those in which nothing else is left, and to which nothing leads from others."""
    rows = fetch(
        """
        SELECT DISTINCT c.question_id FROM claim c
         WHERE c.base_id = %(base)s AND c.id = ANY(%(claims)s)
           AND NOT EXISTS (SELECT FROM claim o WHERE o.base_id = %(base)s AND o.question_id = c.question_id
                              AND o.erased IS NULL)
           AND NOT EXISTS (SELECT FROM claim o
                             JOIN edge e ON e.base_id = %(base)s AND o.id IN (e.source_id, e.target_id)
                             JOIN claim f ON f.base_id = %(base)s AND f.id IN (e.source_id, e.target_id)
                            WHERE o.base_id = %(base)s AND o.question_id = c.question_id
                              AND f.question_id <> o.question_id)
        """,
        {"base": base, "claims": list(claims)},
    )
    return [row.question_id for row in rows]


def drop_questions(base: UUID, questions: Sequence[UUID]) -> int:
    """What is left of questions in which there is nothing left: acts, periods and edges; and what they asked."""
    removed = 0
    for table, chosen in (
        ("edge", "source_id = ANY(ARRAY({claims})) OR target_id = ANY(ARRAY({claims}))"),
        ("belief", "claim_id = ANY(ARRAY({claims}))"),
        (
            "support",
            "act_id = ANY(ARRAY(SELECT id FROM act WHERE base_id = %(base)s AND claim_id = ANY(ARRAY({claims}))))",
        ),
        (
            "act",
            "claim_id = ANY(ARRAY({claims})) AND kind <> 'erasure' AND NOT EXISTS ("
            "SELECT FROM act_reach r WHERE r.base_id = act.base_id AND r.act_id = act.id)",
        ),  # it speaks of others too
    ):
        claims = "SELECT id FROM claim WHERE base_id = %(base)s AND question_id = ANY(%(questions)s)"
        removed += _done(
            f"DELETE FROM {table} WHERE base_id = %(base)s AND ({chosen.format(claims=claims)})",
            {"base": base, "questions": list(questions)},
        )
    return removed + _done(
        """
        UPDATE question SET predicate = '', scope_sha256 = sha256(uuid_send(id))
         WHERE base_id = %(base)s AND id = ANY(%(questions)s)
        """,
        {"base": base, "questions": list(questions)},
    )


def unname_entities(base: UUID, claims: Sequence[UUID]) -> int:
    """Subjects of whom nothing is left to be said lose their names."""
    gone = """
        SELECT DISTINCT c.entity_id FROM claim c
         WHERE c.base_id = %(base)s AND c.id = ANY(%(claims)s)
           AND NOT EXISTS (SELECT FROM claim o WHERE o.base_id = %(base)s AND o.entity_id = c.entity_id
                              AND o.erased IS NULL)
    """
    params = {"base": base, "claims": list(claims)}
    _done(f"DELETE FROM entity_alias WHERE base_id = %(base)s AND entity_id = ANY(ARRAY({gone}))", params)
    return _done(f"UPDATE entity SET name = '' WHERE base_id = %(base)s AND id = ANY(ARRAY({gone}))", params)


def _done(sql: str, params: dict[str, Any]) -> int:
    with connection.cursor() as cursor:
        cursor.execute(sql, params)
        return int(cursor.rowcount)


def close_reviews(base: UUID, claims: Sequence[UUID], revision: int, at: datetime) -> int:
    """What waited for a person to decide about these claims is moot."""
    return _done(
        """
        UPDATE review_item SET verdict = 'moot', closed = %(revision)s, closed_at = %(at)s
         WHERE base_id = %(base)s AND verdict = ''
           AND (claim_id = ANY(%(claims)s) OR other_id = ANY(%(claims)s) OR nogood_id = ANY(ARRAY(
                SELECT nogood_id FROM nogood_member WHERE base_id = %(base)s AND claim_id = ANY(%(claims)s))))
        """,
        {"base": base, "claims": list(claims), "revision": revision, "at": at},
    )


def learn_anew(base: UUID, fingerprints: Sequence[bytes], at: datetime) -> None:
    """The person has said again what was forgotten."""
    _done(
        """
        UPDATE forgotten SET lifted_at = %(at)s, said_anew = TRUE
         WHERE base_id = %(base)s AND fingerprint = ANY(%(fingerprints)s) AND lifted_at IS NULL
        """,
        {"base": base, "fingerprints": list(fingerprints), "at": at},
    )
