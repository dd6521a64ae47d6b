"""A claim as read, and pages of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request

from claims.api.callers import visitor_of
from claims.api.shapes.strict import Id, Instant, Share
from claims.models import Tier
from claims.queries.rows import Row
from claims.services.reading.read_claims import ClaimView, span_of


class Shown(serializers.Serializer[Any]):
    """Something that is answered and never sent."""


def path_of(request: Request, base: object, *parts: object) -> str:
    """The address of something in a base."""
    tail = "".join(f"{part}/" for part in parts)
    return request.build_absolute_uri(f"/api/v1/bases/{base}/{tail}")


@extend_schema_field({"type": "string", "format": "uri"})
class Url(serializers.Field[Any, Any, str, Any]):
    """The address of what is shown, below its base."""

    def __init__(self, *parts: str, **options: Any) -> None:
        self._parts = parts
        super().__init__(source="*", read_only=True, **options)

    def to_representation(self, value: Any) -> str:
        """The address; a part that the thing has stands for its value."""
        parts = (getattr(value, each[1:]) if each.startswith(":") else each for each in self._parts)
        base = value.base if hasattr(value, "base") else value.id
        return path_of(self.context["request"], base, *parts)


class TierField(serializers.ChoiceField):
    """A trust tier by its name."""

    def __init__(self, **options: Any) -> None:
        super().__init__(choices=[tier.label for tier in reversed(Tier)], **options)

    def to_representation(self, value: Any) -> str:
        """The name."""
        return Tier(value).label


class Period(Shown):
    """A period at the precision it is known to; null is open."""

    from_ = serializers.CharField(source="start", allow_null=True)
    to = serializers.CharField(source="end", allow_null=True)

    def get_fields(self) -> dict[str, Any]:
        """`from` is a word of the language this is written in."""
        fields = super().get_fields()
        return {"from": fields["from_"], "to": fields["to"]}


class Recorded(Shown):
    """Since when, and until when, it was held as shown; null is still."""

    from_ = Instant(source="lower")
    to = Instant(source="upper", allow_null=True)

    def get_fields(self) -> dict[str, Any]:
        """`from` is a word of the language this is written in."""
        fields = super().get_fields()
        return {"from": fields["from_"], "to": fields["to"]}


class SourceShown(Shown):
    """One assertion of the claim and where it came from. `echo` says that it adds no confidence."""

    kind = TierField(source="said_tier")
    uri = serializers.CharField(allow_null=True)
    excerpt = serializers.CharField(allow_null=True)
    observed_at = Instant()
    sha256 = serializers.CharField(allow_null=True)
    method = serializers.CharField(allow_null=True)
    origin = serializers.CharField(allow_null=True)
    agent = serializers.CharField(allow_null=True, help_text="Null where a person said it.")
    confidence = Share()
    valid = Period(source="span")
    correction = serializers.BooleanField()
    echo = serializers.BooleanField()
    revision = serializers.IntegerField()
    recorded_at = Instant()


STATUSES = ("active", "superseded", "retracted", "unsupported", "contested", "rejected", "past", "upcoming", "erased")


#: What a key is told of a claim that is out of service.
NOT_SERVED = "This claim is restricted and is not served."


def is_withheld(context: Mapping[str, Any], *, restricted: bool) -> bool:
    """Whether something is out of service for whoever asks: a restricted claim is shown to people alone."""
    return restricted and not visitor_of(context["request"]).is_person


class SupplementShown(Shown):
    """A statement that a person put beside the claim: it is not given without."""

    text = serializers.CharField()
    recorded_at = Instant()


class ClaimShown(Shown):
    """A claim as read, with its status as of both clocks asked for. `entrenchment` is 0 to 100.

    A restricted claim is not served to keys: its words are null there, and its sources and supplements are left out."""

    id = Id()
    url = Url("claims", ":id")
    name = serializers.CharField(allow_null=True)
    subject = serializers.CharField(allow_null=True)
    predicate = serializers.CharField(allow_null=True)
    object = serializers.CharField(allow_null=True)
    negated = serializers.BooleanField()
    kind = serializers.CharField()
    status = serializers.ChoiceField(choices=STATUSES)
    marks = serializers.ListField(child=serializers.ChoiceField(choices=("disputed", "flagged", "restricted", "stale")))
    tier = TierField(allow_null=True)
    confidence = Share()
    entrenchment = serializers.FloatField(allow_null=True, min_value=0, max_value=100)
    statement = serializers.CharField()
    valid = Period(many=True)
    recorded = Recorded(allow_null=True)
    supersedes = serializers.ListField(child=Id())
    superseded_by = serializers.ListField(child=Id())
    assertion_count = serializers.IntegerField()
    sources = SourceShown(many=True)
    supplements = SupplementShown(many=True)

    def to_representation(self, instance: ClaimView) -> dict[str, Any]:
        """The claim; a view of it has some things under other names."""
        shown = super().to_representation(_Shown(instance))
        if is_withheld(self.context, restricted="restricted" in instance.marks):
            shown |= dict.fromkeys(("name", "subject", "predicate", "object")) | {"statement": NOT_SERVED}
            shown |= {"sources": [], "supplements": [], "kind": _kind_of(instance)}
        return shown


def _kind_of(view: ClaimView) -> str:
    """The kind, in no foreign word."""
    return str(view.evidence[0].claim_kind) if view.evidence else view.kind


class _Shown:
    """A view of a claim with the names that are answered."""

    def __init__(self, view: ClaimView) -> None:
        self._view = view

    def __getattr__(self, name: str) -> Any:
        return getattr(self._view, name)

    @property
    def entrenchment(self) -> float | None:
        return self._view.entrenchment.total if self._view.entrenchment else None

    @property
    def assertion_count(self) -> int:
        return len(self._view.evidence)

    @property
    def recorded(self) -> Any:
        since = self._view.recorded
        rows = [row for row in self._view.rows if row.recorded.lower == since]
        return rows[0].recorded if rows else None

    @property
    def sources(self) -> list[Row]:
        return [source_of(row) for row in self._view.evidence]


def source_of(row: Row) -> Row:
    """A row with a source as it is shown: what was not said is null."""
    blank = {name: row[name] or None for name in ("uri", "excerpt", "sha256", "method", "origin")}
    return Row({**row, **blank, "span": span_of(row)})
