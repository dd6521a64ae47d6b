"""What a base knows already of things that are named: entities, questions, claims. Each within one base."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from claims.queries.rows import Row, fetch


def lock_base(base: UUID) -> Row | None:
    """The base's head, locked until the transaction ends: one writer a base; and the clock, read after the lock."""
    rows = fetch(
        """
        WITH locked AS MATERIALIZED (
            SELECT id, label, kind, policy, unknown_predicates, head, head_at FROM base WHERE id = %s FOR UPDATE
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
) -> list[Row]:
    """For each proposal, in order (`place`): its entity, its question, and the claim or its denial, where there is one.

    A proposal has up to two rows: the claim and its denial.
    """
    return fetch(
        """
        SELECT w.place, ea.entity_id, q.id AS question_id, q.plain, q.rising,
               c.id AS claim_id, c.negated, c.object_id, c.question_id AS claim_question_id, c.redirect_id
          FROM unnest(%s::text[], %s::text[], %s::bytea[], %s::bytea[])
               WITH ORDINALITY AS w(subject, predicate, scope, object, place)
          LEFT JOIN entity_alias ea ON ea.base_id = %s AND ea.key = w.subject
          LEFT JOIN question q ON q.base_id = %s AND q.entity_id = ea.entity_id
                              AND q.predicate = w.predicate AND q.scope_sha256 = w.scope
          LEFT JOIN claim c ON c.base_id = %s AND c.entity_id = ea.entity_id
                           AND c.predicate = w.predicate AND c.object_sha256 = w.object AND c.redirect_id IS NULL
         ORDER BY w.place
        """,
        [list(subjects), list(predicates), list(scopes), list(objects), base, base, base],
    )


def claims_named(base: UUID, ids: Sequence[UUID], names: Sequence[str]) -> list[Row]:
    """Claims by id or name, each with where it stands now."""
    return fetch(
        """
        SELECT c.id, c.name, c.question_id, c.object_id, c.negated, c.redirect_id, c.entity_id, q.plain
          FROM claim c JOIN question q ON q.base_id = c.base_id AND q.id = c.question_id
         WHERE c.base_id = %s AND (c.id = ANY(%s) OR c.name = ANY(%s))
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
