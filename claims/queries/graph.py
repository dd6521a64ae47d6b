"""The neighbourhood of claims: what each touches by an edge or a contradiction, a few at a time.

However much leans on a claim, no more than a window of it is read: what it rests on and what it replaced first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from claims.queries.beliefs import HELD
from claims.queries.rows import Row, fetch

#: Ties of one sort that are looked at per claim; whoever has more has "at least" so many neighbours.
WINDOW = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Sight:
    """As of when neighbours are seen, how many of each claim, and whether restricted ones are.

    ``past`` where the base has moved on since ``known_at``: only then can an edge that has ended have stood.
    """

    valid_at: datetime
    known_at: datetime
    past: bool
    limit: int
    restricted: bool = False


#: Both sides of a contradiction that a person had not decided; what challenges is the source.
_UNDECIDED = "i.opened_at <= %(known_at)s AND (i.closed_at IS NULL OR i.closed_at > %(known_at)s)"

#: Ties by which a claim is left or entered, the more telling first.
_RANKS = """
    CASE tie.way WHEN 'depends_on>' THEN 1 WHEN 'unless>' THEN 2 WHEN 'contested' THEN 3 WHEN 'supersedes>' THEN 4
                 WHEN '>supersedes' THEN 5 WHEN '>depends_on' THEN 6 WHEN '>unless' THEN 7 ELSE 8 END
"""

#: What ended since then, read once for all, since no index leads to it.
_ENDED = """
    SELECT e.kind, e.source_id, e.target_id, lower(e.recorded) AS since FROM edge e
     WHERE e.base_id = %(base)s AND %(past)s AND e.source_id = ANY(%(claims)s)
       AND NOT upper_inf(e.recorded) AND e.recorded @> %(known_at)s
"""

#: Each sort of tie is read from an index of its own. What took a claim's place is looked for among the answers to its
#: question (OFFSET keeps the planner to that), lest it lie beyond the window where very much leans on the claim.
_TIES = f"""
    (SELECT e.target_id AS far, e.kind || '>' AS way FROM edge e
      WHERE e.base_id = %(base)s AND e.source_id = here.id AND upper_inf(e.recorded) AND e.recorded @> %(known_at)s
      LIMIT %(window)s)
    UNION ALL
    (SELECT e.target_id, e.kind || '>' FROM ended e WHERE e.source_id = here.id LIMIT %(window)s)
    UNION ALL
    (SELECT o.claim_id, 'contested'
       FROM nogood_member m
       JOIN review_item i ON i.base_id = m.base_id AND i.nogood_id = m.nogood_id
       JOIN nogood_member o ON o.base_id = m.base_id AND o.nogood_id = m.nogood_id AND o.claim_id <> m.claim_id
      WHERE m.base_id = %(base)s AND m.claim_id = here.id AND i.claim_id IN (m.claim_id, o.claim_id) AND {_UNDECIDED}
      LIMIT %(window)s)
    UNION ALL
    (SELECT heir.source_id, '>supersedes'
       FROM (SELECT e.source_id, e.target_id FROM edge e
              WHERE e.base_id = %(base)s AND e.kind = 'supersedes' AND upper_inf(e.recorded)
                AND e.recorded @> %(known_at)s AND e.source_id = ANY(ARRAY(
                    SELECT o.id FROM claim c JOIN claim o ON o.base_id = c.base_id AND o.question_id = c.question_id
                     WHERE c.base_id = %(base)s AND c.id = here.id LIMIT %(window)s))
             OFFSET 0) AS heir
      WHERE heir.target_id = here.id)
    UNION ALL
    (SELECT e.source_id, '>' || e.kind FROM edge e
      WHERE e.base_id = %(base)s AND e.target_id = here.id AND e.recorded @> %(known_at)s
      LIMIT %(window)s)
"""


def neighbours(base: UUID, claims: Sequence[UUID], sight: Sight) -> list[Row]:
    """The neighbours of each of some claims: by the sort of tie, then the strongest held first.

    Each row says how many neighbours ``here`` has, and whether these are only the ones within the windows.
    """
    return fetch(
        f"""
        WITH ended AS MATERIALIZED ({_ENDED})
        SELECT here.id AS here, near.there, near.number, near.at_least
          FROM unnest(%(claims)s) WITH ORDINALITY AS here (id, place)
         CROSS JOIN LATERAL (
            SELECT tie.far AS there, count(*) OVER () AS number, sum(count(*)) OVER () >= %(window)s AS at_least,
                   row_number() OVER (ORDER BY min({_RANKS}), held.tier DESC NULLS LAST,
                                               held.confidence DESC NULLS LAST, tie.far) AS turn
              FROM ({_TIES}) AS tie
             CROSS JOIN LATERAL (SELECT * FROM claim c WHERE c.base_id = %(base)s AND c.id = tie.far OFFSET 0) n
              LEFT JOIN LATERAL {HELD} AS held ON TRUE
             WHERE tie.far <> here.id AND n.redirect_id IS NULL AND n.erased IS NULL
               AND (%(restricted)s OR NOT n.restricted)
             GROUP BY tie.far, held.tier, held.confidence
             ORDER BY turn
             LIMIT %(limit)s) AS near
         ORDER BY here.place, near.turn
        """,
        _params(base, claims, sight),
    )


def ties_among(base: UUID, claims: Sequence[UUID], sight: Sight) -> list[Row]:
    """Every edge and every undecided contradiction between some claims, as known then, each told once.

    Read from their sources (OFFSET keeps the planner to that): a claim may be leant on by very many.
    """
    return fetch(
        f"""
        SELECT tie.kind, tie.source_id, tie.target_id, min(tie.since) AS since
          FROM (SELECT e.kind, e.source_id, e.target_id, lower(e.recorded) AS since FROM edge e
                 WHERE e.base_id = %(base)s AND e.source_id = ANY(%(claims)s) AND upper_inf(e.recorded)
                   AND e.recorded @> %(known_at)s
                 UNION ALL
                {_ENDED}
                 UNION ALL
                SELECT 'contested', i.claim_id, m.claim_id, i.opened_at
                  FROM nogood_member m
                  JOIN review_item i ON i.base_id = m.base_id AND i.nogood_id = m.nogood_id
                 WHERE m.base_id = %(base)s AND m.claim_id = ANY(%(claims)s) AND {_UNDECIDED}
                OFFSET 0) AS tie
         WHERE tie.source_id = ANY(%(claims)s) AND tie.target_id = ANY(%(claims)s) AND tie.source_id <> tie.target_id
         GROUP BY tie.kind, tie.source_id, tie.target_id
         ORDER BY since, tie.kind, tie.source_id, tie.target_id
        """,
        _params(base, claims, sight),
    )


def _params(base: UUID, claims: Sequence[UUID], sight: Sight) -> dict[str, Any]:
    return {
        "base": base,
        "claims": list(claims),
        "valid_at": sight.valid_at,
        "known_at": sight.known_at,
        "past": sight.past,
        "restricted": sight.restricted,
        "limit": sight.limit,
        "window": WINDOW + 1,
    }
