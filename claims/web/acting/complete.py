"""Add a statement to what is believed: what it leaves out, in one's own words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse

from claims.access import Opened
from claims.services.belief_base.operation import Done, Terms
from claims.services.pages.acting.asking import asked_about
from claims.services.rights.complete_claim import complete_claim
from claims.web.acting.forms import StatementForm
from claims.web.acting.step import Step, about, reader_from, take
from claims.web.visiting import actor_from, page_to_change


@page_to_change
def complete(request: HttpRequest, opened: Opened, *, claim: UUID) -> HttpResponse:
    """Say what is missing; from then on it goes with the statement wherever that is given."""
    asked = asked_about(reader=reader_from(request, opened), claim=claim)
    actor = actor_from(request)

    def act(filled: Mapping[str, Any], terms: Terms) -> Done:
        said = {"statement": filled["statement"], "reason": filled.get("why", "")}
        return complete_claim(base=opened.id, actor=actor, claim=claim, terms=terms, **said)

    step = Step(
        title="Add what is missing",
        intro="It stays as it is, and your words go with it wherever it is given, to assistants and in copies.",
        confirm="Put it beside the statement",
        act=act,
        form=StatementForm,
        at_once=False,
        **about(opened, asked),
    )
    return take(request, opened, step)
