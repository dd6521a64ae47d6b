"""A neighbourhood as elements that Cytoscape draws as they are."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rest_framework import serializers
from rest_framework.request import Request

from claims.api.shapes.asked import AsOf, Number
from claims.api.shapes.claims import NOT_SERVED, STATUSES, Shown, TierField, is_withheld, path_of
from claims.api.shapes.strict import Id, Instant, Share
from claims.services.reading.around.read_graph import MOST_CLAIMS, MOST_STEPS, Graph, Neighbour

STEPS = f"A graph reaches between 1 and {MOST_STEPS} steps."
CLAIMS = f"A graph holds between 1 and {MOST_CLAIMS} claims."


class GraphAsked(AsOf):
    """The neighbourhood of which claim, how far, and how many claims at most."""

    claim = Id()
    depth = Number(
        required=False, default=2, min_value=1, max_value=MOST_STEPS,
        error_messages={"min_value": STEPS, "max_value": STEPS},
    )  # fmt: skip
    limit = Number(
        required=False, default=40, min_value=1, max_value=MOST_CLAIMS,
        error_messages={"min_value": CLAIMS, "max_value": CLAIMS},
    )  # fmt: skip


class GraphNodeData(Shown):
    """An entity has an id and a label; a claim has a `parent`, its entity, and all the rest."""

    id = Id()
    label = serializers.CharField(  # type: ignore[assignment]  # a field by this name
        source="text", help_text="A claim's is its statement without the subject."
    )
    parent = Id(required=False)  # type: ignore[assignment]  # a field by this name
    url = serializers.URLField(required=False)
    statement = serializers.CharField(required=False)
    status = serializers.ChoiceField(choices=STATUSES, required=False)
    marks = serializers.ListField(
        child=serializers.ChoiceField(choices=("disputed", "flagged", "restricted", "stale")), required=False
    )
    tier = TierField(required=False, allow_null=True)
    confidence = Share(required=False)
    steps = serializers.IntegerField(required=False, help_text="From the claim asked about.")
    left_out = serializers.IntegerField(required=False, help_text="Its neighbours that are not among the nodes.")
    at_least = serializers.BooleanField(required=False, help_text="Whether there are more than that.")

    def to_representation(self, instance: dict[str, Any]) -> dict[str, Any]:
        """What the node has; the tier of a claim that is not held is null, and an entity has none."""
        return {
            name: value for name, value in super().to_representation(instance).items() if name in (*instance, "label")
        }


class GraphNode(Shown):
    """A node; its classes are `entity`, or `claim` with its status and marks."""

    data = GraphNodeData()  # type: ignore[assignment]  # a field by this name
    classes = serializers.CharField()


class GraphEdgeData(Shown):
    """A typed edge. A contested pair leads from what challenges to what is challenged."""

    id = serializers.CharField()
    source = Id()  # type: ignore[assignment]  # a field by this name
    target = Id()
    kind = serializers.ChoiceField(choices=("supersedes", "supports", "depends_on", "unless", "contested"))
    since = Instant(help_text="Recorded since then.")


class GraphEdge(Shown):
    """An edge; its class is its kind."""

    data = GraphEdgeData()  # type: ignore[assignment]  # a field by this name
    classes = serializers.CharField()


class GraphElements(Shown):
    """What `cytoscape({elements})` takes."""

    nodes = GraphNode(many=True)
    edges = GraphEdge(many=True)


class GraphShown(Shown):
    """The neighbourhood of a claim. `left_out` counts the ties that lead out of it, over all claims shown; `at_least`
    says that there are more."""

    claim = Id()
    elements = GraphElements()
    left_out = serializers.IntegerField()
    at_least = serializers.BooleanField()

    def to_representation(self, instance: Graph) -> dict[str, Any]:
        """The elements: the entities, then the claims, the nearest first, then the edges."""
        request = self.context["request"]
        claims = [_withheld(each) if self._is_withheld(each) else each for each in instance.claims]
        entities = {each.entity: each.subject for each in reversed(claims)}
        entities |= {each.entity: each.subject for each in claims if not self._is_withheld(each)}
        nodes = [{"data": {"id": id_, "text": name}, "classes": "entity"} for id_, name in entities.items()]
        nodes += [{"data": _data(each, request), "classes": _classes(each)} for each in claims]
        edges = [
            {
                "data": {
                    "id": f"{tie.kind}:{tie.source_id}:{tie.target_id}",
                    "source": tie.source_id,
                    "target": tie.target_id,
                    "kind": tie.kind,
                    "since": tie.since,
                },
                "classes": tie.kind,
            }
            for tie in instance.ties
        ]
        return super().to_representation(
            {
                "claim": instance.claims[0].id,
                "elements": {"nodes": nodes, "edges": edges},
                "left_out": instance.left_out,
                "at_least": instance.at_least,
            }
        )

    def _is_withheld(self, each: Neighbour) -> bool:
        return is_withheld(self.context, restricted="restricted" in each.marks)


def _withheld(each: Neighbour) -> Neighbour:
    return replace(each, subject="Restricted", statement=NOT_SERVED)


def _data(each: Neighbour, request: Request) -> dict[str, Any]:
    names = ("id", "statement", "status", "marks", "tier", "confidence", "steps", "left_out", "at_least")
    own = {name: getattr(each, name) for name in names}
    return own | {"text": each.label, "parent": each.entity, "url": path_of(request, each.base, "claims", each.id)}


def _classes(each: Neighbour) -> str:
    return " ".join(("claim", each.status.value, *each.marks))
