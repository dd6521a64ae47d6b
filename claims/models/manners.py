"""What the API remembers of requests: answers to be given again, and how fast somebody asks."""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib.postgres.fields import ArrayField
from django.db import models

from claims.models.fields import base_key


class KeptAnswer(models.Model):
    """The answer to an act that was sent with an `Idempotency-Key`, kept for a day so that it can be given again.

    ``base_id`` is nil for acts outside any base. ``caller_id`` is the key's id or the user's. ``body_sha256`` is of the
    canonical body. ``named`` are the ids that path and answer name, claims among them, by which an answer is found that
    has to be erased: of one that was, ``answer``, ``headers`` and ``body_sha256`` are gone, and the row still keeps the
    act from being carried out again.
    """

    pk = models.CompositePrimaryKey("base_id", "caller_id", "path", "key")
    base_id = base_key()
    caller_id = models.UUIDField()
    path = models.CharField(max_length=300)
    key = models.CharField(max_length=255)
    body_sha256 = models.BinaryField(max_length=32, null=True)
    status = models.PositiveSmallIntegerField()
    answer = models.TextField(blank=True)
    headers: models.JSONField[Any, Any] = models.JSONField(default=dict)
    named = ArrayField(models.UUIDField(), default=list)
    expires_at = models.DateTimeField()

    class Meta:
        db_table = "kept_answer"
        indexes: ClassVar = [models.Index("expires_at", name="kept_answer_by_expiry")]


class Pace(models.Model):
    """When a caller's account of requests is even again (`claims.queries.manners.pace`). Unlogged: it outlives nothing.

    ``caller_id`` is the key's id, the user's, or stands for an address.
    """

    caller_id = models.UUIDField(primary_key=True)
    even_at = models.DateTimeField()

    class Meta:
        db_table = "pace"
