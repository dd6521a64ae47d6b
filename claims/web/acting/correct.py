"""Correct a statement: it changed, it ended, it was always something else, or it was never true."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse

from claims.access import Opened
from claims.services.belief_base.operation import Done, Terms
from claims.services.by_hand.correct_claim import Instead, correct_claim
from claims.services.contract_claim import Reading, contract_claim
from claims.services.pages.acting.asking import asked_about
from claims.web.acting.forms import CorrectionForm
from claims.web.acting.step import Step, about, own_words, reader_from, take
from claims.web.visiting import actor_from, page_to_change


@page_to_change
def correct(request: HttpRequest, opened: Opened, *, claim: UUID) -> HttpResponse:
    """Say what is wrong with a statement, and what is right."""
    asked = asked_about(reader=reader_from(request, opened), claim=claim)
    actor = actor_from(request)

    def act(filled: Mapping[str, Any], terms: Terms) -> Done:
        source = own_words(filled.get("why", ""))
        if filled["how"] in ("changed", "instead"):
            return correct_claim(
                base=opened.id, actor=actor, claim=claim, instead=_instead(filled), source=source, terms=terms
            )
        never = filled["how"] == "never"
        return contract_claim(
            base=opened.id,
            actor=actor,
            claim=claim,
            reading=Reading.NEVER_TRUE if never else Reading.ENDED,
            source=source,
            ended_at=None if never else filled["until"],
            terms=terms,
        )

    step = Step(
        title="Correct a statement",
        intro="Say what is wrong. Before anything changes, you see everything that would follow.",
        confirm="Confirm this correction",
        act=act,
        form=CorrectionForm,
        template="claims/correct.html",
        at_once=False,
        options={"values": asked.values},
        more={"asked": asked},
        **about(opened, asked),
    )
    return take(request, opened, step)


def _instead(filled: Mapping[str, Any]) -> Instead:
    if filled["how"] == "changed":
        return Instead(value=filled["now"], changed_on=filled["on"])
    return Instead(value=filled["instead"], since=filled["since"])
