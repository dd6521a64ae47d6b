"""Ask for something: choose what, then say what it is about. Staff write down what reached them otherwise."""

from __future__ import annotations

from datetime import UTC, date, datetime, time
from http import HTTPStatus
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse

from audit.requests.words import HOLDING_BACK, Kind
from claims.access import Opened
from claims.queries.rights.requests import members
from claims.refusals import Invalid
from claims.services import clock
from claims.services.pages.overview import Look, overview
from claims.services.pages.saying import Sayings
from claims.services.rights.law import law_at, laws
from claims.services.rights.requests.file_request import Asked
from claims.services.rights.requests.file_request import file_request as file
from claims.services.rights.requests.wish import Wish
from claims.web.acting.step import reader_from
from claims.web.requests.forms import Choices, FilingForm
from claims.web.visiting import actor_from, is_person_concerned, page_of_requests

#: What can be asked for, in plain words, and what comes of it.
OFFERED = (
    (Kind.ACCESS, "A copy of everything", "What is kept about you, where it came from, and who was given it."),
    (Kind.PORTABILITY, "What I gave, to take along", "Only what you said or typed, in a form that others can read."),
    (Kind.RECTIFICATION, "Something is wrong", "It is held back at once, and put right if you are right."),
    (Kind.COMPLETION, "Something is missing", "What you add is shown wherever the statement is."),
    (Kind.ERASURE, "Something should be erased", "One statement, several, or everything."),
    (Kind.RESTRICTION, "Something should be held back", "It is kept, and no assistant is given it."),
    (Kind.OBJECTION, "Something should not be used", "Its use stops while we look at your reasons."),
)


@page_of_requests
def file_request(request: HttpRequest, opened: Opened) -> HttpResponse:
    """Choose what to ask for; or, once `?kind=` says it, fill it in."""
    kind = next((each for each in Kind if each.value == request.GET.get("kind")), None)
    if kind is None:
        given = {"base": opened, "offered": OFFERED, "claim": _claims_named(request)[:1]}
        return render(request, "claims/file_request.html", given)
    visit = _Filing(request, opened, kind)
    form = visit.form(request.POST) if request.method == "POST" else visit.form(initial=visit.initial)
    if request.method == "POST" and form.is_valid():
        try:
            gone = visit.file(form)
        except Invalid as refused:
            form.refuse(refused)
        else:
            messages.success(request, visit.filed)
            return HttpResponseRedirect(reverse("request", args=[opened.id, gone]), status=HTTPStatus.SEE_OTHER)
    return visit.page(form)


class _Filing:
    """One visit to the form of one kind."""

    def __init__(self, request: HttpRequest, opened: Opened, kind: Kind) -> None:
        self.request, self.opened, self.kind = request, opened, kind
        self.reader = reader_from(request, opened)
        self.by_staff = opened.looked_at
        self.law = law_at(clock.now())
        self.named = _claims_named(request)
        self.statements = self._statements()

    @property
    def initial(self) -> dict[str, Any]:
        concerned = [str(row.id) for row in members(self.opened.id)]
        named = [str(each) for each in self.named]
        return {"claims": named, "law": self.law.regime.code, "subject": concerned[0] if concerned else ""}

    @property
    def filed(self) -> str:
        return "It is written down, and acknowledged." if self.by_staff else "We have your request."

    def form(self, data: Any = None, **more: Any) -> FilingForm:
        return FilingForm(
            data,
            kind=self.kind,
            grounds=list(self.law.regime.grounds.get(self.kind, {}).items()),
            statements=self.statements,
            members=[(str(row.id), row.name or "The person concerned") for row in members(self.opened.id)],
            laws=[(each.code, each.name) for each in laws(clock.now())],
            by_staff=self.by_staff,
            **more,
        )

    def file(self, form: FilingForm) -> UUID:
        """File it; says which it is.

        Raises:
            Invalid: where it lacks something.
        """
        filled = form.cleaned_data
        wish = form.wish() if self.kind is Kind.RECTIFICATION else None
        if self.kind is Kind.RECTIFICATION and wish is None and not self.by_staff:
            raise Invalid.at("/how", "Choose what is wrong with it.")
        subject, received = filled.get("subject"), filled.get("received_on")
        asked = Asked(
            kind=self.kind,
            words=filled.get("words", ""),
            claims=[UUID(each) for each in filled.get("claims", ())],
            ground=filled.get("ground", ""),
            wish=Wish(**wish) if wish else None,
            subject=UUID(subject) if subject else None,
            received_at=_instant(received) if received else None,
            law=filled.get("law", ""),
        )
        gone = file(base=self.opened.id, actor=actor_from(self.request), asked=asked, by_subject=not self.by_staff)
        return gone.request

    def page(self, form: FilingForm) -> HttpResponse:
        """The form, with what is amiss in it."""
        title = next(words for kind, words, _ in OFFERED if kind is self.kind)
        given = {
            "base": self.opened,
            "form": form,
            "kind": self.kind.value,
            "title": title,
            "by_staff": self.by_staff,
            "holds_back": self.kind in HOLDING_BACK,
            "sought": self.request.GET.get("q", ""),
            "article": self.law.article(self.kind),
            "claim": self.named[:1],
        }
        status = HTTPStatus.UNPROCESSABLE_ENTITY if form.is_bound else HTTPStatus.OK
        return render(self.request, "claims/filing.html", given, status=status)

    def _statements(self) -> Choices:
        """The statements to choose from: those named in the address, then those believed now, or found by `?q=`."""
        if self.kind in (Kind.ACCESS, Kind.PORTABILITY):
            return []
        now = clock.now()
        look = Look(
            valid_at=now,
            known_at=now,
            text=self.request.GET.get("q", ""),
            kind="",
            page=1,
            now=True,
            to_subject=is_person_concerned(self.request),
        )
        sayings = Sayings(self.reader, self.named)
        found = {str(each): sayings.say(each) for each in self.named}
        for topic in overview(base=self.opened.id, look=look).topics:
            found |= {str(line.claim): line.sentence for line in topic.statements}
        return list(found.items())


def _claims_named(request: HttpRequest) -> list[UUID]:
    """The statements that the address, or the form, names; what cannot be read counts as not named."""
    texts = [*request.GET.getlist("claim"), *request.POST.getlist("claims")][:100]
    found: dict[UUID, None] = {}
    for text in texts:
        try:
            found[UUID(text)] = None
        except ValueError:
            continue
    return list(found)


def _instant(day: date) -> datetime:
    """The first instant of a day, where the law counts."""
    zone = UTC if settings.LAW_ZONE == "UTC" else ZoneInfo(settings.LAW_ZONE)
    return datetime.combine(day, time.min, zone)
