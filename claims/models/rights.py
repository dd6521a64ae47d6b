"""What the rights of the person concerned leave behind, in opaque ids: who was served what, what was erased, and what
is not learned again."""

from __future__ import annotations

import uuid
from typing import Any, ClassVar

from django.db import models

from audit.guards import APPEND_ONLY, KEPT, MOVES_ON, NO_TRUNCATE
from claims.models.fields import base_key, within_base


class Disclosure(models.Model):
    """An agent was served a claim, under the id it went by then: first and last at these times, as far as was noted.

    Opaque ids and times alone, so that it stays when the words of the claim are erased: whoever was served them is
    told.
    """

    pk = models.CompositePrimaryKey("base_id", "agent_id", "claim_id")
    base_id = base_key()
    agent_id = models.UUIDField()
    claim_id = models.UUIDField()
    claim = within_base("claims.Claim", "claim_id")
    first_at = models.DateTimeField()
    last_at = models.DateTimeField()

    class Meta:
        db_table = "disclosure"
        triggers: ClassVar = [MOVES_ON, KEPT, NO_TRUNCATE]
        constraints: ClassVar = [
            models.CheckConstraint(name="disclosure_in_order", condition=models.Q(first_at__lte=models.F("last_at")))
        ]
        indexes: ClassVar = [models.Index("base_id", "claim_id", name="disclosure_of")]


class Erasure(models.Model):
    """One erasure that was carried out (GDPR Art. 17), and its receipt: for each store what was found and removed, and
    where the sweep afterwards still met the words. Numbers and codes alone.
    """

    pk = models.CompositePrimaryKey("base_id", "id")
    base_id = base_key()
    id = models.UUIDField(default=uuid.uuid4)
    revision = models.PositiveIntegerField()
    at = models.DateTimeField()
    actor_id = models.UUIDField()
    ground = models.CharField(max_length=40)
    request_id = models.UUIDField(null=True)
    receipt: models.JSONField[Any, Any] = models.JSONField()

    class Meta:
        db_table = "erasure"
        triggers: ClassVar = [APPEND_ONLY, NO_TRUNCATE]


class Forgotten(models.Model):
    """A claim that is not learned again from what was there before it was forgotten, until that is lifted.

    ``fingerprint`` is a keyed hash of subject, predicate, object and sign (`services.rights.erase.fingerprints`): with
    the key it answers whether one given claim is meant, and tells nothing without. ``claim_id`` is the tombstone's.
    """

    pk = models.CompositePrimaryKey("base_id", "fingerprint")
    base_id = base_key()
    fingerprint = models.BinaryField(max_length=32)
    claim_id = models.UUIDField()
    claim = within_base("claims.Claim", "claim_id")
    at = models.DateTimeField()
    lifted_at = models.DateTimeField(null=True)
    said_anew = models.BooleanField(default=False)

    class Meta:
        db_table = "forgotten"
        triggers: ClassVar = [NO_TRUNCATE]
