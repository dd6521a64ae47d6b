"""What a plan looks at: the acts and open rows of some questions, and what touches them. Each within one base."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from claims.queries.rows import Row, fetch

ACT = """
    a.id, a.revision, a.ordinal, a.kind, a.claim_id, a.question_id, a.object_id, a.negated, a.tier, a.observed_at,
    a.agent_id, a.valid, a.periods, a.confidence, a.claim_kind, a.correction, a.corrects_id, a.origin, a.echo,
    a.nogood_id, a.justifications, a.supports, a.detail, a.from_precision, a.to_precision
"""


def acts_on(base: UUID, questions: Sequence[UUID]) -> list[Row]:
    """Every act on a claim that stands in one of the questions, undone ones included, in recorded order."""
    return fetch(
        f"""
        SELECT {ACT} FROM claim c JOIN act a ON a.base_id = c.base_id AND a.claim_id = c.id
         WHERE c.base_id = %s AND c.question_id = ANY(%s)
         ORDER BY a.revision, a.ordinal
        """,
        [base, list(questions)],
    )


def acts_reaching(base: UUID, questions: Sequence[UUID]) -> list[Row]:
    """Undos and resolutions that reach one of the questions."""
    return fetch(
        f"""
        SELECT DISTINCT ON (a.revision, a.ordinal) {ACT}
          FROM act_reach r JOIN act a ON a.base_id = r.base_id AND a.id = r.act_id
         WHERE r.base_id = %s AND r.question_id = ANY(%s)
         ORDER BY a.revision, a.ordinal
        """,
        [base, list(questions)],
    )


def acts_by_id(base: UUID, acts: Sequence[UUID]) -> list[Row]:
    """Acts by id, in recorded order."""
    return fetch(
        f"SELECT {ACT} FROM act a WHERE a.base_id = %s AND a.id = ANY(%s) ORDER BY a.revision, a.ordinal",
        [base, list(acts)],
    )


def rekeyings_and_undos(base: UUID) -> list[Row]:
    """What moved claims, and what took acts back, in recorded order."""
    return fetch(
        f"""
        SELECT {ACT} FROM act a WHERE a.base_id = %s AND a.kind = 'undo'
        UNION ALL
        SELECT {ACT} FROM act a WHERE a.base_id = %s AND a.kind = 'rekeying'
         ORDER BY revision, ordinal
        """,
        [base, base],
    )


def reaches(base: UUID, questions: Sequence[UUID]) -> list[tuple[UUID, UUID]]:
    """Which undo or resolution reaches which of some questions."""
    rows = fetch(
        "SELECT act_id, question_id FROM act_reach WHERE base_id = %s AND question_id = ANY(%s)",
        [base, list(questions)],
    )
    return [(row.act_id, row.question_id) for row in rows]


def all_acts(base: UUID) -> list[Row]:
    """Every act of a base in recorded order."""
    return fetch(f"SELECT {ACT} FROM act a WHERE a.base_id = %s ORDER BY a.revision, a.ordinal", [base])


def open_rows(base: UUID, questions: Sequence[UUID]) -> list[Row]:
    """The belief rows of some questions that are held now."""
    return fetch(
        """
        SELECT id, claim_id, question_id, object_id, negated, valid, confidence, tier, restricted,
               from_precision, to_precision
          FROM belief
         WHERE base_id = %s AND question_id = ANY(%s) AND upper_inf(recorded)
        """,
        [base, list(questions)],
    )


def held_of(base: UUID, claims: Sequence[UUID], known_at: datetime | None = None) -> list[Row]:
    """Where each claim, under the name it was called by, is held and can be a reason: now, or as known then."""
    return fetch(
        """
        SELECT c.id AS called, b.valid
          FROM claim c JOIN belief b ON b.base_id = c.base_id AND b.claim_id = coalesce(c.redirect_id, c.id)
         WHERE c.base_id = %s AND c.id = ANY(%s) AND NOT b.restricted
           AND CASE WHEN %s::timestamptz IS NULL THEN upper_inf(b.recorded) ELSE b.recorded @> %s END
        """,
        [base, list(claims), known_at, known_at],
    )


def memory_of(base: UUID, questions: Sequence[UUID]) -> list[Row]:
    """What is remembered of the reasons of derived assertions in some questions."""
    return fetch(
        """
        SELECT s.act_id, s.revision, s.periods
          FROM claim c JOIN act a ON a.base_id = c.base_id AND a.claim_id = c.id
          JOIN support s ON s.base_id = a.base_id AND s.act_id = a.id
         WHERE c.base_id = %s AND c.question_id = ANY(%s)
        """,
        [base, list(questions)],
    )


def dependents_of(base: UUID, questions: Sequence[UUID]) -> list[Row]:
    """Questions with derived assertions that name a claim of some questions now."""
    return fetch(
        """
        SELECT DISTINCT coalesce(t.redirect_id, t.id) AS claim_id, s.question_id
          FROM edge e
          JOIN claim t ON t.base_id = e.base_id AND t.id = e.target_id
          JOIN claim s ON s.base_id = e.base_id AND s.id = e.source_id
         WHERE e.base_id = %s
           AND e.target_id = ANY(ARRAY(SELECT id FROM claim WHERE base_id = %s AND question_id = ANY(%s)))
           AND e.kind IN ('depends_on', 'unless') AND upper_inf(e.recorded)
        """,
        [base, base, list(questions)],
    )


def questions_resting_on(base: UUID, questions: Sequence[UUID]) -> set[UUID]:
    """Every question that rests on one of these, through any number of reasons, lifted ones counted."""
    rows = fetch(
        """
        WITH RECURSIVE leaning(id) AS (
            SELECT unnest(%s::uuid[])
            UNION
            SELECT s.question_id
              FROM leaning l
              JOIN claim t ON t.base_id = %s AND t.question_id = l.id
              JOIN edge e ON e.base_id = %s AND e.target_id = t.id AND e.kind IN ('depends_on', 'unless')
              JOIN claim s ON s.base_id = %s AND s.id = e.source_id
        )
        SELECT id FROM leaning
        """,
        [list(questions), base, base, base],
    )
    return {row.id for row in rows}


def plain_question(base: UUID, question: UUID) -> list[Row]:
    """The open rows of a plain question, each beside the strongest assertion of its claim.

    The strongest assertion of the question comes with them (`is_row` is false where it has no row).
    """
    return fetch(
        f"""
        WITH strongest AS (
            SELECT {ACT} FROM act a
             WHERE a.base_id = %s AND a.question_id = %s AND a.kind = 'assertion'
             ORDER BY a.tier DESC, a.weighty DESC, a.band DESC, a.observed_at DESC, a.confidence DESC,
                      a.revision, a.ordinal
             LIMIT 1
        )
        SELECT FALSE AS is_row, NULL::uuid AS row_id, NULL::tstzrange AS row_valid, NULL::smallint AS row_confidence,
               NULL::smallint AS row_tier, NULL::smallint AS row_from, NULL::smallint AS row_to, a.* FROM strongest a
        UNION ALL
        SELECT TRUE, b.id, b.valid, b.confidence, b.tier, b.from_precision, b.to_precision, v.*
          FROM belief b
          CROSS JOIN LATERAL (
            SELECT {ACT} FROM act a
             WHERE a.base_id = %s AND a.claim_id = b.claim_id AND a.kind = 'assertion'
             ORDER BY a.tier DESC, a.weighty DESC, a.band DESC, a.observed_at DESC, a.confidence DESC,
                      a.revision, a.ordinal
             LIMIT 1
          ) v
         WHERE b.base_id = %s AND b.question_id = %s AND upper_inf(b.recorded)
        """,
        [base, question, base, base, question],
    )


def entangled(base: UUID, claims: Sequence[UUID]) -> bool:
    """Whether a derived assertion names one of these claims, or an open nogood holds one."""
    rows = fetch(
        """
        SELECT EXISTS (
                 SELECT FROM edge e
                  WHERE e.base_id = %s AND e.target_id = ANY(%s)
                    AND e.kind IN ('depends_on', 'unless') AND upper_inf(e.recorded)
               ) OR EXISTS (SELECT FROM nogood_member m WHERE m.base_id = %s AND m.claim_id = ANY(%s)) AS yes
        """,
        [base, list(claims), base, list(claims)],
    )
    return bool(rows[0].yes)


def nogoods_of(base: UUID, claims: Sequence[UUID]) -> list[Row]:
    """The nogoods that hold one of these claims and wait for a person, with all their members as they go by now."""
    return fetch(
        """
        SELECT m.nogood_id, n.found_by, coalesce(c.redirect_id, c.id) AS claim_id, c.question_id, c.object_id, c.negated
          FROM nogood_member m
          JOIN nogood n ON n.base_id = m.base_id AND n.id = m.nogood_id
          JOIN nogood_member o ON o.base_id = m.base_id AND o.nogood_id = m.nogood_id
          JOIN claim c ON c.base_id = o.base_id AND c.id = o.claim_id
         WHERE m.base_id = %s
           AND m.claim_id = ANY(ARRAY(SELECT id FROM claim WHERE base_id = %s AND id = ANY(%s)
                                      UNION ALL
                                      SELECT id FROM claim WHERE base_id = %s AND redirect_id = ANY(%s)))
           AND EXISTS (SELECT FROM review_item i
                        WHERE i.base_id = m.base_id AND i.nogood_id = m.nogood_id AND i.verdict = '')
        """,
        [base, base, list(claims), base, list(claims)],
    )
