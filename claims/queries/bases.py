"""A base in figures."""

from __future__ import annotations

from uuid import UUID

from claims.queries.rows import Row, fetch


def counts(base: UUID) -> Row:
    """How much a base holds now: entities, claims at any status, claims held at any time, what waits for an eye."""
    return fetch(
        """
        SELECT (SELECT count(DISTINCT entity_id) FROM entity_alias WHERE base_id = %(base)s) AS entities,
               (SELECT count(*) FROM claim WHERE base_id = %(base)s) AS claims,
               (SELECT count(DISTINCT b.claim_id) FROM belief b
                  JOIN claim c ON c.base_id = b.base_id AND c.id = b.claim_id AND NOT c.restricted
                 WHERE b.base_id = %(base)s AND upper_inf(b.recorded)) AS held,
               (SELECT count(*) FROM review_item WHERE base_id = %(base)s AND verdict = '') AS open_reviews
        """,
        {"base": base},
    )[0]


def head(base: UUID) -> int:
    """The number of a base's latest revision; 0 before the first, and where there is no such base."""
    rows = fetch("SELECT head FROM base WHERE id = %s", [base])
    return int(rows[0].head) if rows else 0
