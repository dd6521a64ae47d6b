"""One claim at any status, and asserting claims."""

from __future__ import annotations

from typing import ClassVar
from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from claims.access import base_to_assert
from claims.api.shapes.asked import AsOf
from claims.api.shapes.claims import ClaimShown
from claims.api.shapes.explanations import ExplanationShown, HistoryShown
from claims.api.shapes.outcomes import Done
from claims.api.shapes.proposals import ClaimProposed, proposal_of
from claims.api.views.base import BaseView, Fetch, documented
from claims.services.assert_claims import assert_claims
from claims.services.reading.claim_status import claim_view
from claims.services.reading.explain_claim import explain_claim
from claims.services.reading.read_history import claim_history


class Claims(BaseView):
    """`B claims/`."""

    fetches: ClassVar[dict[str, Fetch]] = {"POST": base_to_assert}

    @documented(Done, takes=ClaimProposed, status=[200, 201], operation_id="assert_claim")
    def post(self, request: Request, base: UUID) -> Response:
        """Assert a claim: 201 where the base did not have it yet, else 200 (scope `assert`)."""
        said = self.sent(ClaimProposed)
        return self.tell(
            assert_claims(base=self.base.id, actor=self.actor, proposals=[proposal_of(said)], terms=self.terms(said))
        )


class Claim(BaseView):
    """`B claims/{id}/`."""

    @documented(ClaimShown, query=AsOf, operation_id="read_claim")
    def get(self, request: Request, base: UUID, claim: UUID) -> Response:
        """One claim, at any status."""
        at = self.clocks(self.asked(AsOf))
        return self.show(ClaimShown, claim_view(self.base.id, claim, at.valid_at, at.known_at))


class ClaimHistory(BaseView):
    """`B claims/{id}/history/`."""

    @documented(HistoryShown, query=AsOf, operation_id="read_claim_history")
    def get(self, request: Request, base: UUID, claim: UUID) -> Response:
        """The rows of one claim on both clocks, and every act upon it."""
        at = self.clocks(self.asked(AsOf))
        return self.show(HistoryShown, claim_history(base=self.base.id, claim=claim, at=at))


class ClaimExplained(BaseView):
    """`B claims/{id}/explain/`."""

    @documented(ExplanationShown, query=AsOf, operation_id="explain_claim")
    def get(self, request: Request, base: UUID, claim: UUID) -> Response:
        """Why it is held, down to its sources, or why it is not and what stands in the way."""
        at = self.clocks(self.asked(AsOf))
        found = explain_claim(base=self.base.id, claim=claim, valid_at=at.valid_at, known_at=at.known_at)
        return self.show(ExplanationShown, found)
