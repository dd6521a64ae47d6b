"""Every open request by its deadline: over it, near it, later, or with its clock standing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from claims.access import sees_deadlines
from claims.refusals import Forbidden
from claims.services import clock
from claims.services.rights.read_deadlines import Due, read_deadlines
from claims.services.rights.read_requests import Lane
from claims.services.rights.telling import KINDS, STATES
from claims.web.visiting import visitor_of

LANES = (
    (Lane.OVERDUE, "Over its date"),
    (Lane.SOON, "Within 7 days"),
    (Lane.LATER, "Later"),
    (Lane.PAUSED, "Clock not running"),
)


@login_required
def deadlines(request: HttpRequest) -> HttpResponse:
    """The board, or the same as a table; narrowed by kind and state."""
    try:
        sees_deadlines(visitor_of(request))
    except Forbidden as refused:
        raise PermissionDenied(refused.sentence) from None
    found = read_deadlines()
    kind, state = request.GET.get("kind", ""), request.GET.get("state", "")
    shown = [each for each in found if kind in ("", each.view.kind) and state in ("", each.view.state)]
    given = {
        "total": len(found),
        "over": sum(each.view.lane is Lane.OVERDUE for each in found),
        "dues": [_told(each) for each in shown],
        "lanes": _lanes(shown),
        "as_table": request.GET.get("as") == "table",
        "today": clock.now(),
        "kind": kind,
        "state": state,
        "kinds": _filters(KINDS, Counter(each.view.kind for each in found)),
        "states": _filters(STATES, Counter(each.view.state for each in found)),
    }
    return render(request, "claims/deadlines.html", given)


def _lanes(dues: Sequence[Due]) -> list[dict[str, Any]]:
    return [
        {"name": lane.value, "words": words, "dues": [_told(each) for each in dues if each.view.lane is lane]}
        for lane, words in LANES
    ]


def _told(due: Due) -> dict[str, Any]:
    return {"view": due.view, "label": due.label, "kind": KINDS[due.view.kind], "state": STATES[due.view.state]}


def _filters(words: Any, counts: Counter[str]) -> list[dict[str, object]]:
    known = [{"value": each, "words": words[each], "count": counts[each]} for each in words if counts[each]]
    return [{"value": "", "words": "All", "count": sum(counts.values())}, *known]
