"""The belief base: the unit of isolation, locking, erasure and sharding."""

from __future__ import annotations

import uuid
from typing import ClassVar

from django.db import models

from claims.models.fields import base_key


class BeliefBase(models.Model):
    """Everything held about one person or one project.

    ``head`` numbers its latest revision, recorded at ``head_at``; a writer locks this row and no other base's.
    """

    class Kind(models.TextChoices):
        PERSON = "person", "A person"
        PROJECT = "project", "A project"

    class Policy(models.TextChoices):
        FLAG = "flag", "Ask a person when a reason is lost"
        CASCADE = "cascade", "Relabel when a reason is lost"

    class Unknown(models.TextChoices):
        SINGLE = "single", "Take it, one value at a time"
        MULTI = "multi", "Take it, many values at a time"
        REFUSE = "refuse", "Refuse it"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    label = models.CharField(max_length=200)
    kind = models.CharField(max_length=10, choices=Kind)
    policy = models.CharField(max_length=10, choices=Policy, default=Policy.FLAG)
    unknown_predicates = models.CharField(max_length=10, choices=Unknown, default=Unknown.SINGLE)
    head = models.PositiveIntegerField(default=0)
    head_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        db_table = "base"

    def __str__(self) -> str:
        return self.label


class Membership(models.Model):
    """A person concerned by a base: may see it and correct it. The user is named by id alone, never by a key."""

    pk = models.CompositePrimaryKey("base_id", "user_id")
    base_id = base_key()
    user_id = models.UUIDField()

    class Meta:
        db_table = "membership"
        indexes: ClassVar = [models.Index("user_id", "base_id", name="membership_by_user")]
