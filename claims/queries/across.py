"""The only statements that go over bases: for administrators, the deadlines of staff, what has had its day, and copies
that somebody has to see to."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from uuid import UUID

from claims.queries.rights.requests import COLUMNS
from claims.queries.rows import Row, fetch


def bases_with_predicates(predicates: Sequence[str]) -> dict[UUID, int]:
    """The bases that hold claims with one of these predicates, and how many."""
    rows = fetch(
        "SELECT base_id, count(*) AS number FROM claim WHERE predicate = ANY(%s) GROUP BY base_id", [list(predicates)]
    )
    return {row.base_id: row.number for row in rows}


def open_requests(over: Sequence[str], limit: int) -> list[Row]:
    """The requests of all bases that are not over, the earliest deadline first, those whose clock stands last; with the
    label of their base."""
    return fetch(
        f"""
        SELECT {COLUMNS}, b.label FROM audit_request r JOIN base b ON b.id = r.base_id
         WHERE r.state <> ALL (%s::text[])
         ORDER BY r.due_on NULLS LAST, r.received_at, r.id LIMIT %s
        """,
        [list(over), limit],
    )


def copies_to_see_to(now: datetime, patience: timedelta) -> list[Row]:
    """The copies whose time is over, and those that nobody has gone on with for longer than ``patience``, the longer
    the more often that was tried."""
    return fetch(
        """
        SELECT base_id, id, state FROM person_copy
         WHERE state = 'ready' AND keep_until <= %(now)s
            OR state IN ('queued', 'making')
               AND coalesce(beat_at, asked_at) < %(now)s - %(patience)s::interval * (1 + least(attempt, 30))
         ORDER BY asked_at
        """,
        {"now": now, "patience": patience},
    )


def forgettings_due(now: datetime) -> list[Row]:
    """What is to be forgotten by now."""
    return fetch("SELECT base_id, id FROM forgetting WHERE \"end\" = '' AND due_at <= %s ORDER BY due_at", [now])


def sweep_answers(now: datetime | None) -> int:
    """Drop the kept answers whose day is over; says how many."""
    rows = fetch(
        "WITH gone AS (DELETE FROM kept_answer WHERE expires_at <= coalesce(%s::timestamptz, clock_timestamp())"
        " RETURNING 1) SELECT count(*) AS number FROM gone",
        [now],
    )
    number: int = rows[0].number
    return number
