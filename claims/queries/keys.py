"""Keys as they are presented. Global rows: no base is read here."""

from __future__ import annotations

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
