"""What an erasure would reach. Each read is within one base."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from claims.queries.rows import Row, fetch


def resting_alone(base: UUID, claims: Sequence[UUID], most: int) -> list[UUID]:
    """Claims whose every assertion rests on one of these, directly or through others of them: what was guessed from
    them and from nothing else. Up to ``most``."""
    rows = fetch(
        """
        WITH RECURSIVE leaning(id) AS (
            SELECT unnest(%(claims)s::uuid[])
            UNION
            SELECT e.source_id FROM leaning l
              JOIN edge e ON e.base_id = %(base)s AND e.target_id = l.id AND upper(e.recorded) IS NULL
             WHERE e.kind = 'depends_on'
               AND NOT EXISTS (
                   SELECT FROM act a
                    WHERE a.base_id = %(base)s AND a.claim_id = e.source_id AND a.kind = 'assertion'
                      AND NOT EXISTS (SELECT FROM edge d
                                       WHERE d.base_id = %(base)s AND d.source_id = a.claim_id AND d.act_id = a.id
                                         AND d.kind = 'depends_on' AND upper_inf(d.recorded)))
        )
        SELECT id FROM leaning WHERE id <> ALL(%(claims)s) ORDER BY id LIMIT %(most)s
        """,
        {"base": base, "claims": list(claims), "most": most},
    )
    return [row.id for row in rows]


def from_source(base: UUID, uri: str) -> list[Row]:
    """Claims that a source speaks for, and whether nothing else does (``alone``)."""
    return fetch(
        """
        SELECT DISTINCT coalesce(c.redirect_id, c.id) AS id,
               NOT EXISTS (SELECT FROM act o JOIN source p ON p.base_id = o.base_id AND p.id = o.source_id
                            WHERE o.base_id = %(base)s AND o.claim_id = a.claim_id AND o.kind = 'assertion'
                              AND p.uri <> %(uri)s) AS alone
          FROM source s
          JOIN act a ON a.base_id = s.base_id AND a.source_id = s.id AND a.kind = 'assertion'
          JOIN claim c ON c.base_id = a.base_id AND c.id = a.claim_id AND c.erased IS NULL
         WHERE s.base_id = %(base)s AND s.uri = %(uri)s AND s.uri <> ''
         ORDER BY 1
        """,
        {"base": base, "uri": uri},
    )


def everything(base: UUID) -> list[UUID]:
    """Every claim of a base that is not erased, under the id it goes by now."""
    rows = fetch(
        "SELECT id FROM claim WHERE base_id = %s AND redirect_id IS NULL AND erased IS NULL ORDER BY id", [base]
    )
    return [row.id for row in rows]


def served(base: UUID) -> list[UUID]:
    """Every claim of a base that is neither erased nor restricted, under the id it goes by now."""
    rows = fetch(
        "SELECT id FROM claim WHERE base_id = %s AND redirect_id IS NULL AND erased IS NULL AND NOT restricted"
        " ORDER BY id",
        [base],
    )
    return [row.id for row in rows]
