"""Decide on a predicate that an agent brought: it joins the vocabulary, or is another name for one that is there."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from django.db import transaction

from claims.models import Predicate, PredicateSynonym, Topic, VocabularyVersion
from claims.queries.across import bases_with_predicates
from claims.queries.rows import Row
from claims.refusals import Forbidden, Invalid, NotFound
from claims.services.actor import Actor
from claims.services.administration.entries import note
from claims.services.belief_base.operation import Done, Terms
from claims.services.vocabulary.book import book
from claims.services.vocabulary.change import Change, write_change
from claims.services.vocabulary.load import touch
from claims.services.vocabulary.rekey import rekey_base
from claims.services.vocabulary.repair import defer_rekey

#: Where a predicate stands until somebody gives it a heading.
OTHER = "other"


def decide_predicate(
    *, base: UUID, actor: Actor, item: Row, verdict: str, means: Sequence[str], terms: Terms | None = None
) -> Done:
    """Change the vocabulary, repair this base at once and have the others repaired.

    Raises:
        Forbidden: where the actor is no administrator.
        Invalid: where the predicate it is to mean is missing, or a base would be left resting on itself.
        Moved, StalePlan: as `operate`.
    """
    if not actor.administers:
        raise Forbidden("The vocabulary is the same in every base, so only an administrator decides on a predicate.")
    preview = terms is not None and terms.preview
    with transaction.atomic():
        list(VocabularyVersion.objects.select_for_update())  # one writer at a time
        names = _write(item.predicate, verdict, means)
        others = [each for each in bases_with_predicates(names) if each != base]
        for other in others:  # refused here and now, not when its turn comes
            rekey_base(base=other, actor=actor, predicates=names, terms=Terms(preview=True))
        done = rekey_base(base=base, actor=actor, predicates=names, terms=terms, verdicts={item.id: verdict})
        if done is None:
            raise NotFound("There is no such review item in this base.")
        if preview:
            transaction.set_rollback(True)
            return done
        for other in others:
            defer_rekey(other, names, actor)
        note("extend_vocabulary", actor=actor)
    return done


def _write(name: str, verdict: str, means: Sequence[str]) -> list[str]:
    """Change the vocabulary; returns the names of which claims may have to move."""
    if verdict != "synonym_of":
        return [_add(name, verdict)]
    if len(means) != 1:
        raise Invalid.at("/keep", "Name in keep the one predicate that this one means.")
    term = book().term(means[0], single_if_unknown=True)
    if not term.known:
        raise Invalid.at(
            "/keep",
            f"There is no predicate “{means[0][:60]}” in the vocabulary; see /api/v1/vocabulary/ for those it knows.",
        )
    change = Change(predicate=term.name, synonyms=(name,))
    write_change(change)
    return change.predicates


def _add(name: str, cardinality: str) -> str:
    """The predicate, under a heading and in sentences that an administrator can improve on."""
    if PredicateSynonym.objects.filter(key=name).exists():
        return name
    relation = name.replace("_", " ")
    topic, _ = Topic.objects.get_or_create(name=OTHER, defaults={"title": "Other", "place": 1000})
    row, made = Predicate.objects.get_or_create(
        name=name,
        defaults={
            "topic": topic,
            "cardinality": cardinality,
            "phrase": f"{{subject}}: {relation} is {{object}}.",
            "negative": f"{{subject}}: {relation} is not {{object}}.",
            "past": f"{{subject}}: {relation} was {{object}}.",
            "past_negative": f"{{subject}}: {relation} was not {{object}}.",
            "you": f"You: {relation} is {{object}}.",
            "you_negative": f"You: {relation} is not {{object}}.",
            "you_past": f"You: {relation} was {{object}}.",
            "you_past_negative": f"You: {relation} was not {{object}}.",
        },
    )
    if not made and not row.known:
        row.cardinality, row.known = cardinality, True
        row.save()
    touch()
    return name
