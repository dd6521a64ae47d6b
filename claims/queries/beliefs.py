"""What is held, and what was, on both clocks. Each read is within one base."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from claims.queries.rows import Query, Row, fetch, literal


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """Which beliefs are asked for. ``subject`` and ``object`` are keys; ``text`` is looked for in all words.

    ``confidence`` in thousandths; ``tier`` is the lowest of the strongest voice, ``exactly`` the only one; ``after``
    is the last claim of the page before.
    """

    valid_at: datetime
    known_at: datetime
    subject: str | None = None
    predicate: str | None = None
    object: str | None = None
    text: str | None = None
    confidence: int = 0
    tier: int = 0
    exactly: int = 0
    after: UUID | None = None
    limit: int = 100


def _from(asked: Asked) -> str:
    """What is held, each row with its claim and entity looked up by their keys: so it costs no more in a young base,
    whatever the planner thinks of it."""
    return f"""
      FROM {_about(asked) if asked.subject is not None else "belief"} b
     CROSS JOIN LATERAL (SELECT * FROM claim c WHERE c.base_id = b.base_id AND c.id = b.claim_id OFFSET 0) c
     CROSS JOIN LATERAL (SELECT * FROM entity e WHERE e.base_id = c.base_id AND e.id = c.entity_id OFFSET 0) e
    """


def held(base: UUID, asked: Asked) -> list[Row]:
    """The claims held at both instants, never restricted ones, in the order of their ids, one row a claim. Where no
    subject is named, claims are gone through in that order, no further than the page."""
    return fetch(
        f"""
        SELECT c.id, c.name, c.predicate, c.object, c.object_key, c.negated, c.completed, c.question_id, c.entity_id,
               e.name AS subject, b.valid, b.recorded, b.from_precision, b.to_precision, b.confidence, b.tier
        {_BY_CLAIM if asked.subject is None else _from(asked)}
         WHERE {_where(asked)}
         ORDER BY c.id
         LIMIT %(limit)s
        """,
        _params(base, asked),
    )


def by_topic(base: UUID, asked: Asked, *, disputed: bool, offset: int) -> list[Row]:
    """The claims held at both instants as a page shows them: by topic, then in the order they became true."""
    return fetch(
        f"""
        SELECT c.id, c.name, c.predicate, c.object, c.negated, c.completed, c.question_id, c.entity_id,
               e.name AS subject, coalesce(t.title, 'Other') AS topic, coalesce(t.hint, '') AS hint
        {_from(asked)}
          LEFT JOIN predicate p ON p.name = c.predicate
          LEFT JOIN topic t ON t.name = p.topic_id
         WHERE {_where(asked)} {"AND " + _DISPUTED if disputed else ""}
         ORDER BY t.place NULLS LAST, lower(b.valid) NULLS FIRST, c.id
         LIMIT %(limit)s OFFSET %(offset)s
        """,
        _params(base, asked) | {"offset": offset},
    )


def tally(base: UUID, asked: Asked) -> list[Row]:
    """How many claims are held at both instants, by the tier of their strongest voice, and how many are disputed."""
    return fetch(
        f"""
        SELECT b.tier, count(*) AS number, count(*) FILTER (WHERE {_DISPUTED}) AS disputed
        {_from(asked)}
         WHERE {_where(asked)}
         GROUP BY b.tier
        """,
        _params(base, asked),
    )


#: Whether a challenger, or a contradiction that was reported, waits for a person to decide.
_DISPUTED = """
    EXISTS (SELECT FROM nogood_member m
              JOIN review_item i ON i.base_id = m.base_id AND i.nogood_id = m.nogood_id
             WHERE m.base_id = c.base_id AND m.claim_id = c.id
               AND (i.claim_id <> c.id OR EXISTS (
                    SELECT FROM act a WHERE a.base_id = i.base_id AND a.id = i.act_id AND a.kind = 'remark'))
               AND i.opened_at <= %(known_at)s AND (i.closed_at IS NULL OR i.closed_at > %(known_at)s))
"""


def _about(asked: Asked) -> str:
    """The rows about a subject. What is held still is found by its questions, however many answers they ever had; what
    ended with the latest revisions by all its claims, as they may have been moved to other questions since."""
    predicate = "" if asked.predicate is None else "AND predicate = %(predicate)s"
    named = "FROM entity_alias ea"
    about = f"base_id = %(base)s AND entity_id = ea.entity_id {predicate}"
    subject = "ea.base_id = %(base)s AND ea.key = %(subject)s"
    return f"""
    (SELECT b.* {named}
      CROSS JOIN LATERAL (SELECT id FROM question WHERE {about} OFFSET 0) q
      CROSS JOIN LATERAL (
            SELECT b.* FROM belief b
             WHERE b.base_id = %(base)s AND b.question_id = q.id AND upper_inf(b.recorded) AND {UNTIL} > %(valid_at)s
            OFFSET 0) b
      WHERE {subject}
     UNION ALL
     SELECT b.* {named}
      CROSS JOIN LATERAL (SELECT id FROM claim WHERE {about} AND redirect_id IS NULL OFFSET 0) c
      CROSS JOIN LATERAL (
            SELECT b.* FROM belief b
             WHERE b.base_id = %(base)s AND b.claim_id = c.id AND upper(b.recorded) > %(known_at)s OFFSET 0) b
      WHERE {subject} AND (SELECT head_at > %(known_at)s FROM base WHERE id = %(base)s)
     OFFSET 0)
    """


def _where(asked: Asked) -> str:
    wheres = [
        "b.base_id = %(base)s",
        "b.valid @> %(valid_at)s",
        "b.recorded @> %(known_at)s",
        "NOT c.restricted",
        "c.erased IS NULL",
    ]
    if asked.predicate is not None:
        wheres.append("c.predicate = %(predicate)s")
    if asked.object is not None:
        wheres.append("c.object_key = %(object)s")
    if asked.text:
        wheres.append("concat_ws(' ', e.name, replace(c.predicate, '_', ' '), c.object) ILIKE %(pattern)s")
    if asked.confidence:
        wheres.append("b.confidence >= %(confidence)s")
    if asked.tier:
        wheres.append("b.tier >= %(tier)s")
    if asked.exactly:
        wheres.append("b.tier = %(exactly)s")
    if asked.after is not None:
        wheres.append("c.id > %(after)s")
    return " AND ".join(wheres)


def _params(base: UUID, asked: Asked) -> dict[str, Any]:
    return {
        "base": base,
        "valid_at": asked.valid_at,
        "known_at": asked.known_at,
        "subject": asked.subject,
        "predicate": asked.predicate,
        "object": asked.object,
        "pattern": f"%{literal(asked.text or '')}%",
        "confidence": asked.confidence,
        "tier": asked.tier,
        "exactly": asked.exactly,
        "after": asked.after,
        "limit": asked.limit,
    }


def rows_of(base: UUID, claims: Sequence[UUID], known_at: datetime | None = None) -> list[Row]:
    """The belief rows of some claims, in the order they were recorded; with ``known_at`` those that stood then."""
    return fetch(
        f"""
        SELECT {_ROW} FROM belief b
         WHERE b.base_id = %(base)s AND b.claim_id = ANY(%(claims)s)
           AND (%(known_at)s::timestamptz IS NULL OR b.recorded @> %(known_at)s) {_IN_ORDER}
        """,
        {"base": base, "claims": list(claims), "known_at": known_at},
    )


def turned_between(base: UUID, since: datetime, until: datetime) -> bool:
    """Whether a valid time said in this base begins or ends between two instants: of what is held, or of an act.

    Few are said ahead of time, and only those are in the indexes that these conditions fit.
    """
    rows = fetch(
        """
        SELECT EXISTS (SELECT 1 FROM belief
                        WHERE base_id = %(base)s AND lower(valid) > lower(recorded)
                          AND lower(valid) > %(since)s AND lower(valid) <= %(until)s)
            OR EXISTS (SELECT 1 FROM belief
                        WHERE base_id = %(base)s AND upper(valid) > lower(recorded)
                          AND upper(valid) > %(since)s AND upper(valid) <= %(until)s)
            OR EXISTS (SELECT 1 FROM act
                        WHERE base_id = %(base)s AND greatest(lower(valid), lower(periods)) > observed_at
                          AND greatest(lower(valid), lower(periods)) > %(since)s
                          AND greatest(lower(valid), lower(periods)) <= %(until)s)
            OR EXISTS (SELECT 1 FROM act
                        WHERE base_id = %(base)s AND least(upper(valid), upper(periods)) > observed_at
                          AND least(upper(valid), upper(periods)) > %(since)s
                          AND least(upper(valid), upper(periods)) <= %(until)s) AS turned
        """,
        {"base": base, "since": since, "until": until},
    )
    turned: bool = rows[0].turned
    return turned


#: So many periods of a claim are shown that end after an instant, and as many of those before.
MOST_PERIODS = 20


def rows_at(base: UUID, claims: Sequence[UUID], valid_at: datetime, known_at: datetime) -> Query:
    """The belief rows of some claims that stood then, those around ``valid_at``, in the order they were recorded; each
    with the stamp of the vocabulary that it is to be worded in."""
    return Query(
        f"""
        SELECT {_ROW}, (SELECT v.stamp FROM vocabulary_version v) AS stamp
          FROM unnest(%(claims)s::uuid[]) AS n(id)
         CROSS JOIN LATERAL (
               ({_STANDS} AND {UNTIL} > %(valid_at)s ORDER BY {EARLIEST_FIRST} LIMIT {MOST_PERIODS})
               UNION ALL
               ({_STANDS} AND {UNTIL} <= %(valid_at)s ORDER BY {LATEST_FIRST} LIMIT {MOST_PERIODS})
               UNION ALL
               {_STOOD}) b
        {_IN_ORDER}
        """,
        {"base": base, "claims": list(claims), "valid_at": valid_at, "known_at": known_at},
    )


def held_among(base: UUID, claims: Sequence[UUID], valid_at: datetime, known_at: datetime) -> set[UUID]:
    """Those of some claims that were held at both instants."""
    rows = fetch(
        f"SELECT n.id FROM unnest(%(claims)s::uuid[]) AS n(id) CROSS JOIN LATERAL {HELD} b",
        {"base": base, "claims": list(claims), "valid_at": valid_at, "known_at": known_at},
    )
    return {row.id for row in rows}


#: Until when a row is true, as the indexes have it.
UNTIL = "coalesce(upper(b.valid), 'infinity')"

#: The order of what still stands by the end of its period, from the index: for want of the first word, which is null in
#: all of them, the planner would read and sort every period.
EARLIEST_FIRST = f"upper(b.recorded), {UNTIL}"
LATEST_FIRST = f"upper(b.recorded) DESC, {UNTIL} DESC"

#: The rows of a claim that stand since then or longer, and those that stood then and ended later. Whether a period
#: holds an instant is asked of what these give: beside them, the planner would go through all periods of a base.
_STANDS = """
    SELECT b.* FROM belief b
     WHERE b.base_id = %(base)s AND b.claim_id = n.id AND upper(b.recorded) IS NULL
       AND lower(b.recorded) <= %(known_at)s
"""
_STOOD = """
    SELECT b.* FROM belief b
     WHERE b.base_id = %(base)s AND b.claim_id = n.id AND upper(b.recorded) > %(known_at)s
       AND lower(b.recorded) <= %(known_at)s
"""
#: The row of the claim ``n.id`` that was held at both instants.
HELD = f"""
    (SELECT b.* FROM (
        ({_STANDS} AND {UNTIL} > %(valid_at)s ORDER BY {EARLIEST_FIRST} LIMIT 1) UNION ALL {_STOOD} OFFSET 0) b
      WHERE b.valid @> %(valid_at)s LIMIT 1)
"""
#: What is held, claim by claim.
_BY_CLAIM = f"""
      FROM (SELECT n.* FROM claim n WHERE n.base_id = %(base)s) n
     CROSS JOIN LATERAL {HELD} b
     CROSS JOIN LATERAL (SELECT n.*) c
     CROSS JOIN LATERAL (SELECT * FROM entity e WHERE e.base_id = %(base)s AND e.id = n.entity_id OFFSET 0) e
"""
_ROW = """
    b.claim_id, b.valid, b.recorded, b.from_precision, b.to_precision, b.confidence, b.tier, b.restricted, b.opened,
    b.closed, lower(b.recorded) AS since, lower(b.valid) AS starts
"""
_IN_ORDER = "ORDER BY since, starts NULLS FIRST"
