"""Acts upon a claim: taking it back, changing its reasons; and what people alone do: confirm, restrict, release."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar
from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from claims.access import base_to_revise
from claims.api.shapes.acts import CompletionSaid, ContractionSaid, JustificationsSaid, OfPerson
from claims.api.shapes.outcomes import Done
from claims.api.shapes.proposals import origin_of, reasons_of
from claims.api.views.base import BaseView, Fetch, documented
from claims.services.belief_base.operation import Done as DoneAct
from claims.services.confirm_claim import confirm_claim
from claims.services.contract_claim import Reading, contract_claim
from claims.services.justify_claim import justify_claim
from claims.services.restrict_claim import release_claim, restrict_claim
from claims.services.rights.complete_claim import complete_claim


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


class ActOfPerson(BaseView):
    """What only a person signed in does to a claim."""

    fetches: ClassVar[dict[str, Fetch]] = {"POST": base_to_revise}

    def carry_out(self, act: Callable[..., DoneAct], claim: UUID) -> Response:
        """Carry out one of these acts."""
        said = self.sent(OfPerson)
        reason = said.get("reason") or ""
        return self.tell(act(base=self.base.id, actor=self.actor, claim=claim, reason=reason, terms=self.terms(said)))


class Confirmation(ActOfPerson):
    """`B claims/{id}/confirm/`."""

    @documented(Done, takes=OfPerson, operation_id="confirm_claim")
    def post(self, request: Request, base: UUID, claim: UUID) -> Response:
        """Answer for a claim: it is `verified` for every period for which it was asserted (people only)."""
        return self.carry_out(confirm_claim, claim)


class Restriction(ActOfPerson):
    """`B claims/{id}/restrict/`."""

    @documented(Done, takes=OfPerson, operation_id="restrict_claim")
    def post(self, request: Request, base: UUID, claim: UUID) -> Response:
        """Put a claim out of service: it keeps its place, is not served and supports nothing (people only)."""
        return self.carry_out(restrict_claim, claim)


class Release(ActOfPerson):
    """`B claims/{id}/release/`."""

    @documented(Done, takes=OfPerson, operation_id="release_claim")
    def post(self, request: Request, base: UUID, claim: UUID) -> Response:
        """Serve a restricted claim again (people only)."""
        return self.carry_out(release_claim, claim)


class Completion(BaseView):
    """`B claims/{id}/complete/`."""

    fetches: ClassVar[dict[str, Fetch]] = {"POST": base_to_revise}

    @documented(Done, takes=CompletionSaid, operation_id="complete_claim")
    def post(self, request: Request, base: UUID, claim: UUID) -> Response:
        """Put a statement beside a claim; from then on it is not given without (people only)."""
        said = self.sent(CompletionSaid)
        return self.tell(
            complete_claim(
                base=self.base.id,
                actor=self.actor,
                claim=claim,
                statement=said["statement"],
                reason=said.get("reason") or "",
                terms=self.terms(said),
            )
        )
