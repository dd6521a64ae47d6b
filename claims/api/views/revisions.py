"""The log of operations, and taking one back."""

from __future__ import annotations

from typing import ClassVar
from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from claims.access import base_to_revise
from claims.api.shapes.acts import UndoSaid
from claims.api.shapes.asked import NothingAsked, PageAsked
from claims.api.shapes.outcomes import Done
from claims.api.shapes.proposals import origin_of
from claims.api.shapes.revisions import RevisionShown
from claims.api.views.base import BaseView, Fetch, documented, place_in
from claims.services.reading.read_revisions import revision_page, revision_view
from claims.services.undo_revision import undo_revision


class Revisions(BaseView):
    """`B revisions/`."""

    @documented(RevisionShown, query=PageAsked, many=True, operation_id="list_revisions")
    def get(self, request: Request, base: UUID) -> Response:
        """Every operation, the latest first."""
        found = self.asked(PageAsked)
        before = place_in(found, _number)
        views = revision_page(base=self.base.id, before=before, limit=found["limit"] + 1)
        self.note(act.claim for view in views[: found["limit"]] for act in view.acts if act.claim)
        return self.page(RevisionShown, views, found["limit"], lambda view: view.number)


def _number(place: object) -> int:
    if type(place) is not int or not 0 < place < 2**31:
        raise ValueError(place)
    return place


class Revision(BaseView):
    """`B revisions/{n}/`."""

    @documented(RevisionShown, operation_id="read_revision")
    def get(self, request: Request, base: UUID, number: int) -> Response:
        """One operation with its acts."""
        self.asked(NothingAsked)
        view = revision_view(base=self.base.id, number=number)
        self.note(act.claim for act in view.acts if act.claim)
        return self.show(RevisionShown, view)


class Undo(BaseView):
    """`B revisions/{n}/undo/`."""

    fetches: ClassVar[dict[str, Fetch]] = {"POST": base_to_revise}

    @documented(Done, takes=UndoSaid, operation_id="undo_revision")
    def post(self, request: Request, base: UUID, number: int) -> Response:
        """Take an operation back as if it had not been (scope `revise`). That is an operation too."""
        said = self.sent(UndoSaid)
        return self.tell(
            undo_revision(
                base=self.base.id,
                actor=self.actor,
                number=number,
                source=origin_of(said.get("source"), ceiling=self.visitor.ceiling, reason=said.get("reason")),
                terms=self.terms(said),
            )
        )
