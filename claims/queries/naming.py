"""What a base knows already of things that are named: entities, questions, claims. Each within one base."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from claims.queries.rows import Row, fetch, literal


def lock_base(base: UUID) -> Row | None:
    """The base's head, locked until the transaction ends: one writer a base; and the clock, read after the lock.

    The key of the row is left free, so that a reader who notes what was served never waits for a writer.
    """
    rows = fetch(
        """
        WITH locked AS MATERIALIZED (
            SELECT id, label, kind, policy, unknown_predicates, head, head_at FROM base WHERE id = %s
               FOR NO KEY UPDATE
        )
        SELECT locked.*, clock_timestamp() AS now FROM locked
        """,
        [base],
    )
    return rows[0] if rows else None


def known_claims(
    base: UUID,
    subjects: Sequence[str],
    predicates: Sequence[str],
    scopes: Sequence[bytes],
    objects: Sequence[bytes],
    forgotten: Sequence[list[bytes]],
) -> list[Row]:
    """For each proposal, in order (`place`): its entity, its question, and the claim or its denial, where there is one;
    and when it was forgotten, if it is not learned again. ``forgotten`` are the fingerprints, a list for each key.

    A proposal has up to two rows: the claim and its denial; then those that have become another by a merger.
    """
    names = [f"print{number}" for number in range(len(forgotten))]
    prints = [f"w.{name}" for name in names]
    return fetch(
        f"""
        SELECT w.place, ea.entity_id, q.id AS question_id, q.plain, q.rising,
               c.id AS claim_id, c.negated, c.object_id, c.question_id AS claim_question_id, c.redirect_id,
               (SELECT f.at FROM forgotten f
                 WHERE f.base_id = %s AND f.fingerprint IN ({", ".join(prints)}) AND f.lifted_at IS NULL
                 LIMIT 1) AS forgotten_at
          FROM unnest(%s::text[], %s::text[], %s::bytea[], %s::bytea[] {", %s::bytea[]" * len(prints)})
               WITH ORDINALITY AS w(subject, predicate, scope, object, {", ".join(names)}, place)
          LEFT JOIN entity_alias ea ON ea.base_id = %s AND ea.key = w.subject
          LEFT JOIN question q ON q.base_id = %s AND q.entity_id = ea.entity_id
                              AND q.predicate = w.predicate AND q.scope_sha256 = w.scope
          LEFT JOIN LATERAL (
            SELECT * FROM claim s
             WHERE s.base_id = %s AND s.entity_id = ea.entity_id AND s.predicate = w.predicate
               AND s.object_sha256 = w.object AND s.redirect_id IS NULL
            UNION ALL
            SELECT * FROM claim s
             WHERE s.base_id = %s AND s.entity_id = ea.entity_id AND s.predicate = w.predicate
               AND s.object_sha256 = w.object AND s.redirect_id IS NOT NULL
          ) c ON TRUE
         ORDER BY w.place, c.redirect_id NULLS FIRST
        """,
        [base, list(subjects), list(predicates), list(scopes), list(objects), *forgotten, base, base, base, base],
    )


def claims_named(base: UUID, ids: Sequence[UUID], names: Sequence[str]) -> list[Row]:
    """Claims by id or name, each with where it stands now."""
    return fetch(
        """
        SELECT c.id, c.name, c.question_id, c.object_id, c.negated, c.redirect_id, c.entity_id, q.plain
          FROM claim c JOIN question q ON q.base_id = c.base_id AND q.id = c.question_id
         WHERE c.base_id = %s AND (c.id = ANY(%s) OR c.name = ANY(%s)) AND c.erased IS NULL
        """,
        [base, list(ids), list(names)],
    )


def voices_before(base: UUID, claims: Sequence[UUID], without: Sequence[UUID]) -> list[Row]:
    """For each claim, the highest tier it was asserted at, and the root origins counted already.

    What was said of a claim that has become it counts for it; acts ``without`` do not count.
    """
    return fetch(
        """
        SELECT coalesce(c.redirect_id, c.id) AS claim_id, max(a.tier) AS tier,
               array_agg(DISTINCT s.origin) FILTER (WHERE s.origin <> '') AS origins
          FROM (SELECT id, redirect_id, base_id FROM claim WHERE base_id = %s AND id = ANY(%s)
                UNION
                SELECT id, redirect_id, base_id FROM claim WHERE base_id = %s AND redirect_id = ANY(%s)) c
          JOIN act a ON a.base_id = c.base_id AND a.claim_id = c.id AND a.kind = 'assertion'
          JOIN source s ON s.base_id = a.base_id AND s.id = a.source_id
         WHERE NOT a.id = ANY(%s)
         GROUP BY 1
        """,
        [base, list(claims), base, list(claims), list(without)],
    )


def claims_with_predicates(base: UUID, predicates: Sequence[str]) -> list[Row]:
    """The claims of a base with one of these predicates that have not become another, oldest first."""
    return fetch(
        """
        SELECT c.id AS claim_id, c.entity_id, c.predicate, c.object, c.object_key, c.object_id, c.question_id, c.negated
          FROM claim c
         WHERE c.base_id = %s AND c.predicate = ANY(%s) AND c.redirect_id IS NULL
         ORDER BY (SELECT min(a.revision) FROM act a WHERE a.base_id = c.base_id AND a.claim_id = c.id), c.id
        """,
        [base, list(predicates)],
    )


def questions_with_predicates(base: UUID, predicates: Sequence[str]) -> list[Row]:
    """The questions of a base with one of these predicates."""
    return fetch(
        "SELECT id, entity_id, predicate, scope_sha256 FROM question WHERE base_id = %s AND predicate = ANY(%s)",
        [base, list(predicates)],
    )


def entity_called(base: UUID, key: str) -> UUID | None:
    """The entity that goes by a name in a base."""
    rows = fetch("SELECT entity_id FROM entity_alias WHERE base_id = %s AND key = %s", [base, key])
    return rows[0].entity_id if rows else None


def claims_in(base: UUID, questions: Sequence[UUID]) -> list[Row]:
    """The claims that answer some questions and have not become another."""
    return fetch(
        """
        SELECT c.id AS claim_id, c.question_id, c.object_id, c.negated
          FROM claim c WHERE c.base_id = %s AND c.question_id = ANY(%s) AND c.redirect_id IS NULL
        """,
        [base, list(questions)],
    )


def entity_standing(base: UUID, entity: UUID) -> Row | None:
    """The entity that another's first name leads to now: itself, unless an alias has made them one."""
    rows = fetch(
        """
        SELECT e.id, e.name FROM entity e
         WHERE e.base_id = %(base)s
           AND e.id = (SELECT ea.entity_id FROM entity_alias ea
                        WHERE ea.base_id = %(base)s
                          AND (ea.given_id = %(entity)s OR ea.given_id IS NULL AND ea.entity_id = %(entity)s))
        """,
        {"base": base, "entity": entity},
    )
    return rows[0] if rows else None


def owners_of_names(base: UUID, entity: UUID) -> set[UUID]:
    """The entities whose first names lead to this one."""
    rows = fetch(
        "SELECT coalesce(given_id, entity_id) AS owner FROM entity_alias WHERE base_id = %s AND entity_id = %s",
        [base, entity],
    )
    return {row.owner for row in rows}


def claims_to_join(base: UUID, entity: UUID, other: UUID) -> list[Row]:
    """The claims about ``other``, and those about ``entity`` that say or deny the same, oldest first."""
    return fetch(
        """
        WITH theirs AS (
            SELECT * FROM claim
             WHERE base_id = %(base)s AND entity_id = %(other)s AND redirect_id IS NULL AND erased IS NULL
        ), both_sides AS (
            SELECT * FROM theirs
            UNION
            SELECT o.* FROM theirs t JOIN claim o ON o.base_id = %(base)s AND o.entity_id = %(entity)s
               AND o.predicate = t.predicate AND o.object_sha256 = t.object_sha256 AND o.redirect_id IS NULL
        )
        SELECT c.id AS claim_id, c.entity_id, c.predicate, c.object_key, c.object_id, c.question_id, c.negated
          FROM both_sides c
         ORDER BY (SELECT min(a.revision) FROM act a WHERE a.base_id = %(base)s AND a.claim_id = c.id), c.id
        """,
        {"base": base, "entity": entity, "other": other},
    )


def questions_to_join(base: UUID, entity: UUID, other: UUID) -> list[Row]:
    """The questions about ``other``, each with the one that asks the same about ``entity``, if there is one."""
    return fetch(
        """
        SELECT o.id, o.predicate, o.scope_sha256, n.id AS same_id
          FROM question o
          LEFT JOIN question n ON n.base_id = %(base)s AND n.entity_id = %(entity)s
                              AND n.predicate = o.predicate AND n.scope_sha256 = o.scope_sha256
         WHERE o.base_id = %(base)s AND o.entity_id = %(other)s
        """,
        {"base": base, "entity": entity, "other": other},
    )


def kin_of(base: UUID, claims: Sequence[UUID]) -> list[Row]:
    """Some claims, what has become one of them, and what has become the same claim as one of them."""
    return fetch(
        """
        WITH asked AS (
            SELECT id, redirect_id FROM claim WHERE base_id = %(base)s AND id = ANY(%(ids)s)
        )
        SELECT c.id, c.entity_id, c.predicate, c.object_key, c.redirect_id
          FROM claim c
         WHERE c.base_id = %(base)s
           AND (c.id = ANY(%(ids)s) OR c.redirect_id = ANY(ARRAY(
               SELECT id FROM asked UNION SELECT redirect_id FROM asked WHERE redirect_id IS NOT NULL)))
        """,
        {"base": base, "ids": list(claims)},
    )


def become(base: UUID, claims: Sequence[UUID]) -> dict[UUID, frozenset[UUID]]:
    """The claims that have become these, by what they have become."""
    rows = fetch(
        """
        SELECT w.id, array_agg(c.id) AS was
          FROM unnest(%(claims)s::uuid[]) AS w(id)
         CROSS JOIN LATERAL (
               SELECT c.id FROM claim c WHERE c.base_id = %(base)s AND c.redirect_id = w.id OFFSET 0) c
         GROUP BY w.id
        """,
        {"base": base, "claims": list(claims)},
    )
    return {row.id: frozenset(row.was) for row in rows}


def entities_of(base: UUID, questions: Sequence[UUID]) -> dict[UUID, UUID]:
    """Which entity each question asks about."""
    rows = fetch("SELECT id, entity_id FROM question WHERE base_id = %s AND id = ANY(%s)", [base, list(questions)])
    return {row.id: row.entity_id for row in rows}


#: Whether claims are about an entity and all of them are restricted: its name tells of nothing else then.
WITHHELD = """
    (EXISTS (SELECT FROM claim c WHERE c.base_id = e.base_id AND c.entity_id = e.id AND c.redirect_id IS NULL
                AND c.erased IS NULL OFFSET 0)
     AND NOT EXISTS (SELECT FROM claim c WHERE c.base_id = e.base_id AND c.entity_id = e.id AND c.redirect_id IS NULL
                        AND c.erased IS NULL AND NOT c.restricted OFFSET 0))
"""


def is_withheld(base: UUID, entity: UUID) -> bool:
    """Whether claims are about an entity and all of them are restricted."""
    return bool(fetch(f"SELECT FROM entity e WHERE e.base_id = %s AND e.id = %s AND {WITHHELD}", [base, entity]))


def entities(
    base: UUID, *, text: str | None, after: UUID | None, limit: int, only: UUID | None = None, withheld: bool = True
) -> list[Row]:
    """Entities in the order of their ids, each with its other names and how many claims are about it.

    ``text`` is looked for in every name. One whose name leads to another entity by now is not among them; nor, without
    ``withheld``, one of which every claim is restricted.
    """
    return fetch(
        f"""
        SELECT e.id, e.name,
               ARRAY(SELECT o.name FROM entity_alias ea
                       JOIN entity o ON o.base_id = ea.base_id AND o.id = ea.given_id
                      WHERE ea.base_id = e.base_id AND ea.entity_id = e.id AND ea.given_id <> e.id
                      ORDER BY o.name) AS aliases,
               (SELECT count(*) FROM claim c
                 WHERE c.base_id = e.base_id AND c.entity_id = e.id AND c.redirect_id IS NULL) AS claims
          FROM entity e
         WHERE e.base_id = %(base)s
           AND EXISTS (SELECT FROM entity_alias n WHERE n.base_id = e.base_id AND n.entity_id = e.id
                          AND (%(pattern)s::text IS NULL OR n.key LIKE %(pattern)s) OFFSET 0)
           {"" if after is None else "AND e.id > %(after)s"} {"" if only is None else "AND e.id = %(only)s"}
           AND (%(withheld)s OR NOT {WITHHELD})
         ORDER BY e.id
         LIMIT %(limit)s
        """,
        {
            "base": base,
            "pattern": text and f"%{literal(text)}%",
            "after": after,
            "only": only,
            "limit": limit,
            "withheld": withheld,
        },
    )
