"""What is to be forgotten on a day, and what is not learned again. Each read is within one base."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from django.db import connection

from claims.queries.rows import Row, fetch


def sources_of(base: UUID, claim: UUID) -> list[Row]:
    """The addresses that a claim was read from, and of how many claims each speaks."""
    return fetch(
        """
        SELECT s.uri, count(DISTINCT o.claim_id) AS number
          FROM (SELECT DISTINCT s.uri FROM act a
                  JOIN source s ON s.base_id = a.base_id AND s.id = a.source_id
                 WHERE a.base_id = %(base)s AND a.claim_id = %(claim)s AND a.kind = 'assertion' AND s.uri <> '') s
          JOIN source p ON p.base_id = %(base)s AND p.uri = s.uri AND p.uri <> ''
          JOIN act o ON o.base_id = p.base_id AND o.source_id = p.id AND o.kind = 'assertion'
         GROUP BY s.uri ORDER BY s.uri
        """,
        {"base": base, "claim": claim},
    )


def planned(base: UUID, limit: int) -> list[Row]:
    """What is to be forgotten, and what was, the latest first; with the receipt of its erasure."""
    return fetch(
        """
        SELECT f.id, f.claims, f.asked_at, f.due_at, f.ended_at, f."end", f.learn_again, e.receipt
          FROM forgetting f LEFT JOIN erasure e ON e.base_id = f.base_id AND e.id = f.erasure_id
         WHERE f.base_id = %s ORDER BY f.asked_at DESC, f.id LIMIT %s
        """,
        [base, limit],
    )


def locked(base: UUID, forgetting: UUID) -> Row | None:
    """One that is still to be, locked until the transaction ends; and those of its claims that are still held back."""
    rows = fetch(
        """
        SELECT f.*, ARRAY(
               SELECT c.id FROM claim c
                WHERE c.base_id = f.base_id AND c.id = ANY(f.claims) AND c.restricted AND c.erased IS NULL
                ORDER BY c.id) AS held
          FROM forgetting f WHERE f.base_id = %s AND f.id = %s AND f."end" = '' FOR UPDATE OF f
        """,
        [base, forgetting],
    )
    return rows[0] if rows else None


def end(base: UUID, forgetting: UUID, how: str, at: datetime, erasure: UUID | None = None) -> None:
    """It has ended so."""
    with connection.cursor() as cursor:
        cursor.execute(
            'UPDATE forgetting SET "end" = %s, ended_at = %s, erasure_id = %s WHERE base_id = %s AND id = %s',
            [how, at, erasure, base, forgetting],
        )


def not_learned(base: UUID, limit: int) -> list[Row]:
    """What is not learned again now, by the claim that it was, the latest first."""
    return fetch(
        """
        SELECT f.claim_id, max(f.at) AS at FROM forgotten f
         WHERE f.base_id = %s AND f.lifted_at IS NULL
         GROUP BY f.claim_id ORDER BY 2 DESC, 1 LIMIT %s
        """,
        [base, limit],
    )


def lift(base: UUID, claim: UUID, at: datetime) -> int:
    """Let it be learned again; says how many fingerprints that lifts."""
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE forgotten SET lifted_at = %s WHERE base_id = %s AND claim_id = %s AND lifted_at IS NULL",
            [at, base, claim],
        )
        return int(cursor.rowcount)
