"""Claims in plain sentences, and times in words. Sentences are made when read, never stored."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from claims.engine.time.dates import Precision
from claims.models import Predicate
from claims.services.vocabulary.book import book

MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip


_BLANKS = re.compile(r"\{(subject|relation|object)\}")


#: The sentence of a claim of which only a tombstone is left.
ERASED = "This was erased."


@dataclass(frozen=True, slots=True)
class Span:
    """A period as shown: each side as text at its precision, ``None`` where it is open."""

    start: str | None
    end: str | None


@dataclass(frozen=True, slots=True)
class Statement:
    """What a sentence is made of."""

    subject: str
    predicate: str
    object: str
    negated: bool = False


def phrases_of(names: set[str]) -> dict[str, Predicate]:
    """The predicates of these names that the vocabulary knows."""
    phrases = book().phrases
    return {name: phrases[name] for name in names if name in phrases}


def sentence(said: Statement, phrases: Mapping[str, Predicate], *, past: bool = False, to_subject: bool = False) -> str:
    """The plain sentence of a claim; ``to_subject`` addresses the person it is about as "you"."""
    if not said.predicate:
        return ERASED
    predicate = phrases.get(said.predicate)
    if predicate is None:
        return _unknown(said, past=past, to_subject=to_subject)
    negated = said.negated != _says_no(predicate, said.object)
    template = ""
    if to_subject:
        template = _choose(
            negated,
            past,
            predicate.you,
            predicate.you_negative,
            predicate.you_past,
            predicate.you_past_negative,
        )
    if not template:
        template = _choose(negated, past, predicate.phrase, predicate.negative, predicate.past, predicate.past_negative)
    return _fill(template, said)


def _says_no(predicate: Predicate, value: str) -> bool:
    return predicate.value_type == Predicate.ValueType.BOOLEAN and value.casefold() in {
        "false",
        "no",
        "n",
        "0",
        "off",
    }


def _choose(negated: bool, past: bool, plain: str, negative: str, was: str, was_negative: str) -> str:
    return (was_negative if past else negative) if negated else (was if past else plain)


def _fill(template: str, said: Statement) -> str:
    value = said.object.strip()
    value = value[:-1] if value.endswith(".") and not value.endswith("..") else value
    # Put in at once: each may hold braces itself.
    words = {"{subject}": said.subject, "{relation}": said.predicate.replace("_", " "), "{object}": value}
    text = _BLANKS.sub(lambda blank: words[blank[0]], template)
    return text[:1].upper() + text[1:]


def _unknown(said: Statement, *, past: bool, to_subject: bool) -> str:
    verb = ("was" if past else "is") + (" not" if said.negated else "")
    subject = "You" if to_subject else said.subject
    return _fill(f"{{subject}}: {{relation}} {verb} {{object}}.", replace(said, subject=subject))


def in_words(instant: datetime, precision: int = Precision.DAY) -> str:
    """A date in words at its precision: 15 May 2026, May 2026, 2026; an instant as its day."""
    day = instant.astimezone(UTC)
    if precision == Precision.YEAR:
        return str(day.year)
    month = f"{MONTHS[day.month - 1]} {day.year}"
    return month if precision == Precision.MONTH else f"{day.day} {month}"
