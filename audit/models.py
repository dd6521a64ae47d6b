"""The log of what was done. It knows nothing of claims: what an entry is about stands as bare ids."""

from __future__ import annotations

from typing import ClassVar

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q

from audit.guards import APPEND_ONLY, NO_TRUNCATE
from audit.requests.models import Regime, Request, RequestDecision, RequestLetter, RequestStep, RequestText

__all__ = [
    "AuditEntry",
    "AuditHead",
    "Regime",
    "Request",
    "RequestDecision",
    "RequestLetter",
    "RequestStep",
    "RequestText",
]


class AuditHead(models.Model):
    """The latest entry of one chain; locked by whoever appends. There is one chain for each belief base."""

    chain_id = models.UUIDField(primary_key=True)
    number = models.BigIntegerField(default=0)

    class Meta:
        db_table = "audit_head"


class AuditEntry(models.Model):
    """One act, by whom and when, in opaque ids and codes: the control plane of the log.

    Numbered per chain without gaps: each entry names the one before. ``ground`` is the legal ground as a code.
    ``commitment`` and ``previous_hash`` bind an entry to its encrypted content and to the one before it; they are
    empty while the chain is not sealed.
    """

    pk = models.CompositePrimaryKey("chain_id", "number")
    chain_id = models.UUIDField()
    number = models.BigIntegerField()
    previous = models.BigIntegerField(null=True)
    at = models.DateTimeField()
    actor_kind = models.CharField(max_length=10)
    actor_id = models.UUIDField()
    act = models.CharField(max_length=40)
    request_id = models.CharField(max_length=64, blank=True)
    ground = models.CharField(max_length=40, blank=True)
    revision = models.PositiveIntegerField(null=True)
    targets = ArrayField(models.UUIDField(), default=list)
    commitment = models.BinaryField(max_length=32, null=True)
    previous_hash = models.BinaryField(max_length=32, null=True)

    class Meta:
        db_table = "audit_entry"
        triggers: ClassVar = [APPEND_ONLY, NO_TRUNCATE]
        constraints: ClassVar = [
            models.CheckConstraint(
                name="audit_entry_without_gaps",
                condition=Q(number=1, previous__isnull=True)
                | Q(number__gt=1, previous__isnull=False, previous=F("number") - 1),
            )
        ]
