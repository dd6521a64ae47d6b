"""Take a step with a request: fill in, see what would follow and which letter would go out, agree."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse

from audit.requests.words import OVER, Kind
from claims.access import Opened, may_take_step
from claims.queries.rights.requests import AskedRequests
from claims.refusals import Forbidden, Invalid
from claims.services.belief_base.operation import Terms
from claims.services.rights.copies.third_persons import proposed
from claims.services.rights.read_requests import RequestView, request_page
from claims.services.rights.requests.execute_request import COPIED, recipients
from claims.services.rights.requests.taking import Gone, StaleStep
from claims.services.rights.steps import STEPS, take_named
from claims.services.rights.telling import DONE, STATES
from claims.web.requests.forms import Choices, StepForm
from claims.web.requests.one import about, seen
from claims.web.requests.words import WORDS
from claims.web.visiting import actor_from, page_of_requests, visitor_of

CHANGED = "Something changed here since you looked, so nothing was done yet. This is what would follow now."


@page_of_requests
def step(request: HttpRequest, opened: Opened, *, asked: UUID, name: str) -> HttpResponse:
    """One step of one request."""
    if name not in STEPS:
        raise Http404("There is no such step.")
    may_take_step(visitor_of(request), opened, own=STEPS[name].own)
    view = seen(request, opened, asked)
    return _Visit(request, opened, view, name).answer()


class _Visit:
    """One visit to the page of a step."""

    def __init__(self, request: HttpRequest, opened: Opened, view: RequestView, name: str) -> None:
        self.request, self.opened, self.view, self.name = request, opened, view, name
        self.about = about(request, opened, view)
        self.refused = ""

    def answer(self) -> HttpResponse:
        """The form, what would follow, or the way to the request once it is done."""
        if self.request.method != "POST":
            form = self._form(initial={"ground": self.view.ground})
            return self._page(form, None if self._asks(form) else self._take(form, Terms(preview=True)))
        form = self._form(self.request.POST)
        if not form.is_valid():
            return self._page(form, None)
        digest = self.request.POST.get("digest")
        if digest is None or "again" in self.request.POST:
            return self._page(form, self._take(form, Terms(preview=True)))
        try:
            gone = self._take(form, Terms(digest=digest[:64]))
        except StaleStep:
            return self._page(form, self._take(form, Terms(preview=True)), notice=CHANGED)
        if gone is None:
            return self._page(form, None)
        messages.success(self.request, f"{DONE[gone.course.steps[-1].act]}.")
        there = reverse("request", args=[self.opened.id, self.view.id])
        return HttpResponseRedirect(there, status=HTTPStatus.SEE_OTHER)

    def _take(self, form: StepForm, terms: Terms) -> Gone | None:
        said = form.said() if form.is_bound else {}
        try:
            return take_named(
                base=self.opened.id,
                actor=actor_from(self.request),
                request=self.view.id,
                step=self.name,
                said=said,
                terms=terms,
            )
        except (Invalid, Forbidden) as refused:
            if form.is_bound and self._asks(form):
                form.refuse(refused)
            else:
                self.refused = refused.sentence
            return None

    def _form(self, data: Any = None, **more: Any) -> StepForm:
        wishes = self.name == "carry_out" and self.view.kind == Kind.RECTIFICATION and self.view.wish is None
        granted = self.view.decision is not None and self.view.decision.outcome != "refuse"
        return StepForm(data, step=self.name, choices=self._choices(), needs_correction=wishes and granted, **more)

    def _asks(self, form: StepForm) -> bool:
        return bool(form.fields)

    def _choices(self) -> Mapping[str, Choices]:
        regime = self.view.regime
        grounds = (
            regime.refusals_of(self.view.kind) if self.name == "decide" else regime.grounds.get(self.view.kind, {})
        )
        claims = [(str(each["id"]), each["sentence"]) for each in self.about["claims"]]
        return {
            "ground": [("", "Choose"), *grounds.items()],
            "claims": claims if len(claims) > 1 else [],
            "told": self._recipients() if self.name == "notify" else [],
            "cover": self._named() if self.name == "carry_out" else [],
            "of": self._others() if self.name == "duplicate" else [],
        }

    def _recipients(self) -> Choices:
        found = recipients(self.opened.id, self.view.kind, self.view.claims)
        return [(str(each.id), each.name or str(each.id)) for each in found]

    def _named(self) -> Choices:
        """Other people who may be named in a copy."""
        granted = self.view.decision is not None and self.view.decision.outcome != "refuse"
        if self.view.kind not in COPIED or not granted:
            return []
        return [(str(each), name) for each, name in proposed(self.opened.id)]

    def _others(self) -> Choices:
        asked = AskedRequests(subject=self.view.subject, kind=self.view.kind, open=True, over=sorted(OVER))
        found = request_page(base=self.opened.id, asked=asked)
        return [(str(each.id), f"{each.reference}, {STATES[each.state]}") for each in found if each.id != self.view.id]

    def _page(self, form: StepForm, gone: Gone | None, *, notice: str = "") -> HttpResponse:
        given = {
            **self.about,
            "name": self.name,
            "words": WORDS[self.name],
            "form": form,
            "gone": gone,
            "becomes": STATES[gone.row.state] if gone else "",
            "notice": notice,
            "refused": self.refused,
        }
        wrong = form.is_bound and (form.errors or self.refused)
        status = HTTPStatus.CONFLICT if notice else HTTPStatus.UNPROCESSABLE_ENTITY if wrong else HTTPStatus.OK
        return render(self.request, "claims/request_step.html", given, status=status)
