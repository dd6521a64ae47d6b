"""The log of operations of one base."""

from __future__ import annotations

from uuid import UUID

from claims.queries.region import ACT
from claims.queries.rows import Row, fetch


def acts_of(base: UUID, number: int) -> list[Row]:
    """The acts of a revision, each with the questions it reaches now or did when it was made."""
    return fetch(
        f"""
        SELECT {ACT},
               array_remove(array_agg(DISTINCT c.question_id) || a.question_id
                            || array_agg(DISTINCT r.question_id), NULL) AS questions
          FROM act a
          LEFT JOIN claim c ON c.base_id = a.base_id AND c.id = a.claim_id
          LEFT JOIN act_reach r ON r.base_id = a.base_id AND r.act_id = a.id
         WHERE a.base_id = %s AND a.revision = %s
         GROUP BY a.base_id, a.id
         ORDER BY a.ordinal
        """,
        [base, number],
    )


def undos(base: UUID) -> list[Row]:
    """Every undo of a base."""
    return fetch(f"SELECT {ACT} FROM act a WHERE a.base_id = %s AND a.kind = 'undo'", [base])
