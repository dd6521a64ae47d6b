"""The vocabulary."""

from __future__ import annotations

from typing import Any, ClassVar

from rest_framework.request import Request
from rest_framework.response import Response

from claims.access import administrator
from claims.api.shapes.asked import PageAsked
from claims.api.shapes.vocabulary import PredicateSaid, PredicateShown
from claims.api.views.base import Admit, View, documented, place_in
from claims.queries.vocabulary import predicates
from claims.services.administration.extend_vocabulary import extend_vocabulary


class VocabularyAsked(PageAsked):
    """A page of the vocabulary; all of it fits on one."""

    def get_fields(self) -> dict[str, Any]:
        """As many as there may be, if nobody says otherwise."""
        fields = super().get_fields()
        fields["limit"].default = 1000
        return fields


class Vocabulary(View):
    """`/api/v1/vocabulary/`."""

    admits: ClassVar[dict[str, Admit]] = {"POST": administrator}

    @documented(PredicateShown, query=VocabularyAsked, many=True, operation_id="list_vocabulary")
    def get(self, request: Request) -> Response:
        """The predicates by name, each with its sentences and synonyms."""
        found = self.asked(VocabularyAsked)
        rows = predicates(after=place_in(found, _name) or "", limit=found["limit"] + 1)
        return self.page(PredicateShown, rows, found["limit"], lambda row: row.name)

    @documented(PredicateShown, takes=PredicateSaid, status=[200, 201], operation_id="extend_vocabulary")
    def post(self, request: Request) -> Response:
        """Add a predicate, or synonyms to one that is there (scope `admin`)."""
        entry = self.sent(PredicateSaid)
        name, synonyms = entry.pop("name"), entry.pop("synonyms", [])
        extended = extend_vocabulary(actor=self.actor, name=name, entry=entry, synonyms=synonyms)
        row = predicates(after="", limit=1, only=extended.name)[0]
        return self.show(PredicateShown, row, status=201 if extended.made else 200)


def _name(place: object) -> str:
    if not isinstance(place, str) or "\0" in place:
        raise ValueError(place)
    return place
