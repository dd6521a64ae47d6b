"""The queue of one base: what a person should look at."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from claims.queries.region import ACT
from claims.queries.rows import Row, fetch


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedItems:
    """Which items are asked for. ``after`` is the place of the last one of the page before: closed, opened, id."""

    kind: str | None = None
    open: bool | None = None
    after: tuple[bool, int, UUID] | None = None
    limit: int = 100


def items(base: UUID, asked: AskedItems) -> list[Row]:
    """Review items, open ones first, the oldest first among them, each with the members of its contradiction."""
    after = asked.after or (None, None, None)
    return fetch(
        """
        SELECT i.id, i.kind, i.claim_id, i.other_id, i.nogood_id, i.act_id, i.predicate, i.opened, i.opened_at,
               i.verdict, i.closed, i.closed_at,
               ARRAY(SELECT m.claim_id FROM nogood_member m
                      WHERE m.base_id = i.base_id AND m.nogood_id = i.nogood_id ORDER BY m.claim_id) AS members
          FROM review_item i
         WHERE i.base_id = %(base)s
           AND (%(kind)s::text IS NULL OR i.kind = %(kind)s)
           AND (%(open)s::boolean IS NULL OR (i.verdict = '') = %(open)s)
           AND (%(id)s::uuid IS NULL OR (i.verdict <> '', i.opened, i.id) > (%(closed)s, %(opened)s, %(id)s))
         ORDER BY i.verdict <> '', i.opened, i.id
         LIMIT %(limit)s
        """,
        {
            "base": base,
            "kind": asked.kind,
            "open": asked.open,
            "closed": after[0],
            "opened": after[1],
            "id": after[2],
            "limit": asked.limit,
        },
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedNogoods:
    """Which contradictions are asked for. ``after`` is the place of the last one of the page before: settled, the
    revision that found it, id."""

    open: bool | None = None
    only: UUID | None = None
    after: tuple[bool, int, UUID] | None = None
    limit: int = 100


def nogoods(base: UUID, asked: AskedNogoods) -> list[Row]:
    """Contradictions with their members, open ones first, the oldest first among them."""
    after = asked.after or (None, None, None)
    return fetch(
        """
        SELECT n.id, n.found_by, n.recorded_at, n.revision, n.open,
               ARRAY(SELECT DISTINCT coalesce(c.redirect_id, c.id)
                       FROM nogood_member m JOIN claim c ON c.base_id = m.base_id AND c.id = m.claim_id
                      WHERE m.base_id = n.base_id AND m.nogood_id = n.id ORDER BY 1) AS members
          FROM (SELECT n.base_id, n.id, n.found_by, n.recorded_at, coalesce(n.revision, 0) AS revision,
                       EXISTS (SELECT FROM review_item i
                                WHERE i.base_id = n.base_id AND i.nogood_id = n.id AND i.verdict = '') AS open
                  FROM nogood n
                 WHERE n.base_id = %(base)s AND (%(only)s::uuid IS NULL OR n.id = %(only)s)) n
         WHERE (%(open)s::boolean IS NULL OR n.open = %(open)s)
           AND (%(id)s::uuid IS NULL OR (NOT n.open, n.revision, n.id) > (%(settled)s, %(revision)s, %(id)s))
         ORDER BY NOT n.open, n.revision, n.id
         LIMIT %(limit)s
        """,
        {
            "base": base,
            "only": asked.only,
            "open": asked.open,
            "settled": after[0],
            "revision": after[1],
            "id": after[2],
            "limit": asked.limit,
        },
    )


def resolutions_of(base: UUID, nogoods: Sequence[UUID]) -> list[Row]:
    """The acts that resolved some contradictions, in recorded order, undone ones included."""
    return fetch(
        f"""
        SELECT {ACT}, v.recorded_at
          FROM nogood_resolution r
          JOIN act a ON a.base_id = r.base_id AND a.id = r.act_id
          JOIN revision v ON v.base_id = a.base_id AND v.number = a.revision
         WHERE r.base_id = %s AND r.nogood_id = ANY(%s)
         ORDER BY a.revision, a.ordinal
        """,
        [base, list(nogoods)],
    )


def open_items(base: UUID, limit: int) -> list[Row]:
    """Open review items about claims, the newest first; of a contested pair also who holds the place.

    ``why`` are claims whose loss left a dependent without a reason.
    """
    return fetch(
        """
        SELECT DISTINCT ON (i.opened, i.id) i.id, i.kind, i.claim_id, i.opened_at, m.claim_id AS incumbent_id,
               (SELECT array_agg(DISTINCT d.target_id) FROM edge d
                 WHERE d.base_id = i.base_id AND d.source_id = i.claim_id AND d.kind = 'depends_on'
                   AND upper_inf(d.recorded)
                   AND NOT EXISTS (SELECT FROM belief b WHERE b.base_id = d.base_id AND b.claim_id = d.target_id
                                      AND upper_inf(b.recorded) AND upper_inf(b.valid))) AS why
          FROM review_item i
          LEFT JOIN nogood_member m ON m.base_id = i.base_id AND m.nogood_id = i.nogood_id
                                   AND m.claim_id <> i.claim_id
         WHERE i.base_id = %s AND i.verdict = '' AND i.claim_id IS NOT NULL AND i.kind <> 'predicate'
         ORDER BY i.opened DESC, i.id
         LIMIT %s
        """,
        [base, limit],
    )


def about(base: UUID, claims: Sequence[UUID]) -> list[Row]:
    """Every review item about some claims, or about a contradiction that they are in, in the order of opening."""
    return fetch(
        """
        SELECT i.id, i.kind, i.claim_id, i.opened, i.opened_at, i.verdict, i.closed, i.closed_at
          FROM review_item i
         WHERE i.base_id = %s AND i.claim_id = ANY(%s) AND i.kind <> 'predicate'
         UNION
        SELECT i.id, i.kind, i.claim_id, i.opened, i.opened_at, i.verdict, i.closed, i.closed_at
          FROM nogood_member m
          JOIN review_item i ON i.base_id = m.base_id AND i.nogood_id = m.nogood_id
         WHERE m.base_id = %s AND m.claim_id = ANY(%s)
         ORDER BY opened, id
        """,
        [base, list(claims), base, list(claims)],
    )


def tally(base: UUID) -> list[Row]:
    """How many items of each kind are open."""
    return fetch(
        "SELECT kind, count(*) AS number FROM review_item WHERE base_id = %s AND verdict = '' GROUP BY kind", [base]
    )


def open_of_kinds(base: UUID, kinds: Sequence[str], limit: int) -> list[Row]:
    """Open items of some kinds, the oldest first, as a page asks about them."""
    return fetch(
        f"{_ASKED} WHERE i.base_id = %s AND i.verdict = '' AND i.kind = ANY(%s) ORDER BY i.opened, i.id LIMIT %s",
        [base, list(kinds), limit],
    )


def by_id(base: UUID, review: UUID) -> list[Row]:
    """One item, as a page asks about it."""
    return fetch(f"{_ASKED} WHERE i.base_id = %s AND i.id = %s", [base, review])


_ASKED = """
    SELECT i.id, i.kind, i.claim_id, i.other_id, i.nogood_id, i.act_id, i.predicate, i.opened, i.opened_at, i.verdict,
           (SELECT a.kind FROM act a WHERE a.base_id = i.base_id AND a.id = i.act_id) AS act_kind,
           ARRAY(SELECT m.claim_id FROM nogood_member m
                  WHERE m.base_id = i.base_id AND m.nogood_id = i.nogood_id ORDER BY m.claim_id) AS members,
           (SELECT array_agg(DISTINCT d.target_id) FROM edge d
             WHERE d.base_id = i.base_id AND d.source_id = i.claim_id AND d.kind = 'depends_on'
               AND upper_inf(d.recorded) AND i.kind = 'dependent'
               AND NOT EXISTS (SELECT FROM belief b WHERE b.base_id = d.base_id AND b.claim_id = d.target_id
                                  AND upper_inf(b.recorded) AND upper_inf(b.valid))) AS why
      FROM review_item i
"""


def item(base: UUID, review: UUID) -> Row | None:
    """One review item."""
    rows = fetch(
        """
        SELECT id, kind, claim_id, other_id, nogood_id, act_id, predicate, opened, verdict
          FROM review_item WHERE base_id = %s AND id = %s
        """,
        [base, review],
    )
    return rows[0] if rows else None


def latest_of(base: UUID, claims: Sequence[UUID]) -> UUID:
    """The claim among some that was asserted first after all the others had been: who brought them together."""
    rows = fetch(
        """
        SELECT a.claim_id FROM act a
         WHERE a.base_id = %s AND a.claim_id = ANY(%s) AND a.kind = 'assertion'
         GROUP BY a.claim_id ORDER BY min(a.revision) DESC, a.claim_id LIMIT 1
        """,
        [base, list(claims)],
    )
    latest: UUID = rows[0].claim_id if rows else min(claims)
    return latest


def members_of(base: UUID, nogood: UUID) -> list[UUID]:
    """The claims of a contradiction, as they were called when it was found."""
    rows = fetch("SELECT claim_id FROM nogood_member WHERE base_id = %s AND nogood_id = %s", [base, nogood])
    return [row.claim_id for row in rows]


def is_open(base: UUID, nogood: UUID) -> bool:
    """Whether a contradiction waits for a person: an item of it is open."""
    rows = fetch(
        "SELECT EXISTS (SELECT FROM review_item WHERE base_id = %s AND nogood_id = %s AND verdict = '') AS yes",
        [base, nogood],
    )
    return bool(rows[0].yes)


def asking_about(base: UUID, predicates: Sequence[str]) -> list[Row]:
    """The open items that ask about one of these predicates."""
    return fetch(
        "SELECT id FROM review_item WHERE base_id = %s AND kind = 'predicate' AND verdict = '' AND predicate = ANY(%s)",
        [base, list(predicates)],
    )
