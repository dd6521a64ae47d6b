"""Remind of requests that come near their day, or are over it: once each, in the log of their base."""

from __future__ import annotations

from django.db import transaction

from audit.requests import record
from audit.requests.words import OVER
from claims.queries import across, naming
from claims.queries.rights import requests
from claims.queries.rows import Row
from claims.services import clock
from claims.services.actor import OPERATOR
from claims.services.administration.entries import note
from claims.services.rights.law import law_of
from claims.services.rights.read_requests import Lane, lane_of

#: More than this many open requests are looked at in the next hour.
MOST = 10_000


def remind() -> int:
    """Look at every open request; says how many were written down. One transaction for each base."""
    found = across.open_requests(sorted(OVER), MOST)
    return sum(_remind_of(row) for row in found if row.due_on is not None)


def _remind_of(row: Row) -> bool:
    with transaction.atomic():
        naming.lock_base(row.base_id)
        current = requests.by_id(row.base_id, row.id)
        if current is None:
            return False
        today = law_of(current).day(clock.now())
        lane = lane_of(current.due_on, today, is_over=current.state in OVER)
        if lane not in (Lane.SOON, Lane.OVERDUE) or lane == current.reminded:
            return False
        record.change(current.base_id, current.id, reminded=lane.value)
        note(f"request_{lane.value}", actor=OPERATOR, chain=current.base_id, targets=[current.id])
        return True
