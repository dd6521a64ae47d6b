"""Claims that stand elsewhere from now on, and what goes with them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.db import connection

from claims.engine.acts import Claim
from claims.normal_form import fingerprint
from claims.queries import region, revisions
from claims.queries.rows import Row
from claims.refusals import Invalid
from claims.services.belief_base.desk import Desk, Place, Renaming

#: A claim as it stood, and what it becomes.
Move = tuple[Claim, Claim]


def follow(desk: Desk, moves: Sequence[Move]) -> None:
    """What reaches a question without being upon its claims alone reaches those too where they stand from now on."""
    onward: dict[UUID, set[UUID]] = {}
    for old, new in moves:
        onward.setdefault(old.question, set()).add(new.question)
    for act, question in region.reaches(desk.base, sorted(onward)):
        desk.draft.reaches.setdefault(act, set()).update(onward[question])


def refuse_joint_circles(desk: Desk, moves: Sequence[Move]) -> None:
    """Questions that become one must not rest on each other.

    Raises:
        Invalid: where they do.
    """
    merging: dict[UUID, set[UUID]] = {}
    for old, new in moves:
        merging.setdefault(new.question, {new.question}).add(old.question)
    for together in merging.values():
        for question in together - desk.fresh:
            if region.questions_resting_on(desk.base, [question]) & together - {question}:
                raise Invalid.at("", "Claims that this would make one rest on each other; lift those reasons first.")


def refuse_moved_again(desk: Desk, number: int, acts: Sequence[Row], taken: frozenset[UUID]) -> None:
    """What a revision moved must stand where it put it, and be joined by nothing since, if that is to be taken back.

    Raises:
        Invalid: where a later revision that was not ``taken`` back has moved it again, or made a claim become it.
    """
    moved = [act.claim_id for act in acts if act.kind == "rekeying"]
    for again in revisions.rekeyings_at(desk.base, moved):
        if again.revision > number and again.id not in taken:
            raise Invalid.at("", f"Its claims were moved again by revision {again.revision}; take that back first.")


def carry_over(desk: Desk) -> None:
    """Store where the moved claims stand, and whom the names lead to."""
    with connection.cursor() as cursor:
        for place in sorted(desk.draft.rekeyed, key=_turn):
            _move(cursor, desk, place)
        for renaming in desk.draft.renamed:
            _lead(cursor, desk, renaming)


def _turn(place: Place) -> int:
    """Keys are freed before they are taken: first what becomes another, last what is itself again."""
    return 0 if place.stands.id != place.claim else 2 if place.returns else 1


def _move(cursor: Any, desk: Desk, place: Place) -> None:
    """A claim that is itself is found by its new keys; one that becomes another leads there."""
    if place.stands.id == place.claim:
        cursor.execute(
            "UPDATE claim SET question_id = %s, object_id = %s, entity_id = %s, predicate = %s, object_key = %s,"
            " object_sha256 = %s, redirect_id = NULL WHERE base_id = %s AND id = %s",
            [
                place.stands.question,
                place.stands.object,
                place.entity,
                place.predicate,
                place.object_key,
                fingerprint(place.object_key),
                desk.base,
                place.claim,
            ],
        )
    else:
        cursor.execute(
            "UPDATE claim SET redirect_id = %s WHERE base_id = %s AND id = %s",
            [place.stands.id, desk.base, place.claim],
        )
    cursor.execute(  # what has become this claim before goes along, so that a redirect is never more than one step
        "UPDATE claim SET question_id = %s, object_id = %s, redirect_id = %s"
        " WHERE base_id = %s AND (redirect_id = %s OR id = %s AND redirect_id IS NOT NULL)",
        [place.stands.question, place.stands.object, place.stands.id, desk.base, place.claim, place.claim],
    )


def _lead(cursor: Any, desk: Desk, renaming: Renaming) -> None:
    cursor.execute(
        "UPDATE entity_alias SET entity_id = %s, given_id = coalesce(given_id, entity_id)"
        " WHERE base_id = %s AND (given_id = ANY(%s) OR given_id IS NULL AND entity_id = ANY(%s))",
        [renaming.entity, desk.base, list(renaming.owners), list(renaming.owners)],
    )
