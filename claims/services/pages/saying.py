"""Claims in sentences for whoever reads a page, and times as a page says them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from claims.engine.time.dates import Precision
from claims.engine.time.periods import BEGINNING, FOREVER, Instant, Period, Periods
from claims.normal_form import key_of
from claims.queries import claims, naming
from claims.services.words import Statement, in_words, phrases_of, sentence


@dataclass(frozen=True, slots=True)
class Reader:
    """Who reads about a base. ``you`` is the entity that is addressed as "you", where the person concerned reads;
    ``is_subject`` tells that it is them, ``id`` is their pseudonym."""

    base: UUID
    is_subject: bool
    id: UUID | None = None
    you: UUID | None = field(default=None)


def reader_of(base: UUID, *, is_subject: bool, actor: UUID | None = None) -> Reader:
    """Somebody who reads a page about a base."""
    return Reader(base, is_subject, actor, naming.entity_called(base, "me") if is_subject else None)


class Sayings:
    """Sentences of some claims, read once. ``drawn`` are claims not stored yet."""

    def __init__(self, reader: Reader, ids: Iterable[UUID], drawn: Mapping[UUID, Statement] | None = None) -> None:
        rows = claims.by_ids(reader.base, sorted(set(ids)))
        self._said = {
            row.id: (Statement(row.subject, row.predicate, row.object, row.negated), row.entity_id == reader.you)
            for row in rows
        }
        for claim, statement in (drawn or {}).items():
            self._said.setdefault(claim, (statement, _is_you(reader, statement.subject)))
        self._phrases = phrases_of({statement.predicate for statement, _ in self._said.values()})

    def say(self, claim: UUID, *, past: bool = False) -> str:
        """What a claim says, now or as of a time that is over."""
        if claim not in self._said:
            return "Something that was erased."
        statement, to_you = self._said[claim]
        return sentence(statement, self._phrases, past=past, to_subject=to_you)


def _is_you(reader: Reader, subject: str) -> bool:
    return reader.you is not None and naming.entity_called(reader.base, key_of(subject)) == reader.you


PrecisionOf = Callable[[Instant], Precision]


def times(periods: Periods, precision: PrecisionOf) -> str:
    """Some periods in words: "from March 2026 to 15 May 2026"; "always"."""
    return " and ".join(_time(each, precision) for each in periods)


def _time(period: Period, precision: PrecisionOf) -> str:
    if period.start == BEGINNING and period.end == FOREVER:
        return "always"
    start = "" if period.start == BEGINNING else day_words(period.start, precision)
    end = "" if period.end == FOREVER else day_words(period.end, precision)
    if not (start and end):
        return f"from {start}" if start else f"until {end}"
    year = f" {period.start.year}"
    return f"from {start.removesuffix(year) if end.endswith(year) else start} to {end}"


def day_words(instant: datetime, precision: PrecisionOf) -> str:
    """A boundary in time in words, at most as exact as a day."""
    return in_words(instant, min(precision(instant), Precision.DAY))


def counted(number: int, one: str, many: str) -> str:
    """The count first: "1 ends", "2 end"."""
    return f"{number} {one if number == 1 else many}"
