"""What is held, and the whole history of one question."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from claims.api.shapes.asked import BeliefsAsked, QuestionAsked
from claims.api.shapes.claims import ClaimShown
from claims.api.shapes.explanations import HistoryShown
from claims.api.shapes.graph import GraphAsked, GraphShown
from claims.api.shapes.proposals import TIERS
from claims.api.views.base import BaseView, documented, place_in
from claims.services.reading.around.read_graph import Around, read_graph
from claims.services.reading.find_beliefs import Wanted, find_beliefs
from claims.services.reading.read_history import question_history

#: What is looked for by words, and what that is called in a query; blank words look for nothing.
WORDS = {"subject": "subject", "predicate": "predicate", "object": "object", "text": "q"}


class Beliefs(BaseView):
    """`B beliefs/`."""

    @documented(ClaimShown, query=BeliefsAsked, many=True, operation_id="list_beliefs")
    def get(self, request: Request, base: UUID) -> Response:
        """What is held, in the order of ids: never what is superseded, restricted, contested or rejected."""
        found = self.asked(BeliefsAsked)
        at, limit = self.clocks(found), found["limit"]
        wanted = Wanted(
            **{name: found.get(asked, "").strip() or None for name, asked in WORDS.items()},
            confidence=found["min_confidence"],
            tier=int(TIERS[found["tier"]]) if "tier" in found else 0,
            after=place_in(found, UUID),
            limit=limit + 1,
        )
        views = find_beliefs(base=self.base.id, wanted=wanted, at=at)
        self.note(view.id for view in views[:limit])
        pinned = {"valid_at": _text(at.valid_at), "known_at": _text(at.known_at)}
        return self.page(ClaimShown, views, limit, lambda view: str(view.id), **pinned)


def _text(instant: datetime) -> str:
    return instant.isoformat().replace("+00:00", "Z")


class QuestionHistory(BaseView):
    """`B beliefs/history/`."""

    @documented(HistoryShown, query=QuestionAsked, many=True, operation_id="read_question_history")
    def get(self, request: Request, base: UUID) -> Response:
        """The whole history of one question on both clocks, claim by claim."""
        found = self.asked(QuestionAsked)
        histories = question_history(
            base=self.base.id, subject=found["subject"], predicate=found["predicate"], at=self.clocks(found)
        )
        self.note(each.claim.id for each in histories)
        return self.page(HistoryShown, histories, len(histories), lambda _: None)


class Graph(BaseView):
    """`B graph/`."""

    @documented(GraphShown, query=GraphAsked, operation_id="read_graph")
    def get(self, request: Request, base: UUID) -> Response:
        """What a claim touches, step by step, as elements for Cytoscape; and how much was left out, claim by claim.
        Restricted claims are left out, save the one asked about."""
        found = self.asked(GraphAsked)
        around = Around(claim=found["claim"], depth=found["depth"], limit=found["limit"])
        graph = read_graph(base=self.base.id, around=around, at=self.clocks(found))
        self.note(each.id for each in graph.claims)
        return self.show(GraphShown, graph)
