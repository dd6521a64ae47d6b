"""Change a predicate, a synonym or an object alias: look at what it affects, then change and repair every base."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from uuid import UUID

from django.db import transaction

from claims.engine.acts import Rekeying
from claims.models import ObjectAlias, Predicate, PredicateSynonym
from claims.normal_form import predicate_key, value_key
from claims.queries.across import bases_with_predicates
from claims.refusals import Invalid, NotFound
from claims.services.actor import Actor
from claims.services.belief_base.operation import Done, Terms
from claims.services.vocabulary.load import touch
from claims.services.vocabulary.rekey import rekey_base

#: Tells the worker to repair a base, in the transaction of the change: base, predicates, actor.
Defer = Callable[[UUID, list[str], Actor], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """A change of one predicate. What is ``None`` or empty stays as it is.

    ``synonyms`` are further names for it, ``aliases`` further wordings of an object: (wording, usual wording).
    """

    predicate: str
    cardinality: str | None = None
    groups: list[list[str]] | None = None
    synonyms: tuple[str, ...] = ()
    aliases: tuple[tuple[str, str], ...] = ()

    @property
    def predicates(self) -> list[str]:
        """Every name under which a base may hold claims that this concerns."""
        return [self.predicate, *map(predicate_key, self.synonyms)]


@dataclass(frozen=True, slots=True)
class Affected:
    """What a change would do to one base."""

    base: UUID
    claims_moved: int
    superseded: tuple[UUID, ...]
    restored: tuple[UUID, ...]
    refused: str = ""


def preview_change(*, change: Change, actor: Actor) -> list[Affected]:
    """What a change would do, base by base; nothing is stored.

    Raises:
        NotFound: where there is no such predicate.
        Invalid: where a synonym or a wording belongs to another already.
    """
    with _undone_after():
        write_change(change)
        return [_affected(base, change, actor) for base in bases_with_predicates(change.predicates)]


def apply_change(*, change: Change, actor: Actor, defer: Defer) -> int:
    """Change the vocabulary and have every base that it concerns repaired; returns how many.

    Raises:
        NotFound, Invalid: as `preview_change`; Invalid also where a base would be left resting on itself.
    """
    refused = [each.refused for each in preview_change(change=change, actor=actor) if each.refused]
    if refused:
        raise Invalid(refused[0])
    with transaction.atomic():
        write_change(change)
        bases = bases_with_predicates(change.predicates)
        for base in bases:
            defer(base, change.predicates, actor)
    return len(bases)


@contextmanager
def _undone_after() -> Iterator[None]:
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def _affected(base: UUID, change: Change, actor: Actor) -> Affected:
    try:
        done: Done | None = rekey_base(base=base, actor=actor, predicates=change.predicates, terms=Terms(preview=True))
    except Invalid as invalid:
        return Affected(base, 0, (), (), invalid.sentence)
    if done is None:
        return Affected(base, 0, (), ())
    return Affected(
        base, sum(isinstance(act, Rekeying) for act in done.plan.acts), done.plan.superseded, done.plan.restored
    )


def write_change(change: Change) -> None:
    """Change the vocabulary alone, in the caller's transaction; repairing bases is another matter.

    Raises:
        NotFound, Invalid: as `preview_change`.
    """
    row = Predicate.objects.select_for_update().filter(name=change.predicate).first()
    if row is None:
        raise NotFound(f"There is no predicate “{change.predicate}” in the vocabulary.")
    if change.cardinality is not None:
        row.cardinality = change.cardinality
    if change.groups is not None:
        row.groups = change.groups
    row.save()
    _add_synonyms(row, change.synonyms)
    _add_aliases(row, change.aliases)
    touch()


def _add_synonyms(row: Predicate, synonyms: Iterable[str]) -> None:
    for synonym in map(predicate_key, synonyms):
        if Predicate.objects.filter(name=synonym).exists():
            raise Invalid(f"“{synonym}” is a predicate of its own; a synonym must be no predicate's name.")
        entry, _ = PredicateSynonym.objects.get_or_create(key=synonym, defaults={"predicate": row})
        if entry.predicate_id != row.name:
            raise Invalid(f"“{synonym}” means “{entry.predicate_id}” already; a synonym belongs to one predicate.")


def _add_aliases(row: Predicate, aliases: Iterable[tuple[str, str]]) -> None:
    for wording, usual in aliases:
        key = value_key(wording, row.value_type)
        entry, made = ObjectAlias.objects.get_or_create(predicate=row, key=key, defaults={"canonical": usual})
        if not made and entry.canonical != usual:
            raise Invalid(f"“{wording}” means “{entry.canonical}” already; a wording belongs to one object.")
