"""What is believed: about the person who signed in, in all that concerns them; or in one base."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from claims.access import Opened, bases_seen_by
from claims.services.pages.overview import Look, Overview, overview
from claims.web.asking import Asking, asking
from claims.web.visiting import is_person_concerned, page_of_base, visitor_of

FILTERS = (
    ("", "All", "all"),
    ("said", "You said", "said"),
    ("saw", "We saw", "saw"),
    ("doc", "From a document", "doc"),
    ("guessed", "We guessed", "guessed"),
    ("checked", "Checked", "checked"),
    ("disputed", "Disputed", "disputed"),
)
#: Bases on a page of staff.
MOST_BASES = 100


@dataclass(frozen=True, slots=True)
class Section:
    """One base with a page of what is believed in it."""

    base: Opened
    page: Overview

    @property
    def title(self) -> str:
        return self.base.label if self.base.kind == "project" else "You"

    @property
    def hint(self) -> str:
        return "your project" if self.base.kind == "project" else "and your days"


@login_required
def home(request: HttpRequest) -> HttpResponse:
    """The overview of the person concerned; for staff the bases."""
    bases = bases_seen_by(visitor_of(request), after=None, limit=MOST_BASES)
    if not is_person_concerned(request):
        return render(request, "claims/bases.html", {"bases": bases})
    return _overview(request, bases)


@page_of_base
def base(request: HttpRequest, opened: Opened) -> HttpResponse:
    """What is believed in one base."""
    return _overview(request, [opened], alone=True)


def _overview(request: HttpRequest, bases: Sequence[Opened], *, alone: bool = False) -> HttpResponse:
    asked = asking(request)
    look = Look(
        valid_at=asked.valid_at,
        known_at=asked.known_at,
        text=asked.text,
        kind=asked.kind,
        page=asked.page,
        now=not (asked.known_on or asked.valid_on),
        to_subject=is_person_concerned(request),
    )
    ordered = sorted(bases, key=lambda each: (each.kind != "project", each.label))
    sections = [Section(each, overview(base=each.id, look=look)) for each in ordered]
    if not alone and asked.is_plain and not any(each.page.shown for each in sections):
        return render(request, "claims/nothing_yet.html")
    return render(request, _template(request), _context(asked, sections, alone=alone))


def _template(request: HttpRequest) -> str:
    return "claims/overview.html#found" if getattr(request, "htmx", False) else "claims/overview.html"


def _context(asked: Asking, sections: list[Section], *, alone: bool) -> dict[str, object]:
    counts = {kind: sum(each.page.counts[name] for each in sections) for kind, _, name in FILTERS}
    return {
        "asked": asked,
        "finder": asked.finder,
        "filters": [{"value": kind, "words": words, "count": counts[kind]} for kind, words, _ in FILTERS],
        "sections": sections,
        "slips": [slip for each in sections for slip in each.page.slips],
        "total": counts[""],
        "shown": sum(each.page.shown for each in sections),
        "more": any(each.page.more for each in sections),
        "alone": sections[0].base if alone else None,
    }
