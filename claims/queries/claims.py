"""Claims with all that is said of them, as known at an instant. Each read is within one base."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from claims.queries.rows import Row, fetch


def by_ids(base: UUID, claims: Sequence[UUID]) -> list[Row]:
    """Claims by id, worded as first asserted."""
    return fetch(
        """
        SELECT c.id, c.name, c.predicate, c.object, c.object_key, c.negated, c.question_id, c.redirect_id, c.restricted,
               c.entity_id, e.name AS subject
          FROM claim c JOIN entity e ON e.base_id = c.base_id AND e.id = c.entity_id
         WHERE c.base_id = %s AND c.id = ANY(%s)
        """,
        [base, list(claims)],
    )


def assertions_of(base: UUID, claims: Sequence[UUID], known_at: datetime) -> list[Row]:
    """The evidence of some claims: every assertion recorded by then, strongest first, with its source and agent.

    Put together here, table by table by its key: so it costs the same whatever the planner thinks of a young base.
    """
    names = fetch(
        """
        SELECT id, coalesce(redirect_id, id) AS stands FROM claim WHERE base_id = %s AND id = ANY(%s)
        UNION
        SELECT id, redirect_id FROM claim WHERE base_id = %s AND redirect_id = ANY(%s)
        """,
        [base, list(claims), base, list(claims)],
    )
    stands = {row.id: row.stands for row in names}
    acts = fetch(
        """
        SELECT a.id, a.claim_id, a.revision, a.tier, a.said_tier, a.observed_at, a.valid, a.from_precision,
               a.to_precision, a.confidence, a.claim_kind, a.kind_raw, a.correction, a.echo, a.origin AS voice,
               a.justifications, a.agent_id, a.source_id
          FROM act a WHERE a.base_id = %s AND a.claim_id = ANY(%s) AND a.kind = 'assertion'
         ORDER BY a.tier DESC, a.weighty DESC, a.band DESC, a.observed_at DESC, a.confidence DESC, a.revision, a.ordinal
        """,
        [base, list(stands)],
    )
    revisions = _by(
        "number",
        "SELECT number, recorded_at, actor_id FROM revision"
        " WHERE base_id = %s AND number = ANY(%s) AND recorded_at <= %s",
        [base, list({act.revision for act in acts}), known_at],
    )
    sources = _by(
        "id",
        "SELECT id, uri, excerpt, sha256, method, origin, reason FROM source WHERE base_id = %s AND id = ANY(%s)",
        [base, [act.source_id for act in acts]],
    )
    agents = _by("id", "SELECT id, name AS agent FROM agent WHERE id = ANY(%s)", [list({act.agent_id for act in acts})])
    nobody = Row(agent=None)
    return [
        Row(
            sources[act.source_id]
            | revisions[act.revision]
            | act
            | {"claim_id": stands[act.claim_id], "agent": agents.get(act.agent_id, nobody).agent}
        )
        for act in acts
        if act.revision in revisions
    ]


def _by(key: str, sql: str, params: Sequence[Any]) -> dict[Any, Row]:
    return {row[key]: row for row in fetch(sql, params)}


def edges_of(base: UUID, claims: Sequence[UUID], known_at: datetime) -> list[Row]:
    """Every edge at some claims that stood then, with both ends."""
    return fetch(
        """
        SELECT e.kind, e.source_id, e.target_id, e.act_id, e.number, lower(e.recorded) AS since
          FROM edge e WHERE e.base_id = %s AND e.source_id = ANY(%s) AND e.recorded @> %s
        UNION
        SELECT e.kind, e.source_id, e.target_id, e.act_id, e.number, lower(e.recorded)
          FROM edge e WHERE e.base_id = %s AND e.target_id = ANY(%s) AND e.recorded @> %s
         ORDER BY since, number
        """,
        [base, list(claims), known_at, base, list(claims), known_at],
    )


def marks_of(base: UUID, claims: Sequence[UUID], known_at: datetime) -> list[Row]:
    """What asked for a person's eye at some claims then: flagged, stale, or disputed by a challenger or a report."""
    return fetch(
        """
        SELECT i.claim_id, CASE i.kind WHEN 'dependent' THEN 'flagged' ELSE i.kind END AS mark
          FROM review_item i
         WHERE i.base_id = %s AND i.claim_id = ANY(%s) AND i.kind IN ('dependent', 'stale')
           AND i.opened_at <= %s AND (i.closed_at IS NULL OR i.closed_at > %s)
         UNION
        SELECT m.claim_id, 'disputed'
          FROM nogood_member m
          JOIN review_item i ON i.base_id = m.base_id AND i.nogood_id = m.nogood_id
         WHERE m.base_id = %s AND m.claim_id = ANY(%s)
           AND (m.claim_id <> i.claim_id OR EXISTS (
                SELECT FROM act a WHERE a.base_id = i.base_id AND a.id = i.act_id AND a.kind = 'remark'))
           AND i.opened_at <= %s AND (i.closed_at IS NULL OR i.closed_at > %s)
        """,
        [base, list(claims), known_at, known_at, base, list(claims), known_at, known_at],
    )


def rivals_of(base: UUID, claim: UUID, known_at: datetime) -> list[UUID]:
    """The other side of each contradiction that a person had not decided then."""
    rows = fetch(
        """
        SELECT DISTINCT o.claim_id
          FROM nogood_member m
          JOIN nogood_member o ON o.base_id = m.base_id AND o.nogood_id = m.nogood_id AND o.claim_id <> m.claim_id
          JOIN review_item i ON i.base_id = m.base_id AND i.nogood_id = m.nogood_id
         WHERE m.base_id = %s AND m.claim_id = %s AND i.opened_at <= %s AND (i.closed_at IS NULL OR i.closed_at > %s)
        """,
        [base, claim, known_at, known_at],
    )
    return [row.claim_id for row in rows]


def head_at(base: UUID, known_at: datetime) -> int:
    """The number of the latest revision recorded by then; 0 before the first."""
    rows = fetch(
        "SELECT coalesce(max(number), 0) AS number FROM revision WHERE base_id = %s AND recorded_at <= %s",
        [base, known_at],
    )
    number: int = rows[0].number
    return number


def held_among(base: UUID, claims: Sequence[UUID], valid_at: datetime, known_at: datetime) -> set[UUID]:
    """Those of some claims that were held at both instants."""
    rows = fetch(
        """
        SELECT claim_id FROM belief
         WHERE base_id = %s AND claim_id = ANY(%s) AND valid @> %s::timestamptz AND recorded @> %s::timestamptz
        """,
        [base, list(claims), valid_at, known_at],
    )
    return {row.claim_id for row in rows}


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
          JOIN claim c ON c.base_id = ea.base_id AND c.entity_id = ea.entity_id AND c.predicate = %s
         WHERE ea.base_id = %s AND ea.key = %s
         ORDER BY c.id
        """,
        [predicate, base, subject],
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
