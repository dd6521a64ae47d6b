"""Times as people and systems write them: an RFC 3339 instant, or a day, a month or a year.

A date known only in part keeps its precision. ``from`` begins where its own unit begins and ``to`` ends where its own
begins, so 2011-2013 and 2013-2015 touch and do not overlap; where both lie in one unit, ``to`` is the whole of it.
"""

from __future__ import annotations

import re
from calendar import monthrange
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import IntEnum

from claims.engine.time.periods import BEGINNING, FOREVER, Instant, Period


class Precision(IntEnum):
    """How finely a time is known, coarsest first."""

    YEAR = 1
    MONTH = 2
    DAY = 3
    INSTANT = 4


class BadTime(ValueError):
    """A time or period that cannot be read; its text is a sentence fit for a user."""


@dataclass(frozen=True, slots=True)
class Stated:
    """A time as it was stated: the unit from ``start`` up to ``end``; of no length for an instant."""

    start: Instant
    end: Instant
    precision: Precision


_DATE = re.compile(r"(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?", re.ASCII)
_INSTANT = re.compile(r"\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?([Zz]|[+-]\d{2}:\d{2})?", re.ASCII)
_WANTED = "write a time like 2026-05-16T09:00:00Z, or a day, month or year like 2026-05-16, 2026-05 or 2026"


def read_time(text: str) -> Stated:
    """Read one time.

    Raises:
        BadTime: where it is no time, lacks its zone (RFC 3339), or lies outside the years 1 to 9999.
    """
    if not isinstance(text, str):
        raise BadTime(f"A time must be text: {_WANTED}.")
    try:
        if date := _DATE.fullmatch(text):
            return _read_date(*date.groups())
        if instant := _INSTANT.fullmatch(text):
            if instant[3] is None:
                raise BadTime(f"The time {text} has no zone; {_WANTED}.")
            moment = datetime.fromisoformat(text.upper()).astimezone(UTC)
            return Stated(moment, moment, Precision.INSTANT)
    except (ValueError, OverflowError) as error:
        if isinstance(error, BadTime):
            raise
    raise BadTime(f"“{text[:40]}” is not a time; {_WANTED}.")


def _read_date(year: str, month: str | None, day: str | None) -> Stated:
    start = datetime(int(year), int(month or 1), int(day or 1), tzinfo=UTC)
    if day:
        return Stated(start, _cap(start, timedelta(days=1)), Precision.DAY)
    if month:
        return Stated(start, _cap(start, timedelta(days=monthrange(start.year, start.month)[1])), Precision.MONTH)
    end = FOREVER if start.year == FOREVER.year else start.replace(year=start.year + 1)
    return Stated(start, end, Precision.YEAR)


def _cap(start: Instant, step: timedelta) -> Instant:
    return FOREVER if start > FOREVER - step else start + step


def period_between(start: Stated | None, end: Stated | None) -> Period:
    """The period from one stated time to another; ``None`` leaves that side open.

    Raises:
        BadTime: where the period would be reversed or empty.
    """
    begins = start.start if start else BEGINNING
    if begins == FOREVER:
        raise BadTime("The period is empty: it begins at the last moment there is; give an earlier start.")
    if end is None:
        return Period(begins, FOREVER)
    ends = end.start
    if start and ends <= begins < end.end:
        ends = end.end
    if ends < begins:
        raise BadTime(
            f"The period ends ({write_time(end)}) before it begins ({write_time(start)}); swap or mend the two."
        )
    if ends == begins:
        raise BadTime(f"The period is empty: it ends at {write_time(end)}, the moment it begins; give a later end.")
    return Period(begins, ends)


def write_time(stated: Stated | None) -> str:
    """The shortest text that reads back as this time."""
    return "open" if stated is None else write_instant(stated.start, stated.precision)


def write_instant(instant: Instant, precision: Precision) -> str:
    """An instant at the precision it is known to."""
    if precision is Precision.INSTANT:
        return instant.isoformat().replace("+00:00", "Z")
    return instant.date().isoformat()[: {Precision.YEAR: 4, Precision.MONTH: 7, Precision.DAY: 10}[precision]]
