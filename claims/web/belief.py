"""One belief: why, on what it rests, what rests on it, and its history on both clocks."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from claims.access import Opened, may_revise
from claims.services.pages.belief import belief_page
from claims.web.acting.step import reader_from
from claims.web.asking import asking
from claims.web.neighbourhood import is_about_neighbourhood, neighbourhood_asked
from claims.web.visiting import page_of_base, visitor_of


@page_of_base
def belief(request: HttpRequest, opened: Opened, *, claim: UUID) -> HttpResponse:
    """The page of one claim, at whatever status."""
    asked = asking(request)
    around = neighbourhood_asked(request, opened, claim, asked)
    if is_about_neighbourhood(request):
        return render(request, "claims/neighbourhood.html", {"base": opened, "around": around})
    page = belief_page(
        reader=reader_from(request, opened), claim=claim, valid_at=asked.valid_at, known_at=asked.known_at
    )
    may_act = may_revise(visitor_of(request), opened) and not (asked.known_on or asked.valid_on)
    given = {"page": page, "base": opened, "asked": asked, "may_act": may_act, "around": around}
    return render(request, "claims/belief.html", given | {"confidence": f"{page.view.confidence / 1000:.2f}"})
