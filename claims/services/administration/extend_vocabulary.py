"""Add a predicate to the vocabulary, or synonyms to one that is there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from claims.models import Predicate, PredicateSynonym, Topic, VocabularyVersion
from claims.normal_form import predicate_key
from claims.queries.across import bases_with_predicates
from claims.refusals import Invalid
from claims.services.actor import Actor
from claims.services.administration.entries import note
from claims.services.vocabulary.load import touch


@dataclass(frozen=True, slots=True)
class Extended:
    """The predicate as it stands now, and whether it is new."""

    name: str
    made: bool


def extend_vocabulary(*, actor: Actor, name: str, entry: Mapping[str, Any], synonyms: Sequence[str]) -> Extended:
    """Add a predicate by this name with its ``entry``; where it is there already, add ``synonyms`` to it alone.

    Raises:
        Invalid: where that would change what claims mean, or a name is taken.
    """
    key = predicate_key(name)
    with transaction.atomic():
        list(VocabularyVersion.objects.select_for_update())  # one writer at a time
        made = not Predicate.objects.filter(name=key).exists()
        if made:
            _add(key, entry)
        elif entry:
            field = next(iter(entry))
            raise Invalid.at(
                f"/{field}",
                f"“{key}” is in the vocabulary already, and here only synonyms can be added to it; "
                "to change it, see what follows first, on the vocabulary page.",
            )
        _add_synonyms(key, synonyms)
        touch()
        note("extend_vocabulary", actor=actor)
    return Extended(key, made)


def _add(key: str, entry: Mapping[str, Any]) -> None:
    missing = [name for name in ("topic", "cardinality", "phrase", "negative") if name not in entry]
    if missing:
        raise Invalid.at(f"/{missing[0]}", f"A new predicate needs its {missing[0]}.")
    taken = PredicateSynonym.objects.filter(key=key).first()
    if taken is not None:
        raise Invalid.at("/name", f"“{key}” is a synonym of “{taken.predicate_id}” already.")
    if not Topic.objects.filter(name=entry["topic"]).exists():
        topics = ", ".join(Topic.objects.values_list("name", flat=True))
        raise Invalid.at("/topic", f"There is no topic “{entry['topic']}”; there are {topics}.")
    _refuse_used(key, "/name")
    columns = {"past": entry["phrase"], "past_negative": entry["negative"], **entry}
    topic = columns.pop("topic")
    Predicate.objects.create(name=key, topic_id=topic, **columns)


def _add_synonyms(name: str, synonyms: Sequence[str]) -> None:
    for place, synonym in enumerate(map(predicate_key, synonyms)):
        pointer = f"/synonyms/{place}"
        if Predicate.objects.filter(name=synonym).exists():
            raise Invalid.at(pointer, f"“{synonym}” is a predicate itself; a synonym is another name for one.")
        known = PredicateSynonym.objects.filter(key=synonym).first()
        if known is None:
            _refuse_used(synonym, pointer)
            PredicateSynonym.objects.create(key=synonym, predicate_id=name)
        elif known.predicate_id != name:
            raise Invalid.at(pointer, f"“{synonym}” is a synonym of “{known.predicate_id}” already.")


def _refuse_used(name: str, pointer: str) -> None:
    if bases_with_predicates([name]):
        raise Invalid.at(
            pointer,
            f"There are claims made with “{name}” already, and they would come to mean something else; "
            "decide on it in the queue, where you see what follows.",
        )
