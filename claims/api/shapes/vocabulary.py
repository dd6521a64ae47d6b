"""The vocabulary, as it is shown and added to."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from claims.api.shapes.claims import Shown
from claims.api.shapes.proposals import Name
from claims.api.shapes.strict import MISSING, Many, OneOf, Strict, Text, YesNo
from claims.models import Predicate


class Phrase(Text):
    """A sentence with {subject} and {object} in it."""

    def __init__(self, *, names_subject: bool = True, **options: Any) -> None:
        self._holds = ("{subject}", "{object}") if names_subject else ("{object}",)
        super().__init__(max_length=200, **options)

    def to_internal_value(self, data: Any) -> str:
        """The sentence."""
        text = super().to_internal_value(data)
        if missing := [each for each in self._holds if each not in text]:
            raise serializers.ValidationError(f"The sentence must hold {' and '.join(missing)}.")
        return text


class PredicateSaid(Strict):
    """A predicate to be added, or the name of one that is there and synonyms to be added to it."""

    name = Name(max_length=100, predicate=True)
    topic = Text(required=False, max_length=40)
    about = OneOf(choices=("person", "project", "anything"), required=False)
    cardinality = OneOf(choices=Predicate.Cardinality.values, required=False)
    value_type = OneOf(choices=Predicate.ValueType.values, required=False)
    unit = Text(required=False, max_length=20)
    phrase = Phrase(required=False)
    negative = Phrase(required=False)
    past = Phrase(required=False)
    past_negative = Phrase(required=False)
    you = Phrase(required=False, names_subject=False)
    you_negative = Phrase(required=False, names_subject=False)
    you_past = Phrase(required=False, names_subject=False)
    you_past_negative = Phrase(required=False, names_subject=False)
    groups = Many(child=Many(child=Text(max_length=400)), required=False, max_length=100)
    sensitive = YesNo(required=False)
    retention_days = serializers.IntegerField(
        required=False,
        min_value=1,
        max_value=36500,
        error_messages={**MISSING, "invalid": "Send a number of days here."},
    )
    purpose = Text(required=False, max_length=200)
    synonyms = Many(child=Name(max_length=100, predicate=True), required=False, max_length=100)


class PredicateShown(Shown):
    """A predicate with its sentences, synonyms and exclusive groups, and the usual wording of objects with several."""

    name = serializers.CharField()
    topic = serializers.CharField(source="topic_id")
    about = serializers.CharField()
    cardinality = serializers.ChoiceField(choices=Predicate.Cardinality.values)
    value_type = serializers.ChoiceField(choices=Predicate.ValueType.values)
    unit = serializers.CharField(allow_blank=True)
    phrase = serializers.CharField()
    negative = serializers.CharField()
    past = serializers.CharField()
    past_negative = serializers.CharField()
    you = serializers.CharField(allow_blank=True)
    you_negative = serializers.CharField(allow_blank=True)
    you_past = serializers.CharField(allow_blank=True)
    you_past_negative = serializers.CharField(allow_blank=True)
    groups = serializers.ListField(child=serializers.ListField(child=serializers.CharField()))
    sensitive = serializers.BooleanField()
    retention_days = serializers.IntegerField(allow_null=True)
    purpose = serializers.CharField(allow_blank=True)
    synonyms = serializers.ListField(child=serializers.CharField())
    objects = serializers.DictField(child=serializers.CharField())
