"""One claim at any status, and asserting claims."""

from __future__ import annotations

from typing import ClassVar
from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from claims.access import base_to_assert
from claims.api.shapes.asked import AsOf, PairAsked
from claims.api.shapes.claims import ClaimShown
from claims.api.shapes.explanations import ComparisonShown, ExplanationShown, HistoryShown, ImpactShown
from claims.api.shapes.outcomes import Done
from claims.api.shapes.proposals import ClaimProposed, proposal_of
from claims.api.views.base import BaseView, Fetch, documented
from claims.services.assert_claims import assert_claims
from claims.services.reading.around.compare_claims import compare_claims
from claims.services.reading.around.impact import impact_of
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
        """One claim, at any status. One that has become another is answered as that one, with its id, and
        `Content-Location` says so."""
        at = self.clocks(self.asked(AsOf))
        view = claim_view(self.base.id, claim, at.valid_at, at.known_at)
        return self.show_claim(ClaimShown, view, claim, view.id)


class ClaimHistory(BaseView):
    """`B claims/{id}/history/`."""

    @documented(HistoryShown, query=AsOf, operation_id="read_claim_history")
    def get(self, request: Request, base: UUID, claim: UUID) -> Response:
        """The rows of one claim on both clocks, and every act upon it."""
        at = self.clocks(self.asked(AsOf))
        found = claim_history(base=self.base.id, claim=claim, at=at)
        return self.show_claim(HistoryShown, found, claim, found.claim.id)


class ClaimExplained(BaseView):
    """`B claims/{id}/explain/`."""

    @documented(ExplanationShown, query=AsOf, operation_id="explain_claim")
    def get(self, request: Request, base: UUID, claim: UUID) -> Response:
        """Why it is held, down to its sources, or why it is not and what stands in the way."""
        at = self.clocks(self.asked(AsOf))
        found = explain_claim(base=self.base.id, claim=claim, valid_at=at.valid_at, known_at=at.known_at)
        return self.show_claim(ExplanationShown, found, claim, *(node.view.id for node in found.nodes))


class ClaimImpact(BaseView):
    """`B claims/{id}/impact/`. Agents are served claims between revisions too."""

    by_revision = False

    @documented(ImpactShown, query=AsOf, operation_id="read_impact")
    def get(self, request: Request, base: UUID, claim: UUID) -> Response:
        """What leans on it, directly and beyond, and which agents were served it."""
        found = impact_of(base=self.base.id, claim=claim, clocks=self.clocks(self.asked(AsOf)))
        return self.show_claim(ImpactShown, found, claim, found.claim.id, *(each.claim.id for each in found.dependents))


class Comparison(BaseView):
    """`B compare/`."""

    @documented(ComparisonShown, query=PairAsked, operation_id="compare_claims")
    def get(self, request: Request, base: UUID) -> Response:
        """What two claims weigh, part by part, and which one would be the harder to give up."""
        asked = self.asked(PairAsked)
        found = compare_claims(
            base=self.base.id,
            a=asked["a"],
            b=asked["b"],
            clocks=self.clocks(asked),
            to_person=self.visitor.is_person,
        )
        self.note([found.a.claim.id, found.b.claim.id])
        return self.show(ComparisonShown, found)
