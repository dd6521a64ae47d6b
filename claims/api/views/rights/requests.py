"""Requests of persons about their data: filed, listed, and worked on step by step."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, ClassVar
from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from audit.requests.words import OVER, Kind
from claims.access import base_of_requests, may_take_step, whose_requests
from claims.api.shapes.asked import NothingAsked
from claims.api.shapes.rights.requests import (
    RequestGone,
    RequestSaid,
    RequestsAsked,
    RequestShown,
    StepSaid,
    fields_said,
)
from claims.api.views.base import BaseView, Fetch, documented, place_in
from claims.queries.rights.requests import AskedRequests
from claims.refusals import Invalid
from claims.services.rights.read_requests import RequestView, request_page, request_view, view_of
from claims.services.rights.requests.file_request import Asked, file_request
from claims.services.rights.requests.taking import Gone
from claims.services.rights.requests.wish import Wish
from claims.services.rights.steps import STEPS, take_named

_FOR_STAFF = ("subject", "received_at", "law")


class OfRequests(BaseView):
    """What is told of requests does not follow the revisions of their base."""

    fetches: ClassVar[dict[str, Fetch]] = {"GET": base_of_requests, "POST": base_of_requests}
    by_revision = False

    @property
    def whose(self) -> UUID | None:
        """Whose requests are seen here; everybody's, where that is ``None``."""
        return whose_requests(self.visitor, self.base)

    def gone(self, gone: Gone, *, status: int = 200) -> Response:
        """What came of an act."""
        body = {"request": view_of(gone), "letters": gone.letters, "digest": gone.digest}
        return self.show(RequestGone, body, status=status)


class Requests(OfRequests):
    """`B requests/`."""

    @documented(RequestShown, query=RequestsAsked, many=True, operation_id="list_requests")
    def get(self, request: Request, base: UUID) -> Response:
        """Requests of persons, the latest first (people only): one's own, or for staff all of the base."""
        found = self.asked(RequestsAsked)
        wanted = AskedRequests(
            subject=self.whose,
            kind=found.get("kind"),
            state=found.get("state"),
            open=found["open"],
            over=sorted(OVER),
            after=place_in(found, _place),
            limit=found["limit"] + 1,
        )
        views = request_page(base=self.base.id, asked=wanted)
        return self.page(RequestShown, views, found["limit"], _cursor)

    @documented(RequestGone, takes=RequestSaid, status=[200, 201], operation_id="file_request")
    def post(self, request: Request, base: UUID) -> Response:
        """File a request (people only): the person concerned for themselves, staff for them. What is said to be wrong
        is held back at once. 200 for a preview."""
        said = self.sent(RequestSaid)
        by_subject = not self.base.looked_at
        if by_subject and (named := [name for name in _FOR_STAFF if said.get(name)]):
            raise Invalid.at(f"/{named[0]}", "Only staff say this, of a request that reached them otherwise.")
        terms = self.terms(said)
        gone = file_request(base=self.base.id, actor=self.actor, asked=_asked(said), by_subject=by_subject, terms=terms)
        response = self.gone(gone, status=200 if terms.preview else 201)
        if not terms.preview:
            response["Location"] = response.data["request"]["url"]
        return response


class OneRequest(OfRequests):
    """`B requests/{id}/`."""

    @documented(RequestShown, operation_id="read_request")
    def get(self, request: Request, base: UUID, asked: UUID) -> Response:
        """One request, with every step and letter (people only)."""
        self.asked(NothingAsked)
        return self.show(RequestShown, request_view(base=self.base.id, request=asked, subject=self.whose))


class RequestStep(OfRequests):
    """`B requests/{id}/{step}/`."""

    @documented(RequestGone, takes=StepSaid, operation_id="step_request")
    def post(self, request: Request, base: UUID, asked: UUID, step: str) -> Response:
        """Take a step with a request (compliance; `withdraw` also the person): `doubt verify give_up triage review
        extend hold resume decide agree execute carry_out notify certify close withdraw duplicate reopen`."""
        own = step in STEPS and STEPS[step].own
        may_take_step(self.visitor, self.base, own=own)
        request_view(base=self.base.id, request=asked, subject=self.whose)
        said = self.sent(StepSaid)
        terms = self.terms(said)
        return self.gone(
            take_named(
                base=self.base.id, actor=self.actor, request=asked, step=step, said=fields_said(said), terms=terms
            )
        )


def _asked(said: Mapping[str, Any]) -> Asked:
    received = said.get("received_at")
    correction = said.get("correction")
    return Asked(
        kind=Kind(said["kind"]),
        words=said.get("words", ""),
        claims=said.get("claims", []),
        ground=said.get("ground", ""),
        wish=Wish(**correction) if correction else None,
        subject=said.get("subject"),
        received_at=received.start if received else None,
        law=said.get("law", ""),
    )


def _place(place: Any) -> tuple[datetime, UUID]:
    at, request = place
    return datetime.fromisoformat(at), UUID(request)


def _cursor(view: RequestView) -> list[str]:
    return [view.received_at.isoformat(), str(view.id)]
