"""Load the vocabulary from its file. What an administrator has changed since stays as it is."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any
from uuid import uuid4

from django.db import transaction

from claims.models import ObjectAlias, Predicate, PredicateSynonym, Topic, VocabularyVersion
from claims.normal_form import predicate_key, value_key

FILE = Path(__file__).resolve().parents[2] / "vocabulary.toml"

_COLUMNS = (
    "about", "cardinality", "phrase", "negative", "past", "past_negative", "you", "you_negative", "you_past",
    "you_past_negative", "unit", "groups", "sensitive", "retention_days", "purpose",
)  # fmt: skip


@transaction.atomic
def load_vocabulary(file: Path = FILE) -> int:
    """Adds every predicate, synonym and object alias that is not there yet; returns how many predicates were added."""
    data = tomllib.loads(file.read_text(encoding="utf-8"))
    topics = data["topics"].items()
    Topic.objects.bulk_create(
        [Topic(name=name, place=place, **topic) for place, (name, topic) in enumerate(topics)],
        ignore_conflicts=True,
    )
    known = set(Predicate.objects.values_list("name", flat=True))
    fresh = {name: entry for name, entry in data["predicates"].items() if name not in known}
    Predicate.objects.bulk_create(_predicate(name, entry) for name, entry in fresh.items())
    PredicateSynonym.objects.bulk_create(
        (
            PredicateSynonym(key=predicate_key(synonym), predicate_id=name)
            for name, entry in fresh.items()
            for synonym in entry["synonyms"]
        ),
        ignore_conflicts=True,
    )
    ObjectAlias.objects.bulk_create(
        (alias for name, entry in fresh.items() for alias in _aliases(name, entry)), ignore_conflicts=True
    )
    if fresh:
        touch()
    return len(fresh)


def touch() -> None:
    """Tells every process that the vocabulary has changed."""
    VocabularyVersion.objects.update_or_create(id=1, defaults={"stamp": uuid4()})


def _predicate(name: str, entry: dict[str, Any]) -> Predicate:
    columns = {column: entry[column] for column in _COLUMNS if column in entry}
    return Predicate(name=name, topic_id=entry["topic"], value_type=entry["type"], **columns)


def _aliases(name: str, entry: dict[str, Any]) -> list[ObjectAlias]:
    return [
        ObjectAlias(predicate_id=name, key=value_key(wording, entry["type"]), canonical=canonical)
        for canonical, wordings in entry.get("objects", {}).items()
        for wording in wordings
    ]
