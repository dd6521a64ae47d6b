"""How fast somebody asks: one instant for each caller, by the generic cell rate algorithm (ITU-T I.371).

Every request puts off by a fixed step the instant at which the caller's account is even; who is more than a second
ahead is refused. So a second's worth may come at once, and afterwards the rate holds, over all processes.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from uuid import UUID

from django.db import connection

from claims.queries.rows import fetch


def ask(caller: UUID, per_second: int, now: datetime | None) -> bool:
    """Whether one more request fits, which is then counted. One statement on an unlogged table: nothing is flushed."""
    step = timedelta(seconds=1) / per_second
    rows = fetch(
        """
        INSERT INTO pace AS p (caller_id, even_at)
        VALUES (%(caller)s, coalesce(%(now)s::timestamptz, clock_timestamp()) + %(step)s)
            ON CONFLICT (caller_id) DO UPDATE SET even_at = greatest(p.even_at + %(step)s, EXCLUDED.even_at)
         WHERE p.even_at <= EXCLUDED.even_at + interval '1 second' - 2 * %(step)s
        RETURNING TRUE AS counted
        """,
        {"caller": caller, "step": step, "now": now},
    )
    return bool(rows)


def forget(now: datetime | None) -> None:
    """Forget whose account has been even for a minute."""
    with connection.cursor() as cursor:
        cursor.execute(
            "DELETE FROM pace WHERE even_at < coalesce(%s::timestamptz, clock_timestamp()) - interval '1 minute'", [now]
        )
