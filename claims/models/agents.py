"""Agents and the keys they come with."""

from __future__ import annotations

import uuid
from typing import ClassVar

from django.contrib.postgres.fields import ArrayField
from django.db import models

from claims.models.bases import BeliefBase


class Scope(models.TextChoices):
    """What a key may do."""

    READ = "read", "Read beliefs"
    ASSERT = "assert", "Assert claims"
    REVISE = "revise", "Contract, justify and undo"
    ERASE = "erase", "Erase"
    AUDIT = "audit", "Read the log"
    ADMIN = "admin", "Make bases and edit the vocabulary"


class Tier(models.IntegerChoices):
    """The trust tiers of sources, weakest first; the numbers are the engine's."""

    INFERRED = 1, "inferred"
    DOCUMENTED = 2, "documented"
    OBSERVED = 3, "observed"
    STATED = 4, "stated"
    VERIFIED = 5, "verified"


class Agent(models.Model):
    """A program that keeps or uses beliefs; ``purpose`` completes "Scout …" for the person concerned."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.CharField(max_length=100, unique=True)
    purpose = models.CharField(max_length=200, blank=True)

    class Meta:
        db_table = "agent"

    def __str__(self) -> str:
        return self.name


class AgentKey(models.Model):
    """A key, shown once and kept as a SHA-256 of its random secret; `prefix` finds it and is no secret.

    ``role`` says in free words what it is for. ``ceiling`` is the highest tier it may assert at. A key may use the
    bases listed, or all where ``every_base``.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    agent = models.ForeignKey(Agent, models.CASCADE, related_name="keys")
    prefix = models.CharField(max_length=16, unique=True)
    secret_sha256 = models.BinaryField(max_length=32, editable=False)
    role = models.CharField(max_length=60, blank=True)
    scopes = ArrayField(models.CharField(max_length=10, choices=Scope))
    ceiling = models.SmallIntegerField(choices=Tier, default=Tier.INFERRED)
    every_base = models.BooleanField(default=False)
    bases: models.ManyToManyField[BeliefBase, KeyBase] = models.ManyToManyField(
        BeliefBase, through="KeyBase", related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)
    last_used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        db_table = "agent_key"
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(ceiling__lt=Tier.VERIFIED), name="agent_key_ceiling_below_verified"
            )
        ]

    def __str__(self) -> str:
        return f"{self.agent} ({self.prefix}…)"


class KeyBase(models.Model):
    """A base that a key may use. The base is named by id alone: nothing global points into a base."""

    key = models.ForeignKey(AgentKey, models.CASCADE, related_name="key_bases")
    base = models.ForeignKey(BeliefBase, models.CASCADE, db_constraint=False, related_name="+")

    class Meta:
        db_table = "agent_key_base"
        constraints: ClassVar = [models.UniqueConstraint(fields=["key", "base"], name="agent_key_base_once")]
