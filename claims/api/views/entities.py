"""The subjects of a base, and the names they go by."""

from __future__ import annotations

from typing import ClassVar
from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from claims.access import base_to_assert, base_to_revise
from claims.api.conditions import tag_of
from claims.api.shapes.asked import EntitiesAsked
from claims.api.shapes.bases import AliasSaid, EntitySaid, EntityShown
from claims.api.shapes.outcomes import Done
from claims.api.views.base import BaseView, Fetch, documented, place_in
from claims.services.add_alias import add_alias
from claims.services.entities.list_entities import entity_called, list_entities
from claims.services.entities.make_entity import make_entity


class Entities(BaseView):
    """`B entities/`."""

    fetches: ClassVar[dict[str, Fetch]] = {"POST": base_to_assert}

    @documented(EntityShown, query=EntitiesAsked, many=True, operation_id="list_entities")
    def get(self, request: Request, base: UUID) -> Response:
        """The subjects of claims, in the order of ids, with every name they go by. One is shown to people alone while
        every claim about it is restricted."""
        found = self.asked(EntitiesAsked)
        after = place_in(found, UUID)
        limit = found["limit"]
        views = list_entities(
            base=self.base.id, text=found.get("q"), after=after, limit=limit + 1, to_person=self.visitor.is_person
        )
        return self.page(EntityShown, views, limit, lambda view: str(view.id))

    @documented(EntityShown, takes=EntitySaid, status=[200, 201], operation_id="make_entity")
    def post(self, request: Request, base: UUID) -> Response:
        """Make a subject: 201, or 200 where one goes by that name already (scope `assert`)."""
        said = self.sent(EntitySaid)
        made = make_entity(base=self.base.id, actor=self.actor, name=said["name"], terms=self.terms({}))
        view = entity_called(base=self.base.id, entity=made.id, name=said["name"], to_person=self.visitor.is_person)
        response = self.show(EntityShown, view, status=200 if made.revision is None else 201)
        if made.revision is not None:
            response["ETag"] = tag_of(made.revision)
        return response


class Aliases(BaseView):
    """`B entities/{id}/aliases/`."""

    fetches: ClassVar[dict[str, Fetch]] = {"POST": base_to_revise}

    @documented(Done, takes=AliasSaid, operation_id="add_alias")
    def post(self, request: Request, base: UUID, entity: UUID) -> Response:
        """Give a subject another name (scope `revise`). Where that is another subject's name, what was said of either
        is said of one; of claims that mean the same then the oldest stays, and the others lead to it."""
        said = self.sent(AliasSaid)
        return self.tell(
            add_alias(base=self.base.id, actor=self.actor, entity=entity, alias=said["alias"], terms=self.terms(said))
        )
