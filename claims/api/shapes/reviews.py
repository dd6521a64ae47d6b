"""The queue, as it is shown."""

from __future__ import annotations

from rest_framework import serializers

from claims.api.shapes.claims import ClaimShown, Shown
from claims.api.shapes.strict import Id, Instant

REVIEW_KINDS = ("contested", "dependent", "stale", "duplicate", "predicate")


class ReviewShown(Shown):
    """Something a person should look at. `verdict` is null while it is open, `moot` where its cause went away;
    `rivals` are the other claims of the contradiction."""

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
