"""What leans on some claims, directly and beyond. Each read is within one base, and stops at a number."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from claims.queries.rows import Row, fetch

#: A reason that is given now, or was given as known then.
_STANDS = """
    {edge}.kind IN ('depends_on', 'unless')
    AND CASE WHEN %(known_at)s::timestamptz IS NULL THEN upper_inf({edge}.recorded)
             ELSE {edge}.recorded @> %(known_at)s END
"""


def dependents(base: UUID, claims: Sequence[UUID], most: int, known_at: datetime | None = None) -> list[Row]:
    """Claims that name one of these in a reason, and are none of them, up to ``most``; with how they name it."""
    return fetch(
        f"""
        SELECT e.source_id AS id, bool_or(e.kind = 'depends_on') AS needs, bool_or(e.kind = 'unless') AS unless
          FROM edge e
         WHERE e.base_id = %(base)s AND e.target_id = ANY(%(claims)s) AND e.source_id <> ALL(%(claims)s)
           AND {_STANDS.format(edge="e")}
         GROUP BY e.source_id
         ORDER BY e.source_id
         LIMIT %(most)s
        """,
        _params(base, claims, most, known_at),
    )


def beyond(base: UUID, claims: Sequence[UUID], most: int, known_at: datetime | None = None) -> list[UUID]:
    """Claims that rest on these through others only: what lies beyond the direct dependents.

    The search ends as soon as ``most`` are found, however far the reasons reach.
    """
    rows = fetch(
        f"""
        WITH RECURSIVE direct(id) AS (
            SELECT DISTINCT e.source_id FROM edge e
             WHERE e.base_id = %(base)s AND e.target_id = ANY(%(claims)s) AND e.source_id <> ALL(%(claims)s)
               AND {_STANDS.format(edge="e")}
        ), leaning(id) AS (
            SELECT id FROM direct
            UNION
            SELECT n.source_id FROM leaning l JOIN edge n ON n.base_id = %(base)s AND n.target_id = l.id
               AND {_STANDS.format(edge="n")}
        )
        SELECT id FROM leaning WHERE id <> ALL(%(claims)s) AND id NOT IN (SELECT id FROM direct) LIMIT %(most)s
        """,
        _params(base, claims, most, known_at),
    )
    return [row.id for row in rows]


def _params(base: UUID, claims: Sequence[UUID], most: int, known_at: datetime | None) -> dict[str, Any]:
    return {"base": base, "claims": list(claims), "most": most, "known_at": known_at}
