"""The controlled vocabulary: global, loaded from one file, editable in the admin."""

from __future__ import annotations

import uuid
from typing import Any, ClassVar

from django.db import models


class Topic(models.Model):
    """A heading under which sentences stand together: "Home", "where and with whom"."""

    name = models.SlugField(primary_key=True, max_length=40)
    title = models.CharField(max_length=80)
    hint = models.CharField(max_length=120, blank=True)
    place = models.PositiveSmallIntegerField(default=0)

    class Meta:
        db_table = "topic"
        ordering: ClassVar = ["place", "name"]

    def __str__(self) -> str:
        return self.title


class Predicate(models.Model):
    """A relation that claims can state, with the sentences that say it.

    Phrases hold ``{subject}`` and ``{object}``; those that begin with ``you`` address the person concerned.
    ``groups`` are sets of values of which one at most holds at a time. ``sensitive`` marks GDPR Art. 9 categories.
    """

    class Cardinality(models.TextChoices):
        SINGLE = "single", "One value at a time"
        MULTI = "multi", "Many values at a time"

    class ValueType(models.TextChoices):
        TEXT = "text", "Text"
        NUMBER = "number", "Number"
        DATE = "date", "Date"
        BOOLEAN = "boolean", "Yes or no"
        ENTITY = "entity", "Something with a name"

    name = models.CharField(primary_key=True, max_length=100)
    topic = models.ForeignKey(Topic, models.PROTECT, related_name="predicates")
    about = models.CharField(max_length=10, default="anything")
    cardinality = models.CharField(max_length=10, choices=Cardinality)
    value_type = models.CharField(max_length=10, choices=ValueType, default=ValueType.TEXT)
    unit = models.CharField(max_length=20, blank=True)
    phrase = models.CharField(max_length=200)
    negative = models.CharField(max_length=200)
    past = models.CharField(max_length=200)
    past_negative = models.CharField(max_length=200)
    you = models.CharField(max_length=200, blank=True)
    you_negative = models.CharField(max_length=200, blank=True)
    you_past = models.CharField(max_length=200, blank=True)
    you_past_negative = models.CharField(max_length=200, blank=True)
    groups: models.JSONField[Any, Any] = models.JSONField(default=list, blank=True)
    sensitive = models.BooleanField(default=False)
    retention_days = models.PositiveIntegerField(null=True, blank=True)
    purpose = models.CharField(max_length=200, blank=True)
    known = models.BooleanField(
        default=True, help_text="Off for a name that an agent brought and nobody has looked at."
    )

    class Meta:
        db_table = "predicate"
        ordering: ClassVar = ["topic", "name"]

    def __str__(self) -> str:
        return self.name


class PredicateSynonym(models.Model):
    """Another name for a predicate, in the form names are compared in: lower case, underscores."""

    key = models.CharField(primary_key=True, max_length=100)
    predicate = models.ForeignKey(Predicate, models.CASCADE, related_name="synonyms")

    class Meta:
        db_table = "predicate_synonym"

    def __str__(self) -> str:
        return self.key


class ObjectAlias(models.Model):
    """Another wording of one value: "express" for "Express.js". ``key`` is the form objects are compared in."""

    predicate = models.ForeignKey(Predicate, models.CASCADE, related_name="object_aliases")
    key = models.CharField(max_length=400)
    canonical = models.CharField(max_length=400)

    class Meta:
        db_table = "object_alias"
        constraints: ClassVar = [models.UniqueConstraint(fields=["predicate", "key"], name="object_alias_once")]

    def __str__(self) -> str:
        return f"{self.key} = {self.canonical}"


class VouchedOrigin(models.Model):
    """A root origin that an administrator vouches for: it counts as a voice of its own, whoever brings its word."""

    name = models.CharField(primary_key=True, max_length=2000)

    class Meta:
        db_table = "vouched_origin"

    def __str__(self) -> str:
        return self.name


class VocabularyVersion(models.Model):
    """One row, stamped anew with every change of the vocabulary, so that readers may keep it in memory."""

    id = models.SmallIntegerField(primary_key=True, default=1)
    stamp = models.UUIDField(default=uuid.uuid4)
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        db_table = "vocabulary_version"
        constraints: ClassVar = [models.CheckConstraint(condition=models.Q(id=1), name="vocabulary_version_one_row")]
