"""Applies a plan: inserts what it draws up, closes and opens belief rows, and logs, in the caller's transaction."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import connection
from psycopg.types.json import Jsonb

from audit import log
from claims.engine.acts import Act, Assertion, Completion, OnClaim, Rekeying
from claims.engine.planning.edges import Edge
from claims.engine.planning.plan import Plan
from claims.engine.strength import band, strength
from claims.engine.time.dates import Precision
from claims.engine.time.periods import FOREVER, Period
from claims.queries.rights.completions import hand_on, mark_completed
from claims.queries.rights.forgetting import learn_anew
from claims.services.belief_base.desk import Desk, Draft
from claims.services.belief_base.reading import multirange_of, range_text, stored_act
from claims.services.belief_base.reviews import open_reviews
from claims.services.belief_base.settling import settle
from claims.services.vocabulary.moving import carry_over


def apply(desk: Desk, made: Plan, operation: str, digest: str) -> None:
    """Store a plan as the next revision of its base. What the database refuses undoes the whole."""
    draft = desk.draft
    _insert(desk, "entity", draft.entities)
    _insert(desk, "entity_alias", draft.aliases)
    _insert(desk, "question", [_question(draft, each) for each in draft.questions])
    _insert(desk, "claim", draft.claims)
    _insert(desk, "revision", [_revision(desk, made, operation, digest)])
    _insert(desk, "source", draft.sources)
    _insert(desk, "act", [_act(desk, act) for act in made.acts])
    _insert_new(desk, "act_reach", _reaches(desk), "uuid uuid")
    _change_rows(desk, made)
    _insert_new(desk, "edge", [_edge(desk, each) for each in made.links], "uuid text uuid uuid uuid int tstzrange int")
    _insert(desk, "support", _supports(desk, made))
    _mark_questions(desk)
    carry_over(desk)
    _mark_restricted(desk, made)
    _mark_completed(desk, made)
    if draft.learned_anew:
        learn_anew(desk.base, draft.learned_anew, desk.now)
    settle(desk, made)
    open_reviews(desk, made)
    _move_head(desk)
    log.append(_entry(desk, made, operation))


def _insert(desk: Desk, table: str, rows: Sequence[dict[str, Any]]) -> None:
    """One row by a prepared statement, many by COPY."""
    if not rows:
        return
    columns = ", ".join(["base_id", *rows[0]])
    with connection.cursor() as cursor:
        if len(rows) == 1:
            places = ", ".join(["%s"] * (len(rows[0]) + 1))
            cursor.execute(f'INSERT INTO "{table}" ({columns}) VALUES ({places})', [desk.base, *rows[0].values()])
            return
        with connection.wrap_database_errors, cursor.copy(f'COPY "{table}" ({columns}) FROM STDIN') as copy:
            for row in rows:
                copy.write_row([desk.base, *row.values()])


def _insert_new(desk: Desk, table: str, rows: Sequence[dict[str, Any]], types: str) -> None:
    """Rows of which some may be there already, all by one statement; ``types`` are those of their columns."""
    if not rows:
        return
    arrays = ", ".join(f"%s::{each}[]" for each in types.split())
    with connection.cursor() as cursor:
        cursor.execute(
            f'INSERT INTO "{table}" (base_id, {", ".join(rows[0])}) SELECT %s, * FROM unnest({arrays})'
            " ON CONFLICT DO NOTHING",
            [desk.base, *map(list, zip(*(row.values() for row in rows), strict=True))],
        )


def _question(draft: Draft, row: dict[str, Any]) -> dict[str, Any]:
    plain = row["plain"] and row["id"] not in draft.no_longer_plain
    return {**row, "plain": plain, "rising": plain and row["id"] not in draft.no_longer_rising}


def _revision(desk: Desk, made: Plan, operation: str, digest: str) -> dict[str, Any]:
    return {
        "number": desk.revision,
        "previous": desk.head or None,
        "operation": operation,
        "recorded_at": desk.now,
        "actor_id": desk.actor.id,
        "agent_id": desk.actor.agent,
        "request_id": desk.actor.request_id,
        "digest": digest,
        "result": Jsonb(
            {
                "told": [[str(each.act.id), each.outcome.value] for each in made.told],
                "superseded": [str(each) for each in made.superseded],
                "restored": [str(each) for each in made.restored],
                "moved": [str(each) for each in made.moved],
                "flagged": [str(each) for each in made.flagged],
            }
        ),
    }


_ACT_DEFAULTS: dict[str, Any] = {
    "claim_id": None,
    "question_id": None,
    "object_id": None,
    "negated": False,
    "valid": None,
    "periods": None,
    "confidence": 0,
    "band": 0,
    "weighty": False,
    "claim_kind": "",
    "kind_raw": "",
    "correction": False,
    "corrects_id": None,
    "origin": "",
    "echo": False,
    "nogood_id": None,
    "justifications": "[]",
    "supports": [],
    "detail": "{}",
    "source_id": None,
    "from_precision": int(Precision.INSTANT),
    "to_precision": int(Precision.INSTANT),
}


def _act(desk: Desk, act: Act) -> dict[str, Any]:
    row = {
        "id": act.id,
        "revision": act.revision,
        "ordinal": act.ordinal,
        "kind": "",
        "tier": int(act.tier),
        "said_tier": int(act.tier),
        "observed_at": act.observed_at,
        "agent_id": act.agent,
        **_ACT_DEFAULTS,
        **stored_act(act),
        **desk.draft.act_columns.get(act.id, {}),
    }
    if isinstance(act, OnClaim):
        row |= {"claim_id": act.claim.id, "question_id": act.claim.question}
        row |= {"object_id": act.claim.object, "negated": act.claim.negated}
    if isinstance(act, Assertion):
        row |= {"band": band(act.confidence), "weighty": strength(act)[1]}
    for name in ("justifications", "detail"):
        if not isinstance(row[name], str):
            row[name] = json.dumps(row[name])
    return row


def _reaches(desk: Desk) -> list[dict[str, Any]]:
    reaches = desk.draft.reaches.items()
    return [{"question_id": question, "act_id": act} for act, questions in reaches for question in sorted(questions)]


def _change_rows(desk: Desk, made: Plan) -> None:
    if made.closes:
        _close(desk, "belief", [row.id for row in made.closes])
    since = _since(desk.now)
    _insert(
        desk,
        "belief",
        [
            {
                "id": desk.draw(),
                "claim_id": segment.claim.id,
                "question_id": segment.claim.question,
                "object_id": segment.claim.object,
                "negated": segment.claim.negated,
                "valid": range_text(segment.period),
                "from_precision": int(desk.marks.of(segment.period.start)),
                "to_precision": int(desk.marks.of(segment.period.end)),
                "recorded": since,
                "confidence": segment.confidence,
                "tier": int(segment.tier),
                "restricted": segment.restricted,
                "opened": desk.revision,
            }
            for segment in made.opens
        ],
    )
    if made.cuts:
        _cut(desk, made.cuts)


def _since(now: datetime) -> str:
    return range_text(Period(now, FOREVER))


def _close(desk: Desk, table: str, ids: Sequence[UUID]) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            f'UPDATE "{table}" SET recorded = tstzrange(lower(recorded), %s), closed = %s'
            " WHERE base_id = %s AND id = ANY(%s)",
            [desk.now, desk.revision, desk.base, list(ids)],
        )


def _cut(desk: Desk, edges: Iterable[Edge]) -> None:
    columns = list(zip(*((e.kind.value, e.source, e.target, e.act, e.number) for e in edges), strict=True))
    with connection.cursor() as cursor:
        cursor.execute(
            """
            UPDATE edge SET recorded = tstzrange(lower(recorded), %s), closed = %s
              FROM unnest(%s::text[], %s::uuid[], %s::uuid[], %s::uuid[], %s::int[])
                   AS w(kind, source, target, act, number)
             WHERE edge.base_id = %s AND edge.source_id = w.source AND edge.target_id = w.target AND edge.kind = w.kind
               AND edge.act_id IS NOT DISTINCT FROM w.act AND edge.number = w.number AND upper_inf(edge.recorded)
            """,
            [desk.now, desk.revision, *map(list, columns), desk.base],
        )


def _edge(desk: Desk, edge: Edge) -> dict[str, Any]:
    return {
        "id": desk.draw(),
        "kind": edge.kind.value,
        "source_id": edge.source,
        "target_id": edge.target,
        "act_id": edge.act,
        "number": edge.number,
        "recorded": _since(desk.now),
        "opened": desk.revision,
    }


def _supports(desk: Desk, made: Plan) -> list[dict[str, Any]]:
    return [
        {"act_id": act, "revision": desk.revision, "periods": multirange_of(periods)}
        for act, periods in made.remembers.items()
    ]


def _mark_questions(desk: Desk) -> None:
    """Questions that are plain or rise no more, and claims that were given a name."""
    draft = desk.draft
    with connection.cursor() as cursor:
        if other := (draft.no_longer_plain | draft.no_longer_rising) - desk.fresh:
            cursor.execute(
                "UPDATE question SET plain = plain AND id <> ALL(%s), rising = FALSE"
                " WHERE base_id = %s AND id = ANY(%s) AND (plain OR rising)",
                [list(draft.no_longer_plain), desk.base, list(other)],
            )
        for claim, name in draft.names:
            cursor.execute("UPDATE claim SET name = %s WHERE base_id = %s AND id = %s", [name, desk.base, claim])


def _mark_restricted(desk: Desk, made: Plan) -> None:
    """A restriction counts as of now at any recorded time, so it stands on the claim itself."""
    with connection.cursor() as cursor:
        for restricted, claims in ((True, made.restricts), (False, made.releases)):
            if claims:
                cursor.execute(
                    "UPDATE claim SET restricted = %s WHERE base_id = %s AND id = ANY(%s)",
                    [restricted, desk.base, list(claims)],
                )


def _mark_completed(desk: Desk, made: Plan) -> None:
    """A statement beside a claim counts at any recorded time too, and goes with what the claim becomes."""
    if completed := [act.claim.id for act in made.acts if isinstance(act, Completion)]:
        mark_completed(desk.base, completed)
    if moves := [(act.claim.id, act.becomes.id) for act in made.acts if isinstance(act, Rekeying)]:
        hand_on(desk.base, moves)


def _move_head(desk: Desk) -> None:
    with connection.cursor() as cursor:
        cursor.execute("UPDATE base SET head = %s, head_at = %s WHERE id = %s", [desk.revision, desk.now, desk.base])


def _entry(desk: Desk, made: Plan, operation: str) -> log.Entry:
    targets = dict.fromkeys(act.claim.id for act in made.acts if isinstance(act, OnClaim))
    return log.Entry(
        chain=desk.base,
        at=desk.now,
        actor_kind=desk.actor.kind.value,
        actor=desk.actor.id,
        act=operation,
        request_id=desk.actor.request_id,
        revision=desk.revision,
        targets=tuple(targets),
    )
