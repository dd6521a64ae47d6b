"""The one way in which pages act: fill in, see what would happen, confirm, keep the receipt.

Every step has an address. What was filled in is posted and then stands in the address of the preview, so that it can be
read again; a confirmation is bound to what was shown, and carried out once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse

from claims.access import Opened
from claims.models import Tier
from claims.refusals import Forbidden, Invalid, Moved
from claims.services.actor import Actor
from claims.services.belief_base.operation import Done, StalePlan, Terms
from claims.services.belief_base.proposals import Origin
from claims.services.by_hand.once import act_once
from claims.services.pages.acting.asking import Asked
from claims.services.pages.acting.preview import Preview, preview_of
from claims.services.pages.saying import Reader, reader_of
from claims.web.acting.forms import ReasonForm
from claims.web.visiting import actor_from, is_person_concerned

CHANGED = "Something changed here since you looked, so nothing was done yet. This is what would happen now."


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One act as a page offers it. ``act`` carries it out with what was filled in; ``about`` is the sentence it is
    about; ``back`` leads away from it; ``at_once`` tells that there is nothing to fill in before the preview."""

    title: str
    intro: str
    confirm: str
    about: str
    back: str
    crumbs: tuple[tuple[str, str], ...]
    act: Callable[[Mapping[str, Any], Terms], Done]
    form: type[ReasonForm] = ReasonForm
    template: str = "claims/act.html"
    at_once: bool = True
    options: Mapping[str, Any] | None = None
    more: Mapping[str, Any] | None = None


def own_words(why: str) -> Origin:
    """A source for what somebody who is signed in says here, with their reason."""
    return Origin(kind=Tier.VERIFIED, reason=why)


def about(opened: Opened, asked: Asked) -> dict[str, Any]:
    """What a step about one claim says of it, and the way back."""
    back = reverse("belief", args=[opened.id, asked.claim])
    crumbs = ((opened.label, reverse("base", args=[opened.id])), ("This statement", back))
    return {"about": asked.sentence, "back": back, "crumbs": crumbs}


def reader_from(request: HttpRequest, opened: Opened) -> Reader:
    """Whoever reads the page."""
    actor = actor_from(request)
    return reader_of(opened.id, is_subject=is_person_concerned(request), actor=actor.id)


def take(request: HttpRequest, opened: Opened, step: Step) -> HttpResponse:
    """Answer a request for a step: its form, its preview, or the receipt that it led to."""
    visit = _Visit(request, opened, step)
    if request.method != "POST":
        return visit.show()
    return visit.confirm() if "digest" in request.POST else visit.fill_in()


class _Visit:
    """One request for a step."""

    def __init__(self, request: HttpRequest, opened: Opened, step: Step) -> None:
        self.request, self.opened, self.step = request, opened, step
        self.actor: Actor = actor_from(request)
        self.reader = reader_from(request, opened)
        self.refused = ""

    def show(self) -> HttpResponse:
        """The form, with the preview where the address says what was filled in."""
        if self.step.at_once:
            form = self._form(initial=self.request.GET.dict())
            preview = self._preview(form, {})
        elif "show" in self.request.GET:
            form = self._form(self.request.GET)
            preview = self._preview(form, form.cleaned_data) if form.is_valid() else None
        else:
            form = self._form(initial=self.request.GET.dict())
            preview = None
        return self._page(form, preview)

    def fill_in(self) -> HttpResponse:
        """Lead to the preview of what was filled in, or say what is amiss with it."""
        form = self._form(self.request.POST)
        if form.is_valid() and self._preview(form, form.cleaned_data):
            filled = {name: self.request.POST.get(name, "") for name in form.fields}
            asked = urlencode({**{name: value for name, value in filled.items() if value}, "show": "1"})
            return _see(f"{self.request.path}?{asked}")
        return self._page(form, None)

    def confirm(self) -> HttpResponse:
        """Carry out what was shown, once; or show what would happen now."""
        form = self._form(self.request.POST)
        if not form.is_valid():
            return self._page(form, self._preview(form, form.cleaned_data) if self.step.at_once else None)
        try:
            revision = act_once(
                base=self.opened.id,
                actor=self.actor,
                digest=self.request.POST["digest"],
                since=_number(self.request.POST.get("seen", "")),
                act=lambda terms: self.step.act(form.cleaned_data, terms),
            )
        except (StalePlan, Moved):
            return self._page(form, self._preview(form, form.cleaned_data), notice=CHANGED)
        except (Invalid, Forbidden) as refused:
            form.refuse(refused)
            return self._page(form, None)
        return _see(reverse("receipt", args=[self.opened.id, revision]))

    def _form(self, data: Any = None, **more: Any) -> ReasonForm:
        return self.step.form(data, reason_needed=not self.reader.is_subject, **more, **(self.step.options or {}))

    def _preview(self, form: ReasonForm, filled: Mapping[str, Any]) -> Preview | None:
        try:
            done = self.step.act(filled, Terms(preview=True))
        except (Invalid, Forbidden) as refused:
            if form.is_bound:
                form.refuse(refused)
            else:
                self.refused = refused.sentence
            return None
        return preview_of(done, self.reader, since=self.opened.head, about=self.step.about)

    def _page(self, form: ReasonForm, preview: Preview | None, *, notice: str = "") -> HttpResponse:
        status = HTTPStatus.CONFLICT if notice else HTTPStatus.OK
        given = {
            "step": self.step,
            "form": form,
            "preview": preview,
            "base": self.opened,
            "notice": notice,
            "refused": self.refused,
            "reason_needed": not self.reader.is_subject,
        }
        wrong = form.is_bound and form.errors
        return render(
            self.request,
            self.step.template,
            given | dict(self.step.more or {}),
            status=HTTPStatus.UNPROCESSABLE_ENTITY if wrong else status,
        )


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0


def _see(url: str) -> HttpResponse:
    return HttpResponseRedirect(url, status=HTTPStatus.SEE_OTHER)
