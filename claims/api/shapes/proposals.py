"""A claim, proposed: read from JSON into what the services take."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rest_framework import serializers

from claims.api.shapes.strict import Many, OneOf, Share, Strict, Text, Time, YesNo
from claims.models import Tier
from claims.normal_form import key_of, predicate_key
from claims.services.belief_base.proposals import Origin, Proposal, Reason

TIERS = {tier.label: tier for tier in reversed(Tier)}
KINDS = ("axiom", "warning", "observation", "derived", "prediction")

#: An absent field, where null means something else.
ABSENT = object()


class Uri(Text):
    """An address; 2,000 bytes are what its index holds."""

    def to_internal_value(self, data: Any) -> str:
        """The address."""
        text = super().to_internal_value(data)
        if len(text.encode()) > 2000:
            self.fail("max_length", max_length="2,000")
        return text


class Name(Text):
    """A text that is compared in its normal form, which may not be blank and, where it is indexed, must fit too."""

    def __init__(self, *, predicate: bool = False, indexed: bool = True, **options: Any) -> None:
        self._form = predicate_key if predicate else key_of
        self._indexed = indexed
        super().__init__(**options)

    def to_internal_value(self, data: Any) -> str:
        """The name."""
        text = super().to_internal_value(data)
        if not self._form(text):
            self.fail("blank")
        if self._indexed and self.max_length is not None and len(self._form(text)) > self.max_length:
            self.fail("max_length", max_length=self.max_length)
        return text


class SourceSaid(Strict):
    """Where it comes from. `kind` is the trust tier; `observed_at` is when it was observed, now if absent."""

    kind = OneOf(choices=list(TIERS))
    uri = Uri(required=False, allow_null=True, max_length=2000)
    excerpt = Text(required=False, allow_null=True, max_length=10_000)
    observed_at = Time(required=False, allow_null=True)
    sha256 = serializers.RegexField(
        r"^[0-9a-f]{64}$",
        required=False,
        allow_null=True,
        error_messages={"invalid": "A SHA-256 is 64 digits, 0 to 9 and a to f."},
    )
    method = Text(required=False, allow_null=True, max_length=100)
    origin = Text(required=False, allow_null=True, max_length=2000)


class JustificationSaid(Strict):
    """A reason: claims that must be held and claims that must not, by id, name or, in a batch, `ref`."""

    all_of = Many(child=Text(max_length=200), required=False, max_length=1000)
    none_of = Many(child=Text(max_length=200), required=False, max_length=1000)


class ClaimFields(Strict):
    """A claim, proposed. `valid_from` absent is `source.observed_at`, null is open; so is `valid_to` absent or null."""

    subject = Name(max_length=400)
    predicate = Name(max_length=100, predicate=True)
    object = Name(max_length=4000, indexed=False)
    negated = YesNo(required=False)
    name = Text(required=False, allow_null=True, max_length=200)
    kind = OneOf(choices=KINDS, required=False, allow_null=True)
    confidence = Share(required=False, allow_null=True)
    valid_from = Time(required=False, allow_null=True)
    valid_to = Time(required=False, allow_null=True)
    correction = YesNo(required=False)
    corrects = Text(required=False, allow_null=True, max_length=200)
    source = SourceSaid()  # type: ignore[assignment]  # a field by this name
    justifications = Many(child=JustificationSaid(), required=False, max_length=1000)
    supports = Many(child=Text(max_length=200), required=False, max_length=1000)


class Planned(Strict):
    """What every act takes beside what it is about: only look, or only if the plan is still this one."""

    preview = YesNo(required=False, help_text="Answer with what would happen, and store nothing.")
    digest = Text(required=False, allow_null=True, max_length=64, help_text="Carry out only the plan that has this.")


class ClaimProposed(ClaimFields, Planned):
    """A claim, proposed."""


class BatchItem(ClaimFields):
    """A claim of a batch; others of the batch may name it by `ref`."""

    ref = Text(required=False, allow_null=True, max_length=200)


class Batch(Planned):
    """Up to 1,000 claims. `atomic`: all as one revision or none; else each as its own, and problems stand among the
    results."""

    items = Many(child=BatchItem(), allow_empty=False, max_length=1000)
    atomic = YesNo(required=False, default=True)


class LooseBatch(Planned):
    """A batch whose items are read one by one."""

    items = Many(allow_empty=False, max_length=1000)
    atomic = YesNo(required=False, default=True)


def origin_of(said: Mapping[str, Any] | None, *, ceiling: Tier, reason: str | None = None) -> Origin:
    """A source as said; absent, it is whoever acts, as far as they may go, now."""
    if said is None:
        return Origin(kind=ceiling, reason=reason or "")
    observed_at = said.get("observed_at")
    return Origin(
        kind=TIERS[said["kind"]],
        uri=said.get("uri") or "",
        excerpt=said.get("excerpt") or "",
        sha256=said.get("sha256") or "",
        method=said.get("method") or "",
        origin=said.get("origin") or "",
        reason=reason or "",
        observed_at=observed_at.start if observed_at else None,
    )


def reasons_of(said: list[Mapping[str, Any]]) -> tuple[Reason, ...]:
    """Justifications as said."""
    return tuple(Reason(all_of=tuple(each.get("all_of", ())), none_of=tuple(each.get("none_of", ()))) for each in said)


def proposal_of(said: Mapping[str, Any], *, pointer: str = "") -> Proposal:
    """A claim as proposed."""
    valid_from = said.get("valid_from", ABSENT)
    return Proposal(
        subject=said["subject"],
        predicate=said["predicate"],
        object=said["object"],
        source=origin_of(said["source"], ceiling=Tier.INFERRED),
        negated=said.get("negated", False),
        name=said.get("name"),
        kind=said.get("kind"),
        confidence=said.get("confidence"),
        valid_from=None if valid_from is ABSENT else valid_from,
        valid_to=said.get("valid_to"),
        open_start=valid_from is None,
        correction=said.get("correction", False),
        corrects=said.get("corrects"),
        justifications=reasons_of(said.get("justifications", [])),
        supports=tuple(said.get("supports", ())),
        ref=said.get("ref"),
        pointer=pointer,
    )
