"""Keys. Global rows: nothing within a base is read here."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from django.db import connection

from claims.queries.rows import Row, fetch


def key_with_prefix(prefix: str) -> Row | None:
    """A key, with whether it has expired and whether its use was last noted over a minute ago."""
    rows = fetch(
        """
        SELECT id, agent_id, secret_sha256, scopes, ceiling, every_base, expires_at, revoked_at,
               coalesce(expires_at <= clock_timestamp(), FALSE) AS expired,
               coalesce(last_used_at < clock_timestamp() - interval '1 minute', TRUE) AS to_note
          FROM agent_key WHERE prefix = %s
        """,
        [prefix],
    )
    return rows[0] if rows else None


def note_use(key: UUID) -> None:
    """Note that a key was used now; of many at once, one writes."""
    with connection.cursor() as cursor:
        cursor.execute(
            """
            UPDATE agent_key SET last_used_at = now()
             WHERE id = (SELECT id FROM agent_key
                          WHERE id = %s AND coalesce(last_used_at < now() - interval '1 minute', TRUE)
                            FOR UPDATE SKIP LOCKED)
            """,
            [key],
        )


_STANDING = """
    CASE WHEN k.revoked_at IS NOT NULL THEN 'revoked' WHEN k.expires_at <= %(now)s THEN 'expired' ELSE 'in_use' END
"""


def keys_page(*, now: datetime, standing: str | None, offset: int, limit: int) -> list[Row]:
    """Keys with the labels of the bases they open, by agent, the newest first; of one standing, or all."""
    return fetch(
        f"""
        SELECT * FROM (
            SELECT k.id, a.name AS agent, k.prefix, k.role, k.scopes, k.ceiling, k.every_base, k.created_at,
                   k.expires_at, k.revoked_at, k.last_used_at, {_STANDING} AS standing,
                   ARRAY(SELECT b.label FROM agent_key_base o JOIN base b ON b.id = o.base_id
                          WHERE o.key_id = k.id ORDER BY b.label) AS bases
              FROM agent_key k JOIN agent a ON a.id = k.agent_id
        ) each
         WHERE %(standing)s::text IS NULL OR standing = %(standing)s
         ORDER BY agent, created_at DESC, id
         LIMIT %(limit)s OFFSET %(offset)s
        """,
        {"now": now, "standing": standing, "offset": offset, "limit": limit},
    )


def key_counts(now: datetime) -> dict[str, int]:
    """How many keys there are of each standing."""
    rows = fetch(f"SELECT {_STANDING} AS standing, count(*) AS number FROM agent_key k GROUP BY 1", {"now": now})
    return {row.standing: row.number for row in rows}


def bases_to_open(limit: int) -> list[Row]:
    """Ids and labels of bases, for whoever says which of them a key opens."""
    return fetch("SELECT id, label FROM base ORDER BY label, id LIMIT %s", [limit])


def agent_names(agents: Sequence[UUID]) -> dict[UUID, str]:
    """The names of some agents."""
    return {row.id: row.name for row in fetch("SELECT id, name FROM agent WHERE id = ANY(%s)", [list(agents)])}
