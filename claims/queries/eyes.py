"""What asks for a person's eye in one base."""

from __future__ import annotations

from uuid import UUID

from claims.queries.rows import Row, fetch


def open_items(base: UUID, limit: int) -> list[Row]:
    """Open review items about claims, the newest first; of a contested pair also who holds the place.

    ``why`` are claims whose loss left a dependent without a reason.
    """
    return fetch(
        """
        SELECT DISTINCT ON (i.opened, i.id) i.id, i.kind, i.claim_id, i.opened_at, m.claim_id AS incumbent_id,
               (SELECT array_agg(DISTINCT d.target_id) FROM edge d
                 WHERE d.base_id = i.base_id AND d.source_id = i.claim_id AND d.kind = 'depends_on'
                   AND upper_inf(d.recorded)
                   AND NOT EXISTS (SELECT FROM belief b WHERE b.base_id = d.base_id AND b.claim_id = d.target_id
                                      AND upper_inf(b.recorded) AND upper_inf(b.valid))) AS why
          FROM review_item i
          LEFT JOIN nogood_member m ON m.base_id = i.base_id AND m.nogood_id = i.nogood_id
                                   AND m.claim_id <> i.claim_id
         WHERE i.base_id = %s AND i.verdict = '' AND i.claim_id IS NOT NULL AND i.kind <> 'predicate'
         ORDER BY i.opened DESC, i.id
         LIMIT %s
        """,
        [base, limit],
    )
