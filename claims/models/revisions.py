"""The acts and the revisions that recorded them: append-only."""

from __future__ import annotations

import uuid
from typing import Any, ClassVar

from django.contrib.postgres.fields import ArrayField, DateTimeRangeField
from django.db import models
from django.db.models import F, Q

from audit.guards import APPEND_ONLY, KEPT, NO_TRUNCATE
from claims.models.agents import Tier
from claims.models.fields import PeriodsField, base_key, kept_unless, of_erased, unchanged_unless, within_base


class Revision(models.Model):
    """One operation and its whole result, in ids and codes. Numbered per base without gaps: each names the one before.

    ``digest`` is the plan's, where it was looked at first; ``result`` what it did; sentences are made when read.
    """

    pk = models.CompositePrimaryKey("base_id", "number")
    base_id = base_key()
    number = models.PositiveIntegerField()
    previous = models.PositiveIntegerField(null=True)
    operation = models.CharField(max_length=20)
    recorded_at = models.DateTimeField()
    actor_id = models.UUIDField(null=True)
    agent_id = models.UUIDField(null=True)
    request_id = models.CharField(max_length=64, blank=True)
    digest = models.CharField(max_length=64)
    result: models.JSONField[Any, Any] = models.JSONField(default=dict)

    class Meta:
        db_table = "revision"
        triggers: ClassVar = [
            unchanged_unless(
                "EXISTS (SELECT FROM act a WHERE a.base_id = OLD.base_id AND a.revision = OLD.number"
                f" AND {of_erased('a', 'claim_id')})",
                digest="= ''",
            ),
            KEPT,
            NO_TRUNCATE,
        ]
        constraints: ClassVar = [
            models.CheckConstraint(
                name="revision_without_gaps",
                condition=Q(number=1, previous__isnull=True)
                | Q(number__gt=1, previous__isnull=False, previous=F("number") - 1),
            )
        ]
        indexes: ClassVar = [models.Index("base_id", "recorded_at", name="revision_by_time")]


class Source(models.Model):
    """Where an assertion or another act came from. ``kind`` is the trust tier; ``reason`` is why a person acted."""

    pk = models.CompositePrimaryKey("base_id", "id")
    base_id = base_key()
    id = models.UUIDField(default=uuid.uuid4)
    kind = models.SmallIntegerField(choices=Tier)
    uri = models.CharField(max_length=2000, blank=True)
    excerpt = models.TextField(blank=True)
    sha256 = models.CharField(max_length=64, blank=True)
    method = models.CharField(max_length=100, blank=True)
    origin = models.CharField(max_length=2000, blank=True)
    reason = models.TextField(blank=True)
    observed_at = models.DateTimeField()

    class Meta:
        db_table = "source"
        triggers: ClassVar = [
            unchanged_unless(
                "EXISTS (SELECT FROM act a WHERE a.base_id = OLD.base_id AND a.source_id = OLD.id"
                f" AND {of_erased('a', 'claim_id')})",
                uri="= ''", excerpt="= ''", sha256="= ''", method="= ''", origin="= ''", reason="= ''",
            ),
        ]  # fmt: skip
        indexes: ClassVar = [
            models.Index("base_id", "uri", name="source_by_uri", condition=~Q(uri="")),
        ]


#: Strongest first: the order of `claims.engine.strength`.
STRENGTH = (
    F("tier").desc(), F("weighty").desc(), F("band").desc(), F("observed_at").desc(), F("confidence").desc(),
    F("revision"), F("ordinal"),
)  # fmt: skip


class Act(models.Model):
    """Anything that can change what is held. What an act means is the engine's to say (`claims.engine.acts`).

    ``tier`` is the tier it counts at, ``said_tier`` the one it was said at (an echo counts lower). ``valid`` is an
    assertion's period; ``periods`` a contraction's, a resolution's, or what of an assertion waits on ``nogood_id``.
    ``detail`` holds what only rare kinds have, in opaque ids.
    """

    class Kind(models.TextChoices):
        ASSERTION = "assertion"
        CONTRACTION = "contraction"
        WITHDRAWAL = "withdrawal"
        RESOLUTION = "resolution"
        REJUSTIFICATION = "rejustification"
        STILL_HOLDS = "still_holds"
        RESTRICTION = "restriction"
        COMPLETION = "completion"
        REKEYING = "rekeying"
        REMARK = "remark"
        ALIAS = "alias"
        ERASURE = "erasure"
        UNDO = "undo"

    pk = models.CompositePrimaryKey("base_id", "id")
    base_id = base_key()
    id = models.UUIDField(default=uuid.uuid4)
    revision = models.PositiveIntegerField()
    ordinal = models.PositiveIntegerField()
    kind = models.CharField(max_length=20, choices=Kind)
    claim_id = models.UUIDField(null=True)
    claim = within_base("claims.Claim", "claim_id")
    question_id = models.UUIDField(null=True)
    object_id = models.UUIDField(null=True)
    negated = models.BooleanField(default=False)
    tier = models.SmallIntegerField(choices=Tier)
    said_tier = models.SmallIntegerField(choices=Tier)
    observed_at = models.DateTimeField()
    agent_id = models.UUIDField(null=True)
    source_id = models.UUIDField(null=True)
    source = within_base("claims.Source", "source_id")
    valid = DateTimeRangeField(null=True)
    from_precision = models.SmallIntegerField(default=4)
    to_precision = models.SmallIntegerField(default=4)
    periods = PeriodsField(null=True)
    confidence = models.SmallIntegerField(default=0)
    band = models.SmallIntegerField(default=0)
    weighty = models.BooleanField(default=False)
    claim_kind = models.CharField(max_length=20, blank=True)
    kind_raw = models.CharField(max_length=100, blank=True)
    correction = models.BooleanField(default=False)
    corrects_id = models.UUIDField(null=True)
    origin = models.CharField(max_length=2000, blank=True)
    echo = models.BooleanField(default=False)
    nogood_id = models.UUIDField(null=True)
    justifications: models.JSONField[Any, Any] = models.JSONField(default=list)
    supports = ArrayField(models.UUIDField(), default=list)
    detail: models.JSONField[Any, Any] = models.JSONField(default=dict)

    class Meta:
        db_table = "act"
        triggers: ClassVar = [
            unchanged_unless(of_erased("OLD", "claim_id"), kind_raw="= ''", origin="~ '^(erased:[0-9]+)?$'"),
            kept_unless(of_erased("OLD", "claim_id")),
            NO_TRUNCATE,
        ]
        constraints: ClassVar = [
            models.UniqueConstraint("base_id", "revision", "ordinal", name="act_in_order"),
            models.CheckConstraint(
                name="act_assertion_whole",
                condition=~Q(kind="assertion")
                | Q(claim_id__isnull=False, valid__isnull=False, source_id__isnull=False),
            ),
            models.CheckConstraint(name="act_confidence_thousandths", condition=Q(confidence__range=(0, 1000))),
        ]
        indexes: ClassVar = [
            models.Index("base_id", "claim_id", *STRENGTH, name="act_of_claim"),
            models.Index("base_id", "revision", name="act_undo", condition=Q(kind="undo")),
            models.Index("base_id", "claim_id", name="act_rekeying", condition=Q(kind="rekeying")),
            models.Index("base_id", "claim_id", name="act_completion", condition=Q(kind="completion")),
            models.Index("base_id", "question_id", *STRENGTH, name="act_by_strength", condition=Q(kind="assertion")),
        ]


class ActReach(models.Model):
    """A question that an act reaches which speaks of no one claim: an undo, a resolution, a restriction of several."""

    pk = models.CompositePrimaryKey("base_id", "question_id", "act_id")
    base_id = base_key()
    question_id = models.UUIDField()
    act_id = models.UUIDField()
    act = within_base("claims.Act", "act_id")

    class Meta:
        db_table = "act_reach"
        triggers: ClassVar = [APPEND_ONLY, NO_TRUNCATE]
