"""Both clocks of a read: when in the world, and as known when (engine.md §2)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from claims.engine.time.dates import BadTime, Stated, read_time
from claims.engine.time.periods import FOREVER
from claims.refusals import Invalid
from claims.services import clock

__all__ = ["Clocks", "Stated", "clocks", "time_said"]


#: The latest instant there is to ask about; the one after it stands for an open end.
LAST = FOREVER - timedelta(microseconds=1)


@dataclass(frozen=True, slots=True)
class Clocks:
    """The two instants that a read is as of."""

    valid_at: datetime
    known_at: datetime


def clocks(*, head_at: datetime | None, valid_at: Stated | None = None, known_at: Stated | None = None) -> Clocks:
    """Both instants, now where none is given. Now is never before the latest revision.

    A day, month or year means its first instant in the world, and for what was known its last, as far as it is over.

    Raises:
        Invalid: where ``known_at`` lies in the future.
    """
    now = clock.now() if head_at is None else max(clock.now(), head_at)
    if known_at is not None and known_at.start > now:
        raise Invalid.at("/known_at", "Nobody knows yet what will be known then; give a known_at that is not ahead.")
    return Clocks(min(valid_at.start, LAST) if valid_at else now, min(_last_of(known_at), now) if known_at else now)


def _last_of(stated: Stated) -> datetime:
    return stated.start if stated.start == stated.end else stated.end - timedelta(microseconds=1)


def time_said(text: str) -> Stated:
    """A time as it was stated.

    Raises:
        Invalid: where it is none, or lacks its zone.
    """
    try:
        return read_time(text)
    except BadTime as bad:
        raise Invalid(str(bad)) from None
