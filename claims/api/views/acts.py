"""Acts upon a claim: taking it back, and changing its reasons."""

from __future__ import annotations

from typing import ClassVar
from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from claims.access import base_to_revise
from claims.api.shapes.acts import ContractionSaid, JustificationsSaid
from claims.api.shapes.outcomes import Done
from claims.api.shapes.proposals import origin_of, reasons_of
from claims.api.views.base import BaseView, Fetch, documented
from claims.services.contract_claim import Reading, contract_claim
from claims.services.justify_claim import justify_claim


class Contraction(BaseView):
    """`B claims/{id}/contract/`."""

    fetches: ClassVar[dict[str, Fetch]] = {"POST": base_to_revise}

    @documented(Done, takes=ContractionSaid, operation_id="contract_claim")
    def post(self, request: Request, base: UUID, claim: UUID) -> Response:
        """Take a claim back: it ended, or it was never true (scope `revise`)."""
        said = self.sent(ContractionSaid)
        return self.tell(
            contract_claim(
                base=self.base.id,
                actor=self.actor,
                claim=claim,
                reading=Reading(said["reading"]),
                source=origin_of(said.get("source"), ceiling=self.visitor.ceiling, reason=said.get("reason")),
                ended_at=said.get("ended_at"),
                terms=self.terms(said),
            )
        )


class Justifications(BaseView):
    """`B claims/{id}/justifications/`."""

    fetches: ClassVar[dict[str, Fetch]] = {"POST": base_to_revise}

    @documented(Done, takes=JustificationsSaid, operation_id="justify_claim")
    def post(self, request: Request, base: UUID, claim: UUID) -> Response:
        """Add reasons to a claim, replace them, or lift them (scope `revise`)."""
        said = self.sent(JustificationsSaid)
        return self.tell(
            justify_claim(
                base=self.base.id,
                actor=self.actor,
                claim=claim,
                mode=said["mode"],
                reasons=reasons_of(said.get("justifications", [])),
                source=origin_of(said.get("source"), ceiling=self.visitor.ceiling, reason=said.get("reason")),
                terms=self.terms(said),
            )
        )
