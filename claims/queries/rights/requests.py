"""Requests of persons, each within one base, and the laws they fall under."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from claims.queries.rows import Query, Row, fetch, fetch_together

COLUMNS = """
    r.base_id, r.id, r.kind, r.regime, r.regime_from, r.country, r.zone, r.subject_id, r.filed_by, r.received_at,
    r.clock_from, r.ground, r.claims, r.state, r.identity, r.held_from, r.duplicate_of, r.decision, r.steps, r.first_on,
    r.last_on, r.due_on, r.reminded
"""


def regimes() -> list[Row]:
    """Every version of every law."""
    return fetch("SELECT code, from_day, terms FROM audit_regime ORDER BY code, from_day", [])


def by_id(base: UUID, request: UUID) -> Row | None:
    """One request."""
    rows = fetch(f"SELECT {COLUMNS} FROM audit_request r WHERE r.base_id = %s AND r.id = %s", [base, request])
    return rows[0] if rows else None


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedRequests:
    """Which requests are asked for: of one ``subject``, of one kind or state, those ``open`` or not. ``after`` is the
    place of the last one of the page before: when it was received, and its id."""

    subject: UUID | None = None
    kind: str | None = None
    state: str | None = None
    open: bool | None = None
    over: Sequence[str] = ()
    after: tuple[datetime, UUID] | None = None
    limit: int = 100


def of_base(base: UUID, asked: AskedRequests) -> list[Row]:
    """The requests of a base, the latest first."""
    return fetch(
        f"""
        SELECT {COLUMNS} FROM audit_request r
         WHERE r.base_id = %(base)s
           AND (%(subject)s::uuid IS NULL OR r.subject_id = %(subject)s)
           AND (%(kind)s::text IS NULL OR r.kind = %(kind)s)
           AND (%(state)s::text IS NULL OR r.state = %(state)s)
           AND (%(open)s::boolean IS NULL OR (r.state <> ALL (%(over)s::text[])) = %(open)s)
           AND (%(id)s::uuid IS NULL OR (r.received_at, r.id) < (%(at)s::timestamptz, %(id)s::uuid))
         ORDER BY r.received_at DESC, r.id DESC
         LIMIT %(limit)s
        """,
        {
            "base": base,
            "subject": asked.subject,
            "kind": asked.kind,
            "state": asked.state,
            "open": asked.open,
            "over": list(asked.over),
            "at": asked.after[0] if asked.after else None,
            "id": asked.after[1] if asked.after else None,
            "limit": asked.limit,
        },
    )


@dataclass(frozen=True, slots=True)
class Course:
    """What became of some requests: steps, decisions, words and letters, each in their order."""

    steps: list[Row]
    decisions: list[Row]
    texts: list[Row]
    letters: list[Row]

    def of(self, request: UUID) -> Course:
        """That of one of them."""
        parts = ([each for each in part if each.request_id == request] for part in self._parts)
        return Course(*parts)

    @property
    def _parts(self) -> tuple[list[Row], ...]:
        return self.steps, self.decisions, self.texts, self.letters


def course(base: UUID, requests: Sequence[UUID]) -> Course:
    """What became of some requests of a base."""
    these = "base_id = %s AND request_id = ANY(%s)"
    told = fetch_together(
        *(
            Query(sql, [base, list(requests)])
            for sql in (
                "SELECT request_id, number, act, state, at, actor_kind, actor_id, evidence FROM audit_request_step"
                f" WHERE {these} ORDER BY request_id, number",
                "SELECT request_id, number, outcome, ground, claims, reasons, complaint, remedy, answer_by,"
                " proposed_by, proposed_at, needs_second, seconded_by, seconded_at, erased_at"
                " FROM audit_request_decision"
                f" WHERE {these} ORDER BY request_id, number",
                "SELECT request_id, step, purpose, text, erased_at FROM audit_request_text"
                f" WHERE {these} ORDER BY request_id, step, purpose",
                "SELECT request_id, step, template, way, sent_at FROM audit_request_letter"
                f" WHERE {these} ORDER BY request_id, step",
            )
        )
    )
    return Course(*told)


def members(base: UUID) -> list[Row]:
    """The users whom a base concerns."""
    return fetch(
        "SELECT m.user_id AS id, coalesce(u.name, '') AS name FROM membership m"
        " LEFT JOIN claims_user u ON u.id = m.user_id WHERE m.base_id = %s ORDER BY m.user_id",
        [base],
    )


def open_about(base: UUID, claims: Sequence[UUID], without: UUID, over: Sequence[str]) -> set[UUID]:
    """Those of some claims that another open request is about."""
    rows = fetch(
        """
        SELECT DISTINCT named.claim
          FROM audit_request r CROSS JOIN LATERAL unnest(r.claims) AS named(claim)
         WHERE r.base_id = %s AND r.id <> %s AND r.state <> ALL (%s::text[]) AND named.claim = ANY (%s::uuid[])
        """,
        [base, without, list(over), list(claims)],
    )
    return {row.claim for row in rows}


def held_by_requests(base: UUID, claims: Sequence[UUID]) -> set[UUID]:
    """Those of some claims that are restricted now, and were last restricted for a request: not by a dispute of its
    own, which no request may end."""
    rows = fetch(
        """
        SELECT c.id
          FROM claim c
         CROSS JOIN LATERAL (
               SELECT a.revision FROM act a
                WHERE a.base_id = %(base)s AND a.claim_id = c.id AND a.kind = 'restriction'
                ORDER BY a.revision DESC LIMIT 1) a
         WHERE c.base_id = %(base)s AND c.id = ANY (%(claims)s::uuid[]) AND c.restricted
           AND EXISTS (
               SELECT FROM audit_request_step s
                WHERE s.base_id = %(base)s AND s.act = 'restrict' AND s.evidence -> 'claims' ? c.id::text
                  AND s.evidence -> 'revisions' @> to_jsonb(a.revision))
        """,
        {"base": base, "claims": list(claims)},
    )
    return {row.id for row in rows}
