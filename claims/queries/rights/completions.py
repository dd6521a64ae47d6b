"""Statements that are served with claims (GDPR Art. 16). Each read is within one base."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from django.db import connection

from claims.queries.claims import NAMES
from claims.queries.rows import Row, fetch


def completions_of(base: UUID, claims: Sequence[UUID]) -> list[Row]:
    """What was ever said to go with some claims, under any id they went by, in the order it was recorded."""
    return fetch(
        f"""
        SELECT n.claim_id, a.id AS act_id, s.excerpt AS text, r.recorded_at, r.actor_id
          FROM {NAMES} n
         CROSS JOIN LATERAL (
               SELECT a.id, a.source_id, a.revision FROM act a
                WHERE a.base_id = %(base)s AND a.claim_id = n.name AND a.kind = 'completion' OFFSET 0) a
         CROSS JOIN LATERAL (
               SELECT s.excerpt FROM source s
                WHERE s.base_id = %(base)s AND s.id = a.source_id AND s.excerpt <> '' OFFSET 0) s
         CROSS JOIN LATERAL (
               SELECT r.recorded_at, r.actor_id FROM revision r
                WHERE r.base_id = %(base)s AND r.number = a.revision OFFSET 0) r
         ORDER BY a.revision
        """,
        {"base": base, "claims": list(claims)},
    )


def mark_completed(base: UUID, claims: Sequence[UUID]) -> None:
    """Mark claims that a statement goes with."""
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE claim SET completed = TRUE WHERE base_id = %s AND id = ANY(%s) AND NOT completed",
            [base, list(claims)],
        )


def hand_on(base: UUID, moves: Sequence[tuple[UUID, UUID]]) -> None:
    """What goes with a claim goes with the one that it has become."""
    with connection.cursor() as cursor:
        cursor.execute(
            """
            UPDATE claim SET completed = TRUE
              FROM unnest(%(was)s::uuid[], %(becomes)s::uuid[]) AS w(was, becomes)
             WHERE claim.base_id = %(base)s AND claim.id = w.becomes AND NOT claim.completed
               AND EXISTS (SELECT FROM claim o WHERE o.base_id = %(base)s AND o.id = w.was AND o.completed)
            """,
            {"base": base, "was": [was for was, _ in moves], "becomes": [becomes for _, becomes in moves]},
        )
