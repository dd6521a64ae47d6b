"""Claims with all that is said of them, as known at an instant. Each read is within one base."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from claims.queries.region import STRONGEST_FIRST
from claims.queries.rows import Query, Row, fetch


def by_ids(base: UUID, claims: Sequence[UUID]) -> list[Row]:
    """Claims by id, worded as first asserted."""
    return fetch(
        """
        SELECT c.id, c.name, c.predicate, c.object, c.object_key, c.negated, c.question_id, c.redirect_id, c.restricted,
               c.completed, c.erased, c.entity_id, e.name AS subject
          FROM unnest(%(claims)s::uuid[]) AS w(id)
         CROSS JOIN LATERAL (SELECT * FROM claim c WHERE c.base_id = %(base)s AND c.id = w.id OFFSET 0) c
         CROSS JOIN LATERAL (SELECT e.name FROM entity e WHERE e.base_id = %(base)s AND e.id = c.entity_id OFFSET 0) e
        """,
        {"base": base, "claims": list(claims)},
    )


#: Every ``name`` that some claims ever went by, as ``claim_id`` by now. Each is looked up by its key: given a list, the
#: planner would rather go through the whole base.
NAMES = """
    (SELECT DISTINCT c.*
       FROM unnest(%(claims)s::uuid[]) AS w(id)
      CROSS JOIN LATERAL (
            SELECT c.id AS name, coalesce(c.redirect_id, c.id) AS claim_id, c.question_id FROM claim c
             WHERE c.base_id = %(base)s AND c.id = w.id
            UNION ALL
            SELECT c.id, c.redirect_id, c.question_id FROM claim c
             WHERE c.base_id = %(base)s AND c.redirect_id = w.id) c)
"""

#: So much of the evidence of a claim is shown, the strongest first: enough for whoever reads it, whatever was said.
MOST_EVIDENCE = 50


def assertions_of(
    base: UUID,
    claims: Sequence[UUID],
    known_at: datetime,
    *,
    without: Sequence[UUID] = (),
    most: int | None = MOST_EVIDENCE,
) -> Query:
    """The evidence of some claims: for each up to so many assertions recorded by then, strongest first, with source
    and agent. ``disturbed`` tells whether an undo or a resolution reaches the question; acts ``without`` are left out.

    Each row is looked up by its key, so that it costs the same whatever the planner thinks of a young base. (Put as
    the first from its number on, a revision is looked up by nothing else.)
    """
    return Query(
        f"""
        SELECT n.claim_id, {_DISTURBED}, a.*, r.recorded_at, r.actor_id, s.*, g.agent
          FROM {NAMES} n
         CROSS JOIN LATERAL (
               SELECT a.id, a.revision, a.tier, a.said_tier, a.observed_at, a.valid, a.from_precision, a.to_precision,
                      a.confidence, a.claim_kind, a.kind_raw, a.correction, a.echo, a.origin AS voice,
                      a.justifications, a.agent_id, a.source_id, a.weighty, a.band, a.ordinal
                 FROM act a
                WHERE a.base_id = %(base)s AND a.claim_id = n.name AND a.kind = 'assertion'
                  AND a.revision <= {_HEAD_AT} AND a.id <> ALL(%(without)s)
                ORDER BY {STRONGEST_FIRST} LIMIT %(most)s) a
         CROSS JOIN LATERAL (
               SELECT r.recorded_at, r.actor_id FROM revision r
                WHERE r.base_id = %(base)s AND r.number >= a.revision ORDER BY r.number LIMIT 1) r
         CROSS JOIN LATERAL (
               SELECT s.uri, s.excerpt, s.sha256, s.method, s.origin, s.reason FROM source s
                WHERE s.base_id = %(base)s AND s.id = a.source_id OFFSET 0) s
          LEFT JOIN LATERAL (SELECT g.name AS agent FROM agent g WHERE g.id = a.agent_id OFFSET 0) g ON TRUE
         ORDER BY {STRONGEST_FIRST}
        """,
        {"base": base, "claims": list(claims), "known_at": known_at, "without": list(without), "most": most},
    )


_DISTURBED = """
    EXISTS (SELECT FROM act_reach x WHERE x.base_id = %(base)s AND x.question_id = n.question_id) AS disturbed
"""

_HEAD_AT = """
    (SELECT r.number FROM revision r WHERE r.base_id = %(base)s AND r.recorded_at <= %(known_at)s
      ORDER BY r.recorded_at DESC LIMIT 1)
"""


def ties_of(base: UUID, claims: Sequence[UUID], known_at: datetime) -> Query:
    """Every edge at some claims that stood then, with both ends; and what asked for a person's eye at one then, as a
    tie with itself: flagged, stale, or disputed by a challenger."""
    edges = " UNION ALL ".join(
        f"""
        SELECT e.kind, e.source_id, e.target_id, e.act_id, e.number, lower(e.recorded) AS since
          FROM edge e
         WHERE e.base_id = %(base)s AND e.{end} = w.id AND {stood} AND lower(e.recorded) <= %(known_at)s
        """
        for end, stood in _STOOD
    )
    return Query(
        f"""
        SELECT e.* FROM unnest(%(claims)s::uuid[]) AS w(id) CROSS JOIN LATERAL ({edges}) e
        UNION
        SELECT k.mark, k.claim_id, k.claim_id, NULL, 0, k.opened_at FROM ({_MARKED}) k
         ORDER BY since, number
        """,
        {"base": base, "claims": list(claims), "known_at": known_at},
    )


def marks_of(base: UUID, claims: Sequence[UUID], known_at: datetime) -> list[Row]:
    """What asked for a person's eye at some claims then: flagged, stale, or disputed by a challenger or a report."""
    return fetch(
        f"SELECT k.claim_id, k.mark FROM ({_MARKED}) k",
        {"base": base, "claims": list(claims), "known_at": known_at},
    )


#: What asked for a person's eye at a claim, and since when.
_MARKED = """
    SELECT w.id AS claim_id, i.mark, i.opened_at
      FROM unnest(%(claims)s::uuid[]) AS w(id)
     CROSS JOIN LATERAL (
           SELECT CASE i.kind WHEN 'dependent' THEN 'flagged' ELSE i.kind END AS mark, i.opened_at FROM review_item i
            WHERE i.base_id = %(base)s AND i.claim_id = w.id AND i.kind IN ('dependent', 'stale')
              AND i.opened_at <= %(known_at)s AND (i.closed_at IS NULL OR i.closed_at > %(known_at)s)
           UNION
           SELECT 'disputed', i.opened_at
             FROM nogood_member m
            CROSS JOIN LATERAL (
                  SELECT i.claim_id, i.act_id, i.opened_at FROM review_item i
                   WHERE i.base_id = %(base)s AND i.nogood_id = m.nogood_id
                     AND i.opened_at <= %(known_at)s AND (i.closed_at IS NULL OR i.closed_at > %(known_at)s) OFFSET 0) i
            WHERE m.base_id = %(base)s AND m.claim_id = w.id
              AND (i.claim_id <> w.id OR EXISTS (
                   SELECT FROM act a WHERE a.base_id = %(base)s AND a.id = i.act_id AND a.kind = 'remark'))) i
"""

#: Edges by either end, those that stand and those that ended later, each put as an index has it.
_STOOD = (
    ("source_id", "upper_inf(e.recorded)"),
    ("source_id", "NOT upper_inf(e.recorded) AND upper(e.recorded) > %(known_at)s"),
    ("target_id", "upper(e.recorded) IS NULL"),
    ("target_id", "upper(e.recorded) > %(known_at)s"),
)

#: The kinds of tie that are no edges.
MARKS = frozenset({"flagged", "stale", "disputed"})


def head_at(base: UUID, known_at: datetime) -> int:
    """The number of the latest revision recorded by then; 0 before the first."""
    rows = fetch(
        "SELECT coalesce(max(number), 0) AS number FROM revision WHERE base_id = %s AND recorded_at <= %s",
        [base, known_at],
    )
    number: int = rows[0].number
    return number


def heard_among(base: UUID, claims: Sequence[UUID], known_at: datetime) -> set[UUID]:
    """Those of some claims that were asserted by then, under any name they had, whether or not it was undone."""
    rows = fetch(
        """
        SELECT DISTINCT coalesce(c.redirect_id, c.id) AS id
          FROM claim c
          JOIN act a ON a.base_id = c.base_id AND a.claim_id = c.id AND a.kind = 'assertion'
          JOIN revision r ON r.base_id = a.base_id AND r.number = a.revision AND r.recorded_at <= %s
         WHERE c.base_id = %s AND (c.id = ANY(%s) OR c.redirect_id = ANY(%s))
        """,
        [known_at, base, list(claims), list(claims)],
    )
    return {row.id for row in rows}


def erased_among(base: UUID, claims: Sequence[UUID]) -> set[UUID]:
    """Those of some claims of which only a tombstone is left."""
    rows = fetch(
        "SELECT id FROM claim WHERE base_id = %s AND id = ANY(%s) AND erased IS NOT NULL", [base, list(claims)]
    )
    return {row.id for row in rows}


def ever_held(base: UUID, claims: Sequence[UUID], known_at: datetime) -> set[UUID]:
    """Those of some claims that were held at any time, as far as was recorded by then."""
    rows = fetch(
        """
        SELECT DISTINCT claim_id FROM belief
         WHERE base_id = %s AND claim_id = ANY(%s) AND lower(recorded) <= %s
        """,
        [base, list(claims), known_at],
    )
    return {row.claim_id for row in rows}


def question_of(base: UUID, subject: str, predicate: str) -> list[Row]:
    """The claims that were ever made of a subject with a predicate, by keys."""
    return fetch(
        """
        SELECT c.id FROM entity_alias ea
         CROSS JOIN LATERAL (
               SELECT c.id FROM claim c
                WHERE c.base_id = %(base)s AND c.entity_id = ea.entity_id AND c.predicate = %(predicate)s
                  AND c.redirect_id IS NULL
               UNION ALL
               SELECT c.id FROM claim c
                WHERE c.base_id = %(base)s AND c.entity_id = ea.entity_id AND c.predicate = %(predicate)s
                  AND c.redirect_id IS NOT NULL) c
         WHERE ea.base_id = %(base)s AND ea.key = %(subject)s
         ORDER BY c.id
        """,
        {"base": base, "subject": subject, "predicate": predicate},
    )


def answers(base: UUID, question: UUID) -> list[Row]:
    """The claims that answer a question."""
    return fetch("SELECT c.id FROM claim c WHERE c.base_id = %s AND c.question_id = %s", [base, question])


def questions_around(base: UUID, claims: Sequence[UUID]) -> list[UUID]:
    """Where those claims stand now that ever shared a question with one of these: re-keying parts and joins them."""
    left = fetch(
        "SELECT DISTINCT question_id FROM act WHERE base_id = %s AND claim_id = ANY(%s) AND kind = 'rekeying'",
        [base, list(claims)],
    )
    if not left:
        return []
    spoken = fetch(
        "SELECT DISTINCT claim_id FROM act WHERE base_id = %s AND question_id = ANY(%s) AND claim_id IS NOT NULL",
        [base, [row.question_id for row in left]],
    )
    rows = fetch(
        "SELECT DISTINCT question_id FROM claim WHERE base_id = %s AND id = ANY(%s)",
        [base, [row.claim_id for row in spoken]],
    )
    return [row.question_id for row in rows]
