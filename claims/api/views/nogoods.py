"""Contradictions: found or reported, and resolved."""

from __future__ import annotations

from typing import Any, ClassVar
from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from claims.access import base_to_assert, base_to_revise
from claims.api.conditions import tag_of
from claims.api.shapes.acts import NogoodSaid, ResolutionSaid
from claims.api.shapes.asked import NogoodsAsked, NothingAsked
from claims.api.shapes.outcomes import Done
from claims.api.shapes.proposals import origin_of
from claims.api.shapes.reviews import NogoodReported, NogoodShown
from claims.api.views.base import BaseView, Fetch, documented, place_in
from claims.api.views.reviews import place_of_item
from claims.queries.reviews import AskedNogoods
from claims.services.disputes.report_nogood import report_nogood
from claims.services.disputes.resolve_nogood import resolve_nogood
from claims.services.outcomes import outcomes
from claims.services.reading.clocks import clocks
from claims.services.reading.read_reviews import NogoodView, nogood_page, nogood_view


class Nogoods(BaseView):
    """`B nogoods/`."""

    fetches: ClassVar[dict[str, Fetch]] = {"POST": base_to_assert}

    @documented(NogoodShown, query=NogoodsAsked, many=True, operation_id="list_nogoods")
    def get(self, request: Request, base: UUID) -> Response:
        """Contradictions, found or reported: open ones first, the oldest first among them."""
        found = self.asked(NogoodsAsked)
        wanted = AskedNogoods(open=found["open"], after=place_in(found, place_of_item), limit=found["limit"] + 1)
        views = nogood_page(base=self.base.id, asked=wanted, at=self.clocks({}))
        self.note(each.id for view in views[: found["limit"]] for each in view.members)
        return self.page(NogoodShown, views, found["limit"], _cursor)

    @documented(NogoodReported, takes=NogoodSaid, status=[200, 201], operation_id="report_nogood")
    def post(self, request: Request, base: UUID) -> Response:
        """Report claims that cannot stand together: that changes nothing that is held, and asks a person (scope
        `assert`). 200 where it is known already."""
        said = self.sent(NogoodSaid)
        reported = report_nogood(
            base=self.base.id,
            actor=self.actor,
            members=said["members"],
            source=origin_of(said.get("source"), ceiling=self.visitor.ceiling, reason=said.get("reason")),
            terms=self.terms(said),
        )
        done = reported.done
        at = clocks(head_at=done.recorded_at if done else self.base.head_at, valid_at=None, known_at=None)
        body = {
            "nogood": nogood_view(base=self.base.id, nogood=reported.nogood, at=at) if reported.nogood else None,
            "revision": done.revision if done else None,
            "digest": done.digest if done else None,
            "explanation": outcomes(done)[0].explanation if done else ["This contradiction is known already."],
        }
        made = done is not None and done.revision is not None
        response = self.show(NogoodReported, body, status=201 if made else 200)
        if done is not None and done.revision is not None:
            response["ETag"] = tag_of(done.revision)
            response["Location"] = response.data["nogood"]["url"]
        return response


def _cursor(view: NogoodView) -> list[Any]:
    return [not view.open, view.found, str(view.id)]


class Nogood(BaseView):
    """`B nogoods/{id}/`."""

    @documented(NogoodShown, operation_id="read_nogood")
    def get(self, request: Request, base: UUID, nogood: UUID) -> Response:
        """One contradiction."""
        self.asked(NothingAsked)
        view = nogood_view(base=self.base.id, nogood=nogood, at=self.clocks({}))
        self.note(each.id for each in view.members)
        return self.show(NogoodShown, view)


class Resolution(BaseView):
    """`B nogoods/{id}/resolve/`."""

    fetches: ClassVar[dict[str, Fetch]] = {"POST": base_to_revise}

    @documented(Done, takes=ResolutionSaid, operation_id="resolve_nogood")
    def post(self, request: Request, base: UUID, nogood: UUID) -> Response:
        """Say which claims of a contradiction stay (scope `revise`); too weak a word asks a person again."""
        said = self.sent(ResolutionSaid)
        return self.tell(
            resolve_nogood(
                base=self.base.id,
                actor=self.actor,
                nogood=nogood,
                keep=said["keep"],
                source=origin_of(said.get("source"), ceiling=self.visitor.ceiling, reason=said.get("reason")),
                terms=self.terms(said),
            )
        )
