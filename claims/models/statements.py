"""What can be believed: entities, questions about them, and claims that answer those. Immutable rows."""

from __future__ import annotations

import uuid
from typing import ClassVar

import pgtrigger
from django.db import models

from claims.models.fields import base_key, within_base

#: How a claim was first worded stays, until it is forgotten; and a tombstone stays one.
TOMBSTONE = pgtrigger.Trigger(
    name="tombstone",
    when=pgtrigger.Before,
    operation=pgtrigger.Update,
    func="""
        IF OLD.erased IS NULL AND NEW.erased IS NULL AND NEW.object = OLD.object
           OR NEW.erased IS NOT NULL AND coalesce(OLD.erased, NEW.erased) = NEW.erased
              AND NEW.object = '' AND NEW.object_key = '' AND NEW.predicate = '' AND NEW.name IS NULL
        THEN
            RETURN NEW;
        END IF;
        RAISE EXCEPTION 'A claim stays as it was worded, or is erased for good.' USING ERRCODE = 'restrict_violation';
    """,
)


class Entity(models.Model):
    """A subject of claims inside a base, made when first named. ``key`` is the form names are compared in."""

    pk = models.CompositePrimaryKey("base_id", "id")
    base_id = base_key()
    id = models.UUIDField(default=uuid.uuid4)
    name = models.CharField(max_length=400)

    class Meta:
        db_table = "entity"


class EntityAlias(models.Model):
    """A name by which an entity is found, its first one included.

    ``given_id`` is the entity whose first name it was, where an alias has led it to another since.
    """

    pk = models.CompositePrimaryKey("base_id", "key")
    base_id = base_key()
    key = models.CharField(max_length=400)
    entity_id = models.UUIDField()
    entity = within_base("claims.Entity", "entity_id")
    given_id = models.UUIDField(null=True)

    class Meta:
        db_table = "entity_alias"
        indexes: ClassVar = [
            models.Index("base_id", "entity_id", name="entity_alias_of"),
            models.Index("base_id", "given_id", name="entity_alias_given", condition=models.Q(given_id__isnull=False)),
        ]


class Question(models.Model):
    """What can conflict: entity and predicate; for a multi-valued predicate also the object or its exclusive group.

    ``scope`` is empty for a single-valued predicate, else ``=`` and the object key or ``#`` and the group. A ``plain``
    question holds positive assertions and no other act, so what is held now is all a stronger one needs. It is
    ``rising`` while each of them was the strongest yet, began later than all before, and has no end.
    """

    pk = models.CompositePrimaryKey("base_id", "id")
    base_id = base_key()
    id = models.UUIDField(default=uuid.uuid4)
    entity_id = models.UUIDField()
    entity = within_base("claims.Entity", "entity_id")
    predicate = models.CharField(max_length=100)
    scope_sha256 = models.BinaryField(max_length=32, help_text="Hash of the scope; the scope itself stands in claims.")
    plain = models.BooleanField(default=True)
    rising = models.BooleanField(db_default=False)

    class Meta:
        db_table = "question"
        constraints: ClassVar = [
            models.UniqueConstraint("base_id", "entity_id", "predicate", "scope_sha256", name="question_once")
        ]


class Claim(models.Model):
    """What can be believed. ``object_id`` names the value within its question, shared by a claim and its denial.

    ``object`` is worded as first asserted; ``object_key`` is its normal form. A re-keyed claim says where it stands
    now: its ``question_id`` and ``object_id`` move, and ``redirect_id`` names the claim it has become, if another.
    ``restricted`` is as of now: a restricted claim is served to nobody, at whatever ``known_at``. So is ``completed``:
    a statement was ever given that goes with it; and ``erased``, the revision that forgot it: from then on the row is
    a tombstone without words.
    """

    pk = models.CompositePrimaryKey("base_id", "id")
    base_id = base_key()
    id = models.UUIDField(default=uuid.uuid4)
    entity_id = models.UUIDField()
    entity = within_base("claims.Entity", "entity_id")
    question_id = models.UUIDField()
    question = within_base("claims.Question", "question_id")
    predicate = models.CharField(max_length=100)
    object_id = models.UUIDField()
    object = models.TextField()
    object_key = models.TextField()
    object_sha256 = models.BinaryField(max_length=32)
    negated = models.BooleanField(default=False)
    name = models.CharField(max_length=200, null=True)  # noqa: DJ001  absent is not empty: names are unique
    redirect_id = models.UUIDField(null=True)
    restricted = models.BooleanField(default=False)
    completed = models.BooleanField(db_default=False)
    erased = models.PositiveIntegerField(null=True)

    class Meta:
        db_table = "claim"
        triggers: ClassVar = [TOMBSTONE]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["base_id", "entity_id", "predicate", "object_sha256", "negated"],
                name="claim_once",
                condition=models.Q(redirect_id__isnull=True),
            ),
            models.UniqueConstraint("base_id", "name", name="claim_name_once", condition=models.Q(name__isnull=False)),
        ]
        indexes: ClassVar = [
            models.Index("base_id", "question_id", name="claim_by_question"),
            models.Index(
                "base_id", "redirect_id", name="claim_by_redirect", condition=models.Q(redirect_id__isnull=False)
            ),
            models.Index(
                "base_id",
                "entity_id",
                "predicate",
                "object_sha256",
                name="claim_become_another",
                condition=models.Q(redirect_id__isnull=False),
            ),
        ]
