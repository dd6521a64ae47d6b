"""What each agent was served."""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from audit.guards import KEPT, MOVES_ON, NO_TRUNCATE
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
