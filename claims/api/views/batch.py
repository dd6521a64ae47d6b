"""Asserting many claims at once."""

from __future__ import annotations

from typing import Any, ClassVar
from uuid import UUID

from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from claims.access import base_to_assert
from claims.api.conditions import tag_of
from claims.api.problems import at_most, faults_in, problem_of
from claims.api.shapes.outcomes import Outcomes, batch_body, outcome_bodies
from claims.api.shapes.proposals import Batch, BatchItem, LooseBatch, proposal_of
from claims.api.shapes.strict import read_into
from claims.api.views.base import BaseView, Fetch, documented
from claims.refusals import Invalid, Refusal
from claims.services.assert_claims import assert_claims
from claims.services.batches.assert_each import Fate, Item, Unread, assert_each
from claims.services.belief_base.operation import Done
from claims.services.reading.results import results_of

#: So many faults of one item are named, for there may be a thousand items.
MOST_OF_ONE = 10


class ClaimBatch(BaseView):
    """`B claims/batch/`."""

    fetches: ClassVar[dict[str, Fetch]] = {"POST": base_to_assert}
    told = staticmethod(batch_body)

    @documented(Outcomes, takes=Batch, status=[200, 201], operation_id="assert_batch")
    def post(self, request: Request, base: UUID) -> Response:
        """Assert up to 1,000 claims: all as one revision or none, or each as its own (scope `assert`)."""
        loose = self.sent(LooseBatch)
        return self._together() if loose["atomic"] else self._each(loose)

    def _together(self) -> Response:
        said = self.sent(Batch)
        proposals = [proposal_of(item, pointer=f"/items/{place}") for place, item in enumerate(said["items"])]
        return self.tell(
            assert_claims(base=self.base.id, actor=self.actor, proposals=proposals, terms=self.terms(said))
        )

    def _each(self, said: dict[str, Any]) -> Response:
        if said.get("digest") is not None:
            raise Invalid.at("/digest", "A digest is of one plan; send it with a batch that is carried out as one.")
        terms = self.terms(said)
        fates = assert_each(
            base=self.base.id,
            actor=self.actor,
            items=[_item(item, f"/items/{place}") for place, item in enumerate(said["items"])],
            if_head=terms.if_head,
            preview=terms.preview,
        )
        response = Response({"results": [self._fate(each) for each in fates], "revision": None, "digest": None})
        revisions = [each.revision for each in fates if isinstance(each, Done) and each.revision]
        response["ETag"] = tag_of(max(revisions, default=self.base.head))
        return response

    def _fate(self, fate: Fate) -> dict[str, Any]:
        if isinstance(fate, Refusal):
            return problem_of(fate, self.request)
        return outcome_bodies(results_of(fate), self.request)[0]


def _item(said: Any, pointer: str) -> Item:
    try:
        return proposal_of(read_into(BatchItem, said), pointer=pointer)
    except ValidationError as error:
        faults = at_most(MOST_OF_ONE, faults_in(error.detail, pointer))
        ref = said.get("ref") if isinstance(said, dict) else None
        return Unread(Invalid(faults[0].message, faults), ref if isinstance(ref, str) else None)
