"""Requests of persons about their data, as they are sent and shown."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from audit.requests.words import Identity, Kind, Outcome, State
from claims.api.shapes.asked import PageAsked, YesNoAsked
from claims.api.shapes.claims import Shown, Url
from claims.api.shapes.proposals import Planned
from claims.api.shapes.strict import Id, Instant, Many, OneOf, Strict, Text, Time
from claims.services.rights.read_requests import Lane
from claims.services.rights.requests.wish import HOW, Wish
from claims.services.rights.steps import METHODS

KINDS = [each.value for each in Kind]
STATES = [each.value for each in State]


class Day(serializers.DateField):
    """A day."""

    default_error_messages = {"invalid": "Send a day here, like 2026-06-18."}  # noqa: RUF012


class CorrectionSaid(Strict):
    """What is right instead: `value` since it changed `on` a day (`changed`), or always (`instead`, `since` a day, if
    known); or it was true `until` a day (`ended`), or `never`."""

    how = OneOf(choices=HOW)
    value = Text(required=False, max_length=4000)
    on = Text(required=False, max_length=40)
    since = Text(required=False, max_length=40)
    until = Text(required=False, max_length=40)


class RequestSaid(Planned):
    """A request. `claims` are what it is about, all if absent; `words` the person's own. Staff who write down what
    reached them otherwise say whom it is about (`subject`, a user's id; needed where the base concerns several), when
    it arrived, and under which law, if not that of the installation."""

    kind = OneOf(choices=KINDS)
    words = Text(required=False, allow_blank=True, max_length=4000)
    claims = Many(child=Id(), required=False, max_length=1000)
    ground = Text(required=False, max_length=40)
    correction = CorrectionSaid(required=False, allow_null=True)
    subject = Id(required=False, allow_null=True)
    received_at = Time(required=False, allow_null=True)
    law = Text(required=False, max_length=20)


class StepSaid(Planned):
    """What a step says; each takes some of these, and a refusal says which. `reason`: doubt, give_up, extend, hold,
    reopen, and withdraw where staff do it. `method`: verify. `ground`: triage, decide. `outcome`, `reasons`, `claims`:
    decide. `until`: hold. `correction`, `cover`: carry_out. `told`: notify. `of`: duplicate."""

    reason = Text(required=False, allow_blank=True, max_length=4000)
    method = OneOf(choices=METHODS, required=False)
    ground = Text(required=False, max_length=40)
    until = Day(required=False)
    outcome = OneOf(choices=[each.value for each in Outcome], required=False)
    reasons = Text(required=False, allow_blank=True, max_length=4000)
    claims = Many(child=Id(), required=False, max_length=1000)
    correction = CorrectionSaid(required=False)
    cover = Many(child=Id(), required=False, max_length=1000)
    told = Many(child=Id(), required=False, max_length=1000)
    of = Id(required=False)


class RequestsAsked(PageAsked):
    """Which requests."""

    kind = OneOf(choices=KINDS, required=False)
    state = OneOf(choices=STATES, required=False)
    open = YesNoAsked(required=False, allow_null=True, default=None)


class LetterShown(Shown):
    """A letter, word for word; `text` is empty once it has been erased."""

    template = serializers.CharField()
    way = serializers.ChoiceField(choices=["page", "post"])
    text = serializers.CharField()


class RequestStepShown(Shown):
    """One act done with a request. `actor` is a pseudonym; `evidence` are codes, counts and ids; `words` are by
    purpose, as far as they are not erased; `letter` names the letter that went out with it."""

    number = serializers.IntegerField()
    act = serializers.CharField()
    state = serializers.ChoiceField(choices=STATES)
    at = Instant()
    actor = Id()
    evidence = serializers.DictField()
    words = serializers.DictField(child=serializers.CharField())
    erased = serializers.BooleanField()
    letter = serializers.CharField()
    letter_text = serializers.CharField()


class DecisionShown(Shown):
    """A decision, as proposed; a refusal has all its parts."""

    outcome = serializers.ChoiceField(choices=[each.value for each in Outcome])
    ground = serializers.CharField()
    claims = serializers.ListField(child=Id())
    reasons = serializers.CharField()
    complaint = serializers.CharField()
    remedy = serializers.CharField()
    answer_by = serializers.DateField(allow_null=True)
    proposed_at = Instant()
    needs_second = serializers.BooleanField()
    seconded_at = Instant(allow_null=True)


class RequestShown(Shown):
    """A request. `due_on` and `days_left` are null while its clock stands, or once it is over; `lane` says how it
    stands to its deadline; `may` names the steps that it stands right for."""

    id = Id()
    url = Url("requests", ":id")
    reference = serializers.CharField()
    kind = serializers.ChoiceField(choices=KINDS)
    law = serializers.CharField()
    article = serializers.CharField()
    ground = serializers.CharField()
    state = serializers.ChoiceField(choices=STATES)
    identity = serializers.ChoiceField(choices=[each.value for each in Identity])
    subject = Id(allow_null=True)
    received_at = Instant()
    acknowledge_by = serializers.DateField(allow_null=True)
    target_on = serializers.DateField()
    first_on = serializers.DateField()
    last_on = serializers.DateField()
    due_on = serializers.DateField(allow_null=True)
    days_left = serializers.IntegerField(allow_null=True)
    lane = serializers.ChoiceField(choices=[each.value for each in Lane])
    extended = serializers.BooleanField()
    claims = serializers.ListField(child=Id())
    words = serializers.CharField(source="ask")
    duplicate_of = Id(allow_null=True)
    decision = DecisionShown(allow_null=True)
    waits_for_second = serializers.BooleanField()
    may = serializers.ListField(child=serializers.CharField())
    steps = RequestStepShown(many=True)


class RequestGone(Shown):
    """What came of a step, or in a preview would: the request as it then stands, the letters that go out, and a digest
    that binds who agrees to what was shown."""

    request = RequestShown()
    letters = LetterShown(many=True)
    digest = serializers.CharField()


def fields_said(said: dict[str, Any]) -> dict[str, Any]:
    """What a step says, without the terms it is asked for under."""
    fields = {name: value for name, value in said.items() if name not in ("preview", "digest")}
    return fields | {"correction": Wish(**fields["correction"])} if fields.get("correction") else fields
