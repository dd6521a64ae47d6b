"""Erasure."""

from __future__ import annotations

from typing import ClassVar
from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from claims.access import base_to_erase
from claims.api.shapes.rights.erasures import ErasureDone, ErasureSaid, Receipt
from claims.api.views.base import BaseView, Fetch, documented
from claims.refusals import Invalid
from claims.services.rights.erase.erase_claims import Ground, Wish, erase_claims


class Erasure(BaseView):
    """`B claims/{id}/erase/`."""

    fetches: ClassVar[dict[str, Fetch]] = {"POST": base_to_erase}

    @documented(ErasureDone, takes=ErasureSaid, operation_id="erase_claim")
    def post(self, request: Request, base: UUID, claim: UUID) -> Response:
        """Have a claim forgotten for good, wherever its words are kept, and get a receipt (scope `erase`)."""
        said = self.sent(ErasureSaid)
        wish = Wish(
            claims=[claim, *(_id(each, place) for place, each in enumerate(said.get("also", [])))],
            ground=Ground(said["ground"]),
            restores=said.get("restores", False),
            learn_again=said.get("learn_again", False),
        )
        erasing = erase_claims(base=self.base.id, actor=self.actor, wish=wish, terms=self.terms(said))
        response = self.tell(erasing.done)
        response.data["receipt"] = Receipt(erasing.receipt, context={"request": request}).data
        return response


def _id(text: str, place: int) -> UUID:
    try:
        return UUID(text)
    except ValueError:
        raise Invalid.at(f"/also/{place}", "This is not the id of a claim; give its UUID.") from None
