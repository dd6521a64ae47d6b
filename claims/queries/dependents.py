"""What leans on claims through reasons that stand now. Each read is within one base."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from claims.queries.rows import fetch


def direct(base: UUID, claims: Sequence[UUID], most: int) -> list[UUID]:
    """The claims that name one of these in a reason, and are none of them, up to ``most``."""
    rows = fetch(
        """
        SELECT DISTINCT e.source_id
          FROM edge e
         WHERE e.base_id = %s AND e.target_id = ANY(%s) AND e.kind IN ('depends_on', 'unless')
           AND upper_inf(e.recorded) AND e.source_id <> ALL(%s)
         ORDER BY e.source_id
         LIMIT %s
        """,
        [base, list(claims), list(claims), most],
    )
    return [row.source_id for row in rows]
