"""The queue."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from claims.api.shapes.asked import ReviewsAsked
from claims.api.shapes.reviews import ReviewShown
from claims.api.views.base import BaseView, documented, place_in
from claims.queries.reviews import AskedItems
from claims.services.reading.read_reviews import ReviewView, review_page


class Reviews(BaseView):
    """`B reviews/`."""

    @documented(ReviewShown, query=ReviewsAsked, many=True, operation_id="list_reviews")
    def get(self, request: Request, base: UUID) -> Response:
        """What a person should look at: open items first, the oldest first among them."""
        found = self.asked(ReviewsAsked)
        wanted = AskedItems(
            kind=found.get("kind"), open=found["open"], after=place_in(found, _place), limit=found["limit"] + 1
        )
        views = review_page(base=self.base.id, asked=wanted, at=self.clocks({}))
        return self.page(ReviewShown, views, found["limit"], _cursor)


def _cursor(view: ReviewView) -> list[Any]:
    return [view.verdict is not None, view.opened, str(view.id)]


def _place(place: Any) -> tuple[bool, int, UUID]:
    closed, opened, item = place
    if type(closed) is not bool or type(opened) is not int or not 0 <= opened < 2**31:
        raise ValueError(place)
    return closed, opened, UUID(item)
