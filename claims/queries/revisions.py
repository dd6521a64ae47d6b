"""The log of operations of one base."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from claims.queries.claims import NAMES
from claims.queries.region import ACT
from claims.queries.rows import Row, fetch

#: Above any number of a revision.
ENDLESS = 2**31 - 1


def acts_of(base: UUID, number: int) -> list[Row]:
    """The acts of a revision, each with the questions it reaches now or did when it was made."""
    return fetch(
        f"""
        SELECT {ACT},
               array_remove(a.question_id
                            || ARRAY(SELECT c.question_id FROM claim c
                                      WHERE c.base_id = %(base)s AND c.id = a.claim_id OFFSET 0)
                            || ARRAY(SELECT r.question_id FROM act_reach r
                                      WHERE r.base_id = %(base)s AND r.act_id = a.id OFFSET 0), NULL) AS questions
          FROM act a
         WHERE a.base_id = %(base)s AND a.revision = %(number)s
         ORDER BY a.ordinal
        """,
        {"base": base, "number": number},
    )


def undos(base: UUID, known_at: datetime | None = None) -> list[Row]:
    """Every undo of a base, or those recorded by an instant."""
    return fetch(
        f"""
        SELECT {ACT} FROM act a JOIN revision r ON r.base_id = a.base_id AND r.number = a.revision
         WHERE a.base_id = %s AND a.kind = 'undo' AND (%s::timestamptz IS NULL OR r.recorded_at <= %s)
        """,
        [base, known_at, known_at],
    )


def rekeyings_of(base: UUID, claims: Sequence[UUID]) -> list[Row]:
    """Every re-keying of some claims."""
    return fetch(
        f"SELECT {ACT} FROM act a WHERE a.base_id = %s AND a.claim_id = ANY(%s) AND a.kind = 'rekeying'",
        [base, list(claims)],
    )


def rekeyings_at(base: UUID, claims: Sequence[UUID]) -> list[Row]:
    """Every re-keying of some claims or to one of them, the latest first."""
    return fetch(
        f"""
        SELECT {ACT} FROM act a
         WHERE a.base_id = %(base)s AND a.kind = 'rekeying'
           AND (a.claim_id = ANY(%(claims)s) OR (a.detail -> 'becomes' ->> 'id')::uuid = ANY(%(claims)s))
         ORDER BY a.revision DESC, a.ordinal
        """,
        {"base": base, "claims": list(claims)},
    )


def kinds_of(base: UUID, acts: Sequence[UUID]) -> set[str]:
    """The kinds of some acts."""
    rows = fetch("SELECT DISTINCT kind FROM act WHERE base_id = %s AND id = ANY(%s)", [base, list(acts)])
    return {row.kind for row in rows}


def claims_behind(base: UUID, acts: Sequence[UUID]) -> dict[UUID, set[UUID]]:
    """The claims that each of some acts names: those that it decides on, those that an item of the queue asks about on
    which it is the verdict, and those behind the acts that it takes back."""
    behind: dict[UUID, set[UUID]] = {}
    if acts:
        for row in fetch(_BEHIND, {"base": base, "acts": list(acts)}):
            behind.setdefault(row.act_id, set()).add(row.claim_id)
    return behind


_BEHIND = """
    WITH RECURSIVE behind(act_id, id) AS (
        SELECT a, a FROM unnest(%(acts)s::uuid[]) a
         UNION
        SELECT b.act_id, x.id
          FROM behind b
         CROSS JOIN LATERAL (
               SELECT a.claim_id AS id FROM act a WHERE a.base_id = %(base)s AND a.id = b.id
                UNION ALL
               SELECT (regexp_matches(a.detail::text, '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}', 'g'))[1]::uuid
                 FROM act a WHERE a.base_id = %(base)s AND a.id = b.id
                UNION ALL
               SELECT unnest(ARRAY[i.claim_id, i.other_id] || ARRAY(
                      SELECT m.claim_id FROM nogood_member m
                       WHERE m.base_id = %(base)s AND m.nogood_id = i.nogood_id))
                 FROM review_item i WHERE i.base_id = %(base)s AND i.id = b.id) x
         WHERE x.id IS NOT NULL
    )
    SELECT b.act_id, c.id AS claim_id FROM behind b JOIN claim c ON c.base_id = %(base)s AND c.id = b.id
"""


def recorded_times(base: UUID) -> dict[int, datetime]:
    """When each revision of a base was recorded, by its number."""
    rows = fetch("SELECT number, recorded_at FROM revision WHERE base_id = %s ORDER BY number", [base])
    return {row.number: row.recorded_at for row in rows}


BELIEF_COLUMNS = (
    "claim_id, question_id, object_id, negated, valid, lower(recorded) AS since, upper(recorded) AS until,"
    " confidence, tier, restricted, opened, closed"
)
EDGE_COLUMNS = "kind, source_id, target_id, act_id, number, lower(recorded) AS since, upper(recorded) AS until"


def belief_rows(base: UUID) -> list[tuple[Any, ...]]:
    """Every belief row of a base, without its own id."""
    return [tuple(row.values()) for row in fetch(f"SELECT {BELIEF_COLUMNS} FROM belief WHERE base_id = %s", [base])]


def edge_rows(base: UUID) -> list[tuple[Any, ...]]:
    """Every edge of a base, without its own id."""
    return [tuple(row.values()) for row in fetch(f"SELECT {EDGE_COLUMNS} FROM edge WHERE base_id = %s", [base])]


def restricted_rows(base: UUID) -> list[tuple[Any, ...]]:
    """The claims of a base that are out of service."""
    rows = fetch("SELECT id, restricted FROM claim WHERE base_id = %s AND restricted AND erased IS NULL", [base])
    return [tuple(row.values()) for row in rows]


def questions_reasoned_by(base: UUID, number: int) -> list[UUID]:
    """Questions with a derived assertion that remembers reasons given by a revision."""
    rows = fetch(
        """
        SELECT DISTINCT c.question_id
          FROM support s
          JOIN act a ON a.base_id = s.base_id AND a.id = s.act_id
          JOIN claim c ON c.base_id = a.base_id AND c.id = a.claim_id
         WHERE s.base_id = %s AND s.revision = %s
        """,
        [base, number],
    )
    return [row.question_id for row in rows]


def page(base: UUID, *, before: int | None, limit: int) -> list[Row]:
    """Revisions, the latest first, from the one below ``before``."""
    return fetch(
        f"""
        SELECT {REVISION} FROM revision r LEFT JOIN agent g ON g.id = r.agent_id
         WHERE r.base_id = %s AND r.number < coalesce(%s, {ENDLESS})
         ORDER BY r.number DESC
         LIMIT %s
        """,
        [base, before, limit],
    )


def some(base: UUID, numbers: Sequence[int]) -> list[Row]:
    """Revisions by number, in order."""
    return fetch(
        f"""
        SELECT {REVISION} FROM revision r LEFT JOIN agent g ON g.id = r.agent_id
         WHERE r.base_id = %s AND r.number = ANY(%s)
         ORDER BY r.number
        """,
        [base, list(numbers)],
    )


def claims_reached_by(base: UUID, number: int) -> list[UUID]:
    """The claims of the questions that a revision reached by acts upon no one claim: an undo, a resolution."""
    rows = fetch(
        """
        SELECT DISTINCT c.id
          FROM act a
          JOIN act_reach r ON r.base_id = a.base_id AND r.act_id = a.id
          JOIN claim c ON c.base_id = r.base_id AND c.question_id = r.question_id
         WHERE a.base_id = %s AND a.revision = %s
        """,
        [base, number],
    )
    return [row.id for row in rows]


def made_after(base: UUID, number: int, *, actor: UUID, digest: str) -> int | None:
    """The first revision after ``number`` that an actor made with a plan of this digest, if there is one."""
    rows = fetch(
        """
        SELECT r.number FROM revision r
         WHERE r.base_id = %s AND r.number > %s AND r.actor_id = %s AND r.digest = %s
         ORDER BY r.number LIMIT 1
        """,
        [base, number, actor, digest],
    )
    return rows[0].number if rows else None


REVISION = """
    r.number, r.operation, r.recorded_at, r.actor_id, r.request_id, r.digest, r.result, g.name AS agent
"""


#: As many as a batch has items; an import may have more, and its beginning is enough for whoever reads on.
MOST_ACTS = 1000


def acts_with_sources(base: UUID, numbers: Sequence[int]) -> list[Row]:
    """The acts of some revisions in recorded order, each with its source: of each revision so many at the most."""
    return fetch(
        """
        SELECT a.id, a.revision, a.ordinal, a.kind, a.claim_id, a.tier, a.said_tier, a.observed_at, a.valid, a.periods,
               a.from_precision, a.to_precision, a.confidence, a.claim_kind, a.kind_raw, a.correction, a.echo, a.detail,
               s.uri, s.excerpt, s.sha256, s.method, s.origin, s.reason
          FROM unnest(%(numbers)s::int[]) AS w(number)
         CROSS JOIN LATERAL (
               SELECT a.* FROM act a WHERE a.base_id = %(base)s AND a.revision = w.number
                ORDER BY a.ordinal LIMIT %(most)s) a
          LEFT JOIN LATERAL (
               SELECT s.* FROM source s WHERE s.base_id = %(base)s AND s.id = a.source_id OFFSET 0) s ON TRUE
         ORDER BY a.revision, a.ordinal
        """,
        {"base": base, "numbers": list(numbers), "most": MOST_ACTS},
    )


def acts_upon(base: UUID, claims: Sequence[UUID]) -> list[Row]:
    """Every act upon some claims, under the name they go by now, in recorded order; a restriction that was said of
    several is upon each."""
    return fetch(
        f"""
        WITH upon AS (
            SELECT n.claim_id, a.id AS act_id FROM {NAMES} n
             CROSS JOIN LATERAL (
                   SELECT a.id FROM act a WHERE a.base_id = %(base)s AND a.claim_id = n.name OFFSET 0) a
             UNION
            SELECT n.claim_id, a.id FROM {NAMES} n
             CROSS JOIN LATERAL (
                   SELECT a.id FROM act_reach h
                     JOIN act a ON a.base_id = %(base)s AND a.id = h.act_id AND a.kind = 'restriction'
                    WHERE h.base_id = %(base)s AND h.question_id = n.question_id
                      AND a.detail -> 'others' ? n.name::text OFFSET 0) a
        )
        SELECT u.claim_id, {_HAPPENED}
          FROM upon u
         CROSS JOIN LATERAL (SELECT a.* FROM act a WHERE a.base_id = %(base)s AND a.id = u.act_id OFFSET 0) a
         CROSS JOIN LATERAL (
               SELECT r.* FROM revision r WHERE r.base_id = %(base)s AND r.number = a.revision OFFSET 0) r
          LEFT JOIN agent g ON g.id = r.agent_id
         ORDER BY a.revision, a.ordinal
        """,
        {"base": base, "claims": list(claims)},
    )


def acts_reaching(base: UUID, question: UUID) -> list[Row]:
    """Every act that reaches a question and is upon no one claim, an undo or a resolution, in recorded order."""
    return fetch(
        f"""
        SELECT NULL::uuid AS claim_id, {_HAPPENED}
          FROM act_reach h
          JOIN act a ON a.base_id = h.base_id AND a.id = h.act_id AND a.claim_id IS NULL
          JOIN revision r ON r.base_id = a.base_id AND r.number = a.revision
          LEFT JOIN agent g ON g.id = r.agent_id
         WHERE h.base_id = %s AND h.question_id = %s
         ORDER BY a.revision, a.ordinal
        """,
        [base, question],
    )


_HAPPENED = """
    a.id, a.revision, a.ordinal, a.kind, a.tier, a.observed_at, a.valid, a.periods, a.from_precision, a.correction,
    a.detail, r.operation, r.recorded_at, r.actor_id, g.name AS agent
"""
