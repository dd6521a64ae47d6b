"""One belief: why, on what it rests, what rests on it, and its history on both clocks."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from claims.access import Opened
from claims.services.pages.belief import belief_page
from claims.web.asking import asking
from claims.web.neighbourhood import is_about_neighbourhood, neighbourhood_asked
from claims.web.visiting import is_person_concerned, page_of_base


@page_of_base
def belief(request: HttpRequest, opened: Opened, *, claim: UUID) -> HttpResponse:
    """The page of one claim, at whatever status."""
    asked = asking(request)
    around = neighbourhood_asked(request, opened, claim, asked)
    if is_about_neighbourhood(request):
        return render(request, "claims/neighbourhood.html", {"base": opened, "around": around})
    page = belief_page(
        base=opened.id,
        claim=claim,
        valid_at=asked.valid_at,
        known_at=asked.known_at,
        to_subject=is_person_concerned(request),
    )
    return render(
        request,
        "claims/belief.html",
        {
            "page": page,
            "base": opened,
            "asked": asked,
            "around": around,
            "confidence": f"{page.view.confidence / 1000:.2f}",
        },
    )
