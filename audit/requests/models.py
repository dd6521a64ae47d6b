"""The tables of requests. Bases, persons and claims stand here as bare ids; words stand apart, to be erased."""

from __future__ import annotations

import uuid
from typing import Any, ClassVar

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q

from audit.guards import APPEND_ONLY, KEPT, NO_TRUNCATE
from audit.requests import guards
from audit.requests.words import Act, Identity, Kind, Outcome, State


class Regime(models.Model):
    """A law as it stands from a day on (`audit.requests.regimes.Regime` says what its ``terms`` are). A row never
    changes: what the law becomes is another row."""

    pk = models.CompositePrimaryKey("code", "from_day")
    code = models.CharField(max_length=20)
    from_day = models.DateField()
    terms: models.JSONField[Any, Any] = models.JSONField()

    class Meta:
        db_table = "audit_regime"
        triggers: ClassVar = [APPEND_ONLY, NO_TRUNCATE]


class Request(models.Model):
    """What a person asks for about their data, and how far it has come.

    ``subject_id`` is the user it is about, where they have an account; ``filed_by`` who wrote it down. ``clock_from``
    is the instant from which the law counts: its receipt, or that of an earlier request that asks for the same.
    ``regime`` and ``regime_from`` name the law at receipt, ``country`` and ``zone`` whose days count. ``first_on``,
    ``last_on`` and ``due_on`` are days reckoned by `audit.requests.clocks`, ``due_on`` is null while the clock stands.
    State and identity change only with a step that says so.
    """

    pk = models.CompositePrimaryKey("base_id", "id")
    base_id = models.UUIDField()
    id = models.UUIDField(default=uuid.uuid4)
    kind = models.CharField(max_length=20)
    regime = models.CharField(max_length=20)
    regime_from = models.DateField()
    country = models.CharField(max_length=12, blank=True)
    zone = models.CharField(max_length=40)
    subject_id = models.UUIDField(null=True)
    filed_by = models.UUIDField()
    received_at = models.DateTimeField()
    clock_from = models.DateTimeField()
    ground = models.CharField(max_length=40, blank=True)
    claims = ArrayField(models.UUIDField(), default=list)
    state = models.CharField(max_length=20, default=State.RECEIVED.value)
    identity = models.CharField(max_length=10, default=Identity.OPEN.value)
    held_from = models.CharField(max_length=20, blank=True)
    duplicate_of = models.UUIDField(null=True)
    decision = models.PositiveIntegerField(null=True)
    steps = models.PositiveIntegerField(default=0)
    first_on = models.DateField()
    last_on = models.DateField()
    due_on = models.DateField(null=True)
    reminded = models.CharField(max_length=10, blank=True)

    class Meta:
        db_table = "audit_request"
        triggers: ClassVar = [guards.FOLLOWS_STEPS, KEPT, NO_TRUNCATE]
        constraints: ClassVar = [
            models.CheckConstraint(name="request_kind_known", condition=Q(kind__in=[each.value for each in Kind])),
            models.CheckConstraint(name="request_state_known", condition=Q(state__in=[each.value for each in State])),
            models.CheckConstraint(
                name="request_identity_known", condition=Q(identity__in=[each.value for each in Identity])
            ),
            models.CheckConstraint(name="request_clock_not_later", condition=Q(clock_from__lte=F("received_at"))),
            models.CheckConstraint(
                name="request_duplicate_of_another",
                condition=~Q(state=State.DUPLICATE) | Q(duplicate_of__isnull=False) & ~Q(duplicate_of=F("id")),
            ),
        ]
        indexes: ClassVar = [
            models.Index("base_id", "subject_id", name="request_of_subject"),
            models.Index("due_on", name="request_by_due"),
        ]


class RequestStep(models.Model):
    """One act done with a request, by whom and when, and the ``evidence`` that it was: codes, counts and opaque ids,
    never words."""

    pk = models.CompositePrimaryKey("base_id", "request_id", "number")
    base_id = models.UUIDField()
    request_id = models.UUIDField()
    number = models.PositiveIntegerField()
    act = models.CharField(max_length=20)
    state = models.CharField(max_length=20)
    at = models.DateTimeField()
    actor_kind = models.CharField(max_length=10)
    actor_id = models.UUIDField()
    evidence: models.JSONField[Any, Any] = models.JSONField()

    class Meta:
        db_table = "audit_request_step"
        triggers: ClassVar = [guards.IN_ORDER, APPEND_ONLY, NO_TRUNCATE]
        constraints: ClassVar = [
            models.CheckConstraint(name="request_act_known", condition=Q(act__in=[each.value for each in Act])),
            models.CheckConstraint(name="request_step_has_evidence", condition=~Q(evidence={})),
        ]


class RequestDecision(models.Model):
    """A decision as proposed. What is refused, wholly or in part, has its reasons, the right to complain, the remedy in
    court, and the day by which the law wants it told (GDPR Art. 12(4)); the words may be erased, and not be missing.

    ``claims`` are those that a partial decision grants.
    """

    personal: ClassVar = ("reasons",)

    pk = models.CompositePrimaryKey("base_id", "request_id", "number")
    base_id = models.UUIDField()
    request_id = models.UUIDField()
    number = models.PositiveIntegerField()
    outcome = models.CharField(max_length=10)
    ground = models.CharField(max_length=40, blank=True)
    claims = ArrayField(models.UUIDField(), default=list)
    reasons = models.TextField(blank=True)
    complaint = models.TextField(blank=True)
    remedy = models.TextField(blank=True)
    answer_by = models.DateField(null=True)
    proposed_by = models.UUIDField()
    proposed_at = models.DateTimeField()
    needs_second = models.BooleanField(default=False)
    seconded_by = models.UUIDField(null=True)
    seconded_at = models.DateTimeField(null=True)
    erased_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "audit_request_decision"
        triggers: ClassVar = [guards.AGREED_ONCE, KEPT, NO_TRUNCATE]
        constraints: ClassVar = [
            models.CheckConstraint(
                name="decision_outcome_known", condition=Q(outcome__in=[each.value for each in Outcome])
            ),
            models.CheckConstraint(
                name="refusal_has_its_parts",
                condition=Q(outcome=Outcome.ACCEPT)
                | (Q(reasons__regex=r"\S") | Q(erased_at__isnull=False))
                & Q(complaint__regex=r"\S", remedy__regex=r"\S", ground__regex=r"\S", answer_by__isnull=False),
            ),
            models.CheckConstraint(
                name="decision_by_four_eyes",
                condition=Q(seconded_by__isnull=True) | ~Q(seconded_by=F("proposed_by")),
            ),
        ]


class RequestText(models.Model):
    """Words that belong to a step: what the person asked, why somebody decided, a letter as it was sent. Erasable: the
    row stays and says that there was something."""

    personal: ClassVar = ("text",)

    pk = models.CompositePrimaryKey("base_id", "request_id", "step", "purpose")
    base_id = models.UUIDField()
    request_id = models.UUIDField()
    step = models.PositiveIntegerField()
    purpose = models.CharField(max_length=20)
    text = models.TextField(blank=True)
    erased_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "audit_request_text"
        triggers: ClassVar = [guards.ERASED_ONLY, KEPT, NO_TRUNCATE]
        constraints: ClassVar = [
            models.CheckConstraint(
                name="request_text_there_or_erased",
                condition=~Q(text="") & Q(erased_at__isnull=True) | Q(text="", erased_at__isnull=False),
            )
        ]


class RequestLetter(models.Model):
    """A letter that was sent with a step: of which kind, when, and by which way. Its words are the step's text."""

    pk = models.CompositePrimaryKey("base_id", "request_id", "step")
    base_id = models.UUIDField()
    request_id = models.UUIDField()
    step = models.PositiveIntegerField()
    template = models.CharField(max_length=40)
    way = models.CharField(max_length=10)
    sent_at = models.DateTimeField()

    class Meta:
        db_table = "audit_request_letter"
        triggers: ClassVar = [APPEND_ONLY, NO_TRUNCATE]
