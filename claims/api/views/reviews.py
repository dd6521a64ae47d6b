"""The queue, and verdicts on what is in it."""

from __future__ import annotations

from typing import Any, ClassVar
from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from claims.access import base_to_revise
from claims.api.shapes.acts import VerdictSaid
from claims.api.shapes.asked import ReviewsAsked
from claims.api.shapes.outcomes import Done
from claims.api.shapes.proposals import origin_of
from claims.api.shapes.reviews import ReviewShown
from claims.api.views.base import BaseView, Fetch, documented, place_in
from claims.queries.reviews import AskedItems
from claims.services.disputes.close_review import close_review
from claims.services.reading.read_reviews import ReviewView, review_page


class Reviews(BaseView):
    """`B reviews/`."""

    @documented(ReviewShown, query=ReviewsAsked, many=True, operation_id="list_reviews")
    def get(self, request: Request, base: UUID) -> Response:
        """What a person should look at: open items first, the oldest first among them."""
        found = self.asked(ReviewsAsked)
        wanted = AskedItems(
            kind=found.get("kind"), open=found["open"], after=place_in(found, place_of_item), limit=found["limit"] + 1
        )
        views = review_page(base=self.base.id, asked=wanted, at=self.clocks({}))
        self.note(each.id for view in views[: found["limit"]] for each in (view.claim, *view.rivals) if each)
        return self.page(ReviewShown, views, found["limit"], _cursor)


def _cursor(view: ReviewView) -> list[Any]:
    return [view.verdict is not None, view.opened, str(view.id)]


def place_of_item(place: Any) -> tuple[bool, int, UUID]:
    """The place of an item in a list that begins with what is open: decided, revision, id."""
    closed, opened, item = place
    if type(closed) is not bool or type(opened) is not int or not 0 <= opened < 2**31:
        raise ValueError(place)
    return closed, opened, UUID(item)


class Verdict(BaseView):
    """`B reviews/{id}/close/`."""

    fetches: ClassVar[dict[str, Fetch]] = {"POST": base_to_revise}

    @documented(Done, takes=VerdictSaid, operation_id="close_review")
    def post(self, request: Request, base: UUID, review: UUID) -> Response:
        """Decide an item (scope `revise`; a stale one is confirmed by people only, a predicate decided by
        administrators). contested: `keep` or `replace`; dependent: `still_holds` or `no_longer_holds`; stale:
        `confirmed` or `retract`; duplicate: `merge` or `distinct`; predicate: `single`, `multi` or `synonym_of`."""
        said = self.sent(VerdictSaid)
        named = said.get("synonym_of") if said["verdict"] == "synonym_of" else None
        return self.tell(
            close_review(
                base=self.base.id,
                actor=self.actor,
                review=review,
                verdict=said["verdict"],
                keep=[named] if named else said.get("keep", []),
                source=origin_of(said.get("source"), ceiling=self.visitor.ceiling, reason=said.get("reason")),
                terms=self.terms(said),
            )
        )
