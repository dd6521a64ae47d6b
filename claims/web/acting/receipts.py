"""The receipt of what was done, and the way to take it back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from claims.access import Opened, may_revise
from claims.services.belief_base.operation import Done, Terms
from claims.services.pages.acting.receipt import receipt as receipt_of
from claims.services.undo_revision import undo_revision
from claims.web.acting.step import Step, own_words, reader_from, take
from claims.web.visiting import actor_from, page_of_base, page_to_change, visitor_of


@page_of_base
def receipt(request: HttpRequest, opened: Opened, *, number: int) -> HttpResponse:
    """What one revision did."""
    page = receipt_of(reader=reader_from(request, opened), number=number)
    may_undo = page.may_undo and may_revise(visitor_of(request), opened)
    return render(request, "claims/receipt.html", {"page": page, "base": opened, "may_undo": may_undo})


@page_to_change
def undo(request: HttpRequest, opened: Opened, *, number: int) -> HttpResponse:
    """Take a revision back as if it had not been."""
    page = receipt_of(reader=reader_from(request, opened), number=number)

    def act(filled: Mapping[str, Any], terms: Terms) -> Done:
        return undo_revision(
            base=opened.id,
            actor=actor_from(request),
            number=number,
            source=own_words(filled.get("why", "")),
            terms=terms,
        )

    back = reverse("receipt", args=[opened.id, number])
    step = Step(
        title="Take it back",
        intro="Everything that was done in it is taken back, as if it had not been. You can bring it back later.",
        confirm="Take it back",
        about=page.about or page.new,
        back=back,
        crumbs=((opened.label, reverse("base", args=[opened.id])), (f"Revision {number}", back)),
        act=act,
        more={"undone": page},
    )
    return take(request, opened, step)
