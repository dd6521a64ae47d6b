"""What a person should look at: contradictions and review items."""

from __future__ import annotations

import uuid
from typing import ClassVar

from django.db import models
from django.db.models import Q

from audit.guards import APPEND_ONLY, NO_TRUNCATE
from claims.models.fields import base_key, within_base


class Nogood(models.Model):
    """A set of claims that cannot stand together (de Kleer 1986). Append-only; its resolution is a second row."""

    pk = models.CompositePrimaryKey("base_id", "id")
    base_id = base_key()
    id = models.UUIDField(default=uuid.uuid4)
    revision = models.PositiveIntegerField(null=True)
    found_by = models.CharField(max_length=20, default="walk")
    recorded_at = models.DateTimeField()

    class Meta:
        db_table = "nogood"
        triggers: ClassVar = [APPEND_ONLY, NO_TRUNCATE]


class NogoodMember(models.Model):
    """A claim in a nogood; after an erasure it stays as an opaque id."""

    pk = models.CompositePrimaryKey("base_id", "nogood_id", "claim_id")
    base_id = base_key()
    nogood_id = models.UUIDField()
    nogood = within_base("claims.Nogood", "nogood_id")
    claim_id = models.UUIDField()

    class Meta:
        db_table = "nogood_member"
        triggers: ClassVar = [APPEND_ONLY, NO_TRUNCATE]
        indexes: ClassVar = [models.Index("base_id", "claim_id", name="nogood_member_of")]


class NogoodResolution(models.Model):
    """The act that resolved a nogood, in the revision that recorded it."""

    pk = models.CompositePrimaryKey("base_id", "nogood_id", "act_id")
    base_id = base_key()
    nogood_id = models.UUIDField()
    nogood = within_base("claims.Nogood", "nogood_id")
    act_id = models.UUIDField()
    act = within_base("claims.Act", "act_id")

    class Meta:
        db_table = "nogood_resolution"
        triggers: ClassVar = [APPEND_ONLY, NO_TRUNCATE]


class ReviewItem(models.Model):
    """Something a person should look at. ``verdict`` is empty while it is open; ``moot`` where its cause went away.

    ``other_id`` is the claim that a duplicate may be the same as.
    """

    class Kind(models.TextChoices):
        CONTESTED = "contested", "Two answers"
        DEPENDENT = "dependent", "Its reason is gone"
        STALE = "stale", "Its source changed"
        DUPLICATE = "duplicate", "Said twice"
        PREDICATE = "predicate", "An unknown predicate"

    pk = models.CompositePrimaryKey("base_id", "id")
    base_id = base_key()
    id = models.UUIDField(default=uuid.uuid4)
    kind = models.CharField(max_length=12, choices=Kind)
    claim_id = models.UUIDField(null=True)
    claim = within_base("claims.Claim", "claim_id")
    other_id = models.UUIDField(null=True)
    nogood_id = models.UUIDField(null=True)
    act_id = models.UUIDField(null=True)
    predicate = models.CharField(max_length=100, blank=True)
    opened = models.PositiveIntegerField()
    opened_at = models.DateTimeField()
    verdict = models.CharField(max_length=20, blank=True)
    closed = models.PositiveIntegerField(null=True)
    closed_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "review_item"
        constraints: ClassVar = [
            models.UniqueConstraint(
                "base_id",
                "kind",
                "claim_id",
                name="review_item_open_once",
                condition=Q(verdict="", kind="dependent"),
            ),
            models.UniqueConstraint(
                "base_id",
                "kind",
                "predicate",
                name="review_item_predicate_once",
                condition=Q(verdict="", kind="predicate"),
            ),
        ]
        indexes: ClassVar = [
            models.Index("base_id", "claim_id", name="review_item_of_claim"),
            models.Index("base_id", "opened", name="review_item_in_order"),
            models.Index("base_id", "nogood_id", name="review_item_of_nogood", condition=Q(nogood_id__isnull=False)),
        ]
