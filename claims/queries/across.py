"""The only reads that go over bases: for administrators and the deadlines of staff."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from claims.queries.rows import fetch


def bases_with_predicates(predicates: Sequence[str]) -> dict[UUID, int]:
    """The bases that hold claims with one of these predicates, and how many."""
    rows = fetch(
        "SELECT base_id, count(*) AS number FROM claim WHERE predicate = ANY(%s) GROUP BY base_id", [list(predicates)]
    )
    return {row.base_id: row.number for row in rows}
