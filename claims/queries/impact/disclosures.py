"""Which agent was served which claim. Each statement is within one base."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from uuid import UUID

from django.db import connection

from claims.queries.rows import Row, fetch


def note(base: UUID, agent: UUID, claims: Sequence[UUID], *, at: datetime | None, again: timedelta) -> None:
    """Note that an agent was served these claims, now or ``at``.

    What was noted less than ``again`` ago stays as it is, and nothing is noted of restricted claims, whose words no
    agent is served.

    In the order of ids, so that two readers never wait for each other in a circle.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            """
            INSERT INTO disclosure (base_id, agent_id, claim_id, first_at, last_at)
            SELECT %(base)s, %(agent)s, w.claim, t.at, t.at
              FROM unnest(%(claims)s::uuid[]) AS w(claim)
             CROSS JOIN (SELECT coalesce(%(at)s::timestamptz, clock_timestamp()) AS at OFFSET 0) t
             WHERE NOT EXISTS (SELECT FROM disclosure d
                                WHERE d.base_id = %(base)s AND d.agent_id = %(agent)s AND d.claim_id = w.claim
                                  AND d.last_at > t.at - %(again)s * interval '1 second')
               AND EXISTS (SELECT FROM claim c WHERE c.base_id = %(base)s AND c.id = w.claim AND NOT c.restricted)
             ORDER BY w.claim
            ON CONFLICT (base_id, agent_id, claim_id)
            DO UPDATE SET last_at = excluded.last_at WHERE disclosure.last_at < excluded.last_at
            """,
            {"base": base, "agent": agent, "claims": list(claims), "at": at, "again": again.total_seconds()},
        )


def served_among(base: UUID, agent: UUID, claims: Sequence[UUID]) -> set[UUID]:
    """Those of some claims that an agent was served, under any id they ever went by."""
    rows = fetch(
        """
        SELECT DISTINCT c.stands
          FROM (SELECT id, coalesce(redirect_id, id) AS stands FROM claim WHERE base_id = %(base)s AND id = ANY(%(ids)s)
                UNION
                SELECT id, redirect_id FROM claim WHERE base_id = %(base)s AND redirect_id = ANY(%(ids)s)) c
          JOIN disclosure d ON d.base_id = %(base)s AND d.agent_id = %(agent)s AND d.claim_id = c.id
        """,
        {"base": base, "agent": agent, "ids": list(claims)},
    )
    return {row.stands for row in rows}


def agents_served(base: UUID, claims: Sequence[UUID], known_at: datetime | None = None) -> list[Row]:
    """The agents that were served one of these claims, by name, with the first and last time noted; with ``known_at``
    those that had been by then."""
    return fetch(
        """
        SELECT d.agent_id AS id, coalesce(max(g.name), '') AS name,
               min(d.first_at) AS first_at, max(d.last_at) AS last_at
          FROM disclosure d LEFT JOIN agent g ON g.id = d.agent_id
         WHERE d.base_id = %(base)s
           AND d.claim_id = ANY(ARRAY(
               SELECT id FROM claim WHERE base_id = %(base)s AND id = ANY(%(ids)s)
               UNION
               SELECT id FROM claim WHERE base_id = %(base)s AND redirect_id = ANY(%(ids)s)))
           AND (%(known_at)s::timestamptz IS NULL OR d.first_at <= %(known_at)s)
         GROUP BY d.agent_id
         ORDER BY 2, 1
        """,
        {"base": base, "ids": list(claims), "known_at": known_at},
    )
