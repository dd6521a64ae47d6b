"""What a plan puts before a person: contradictions, lost reasons, acts that were too weak, unknown predicates."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any
from uuid import UUID

from django.db import connection

from claims.engine.acts import Assertion, OnClaim, Resolution
from claims.engine.planning.plan import Plan
from claims.engine.walking.told import Outcome
from claims.models import ReviewItem
from claims.queries import region as rows
from claims.services.belief_base.desk import Desk

Kind = ReviewItem.Kind


def open_reviews(desk: Desk, made: Plan) -> None:
    """Open what a person should look at, and close as moot what needs no look any more."""
    nogoods = _nogoods(desk, made)
    items = [
        *desk.draft.reviews,
        *_contested(made, nogoods),
        *_too_weak(made),
        *({"kind": Kind.DEPENDENT, "claim_id": claim} for claim in made.flagged),
        *(
            {"kind": Kind.PREDICATE, "claim_id": claim, "predicate": name}
            for name, claim in desk.draft.unknown_predicates.items()
        ),
    ]
    _insert(desk, items)
    if made.cleared:
        _close_moot(desk, made.cleared)
    if made.parted:
        _close_decided(desk, made.parted)


def _contested(made: Plan, nogoods: dict[frozenset[UUID], UUID]) -> Iterable[dict[str, Any]]:
    for each in made.told:
        if not isinstance(each.act, Assertion):
            continue
        claim = each.act.claim.id
        if each.act.waits_on:
            yield {
                "kind": Kind.CONTESTED,
                "claim_id": claim,
                "nogood_id": each.act.waits_on,
                "act_id": each.act.id,
            }
        for against in each.contested:
            pair = frozenset({claim, against.claim}) if against.claim else frozenset({claim})
            yield {
                "kind": Kind.CONTESTED,
                "claim_id": claim,
                "nogood_id": nogoods.get(pair),
                "act_id": each.act.id,
            }


def _too_weak(made: Plan) -> Iterable[dict[str, Any]]:
    for each in made.told:
        if each.outcome is not Outcome.CONTESTED:
            continue
        if isinstance(each.act, Resolution):
            claim = min(each.act.drop)
            yield {"kind": Kind.CONTESTED, "claim_id": claim, "nogood_id": each.act.nogood, "act_id": each.act.id}
        elif isinstance(each.act, OnClaim) and not isinstance(each.act, Assertion):
            yield {"kind": Kind.CONTESTED, "claim_id": each.act.claim.id, "act_id": each.act.id}


def _nogoods(desk: Desk, made: Plan) -> dict[frozenset[UUID], UUID]:
    """The nogood of each contested pair: one that is open already, or a new one; and those that were reported."""
    _draw_nogoods(desk, desk.draft.nogoods)
    if not made.nogoods:
        return {}
    members: dict[UUID, set[UUID]] = {}
    for row in rows.nogoods_of(desk.base, sorted({claim for pair in made.nogoods for claim in pair})):
        members.setdefault(row.nogood_id, set()).add(row.claim_id)
    known = {frozenset(each): nogood for nogood, each in members.items()}
    fresh = {pair: desk.draw() for pair in made.nogoods if pair not in known}
    _draw_nogoods(desk, [(nogood, "walk", pair) for pair, nogood in fresh.items()])
    return known | fresh


def _draw_nogoods(desk: Desk, nogoods: Sequence[tuple[UUID, str, frozenset[UUID]]]) -> None:
    with connection.cursor() as cursor:
        cursor.executemany(
            "INSERT INTO nogood (base_id, id, revision, found_by, recorded_at) VALUES (%s, %s, %s, %s, %s)",
            [(desk.base, nogood, desk.revision, found_by, desk.now) for nogood, found_by, _ in nogoods],
        )
        cursor.executemany(
            "INSERT INTO nogood_member (base_id, nogood_id, claim_id) VALUES (%s, %s, %s)",
            [(desk.base, nogood, claim) for nogood, _, members in nogoods for claim in sorted(members)],
        )


def _insert(desk: Desk, items: Iterable[dict[str, Any]]) -> None:
    values = [
        (
            desk.base,
            desk.draw(),
            item["kind"],
            item["claim_id"],
            item.get("other_id"),
            item.get("nogood_id"),
            item.get("act_id"),
            item.get("predicate", ""),
            desk.revision,
            desk.now,
        )
        for item in items
    ]
    if values:
        with connection.cursor() as cursor:
            cursor.executemany(
                """
                INSERT INTO review_item
                       (base_id, id, kind, claim_id, other_id, nogood_id, act_id, predicate, opened, opened_at, verdict)
                VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, '')
                ON CONFLICT DO NOTHING
                """,
                values,
            )


def _close_moot(desk: Desk, claims: Iterable[UUID]) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            """
            UPDATE review_item SET verdict = 'moot', closed = %s, closed_at = %s
             WHERE base_id = %s AND claim_id = ANY(%s) AND kind = 'dependent' AND verdict = ''
            """,
            [desk.revision, desk.now, desk.base, list(claims)],
        )


def _close_decided(desk: Desk, pairs: Iterable[frozenset[UUID]]) -> None:
    """Close the items of contested pairs that no longer stand against each other."""
    with connection.cursor() as cursor:
        cursor.executemany(
            """
            UPDATE review_item i SET verdict = 'moot', closed = %s, closed_at = %s
             WHERE i.base_id = %s AND i.kind = 'contested' AND i.verdict = '' AND i.claim_id = ANY(%s)
               AND (SELECT array_agg(m.claim_id ORDER BY m.claim_id) FROM nogood_member m
                     WHERE m.base_id = i.base_id AND m.nogood_id = i.nogood_id) = %s
            """,
            [(desk.revision, desk.now, desk.base, sorted(pair), sorted(pair)) for pair in pairs],
        )
