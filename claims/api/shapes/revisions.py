"""The log of operations, as it is shown."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from claims.api.shapes.claims import NOT_SERVED, Period, Shown, TierField, Url, is_withheld
from claims.api.shapes.strict import Id, Instant
from claims.services.reading.read_revisions import ActView


class SourceOfAct(Shown):
    """Where an act came from, and why a person did it."""

    kind = TierField(source="said_tier")
    uri = serializers.CharField()
    excerpt = serializers.CharField()
    observed_at = Instant()
    sha256 = serializers.CharField()
    method = serializers.CharField()
    origin = serializers.CharField()
    reason = serializers.CharField()

    def get_fields(self) -> dict[str, Any]:
        """Everything but its kind and time may be left unsaid."""
        fields = super().get_fields()
        for name in set(fields) - {"kind", "observed_at"}:
            fields[name].allow_null = True
        return fields


class ActShown(Shown):
    """One act: what it said of which claim, its source, and what it was told."""

    id = Id()
    kind = serializers.CharField()
    claim = Id(allow_null=True)
    statement = serializers.CharField(allow_null=True)
    outcome = serializers.CharField(allow_null=True)
    valid = Period(allow_null=True)
    undoes = serializers.ListField(child=serializers.IntegerField())
    source = SourceOfAct()  # type: ignore[assignment]  # a field by this name

    def to_representation(self, instance: ActView) -> dict[str, Any]:
        """The act; what its source did not say is null."""
        names = ("id", "kind", "claim", "statement", "outcome", "valid", "undoes")
        source = {name: value if value != "" else None for name, value in instance.row.items()}
        shown = super().to_representation({name: getattr(instance, name) for name in names} | {"source": source})
        if is_withheld(self.context, restricted=instance.restricted):
            shown["statement"] = NOT_SERVED if instance.claim else None
            shown["source"] |= dict.fromkeys(set(shown["source"]) - {"kind", "observed_at"})
        return shown


class RevisionShown(Shown):
    """One operation, its acts and its result. `actor` is a pseudonym; `agent` is null where a person acted; `undone`
    says that it has been taken back since."""

    number = serializers.IntegerField()
    url = Url("revisions", ":number")
    operation = serializers.CharField()
    recorded_at = Instant()
    actor = Id(allow_null=True)
    agent = serializers.CharField(allow_null=True)
    request_id = serializers.CharField()
    digest = serializers.CharField(allow_blank=True)
    undone = serializers.BooleanField()
    superseded = serializers.ListField(child=Id())
    restored = serializers.ListField(child=Id())
    flagged = serializers.ListField(child=Id())
    acts = ActShown(many=True)
