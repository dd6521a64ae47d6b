"""Bases and their subjects, as they are made and shown."""

from __future__ import annotations

from rest_framework import serializers

from claims.api.shapes.claims import Shown, Url
from claims.api.shapes.proposals import Name, Planned
from claims.api.shapes.strict import Id, Instant, OneOf, Strict, Text
from claims.models import BeliefBase


class BaseSaid(Strict):
    """A base to be made. `policy` says what follows when a reason is lost, `unknown_predicates` what is done with a
    predicate outside the vocabulary."""

    label = Text(max_length=200)  # type: ignore[assignment]  # a field by this name
    kind = OneOf(choices=BeliefBase.Kind.values)
    policy = OneOf(choices=BeliefBase.Policy.values, required=False)
    unknown_predicates = OneOf(choices=BeliefBase.Unknown.values, required=False)


class BaseShown(Shown):
    """A base; `head` is the number of its latest revision, and its entity tag."""

    id = Id()
    url = Url()
    label = serializers.CharField()  # type: ignore[assignment]  # a field by this name
    kind = serializers.ChoiceField(choices=BeliefBase.Kind.values)
    policy = serializers.ChoiceField(choices=BeliefBase.Policy.values)
    unknown_predicates = serializers.ChoiceField(choices=BeliefBase.Unknown.values)
    head = serializers.IntegerField()
    head_at = Instant(allow_null=True)
    created_at = Instant()


class Counts(Shown):
    """How much the base holds now: subjects, claims at any status, claims held, open review items."""

    entities = serializers.IntegerField()
    claims = serializers.IntegerField()
    held = serializers.IntegerField()
    open_reviews = serializers.IntegerField()


class BaseInFull(BaseShown):
    """A base with its counts."""

    counts = Counts()


class EntitySaid(Strict):
    """A subject to be made."""

    name = Name(max_length=400)


class AliasSaid(Planned):
    """Another name of a subject. Where it is another subject's name already, the two are one from now on."""

    alias = Name(max_length=400)


class EntityShown(Shown):
    """A subject of claims: the name it was first called by, its other names, and how many claims are about it."""

    id = Id()
    name = serializers.CharField()
    aliases = serializers.ListField(child=serializers.CharField())
    claims = serializers.IntegerField()
