"""What is held and when we held it: the result of the walk, kept for reading."""

from __future__ import annotations

import uuid
from typing import ClassVar

from django.contrib.postgres.constraints import ExclusionConstraint
from django.contrib.postgres.fields import DateTimeRangeField, RangeOperators
from django.db import models
from django.db.models import F, Func, Q

from audit.guards import CLOSED_ONCE, NO_TRUNCATE, UNCHANGED
from claims.models.agents import Tier
from claims.models.fields import PeriodsField, base_key, kept_unless, of_erased, within_base

#: When we ceased to hold it, null while we do: what was known at an instant is found without going through all that
#: had ended before.
ENDED = F("recorded__endswith")
OPEN = Q(recorded__upper_inf=True)
#: Until when it was true, so that the present is found without going through the past.
UNTIL = Func(F("valid"), template="coalesce(upper(%(expressions)s), 'infinity')")


class Belief(models.Model):
    """A time over which a claim was held (``valid``), and since and until when we held it so (``recorded``).

    ``tier`` is that of its strongest voice, ``opened`` and ``closed`` are revisions. Never updated, except that the
    open end of ``recorded`` is closed once.
    """

    pk = models.CompositePrimaryKey("base_id", "id")
    base_id = base_key()
    id = models.UUIDField(default=uuid.uuid4)
    claim_id = models.UUIDField()
    claim = within_base("claims.Claim", "claim_id")
    question_id = models.UUIDField()
    object_id = models.UUIDField()
    negated = models.BooleanField()
    valid = DateTimeRangeField()
    from_precision = models.SmallIntegerField(default=4)
    to_precision = models.SmallIntegerField(default=4)
    recorded = DateTimeRangeField()
    confidence = models.SmallIntegerField()
    tier = models.SmallIntegerField(choices=Tier)
    restricted = models.BooleanField(default=False)
    opened = models.PositiveIntegerField()
    closed = models.PositiveIntegerField(null=True)

    class Meta:
        db_table = "belief"
        triggers: ClassVar = [CLOSED_ONCE, kept_unless(of_erased("OLD", "claim_id")), NO_TRUNCATE]
        constraints: ClassVar = [
            ExclusionConstraint(
                name="belief_one_answer",
                expressions=[
                    ("base_id", RangeOperators.EQUAL),
                    ("question_id", RangeOperators.EQUAL),
                    ("valid", RangeOperators.OVERLAPS),
                    ("recorded", RangeOperators.OVERLAPS),
                ],
                condition=Q(negated=False),
            ),
            ExclusionConstraint(
                name="belief_one_sign",
                expressions=[
                    ("base_id", RangeOperators.EQUAL),
                    ("object_id", RangeOperators.EQUAL),
                    ("valid", RangeOperators.OVERLAPS),
                    ("recorded", RangeOperators.OVERLAPS),
                ],
            ),
        ]
        indexes: ClassVar = [
            models.Index("base_id", "claim_id", ENDED, UNTIL, name="belief_of_claim"),
            models.Index("base_id", "question_id", UNTIL, name="belief_open_of_question", condition=OPEN),
        ]


class Edge(models.Model):
    """A typed edge between claims, with the revision that made it and the recorded period over which it stood."""

    class Kind(models.TextChoices):
        SUPERSEDES = "supersedes"
        SUPPORTS = "supports"
        DEPENDS_ON = "depends_on"
        UNLESS = "unless"

    pk = models.CompositePrimaryKey("base_id", "id")
    base_id = base_key()
    id = models.UUIDField(default=uuid.uuid4)
    kind = models.CharField(max_length=12, choices=Kind)
    source_id = models.UUIDField()
    source = within_base("claims.Claim", "source_id")
    target_id = models.UUIDField()
    target = within_base("claims.Claim", "target_id")
    act_id = models.UUIDField(null=True)
    number = models.PositiveIntegerField(default=0)
    recorded = DateTimeRangeField()
    opened = models.PositiveIntegerField()
    closed = models.PositiveIntegerField(null=True)

    class Meta:
        db_table = "edge"
        triggers: ClassVar = [CLOSED_ONCE, kept_unless(of_erased("OLD", "source_id", "target_id")), NO_TRUNCATE]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["base_id", "source_id", "target_id", "kind", "act_id", "number"],
                name="edge_open_once",
                condition=OPEN,
                nulls_distinct=False,
            )
        ]
        indexes: ClassVar = [
            models.Index("base_id", "target_id", ENDED, name="edge_at_target"),
            models.Index("base_id", "source_id", ENDED, name="edge_ended_at_source", condition=~OPEN),
        ]


class Support(models.Model):
    """Instants at which a derived assertion had a reason, since the revision that gave it (policy ``flag``)."""

    pk = models.CompositePrimaryKey("base_id", "act_id", "revision")
    base_id = base_key()
    act_id = models.UUIDField()
    act = within_base("claims.Act", "act_id")
    revision = models.PositiveIntegerField()
    periods = PeriodsField()

    class Meta:
        db_table = "support"
        triggers: ClassVar = [
            UNCHANGED,
            kept_unless(
                "EXISTS (SELECT FROM act a WHERE a.base_id = OLD.base_id AND a.id = OLD.act_id"
                f" AND {of_erased('a', 'claim_id')})"
            ),
            NO_TRUNCATE,
        ]
