"""The only statements that go over bases: for administrators, the deadlines of staff, and what has had its day."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from claims.queries.rows import fetch


def bases_with_predicates(predicates: Sequence[str]) -> dict[UUID, int]:
    """The bases that hold claims with one of these predicates, and how many."""
    rows = fetch(
        "SELECT base_id, count(*) AS number FROM claim WHERE predicate = ANY(%s) GROUP BY base_id", [list(predicates)]
    )
    return {row.base_id: row.number for row in rows}


def sweep_answers(now: datetime | None) -> int:
    """Drop the kept answers whose day is over; says how many."""
    rows = fetch(
        "WITH gone AS (DELETE FROM kept_answer WHERE expires_at <= coalesce(%s::timestamptz, clock_timestamp())"
        " RETURNING 1) SELECT count(*) AS number FROM gone",
        [now],
    )
    number: int = rows[0].number
    return number
