"""The neighbourhood of a claim."""

from __future__ import annotations

from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from claims.api.shapes.graph import GraphAsked, GraphShown
from claims.api.views.base import BaseView, documented
from claims.services.reading.read_graph import Around, read_graph


class Graph(BaseView):
    """`B graph/`."""

    @documented(GraphShown, query=GraphAsked, operation_id="read_graph")
    def get(self, request: Request, base: UUID) -> Response:
        """What a claim touches, step by step, as elements for Cytoscape; and how much was left out, claim by claim.
        Restricted claims are left out, save the one asked about."""
        found = self.asked(GraphAsked)
        around = Around(claim=found["claim"], depth=found["depth"], limit=found["limit"])
        return self.show(GraphShown, read_graph(base=self.base.id, around=around, at=self.clocks(found)))
