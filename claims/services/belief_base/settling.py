"""What an operation settles: verdicts on reviews, resolved nogoods; and what an undo brings back to the queue."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from django.db import connection

from claims.engine.acts import Resolution, Undo
from claims.engine.effective import undone
from claims.engine.planning.plan import Plan
from claims.engine.walking.told import Outcome
from claims.queries import revisions
from claims.services.belief_base.desk import Desk
from claims.services.belief_base.reading import act_of

#: The verdict on an item that was settled along with another, and on one whose cause went away.
RESOLVED, MOOT = "resolved", "moot"


def settle(desk: Desk, made: Plan) -> None:
    """Close what this operation decides, unless it was too weak to; reopen what it takes back."""
    if not any(each.outcome is Outcome.CONTESTED for each in made.told):
        for review, verdict in desk.draft.verdicts.items():
            _close(desk, verdict, "id = %s", [review])
    for each in made.told:
        if isinstance(each.act, Resolution) and each.outcome is Outcome.RESOLVED:
            _resolve(desk, each.act)
    for act in made.acts:
        if isinstance(act, Undo):
            _take_back(desk, act)


def _close(desk: Desk, verdict: str, which: str, params: Iterable[Any]) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE review_item SET verdict = %s, closed = %s, closed_at = %s"
            f" WHERE base_id = %s AND verdict = '' AND {which}",
            [verdict, desk.revision, desk.now, desk.base, *params],
        )


def _resolve(desk: Desk, act: Resolution) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO nogood_resolution (base_id, nogood_id, act_id) VALUES (%s, %s, %s)",
            [desk.base, act.nogood, act.id],
        )
    _close(desk, RESOLVED, "nogood_id = %s", [act.nogood])


def _take_back(desk: Desk, undo: Undo) -> None:
    """Close what asked about acts that are gone, and open anew what the revisions that are gone had closed.

    An item that was closed stays so, since it was; its copy asks again. Lost reasons are asked about by the plan.
    """
    _close(desk, MOOT, "kind = 'contested' AND act_id = ANY(%s)", [list(undo.acts)])
    _close(desk, MOOT, _OPENED_ANEW, [sorted(undo.revisions)])
    gone = _gone(desk, undo)
    with connection.cursor() as cursor:
        cursor.execute(
            """
            INSERT INTO review_item
                   (base_id, id, kind, claim_id, other_id, nogood_id, act_id, predicate, opened, opened_at, verdict)
            SELECT base_id, gen_random_uuid(), kind, claim_id, other_id, nogood_id, act_id, predicate, %s, %s, ''
              FROM review_item
             WHERE base_id = %s AND closed = ANY(%s) AND kind <> 'dependent'
               AND (act_id IS NULL OR NOT act_id = ANY(%s))
            ON CONFLICT DO NOTHING
            """,
            [desk.revision, desk.now, desk.base, sorted(undo.revisions), list(gone)],
        )


#: What an undo had opened anew, now that it is undone itself.
_OPENED_ANEW = """
    opened = ANY(%s) AND kind <> 'dependent'
    AND EXISTS (SELECT FROM act a WHERE a.base_id = review_item.base_id AND a.revision = opened AND a.kind = 'undo')
"""


def _gone(desk: Desk, undo: Undo) -> frozenset[UUID]:
    """The acts that are taken back once this undo counts; it may stand in the table already."""
    before = {act.id: act for act in map(act_of, revisions.undos(desk.base))}
    taken, _ = undone((before | {undo.id: undo}).values())
    return taken
