"""One request: how it stands, until when it is answered, what was done, each letter, and the certificate."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from audit.requests.words import Act
from claims.access import Opened, whose_requests, works_on_requests
from claims.services.pages.saying import Sayings
from claims.services.rights.copies.read_copies import copy_for_request
from claims.services.rights.letters import ASKS
from claims.services.rights.read_requests import RequestView, StepView, request_view
from claims.services.rights.requests.execute_request import COPIED
from claims.services.rights.steps import STEPS
from claims.services.rights.telling import DONE, IDENTITIES, KINDS, OUTCOMES, STATES, STATES_TO_PERSON, evidence, stages
from claims.web.acting.step import reader_from
from claims.web.requests.words import WORDS
from claims.web.visiting import page_of_requests, visitor_of


def seen(request: HttpRequest, opened: Opened, asked: UUID) -> RequestView:
    """A request, where whoever looks may see it.

    Raises:
        NotFound: where they may not, or there is none.
    """
    return request_view(base=opened.id, request=asked, subject=whose_requests(visitor_of(request), opened))


@page_of_requests
def request(request: HttpRequest, opened: Opened, *, asked: UUID) -> HttpResponse:
    """The page of one request."""
    view = seen(request, opened, asked)
    return render(request, "claims/request.html", about(request, opened, view) | {"acts": _acts(request, view)})


@page_of_requests
def certificate(request: HttpRequest, opened: Opened, *, asked: UUID) -> HttpResponse:
    """The certificate, to be read and printed."""
    view = seen(request, opened, asked)
    step = next((each for each in reversed(view.steps) if each.act == Act.CERTIFY), None)
    if step is None:
        raise Http404("There is no certificate yet.")
    return render(request, "claims/certificate.html", about(request, opened, view) | {"step": step})


@page_of_requests
def letter(request: HttpRequest, opened: Opened, *, asked: UUID, place: int) -> HttpResponse:
    """A letter as a document, word for word as it was sent."""
    view = seen(request, opened, asked)
    step = next((each for each in view.steps if each.number == place and each.letter_text), None)
    if step is None:
        raise Http404("There is no such letter, or it has been erased.")
    name = f"{view.reference}-{step.letter}.txt"
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "X-Content-Type-Options": "nosniff"}
    return HttpResponse(step.letter_text, content_type="text/plain; charset=utf-8", headers=headers)


def about(request: HttpRequest, opened: Opened, view: RequestView) -> dict[str, Any]:
    """What every page about a request shows of it."""
    reader = reader_from(request, opened)
    sayings = Sayings(reader, view.claims)
    is_own = view.subject == reader.id
    return {
        "base": opened,
        "view": view,
        "is_own": is_own,
        "asks": ASKS[view.kind],
        "kind": KINDS[view.kind],
        "state": (STATES_TO_PERSON if is_own else STATES)[view.state],
        "identity": IDENTITIES[view.identity],
        "outcome": OUTCOMES.get(view.decision.outcome, "") if view.decision else "",
        "stages": stages(view),
        "claims": [{"id": each, "sentence": sayings.say(each)} for each in view.claims],
        "copy": copy_for_request(base=opened.id, request=view.id) if view.kind in COPIED else None,
        "history": list(_history(view, reader.id, is_own=is_own)),
    }


def _history(view: RequestView, reader: UUID | None, *, is_own: bool) -> Iterable[dict[str, Any]]:
    for step in view.steps:
        yield {
            "step": step,
            "done": DONE[step.act],
            "who": _who(view, step, reader, is_own=is_own),
            "evidence": () if is_own else list(evidence(step)),
            "why": step.words.get("reason", ""),
        }


def _who(view: RequestView, step: StepView, reader: UUID | None, *, is_own: bool) -> str:
    if step.evidence.get("automatic"):
        return "at once"
    if step.actor == reader:
        return "by you"
    if step.actor == view.subject:
        return "by the person"
    return "by a person of the service" if is_own else "by a colleague"


def _acts(request: HttpRequest, view: RequestView) -> list[dict[str, Any]]:
    """The steps that whoever looks may take now, the likeliest first."""
    visitor = visitor_of(request)
    is_own = view.subject == visitor.id
    may = [each for each in STEPS if each in view.may or (each == "agree" and view.waits_for_second)]
    if is_own or not works_on_requests(visitor):
        may = [each for each in may if is_own and STEPS[each].own]
    if not view.may_extend:
        may = [each for each in may if each != "extend"]
    if view.waits_for_second:
        may.sort(key=lambda each: each != "agree")
    return [{"name": each, "words": WORDS[each].button, "stops": each in _LAST} for each in may]


_LAST = frozenset({"withdraw", "hold", "duplicate"})
