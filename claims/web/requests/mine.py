"""What a person has asked for, in every base that concerns them, and the way to ask for more."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from claims.access import bases_seen_by
from claims.queries.rights.requests import AskedRequests
from claims.services.rights.letters import ASKS
from claims.services.rights.read_requests import RequestView, request_page
from claims.services.rights.telling import OUTCOMES, STATES_TO_PERSON
from claims.web.visiting import is_person_concerned, visitor_of

#: Of each base so many are shown, the latest first.
MOST, MOST_BASES = 50, 20


@login_required
def requests(request: HttpRequest) -> HttpResponse:
    """One's own requests; staff see everybody's by their deadlines."""
    visitor = visitor_of(request)
    if not is_person_concerned(request):
        return redirect("deadlines")
    bases = bases_seen_by(visitor, after=None, limit=MOST_BASES)
    found = [
        view
        for each in bases
        for view in request_page(base=each.id, asked=AskedRequests(subject=visitor.id, limit=MOST))
    ]
    lines = [_line(view) for view in sorted(found, key=lambda each: each.received_at, reverse=True)]
    return render(request, "claims/requests.html", {"bases": bases, "lines": lines})


def _line(view: RequestView) -> dict[str, object]:
    decision = OUTCOMES.get(view.decision.outcome, "") if view.decision and not view.waits_for_second else ""
    return {"view": view, "asks": ASKS[view.kind], "state": STATES_TO_PERSON[view.state], "decision": decision}
