"""What a plan looks at: the acts and open rows of some questions, and what touches them. Each within one base."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from claims.queries.beliefs import UNTIL
from claims.queries.rows import Row, fetch

ACT = """
    a.id, a.revision, a.ordinal, a.kind, a.claim_id, a.question_id, a.object_id, a.negated, a.tier, a.observed_at,
    a.agent_id, a.valid, a.periods, a.confidence, a.claim_kind, a.correction, a.corrects_id, a.origin, a.echo,
    a.nogood_id, a.justifications, a.supports, a.detail, a.from_precision, a.to_precision
"""

#: In the order of `claims.engine.strength`, as the indexes of acts are.
STRONGEST_FIRST = (
    "a.tier DESC, a.weighty DESC, a.band DESC, a.observed_at DESC, a.confidence DESC, a.revision, a.ordinal"
)


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
    """Undos, resolutions and restrictions of several claims that reach one of the questions."""
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
    """Which undo, resolution or restriction reaches which of some questions."""
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


def plain_questions(
    base: UUID, questions: Sequence[UUID], starts: Sequence[datetime], ends: Sequence[datetime]
) -> list[Row]:
    """For each of some plain questions and a period, in order (`place`): the strength of its strongest assertion, and
    its open rows over the period, each beside the strongest assertion of its claim and whether that is `entangled`."""
    return fetch(
        f"""
        SELECT w.place, s.tier AS s_tier, s.weighty AS s_weighty, s.band AS s_band, s.observed_at AS s_observed_at,
               s.confidence AS s_confidence, s.revision AS s_revision, s.ordinal AS s_ordinal, b.*
          FROM unnest(%(questions)s::uuid[], %(starts)s::timestamptz[], %(ends)s::timestamptz[])
               WITH ORDINALITY AS w(question, starts, ends, place)
          LEFT JOIN LATERAL (
               SELECT a.* FROM act a
                WHERE a.base_id = %(base)s AND a.question_id = w.question AND a.kind = 'assertion'
                ORDER BY {STRONGEST_FIRST} LIMIT 1) s ON TRUE
          LEFT JOIN LATERAL (
               SELECT b.id AS row_id, b.valid AS row_valid, b.confidence AS row_confidence, b.tier AS row_tier,
                      b.from_precision AS row_from, b.to_precision AS row_to, {_ENTANGLED}, v.*
                 FROM belief b
                CROSS JOIN LATERAL (
                      SELECT {ACT} FROM act a
                       WHERE a.base_id = %(base)s AND a.claim_id = b.claim_id AND a.kind = 'assertion'
                       ORDER BY {STRONGEST_FIRST} LIMIT 1) v
                WHERE b.base_id = %(base)s AND b.question_id = w.question AND upper_inf(b.recorded)
                  AND {UNTIL} > w.starts AND coalesce(lower(b.valid), '-infinity') < w.ends OFFSET 0) b ON TRUE
        """,
        {"base": base, "questions": list(questions), "starts": list(starts), "ends": list(ends)},
    )


#: So many voices of a claim that returns are looked at for one that said as much.
VOICES = 20


def own_voices(base: UUID, claims: Sequence[UUID]) -> list[Row]:
    """For each of some claims the open row that ends latest, beside its strongest assertions and whether it is
    `entangled`."""
    return fetch(
        f"""
        SELECT b.*, a.*
          FROM unnest(%(claims)s::uuid[]) AS n(id)
         CROSS JOIN LATERAL (
               SELECT b.id AS row_id, b.valid AS row_valid, b.confidence AS row_confidence, b.tier AS row_tier,
                      {_ENTANGLED}
                 FROM belief b
                WHERE b.base_id = %(base)s AND b.claim_id = n.id AND upper(b.recorded) IS NULL
                ORDER BY {UNTIL} DESC LIMIT 1) b
         CROSS JOIN LATERAL (
               SELECT {ACT}, a.weighty, a.band FROM act a
                WHERE a.base_id = %(base)s AND a.claim_id = n.id AND a.kind = 'assertion'
                ORDER BY {STRONGEST_FIRST} LIMIT {VOICES}) a
         ORDER BY {STRONGEST_FIRST}
        """,
        {"base": base, "claims": list(claims)},
    )


#: Whether a derived assertion names the claim of a row, or a nogood holds it.
_ENTANGLED = """
    (EXISTS (SELECT FROM edge e
              WHERE e.base_id = %(base)s AND e.target_id = b.claim_id AND upper(e.recorded) IS NULL
                AND e.kind IN ('depends_on', 'unless'))
     OR EXISTS (SELECT FROM nogood_member m WHERE m.base_id = %(base)s AND m.claim_id = b.claim_id)) AS entangled
"""


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
