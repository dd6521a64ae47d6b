"""Forget: the person says what is to go and when, sees what would happen, and may keep it after all until the day."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any
from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_POST

from claims.access import Opened
from claims.services.belief_base.operation import Done, Terms
from claims.services.pages.acting.asking import asked_about
from claims.services.pages.saying import counted
from claims.services.rights.erase.forget import (
    Offer,
    Reach,
    forget_at_last,
    forget_later,
    forget_now,
    forgotten,
    keep_after_all,
    lift,
    offered,
)
from claims.web.acting.forms import ForgetForm
from claims.web.acting.step import Step, about, reader_from, take
from claims.web.visiting import actor_from, page_of_own

SOURCE = "source:"


@page_of_own
def forget(request: HttpRequest, opened: Opened, *, claim: UUID | None = None) -> HttpResponse:
    """Say what is to be forgotten, and when."""
    asked = asked_about(reader=reader_from(request, opened), claim=claim) if claim else None
    actor = actor_from(request)

    def act(filled: Mapping[str, Any], terms: Terms) -> Done:
        wish = {"reach": _reach(filled["what"], claim), "learn_again": filled["again"], "terms": terms}
        if filled["when"] == "now":
            return forget_now(base=opened.id, actor=actor, **wish).done
        return forget_later(base=opened.id, actor=actor, **wish)

    everything = reverse("base", args=[opened.id])
    where = {"about": "", "back": everything, "crumbs": ((opened.label, everything),)}
    step = Step(
        title="Forget",
        intro="Forgetting is for good: the words are erased everywhere here, and nobody can bring them back.",
        confirm="Forget it",
        act=act,
        form=ForgetForm,
        template="claims/forget.html",
        at_once=False,
        options={"offer": _choices(offered(base=opened.id, claim=asked.claim if asked else None), claim)},
        more={"asked": asked, "days": settings.GRACE_DAYS},
        **(about(opened, asked) if asked else where),
    )
    return take(request, opened, step)


def _choices(offer: Offer, claim: UUID | None) -> list[tuple[str, str]]:
    choices = [("all", f"Everything that is kept here, {counted(offer.everything, 'statement', 'statements')}")]
    if claim is None:
        return choices
    along = f"This statement, and {counted(offer.guessed, 'more that was', 'more that were')} guessed from it alone"
    return [
        ("claim", "This statement"),
        *([("guessed", along)] if offer.guessed else []),
        *(
            (f"{SOURCE}{uri}", f"Everything from {uri}, {counted(number, 'statement', 'statements')}")
            for uri, number in offer.sources
        ),
        *choices,
    ]


def _reach(what: str, claim: UUID | None) -> Reach:
    if what.startswith(SOURCE):
        return Reach(source=what.removeprefix(SOURCE))
    return Reach() if what == "all" else Reach(claim=claim, guessed=what == "guessed")


@page_of_own
def forgotten_things(request: HttpRequest, opened: Opened) -> HttpResponse:
    """What is to be forgotten and what was, and what is not learned again."""
    return render(request, "claims/forgotten.html", {"base": opened, "page": forgotten(base=opened.id)})


@require_POST
@page_of_own
def keep(request: HttpRequest, opened: Opened, *, forgetting: UUID) -> HttpResponse:
    """Keep it after all."""
    return _done(request, opened, keep_after_all, "It is kept, and passed on again.", forgetting=forgetting)


@require_POST
@page_of_own
def forget_it_now(request: HttpRequest, opened: Opened, *, forgetting: UUID) -> HttpResponse:
    """Forget it without waiting for its day."""
    return _done(request, opened, forget_at_last, "It is forgotten.", forgetting=forgetting)


@require_POST
@page_of_own
def learn_again(request: HttpRequest, opened: Opened, *, claim: UUID) -> HttpResponse:
    """Let something be learned again."""
    return _done(request, opened, lift, "It may be learned again.", claim=claim)


def _done(request: HttpRequest, opened: Opened, act: Callable[..., None], said: str, **what: UUID) -> HttpResponse:
    act(base=opened.id, actor=actor_from(request), **what)
    messages.success(request, said)
    return HttpResponseRedirect(reverse("forgotten", args=[opened.id]), status=303)
