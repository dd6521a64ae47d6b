"""What the rights of the person concerned leave behind, in opaque ids: who was served what, what was erased, what is
not learned again, and which copies were made."""

from __future__ import annotations

import uuid
from typing import Any, ClassVar

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q

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


class Forgetting(models.Model):
    """Claims that are to be forgotten on a day, and are held back until then; whoever asked may keep them after all.

    Ids and codes alone. ``revision`` held them back; ``end`` says how it ended, ``erasure_id`` by which erasure.
    """

    class End(models.TextChoices):
        OPEN = "", "Still to be"
        KEPT = "kept"
        FORGOTTEN = "forgotten"

    pk = models.CompositePrimaryKey("base_id", "id")
    base_id = base_key()
    id = models.UUIDField(default=uuid.uuid4)
    claims = ArrayField(models.UUIDField())
    ground = models.CharField(max_length=40)
    learn_again = models.BooleanField(default=False)
    revision = models.PositiveIntegerField()
    asked_by = models.UUIDField()
    asked_at = models.DateTimeField()
    due_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)
    end = models.CharField(max_length=10, choices=End, blank=True)
    erasure_id = models.UUIDField(null=True)

    class Meta:
        db_table = "forgetting"
        triggers: ClassVar = [KEPT, NO_TRUNCATE]
        constraints: ClassVar = [
            models.CheckConstraint(
                name="forgetting_ended",
                condition=models.Q(end="", ended_at__isnull=True)
                | ~models.Q(end="") & models.Q(ended_at__isnull=False),
            )
        ]
        indexes: ClassVar = [models.Index("due_at", name="forgetting_due", condition=models.Q(end=""))]


class PersonCopy(models.Model):
    """A copy of what is kept about a person (GDPR Art. 15 and 20): for whom, how far it has come, and its files.

    Ids, codes and numbers alone: the words stand in the files, which are kept until ``keep_until``. ``claims`` are
    those that it is about, all if none; ``cover`` the entities and claims whose names of other people it covers.
    ``attempt`` numbers those who make it: whoever is not the latest goes no further.
    """

    class Kind(models.TextChoices):
        ACCESS = "access", "Everything that is kept"
        PORTABILITY = "portability", "What the person gave"

    class State(models.TextChoices):
        QUEUED = "queued"
        MAKING = "making"
        READY = "ready"
        STOPPED = "stopped"
        REMOVED = "removed"

    class Gone(models.TextChoices):
        EXPIRED = "expired"
        ERASED = "erased"
        PERSON = "person"

    pk = models.CompositePrimaryKey("base_id", "id")
    base_id = base_key()
    id = models.UUIDField(default=uuid.uuid4)
    kind = models.CharField(max_length=12, choices=Kind)
    user_id = models.UUIDField()
    request_id = models.UUIDField(null=True)
    claims = ArrayField(models.UUIDField(), default=list)
    cover = ArrayField(models.UUIDField(), default=list)
    asked_at = models.DateTimeField()
    state = models.CharField(max_length=8, choices=State, default=State.QUEUED)
    gone = models.CharField(max_length=8, choices=Gone, blank=True)
    attempt = models.PositiveIntegerField(default=0)
    known_at = models.DateTimeField(null=True)
    beat_at = models.DateTimeField(null=True)
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    finished_at = models.DateTimeField(null=True)
    keep_until = models.DateTimeField(null=True)
    counts: models.JSONField[Any, Any] = models.JSONField(default=dict)
    files: models.JSONField[Any, Any] = models.JSONField(default=list)
    sha256 = models.CharField(max_length=64, blank=True)

    class Meta:
        db_table = "person_copy"
        triggers: ClassVar = [KEPT, NO_TRUNCATE]
        constraints: ClassVar = [
            models.CheckConstraint(
                name="person_copy_ready_whole",
                condition=~Q(state="ready")
                | Q(finished_at__isnull=False, keep_until__isnull=False) & ~Q(sha256="") & ~Q(files=[]),
            ),
            models.CheckConstraint(
                name="person_copy_gone_for_a_reason",
                condition=Q(state="removed") & ~Q(gone="") | ~Q(state="removed") & Q(gone=""),
            ),
            models.UniqueConstraint(
                "base_id",
                "user_id",
                "kind",
                name="person_copy_one_at_a_time",
                condition=Q(state__in=("queued", "making"), request_id__isnull=True),
            ),
        ]
        indexes: ClassVar = [
            models.Index("base_id", "request_id", name="person_copy_of_request", condition=Q(request_id__isnull=False)),
        ]
