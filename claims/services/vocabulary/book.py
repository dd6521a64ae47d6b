"""The vocabulary in memory, read again whenever it was stamped anew."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from claims.models import ObjectAlias, Predicate, PredicateSynonym, VouchedOrigin
from claims.normal_form import predicate_key, value_key
from claims.queries.rows import Row, fetch
from claims.queries.vocabulary import stamp


@dataclass(frozen=True, slots=True)
class Term:
    """A predicate as the store uses it. ``groups`` maps an object key to the exclusive group it is in."""

    name: str
    single: bool
    value_type: str
    groups: Mapping[str, str]
    aliases: Mapping[str, str]
    known: bool = True

    def object_key(self, text: str) -> str:
        """The key of an object: typed, with its aliases applied ("Express" = "Express.js")."""
        key = value_key(text, self.value_type)
        return self.aliases.get(key, key)

    def scope(self, object_key: str) -> str:
        """What of a question depends on the object: nothing, its exclusive group, or the object itself."""
        if self.single:
            return ""
        return f"#{self.groups[object_key]}" if object_key in self.groups else f"={object_key}"


@dataclass(frozen=True, slots=True)
class Book:
    """The whole vocabulary at one version."""

    version: UUID | None
    terms: Mapping[str, Term]
    synonyms: Mapping[str, str]
    phrases: Mapping[str, Predicate]
    vouched: frozenset[str] = frozenset()

    def term(self, name: str, *, single_if_unknown: bool) -> Term:
        """The predicate a name means, or an unknown one that keeps the name."""
        key = predicate_key(name)
        found = self.terms.get(self.synonyms.get(key, key))
        return found or Term(key, single_if_unknown, "text", {}, {}, known=False)


_book: Book | None = None


def book() -> Book:
    """The vocabulary as it stands now."""
    return book_stamped(fetch(*stamp()))


def book_stamped(found: Sequence[Row]) -> Book:
    """The vocabulary under the stamp that was found in the database."""
    global _book
    version: UUID | None = found[0].stamp if found else None
    known = _book
    if known is None or known.version != version:
        known = _book = _read(version)
    return known


def _read(version: UUID | None) -> Book:
    aliases: dict[str, dict[str, str]] = {}
    rows = Predicate.objects.all()
    types = {row.name: row.value_type for row in rows}
    for alias in ObjectAlias.objects.all():
        canonical = value_key(alias.canonical, types[alias.predicate_id])
        aliases.setdefault(alias.predicate_id, {})[alias.key] = canonical
    terms = {row.name: _term(row, aliases.get(row.name, {})) for row in rows}
    synonyms = dict(PredicateSynonym.objects.values_list("key", "predicate_id"))
    vouched = frozenset(VouchedOrigin.objects.values_list("name", flat=True))
    return Book(version, terms, synonyms, {row.name: row for row in rows}, vouched)


def _term(row: Predicate, aliases: Mapping[str, str]) -> Term:
    groups = {}
    for number, group in enumerate(_groups(row)):
        for value in group:
            key = value_key(value, row.value_type)
            groups[aliases.get(key, key)] = str(number)
    single = row.cardinality == Predicate.Cardinality.SINGLE
    return Term(row.name, single, row.value_type, groups, aliases, row.known)


def _groups(row: Predicate) -> list[list[str]]:
    groups: Any = row.groups
    return groups if isinstance(groups, list) else []
