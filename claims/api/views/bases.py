"""The bases that a key may see, one of them, and making one."""

from __future__ import annotations

from typing import ClassVar
from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from claims.access import administrator, bases_seen_by
from claims.api.shapes.asked import NothingAsked, PageAsked
from claims.api.shapes.bases import BaseInFull, BaseSaid, BaseShown
from claims.api.views.base import Admit, BaseView, View, documented, place_in
from claims.services.administration.make_base import make_base
from claims.services.reading.read_bases import base_in_full, base_made


class Bases(View):
    """`/api/v1/bases/`."""

    admits: ClassVar[dict[str, Admit]] = {"POST": administrator}

    @documented(BaseShown, query=PageAsked, many=True, operation_id="list_bases")
    def get(self, request: Request) -> Response:
        """The bases this key, or this person, may read."""
        found = self.asked(PageAsked)
        after = place_in(found, UUID)
        rows = bases_seen_by(self.visitor, after=after, limit=found["limit"] + 1)
        return self.page(BaseShown, rows, found["limit"], lambda row: str(row.id))

    @documented(BaseShown, takes=BaseSaid, status=[201], operation_id="make_base")
    def post(self, request: Request) -> Response:
        """Make a base (scope `admin`). The key that makes it may use it."""
        made = make_base(actor=self.actor, **self.sent(BaseSaid))
        response = self.show(BaseShown, base_made(base=made), status=201)
        response["Location"] = response.data["url"]
        return response


class Base(BaseView):
    """`/api/v1/bases/{base}/`."""

    @documented(BaseInFull, operation_id="read_base")
    def get(self, request: Request, base: UUID) -> Response:
        """A base, its head revision and its counts."""
        self.asked(NothingAsked)
        return self.show(BaseInFull, base_in_full(self.base))
