"""The log of operations of one base."""

from __future__ import annotations

from datetime import datetime
from typing import Any
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


def recorded_times(base: UUID) -> dict[int, datetime]:
    """When each revision of a base was recorded, by its number."""
    rows = fetch("SELECT number, recorded_at FROM revision WHERE base_id = %s ORDER BY number", [base])
    return {row.number: row.recorded_at for row in rows}


BELIEF_COLUMNS = (
    "claim_id, question_id, object_id, negated, valid, lower(recorded) AS since, upper(recorded) AS until,"
    " confidence, tier, restricted, opened, closed"
)
EDGE_COLUMNS = "kind, source_id, target_id, act_id, number, lower(recorded) AS since, upper(recorded) AS until"


def belief_rows(base: UUID) -> list[tuple[Any, ...]]:
    """Every belief row of a base, without its own id."""
    return [tuple(row.values()) for row in fetch(f"SELECT {BELIEF_COLUMNS} FROM belief WHERE base_id = %s", [base])]


def edge_rows(base: UUID) -> list[tuple[Any, ...]]:
    """Every edge of a base, without its own id."""
    return [tuple(row.values()) for row in fetch(f"SELECT {EDGE_COLUMNS} FROM edge WHERE base_id = %s", [base])]


def questions_reasoned_by(base: UUID, number: int) -> list[UUID]:
    """Questions with a derived assertion that remembers reasons given by a revision."""
    rows = fetch(
        """
        SELECT DISTINCT c.question_id
          FROM support s
          JOIN act a ON a.base_id = s.base_id AND a.id = s.act_id
          JOIN claim c ON c.base_id = a.base_id AND c.id = a.claim_id
         WHERE s.base_id = %s AND s.revision = %s
        """,
        [base, number],
    )
    return [row.question_id for row in rows]
