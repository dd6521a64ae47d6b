"""What a copy is made of, read page by page: no read here grows with the base. Each is within one base."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing
from datetime import datetime
from uuid import UUID

from django.db import connection

from claims.queries.claims import NAMES
from claims.queries.rows import Row, fetch

#: So many claims are read at a time, and of other things as many.
PAGE = 200


def number_of_claims(base: UUID, only: Sequence[UUID]) -> int:
    """How many claims there are, under the ids they go by now."""
    rows = fetch(f"SELECT count(*) AS number FROM claim c WHERE {_THESE}", {"base": base, "only": list(only)})
    number: int = rows[0].number
    return number


def claims_in_order(base: UUID, only: Sequence[UUID]) -> Iterator[list[UUID]]:
    """The claims of a base as they stand now, by topic, predicate and subject, a page at a time: the database keeps the
    order in a cursor of its own, and is asked for no more than a page."""
    with closing(connection.chunked_cursor()) as cursor:
        cursor.execute(
            f"""
            SELECT c.id
              FROM claim c
              LEFT JOIN predicate p ON p.name = c.predicate
              LEFT JOIN topic t ON t.name = p.topic_id
             WHERE {_THESE}
             ORDER BY c.erased IS NOT NULL, t.place NULLS LAST, c.predicate, c.entity_id, c.id
            """,
            {"base": base, "only": list(only)},
        )
        while page := cursor.fetchmany(PAGE):
            yield [row[0] for row in page]


_THESE = """
    c.base_id = %(base)s AND c.redirect_id IS NULL
    AND (cardinality(%(only)s::uuid[]) = 0 OR c.id = ANY(%(only)s::uuid[]))
"""


def names_of(base: UUID, claims: Sequence[UUID]) -> list[Row]:
    """The other ids that some claims ever went by."""
    return fetch(
        f"SELECT n.claim_id, n.name FROM {NAMES} n WHERE n.name <> n.claim_id ORDER BY n.name",
        {"base": base, "claims": list(claims)},
    )


def acts_upon(base: UUID, claims: Sequence[UUID], head: int) -> list[Row]:
    """Every act upon some claims up to a revision, in recorded order, each with its source and who did it."""
    return fetch(
        f"""
        SELECT n.claim_id, {_ACT}
          FROM {NAMES} n
         CROSS JOIN LATERAL (
               SELECT a.* FROM act a
                WHERE a.base_id = %(base)s AND a.claim_id = n.name AND a.revision <= %(head)s OFFSET 0) a
         {_WITH_SOURCE}
         ORDER BY a.revision, a.ordinal
        """,
        {"base": base, "claims": list(claims), "head": head},
    )


def acts_upon_none(base: UUID, head: int, after: tuple[int, int]) -> list[Row]:
    """A page of the acts that are upon no one claim: what was taken back, decided, named; after a place."""
    return fetch(
        f"""
        SELECT {_ACT}
          FROM (SELECT a.* FROM act a
                 WHERE a.base_id = %(base)s AND a.claim_id IS NULL AND a.revision <= %(head)s
                   AND (a.revision, a.ordinal) > (%(revision)s, %(ordinal)s)
                 ORDER BY a.revision, a.ordinal LIMIT {PAGE}) a
         {_WITH_SOURCE}
         ORDER BY a.revision, a.ordinal
        """,
        {"base": base, "head": head, "revision": after[0], "ordinal": after[1]},
    )


_ACT = """
    a.id, a.revision, a.ordinal, a.kind, a.tier, a.said_tier, a.observed_at, a.valid, a.from_precision, a.to_precision,
    a.confidence, a.claim_kind, a.kind_raw, a.correction, a.echo, a.justifications, a.detail, r.operation,
    r.recorded_at, r.actor_id, g.name AS agent, s.uri, s.excerpt, s.method, s.origin, s.reason
"""
_WITH_SOURCE = """
         CROSS JOIN LATERAL (
               SELECT r.* FROM revision r WHERE r.base_id = %(base)s AND r.number = a.revision OFFSET 0) r
          LEFT JOIN LATERAL (
               SELECT s.* FROM source s WHERE s.base_id = %(base)s AND s.id = a.source_id OFFSET 0) s ON TRUE
          LEFT JOIN agent g ON g.id = coalesce(a.agent_id, r.agent_id)
"""


def served(base: UUID, claims: Sequence[UUID], known_at: datetime) -> list[Row]:
    """Which agent was served which of some claims, by name, first and last."""
    return fetch(
        f"""
        SELECT n.claim_id, coalesce(g.name, '') AS agent, d.agent_id, min(d.first_at) AS first_at,
               max(d.last_at) AS last_at
          FROM {NAMES} n
         CROSS JOIN LATERAL (
               SELECT d.* FROM disclosure d WHERE d.base_id = %(base)s AND d.claim_id = n.name OFFSET 0) d
          LEFT JOIN agent g ON g.id = d.agent_id
         WHERE d.first_at <= %(known_at)s
         GROUP BY n.claim_id, d.agent_id, g.name
         ORDER BY agent, d.agent_id
        """,
        {"base": base, "claims": list(claims), "known_at": known_at},
    )


def recipients(base: UUID, known_at: datetime) -> list[Row]:
    """The agents that were served anything, erased or not, and for what each is there."""
    return fetch(
        """
        SELECT coalesce(g.name, '') AS agent, coalesce(g.purpose, '') AS purpose, d.agent_id, count(*) AS claims,
               min(d.first_at) AS first_at, max(d.last_at) AS last_at
          FROM disclosure d LEFT JOIN agent g ON g.id = d.agent_id
         WHERE d.base_id = %s AND d.first_at <= %s
         GROUP BY d.agent_id, g.name, g.purpose
         ORDER BY agent, d.agent_id
        """,
        [base, known_at],
    )


def said_by_person(base: UUID, claims: Sequence[UUID], user: UUID) -> set[UUID]:
    """Those of some claims that the person said themselves: an assistant heard it from them, or they did it here."""
    rows = fetch(
        f"""
        SELECT DISTINCT n.claim_id
          FROM {NAMES} n
         CROSS JOIN LATERAL (
               SELECT FROM act a
                 JOIN revision r ON r.base_id = a.base_id AND r.number = a.revision
                WHERE a.base_id = %(base)s AND a.claim_id = n.name AND a.kind = 'assertion' AND NOT a.echo
                  AND (a.tier = 4 OR a.tier = 5 AND r.actor_id = %(user)s) LIMIT 1) a
        """,
        {"base": base, "claims": list(claims), "user": user},
    )
    return {row.claim_id for row in rows}


def other_names(base: UUID, after: UUID) -> list[Row]:
    """A page of the subjects that go by several names."""
    return fetch(
        f"""
        SELECT e.id, e.name, array_agg(ea.key ORDER BY ea.key) AS names
          FROM entity e JOIN entity_alias ea ON ea.base_id = e.base_id AND ea.entity_id = e.id
         WHERE e.base_id = %s AND e.id > %s
         GROUP BY e.id, e.name HAVING count(*) > 1 ORDER BY e.id LIMIT {PAGE}
        """,
        [base, after],
    )


def erasures(base: UUID, known_at: datetime, after: tuple[datetime, UUID]) -> list[Row]:
    """A page of what was erased, the oldest first."""
    return fetch(
        f"""
        SELECT e.id, e.at, e.ground, e.receipt, e.request_id FROM erasure e
         WHERE e.base_id = %s AND e.at <= %s AND (e.at, e.id) > (%s, %s) ORDER BY e.at, e.id LIMIT {PAGE}
        """,
        [base, known_at, *after],
    )


def not_learned(base: UUID, known_at: datetime, after: bytes) -> list[Row]:
    """A page of what is not learned again, or was not until that was lifted."""
    return fetch(
        f"""
        SELECT f.fingerprint, f.claim_id, f.at, f.lifted_at, f.said_anew FROM forgotten f
         WHERE f.base_id = %s AND f.at <= %s AND f.fingerprint > %s ORDER BY f.fingerprint LIMIT {PAGE}
        """,
        [base, known_at, after],
    )


def looks(base: UUID, known_at: datetime, after: int) -> list[Row]:
    """A page of the looks of staff into a base, the oldest first."""
    return fetch(
        f"""
        SELECT a.number, a.at, a.ground, cardinality(a.targets) AS targets FROM audit_entry a
         WHERE a.chain_id = %s AND a.act = 'view' AND a.at <= %s AND a.number > %s ORDER BY a.number LIMIT {PAGE}
        """,
        [base, known_at, after],
    )


def categories(base: UUID) -> list[Row]:
    """What kinds of things are kept, for what and how long, as the vocabulary says."""
    return fetch(
        """
        SELECT coalesce(t.title, 'Other') AS title, p.name AS predicate, coalesce(p.purpose, '') AS purpose,
               p.retention_days, coalesce(p.sensitive, FALSE) AS sensitive, count(*) AS claims
          FROM claim c
          LEFT JOIN predicate p ON p.name = c.predicate
          LEFT JOIN topic t ON t.name = p.topic_id
         WHERE c.base_id = %s AND c.redirect_id IS NULL AND c.erased IS NULL
         GROUP BY t.place, t.title, p.name, p.purpose, p.retention_days, p.sensitive
         ORDER BY t.place NULLS LAST, p.name
        """,
        [base],
    )


def others_named(base: UUID, persons: Sequence[str], most: int) -> list[Row]:
    """Who else may be named in a base: its other subjects, and what the predicates ``persons`` name."""
    return fetch(
        """
        SELECT e.id, e.name FROM entity e
         WHERE e.base_id = %(base)s AND e.name <> ''
           AND e.id <> ALL(ARRAY(SELECT ea.entity_id FROM entity_alias ea
                                  WHERE ea.base_id = %(base)s AND ea.key = 'me'))
        UNION ALL
        SELECT c.id, c.object FROM (
            SELECT DISTINCT ON (c.object_key) c.id, c.object FROM claim c
             WHERE c.base_id = %(base)s AND c.predicate = ANY(%(persons)s) AND c.erased IS NULL
             ORDER BY c.object_key, c.id) c
         ORDER BY 2, 1 LIMIT %(most)s
        """,
        {"base": base, "persons": list(persons), "most": most},
    )


def names_to_cover(base: UUID, ids: Sequence[UUID]) -> list[Row]:
    """The names that some subjects go by, and the objects of some claims."""
    return fetch(
        """
        SELECT e.id, e.name FROM entity e WHERE e.base_id = %(base)s AND e.id = ANY(%(ids)s)
        UNION
        SELECT ea.entity_id, ea.key FROM entity_alias ea WHERE ea.base_id = %(base)s AND ea.entity_id = ANY(%(ids)s)
        UNION
        SELECT c.id, c.object FROM claim c WHERE c.base_id = %(base)s AND c.id = ANY(%(ids)s)
        """,
        {"base": base, "ids": list(ids)},
    )
