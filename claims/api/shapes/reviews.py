"""The queue, as it is shown."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from claims.api.shapes.claims import ClaimShown, Shown, Url, is_withheld
from claims.api.shapes.strict import Id, Instant
from claims.services.reading.read_reviews import ReviewView

REVIEW_KINDS = ("contested", "dependent", "stale", "duplicate", "predicate")


class ReviewShown(Shown):
    """Something a person should look at. `verdict` is null while it is open, `moot` where its cause went away;
    `rivals` are the other claims of the contradiction, or the one that a duplicate may be the same as."""

    id = Id()
    kind = serializers.ChoiceField(choices=REVIEW_KINDS)
    claim = ClaimShown(allow_null=True)
    rivals = ClaimShown(many=True)
    nogood = Id(allow_null=True)
    predicate = serializers.CharField(allow_null=True)
    opened = serializers.IntegerField()
    opened_at = Instant()
    verdict = serializers.CharField(allow_null=True)
    closed = serializers.IntegerField(allow_null=True)
    closed_at = Instant(allow_null=True)

    def to_representation(self, instance: ReviewView) -> dict[str, Any]:
        """The item; of a restricted claim a key is not told the predicate either."""
        shown = super().to_representation(instance)
        marks = instance.claim.marks if instance.claim else ()
        return shown | {"predicate": None} if is_withheld(self.context, restricted="restricted" in marks) else shown


class ResolutionShown(Shown):
    """What settled a contradiction: in which revision, and which of its claims stay."""

    revision = serializers.IntegerField()
    recorded_at = Instant()
    keep = serializers.ListField(child=Id())


class NogoodShown(Shown):
    """Claims that cannot stand together. It is `open` while a person has to decide; `found_by` the `walk`, or
    `reported`."""

    id = Id()
    url = Url("nogoods", ":id")
    open = serializers.BooleanField()
    members = ClaimShown(many=True)
    found_by = serializers.CharField()
    since = Instant()
    resolution = ResolutionShown(allow_null=True)


class NogoodReported(Shown):
    """What came of a report. `nogood` is null in a preview of one that is not there yet, `digest` where it was known
    already, and `revision` in both."""

    nogood = NogoodShown(allow_null=True)
    revision = serializers.IntegerField(allow_null=True)
    digest = serializers.CharField(allow_null=True)
    explanation = serializers.ListField(child=serializers.CharField())
