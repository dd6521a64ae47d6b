"""Why a claim is held or not, its whole history, what leans on it, and what it weighs beside another."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from claims.api.shapes.claims import ClaimShown, Period, Shown, SourceShown, TierField, is_withheld, source_of
from claims.api.shapes.strict import Id, Instant, Share
from claims.services.reading.explain_claim import Evidence, Explanation, Node
from claims.services.reading.read_history import Held


class Reason(Shown):
    """One reason of a derived assertion, and whether it holds at the instant asked for."""

    number = serializers.IntegerField()
    all_of = serializers.ListField(child=Id())
    none_of = serializers.ListField(child=Id())
    holds = serializers.BooleanField()


class EvidenceShown(Shown):
    """One assertion: whether it counts, and if not, by which rule and what stands in the way."""

    source = SourceShown()  # type: ignore[assignment]  # a field by this name
    counts = serializers.BooleanField()
    rule = serializers.CharField(allow_null=True)
    by_claim = Id(allow_null=True)
    sentence = serializers.CharField()
    reasons = Reason(many=True)

    def to_representation(self, instance: Evidence) -> dict[str, Any]:
        """The evidence, its source as sources are shown."""
        named = {name: getattr(instance, name) for name in ("counts", "rule", "by_claim", "sentence", "reasons")}
        return super().to_representation(named | {"source": source_of(instance.row)})


class NodeShown(Shown):
    """A claim in the tree of reasons, with what speaks for it; of a restricted one a key is not told that."""

    claim = ClaimShown(source="view")
    evidence = EvidenceShown(many=True)

    def to_representation(self, instance: Node) -> dict[str, Any]:
        """The node."""
        shown = super().to_representation(instance)
        withheld = is_withheld(self.context, restricted="restricted" in instance.view.marks)
        return shown | {"evidence": []} if withheld else shown


class ExplanationShown(Shown):
    """Why a claim is held, down to its sources, or why it is not. The claim itself comes first, then every claim that
    its reasons lead to."""

    claim = Id()
    held = serializers.BooleanField()
    weight = serializers.DictField(
        child=serializers.FloatField(), help_text="Its entrenchment, part by part, in points of 100."
    )
    nodes = NodeShown(many=True)

    def to_representation(self, instance: Explanation) -> dict[str, Any]:
        """The explanation, with the weight of the claim asked about."""
        weighed = instance.nodes[0].view.entrenchment
        named = {"claim": instance.claim, "held": instance.held, "nodes": instance.nodes}
        return super().to_representation(named | {"weight": weighed.parts if weighed else {}})


class RecordedSpan(Shown):
    """Since when, and until when, the base held it so; null is still."""

    from_ = Instant(source="since")
    to = Instant(source="until", allow_null=True)

    def get_fields(self) -> dict[str, Any]:
        """`from` is a word of the language this is written in."""
        fields = super().get_fields()
        return {"from": fields["from_"], "to": fields["to"]}


class HeldShown(Shown):
    """A time over which it was held, since when we held it so, and the revisions that began and ended that."""

    valid = Period()
    recorded = RecordedSpan()
    confidence = Share()
    tier = TierField()
    opened = serializers.IntegerField()
    closed = serializers.IntegerField(allow_null=True)

    def to_representation(self, instance: Held) -> dict[str, Any]:
        """The row; both clocks as periods."""
        named = {name: getattr(instance, name) for name in ("valid", "confidence", "tier", "opened", "closed")}
        return super().to_representation(named | {"recorded": instance})


class MentionShown(Shown):
    """An act upon the claim."""

    revision = serializers.IntegerField()
    operation = serializers.CharField()
    kind = serializers.CharField()
    tier = TierField()
    observed_at = Instant()
    recorded_at = Instant()


class HistoryShown(Shown):
    """A claim as of both clocks, every row it ever had, and every act upon it."""

    claim = ClaimShown()
    held = HeldShown(many=True)
    acts = MentionShown(many=True)


class ServedShown(Shown):
    """An agent that was served the claim, by its key: first and last, to within some minutes."""

    name = serializers.CharField()
    first_at = Instant()
    last_at = Instant()


class DependentShown(Shown):
    """A claim that leans directly on the one asked about: it needs that held (`all_of`), or not held (`unless`)."""

    claim = ClaimShown()
    reason = serializers.ChoiceField(choices=("all_of", "unless"))


class ImpactShown(Shown):
    """What leans on a claim. `direct` counts the claims that name it in a reason, the first 100 of them in
    `dependents`; `beyond` counts those that lean on these in turn; both end at 1,000. `supports` are the claims whose
    entrenchment it adds to, `agents` those that were served it."""

    claim = ClaimShown()
    direct = serializers.IntegerField()
    dependents = DependentShown(many=True)
    beyond = serializers.IntegerField()
    supports = serializers.ListField(child=Id())
    agents = ServedShown(many=True)


class WeighedShown(Shown):
    """A claim and what it weighs, 0 to 100: the sum of its `parts`, in points."""

    claim = ClaimShown()
    total = serializers.FloatField(min_value=0, max_value=100)
    parts = serializers.DictField(child=serializers.FloatField())


class ComparisonShown(Shown):
    """Two claims weighed. `survivor` is recommended, null where both weigh the same; what is held is another matter."""

    a = WeighedShown()
    b = WeighedShown()
    survivor = Id(allow_null=True)
    sentence = serializers.CharField()
