"""How a statement stands: it is right, it is held back while it is checked, it is passed on again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse

from claims.access import Opened
from claims.services.belief_base.operation import Done, Terms
from claims.services.confirm_claim import confirm_claim
from claims.services.pages.acting.asking import asked_about
from claims.services.restrict_claim import release_claim, restrict_claim
from claims.web.acting.step import Step, about, reader_from, take
from claims.web.visiting import actor_from, page_to_change


@page_to_change
def confirm(request: HttpRequest, opened: Opened, *, claim: UUID) -> HttpResponse:
    """Say that a statement is right."""
    return _stand(
        request,
        opened,
        claim,
        confirm_claim,
        title="Say that it is right",
        intro="It is then marked Checked, and nothing that an assistant saw or guessed takes its place.",
        confirm="Confirm that it is right",
    )


@page_to_change
def dispute(request: HttpRequest, opened: Opened, *, claim: UUID) -> HttpResponse:
    """Have a statement held back while it is checked."""
    return _stand(
        request,
        opened,
        claim,
        restrict_claim,
        title="Have it checked",
        intro="You say that this may be wrong. No assistant is given it until it is passed on again.",
        confirm="Hold it back",
    )


@page_to_change
def release(request: HttpRequest, opened: Opened, *, claim: UUID) -> HttpResponse:
    """Let a statement be passed on again."""
    return _stand(
        request,
        opened,
        claim,
        release_claim,
        title="Pass it on again",
        intro="The check is over: assistants are given this again.",
        confirm="Pass it on again",
    )


def _stand(
    request: HttpRequest, opened: Opened, claim: UUID, service: Callable[..., Done], **words: Any
) -> HttpResponse:
    asked = asked_about(reader=reader_from(request, opened), claim=claim)
    actor = actor_from(request)

    def act(filled: Mapping[str, Any], terms: Terms) -> Done:
        return service(base=opened.id, actor=actor, claim=claim, reason=filled.get("why", ""), terms=terms)

    return take(request, opened, Step(act=act, **about(opened, asked), **words))
