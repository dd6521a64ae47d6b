"""The part of a belief's page that shows what it rests on and what rests on it."""

from __future__ import annotations

from uuid import UUID

from django import forms
from django.http import HttpRequest

from claims.access import Opened
from claims.services.pages.neighbourhood import Neighbourhood, neighbourhood
from claims.services.reading.around.read_graph import MOST_CLAIMS
from claims.services.reading.clocks import Clocks
from claims.web.asking import Asking
from claims.web.visiting import is_person_concerned

#: The id of the element that this part is, by which htmx asks for it alone.
PART = "neighbourhood"


def is_about_neighbourhood(request: HttpRequest) -> bool:
    """Whether only this part of the page is wanted."""
    htmx = getattr(request, "htmx", None)
    return bool(htmx) and getattr(htmx, "target", None) == PART


def neighbourhood_asked(request: HttpRequest, opened: Opened, claim: UUID, asked: Asking) -> Neighbourhood:
    """What is around a claim: `?open=` names claims of which all neighbours are shown, `?at=` the one chosen.

    Raises:
        NotFound: where the base has no such claim.
    """
    chosen = _ids([request.GET.get("at", "")])
    return neighbourhood(
        base=opened.id,
        claim=claim,
        at=Clocks(asked.valid_at, asked.known_at),
        opened=_ids(request.GET.getlist("open")[:MOST_CLAIMS]),
        chosen=chosen[0] if chosen else None,
        to_subject=is_person_concerned(request),
    )


def _ids(texts: list[str]) -> list[UUID]:
    """Those of some texts that are ids; what cannot be read counts as not asked for."""
    field, found = forms.UUIDField(), []
    for text in texts:
        try:
            found.append(field.clean(text))
        except forms.ValidationError:
            continue
    return found
