"""The one clock: the database's, read after the base's lock."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime, timedelta

from django.db import connection

_fixed: ContextVar[datetime | None] = ContextVar("fixed", default=None)


def now() -> datetime:
    """The present instant, in UTC at microseconds."""
    fixed = _fixed.get()
    if fixed is not None:
        return fixed
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        moment: datetime = cursor.fetchone()[0]
    return moment.astimezone(UTC)


def after(head_at: datetime | None) -> datetime:
    """The recorded time of the next revision: now, and later than the last by at least a microsecond."""
    moment = now()
    return moment if head_at is None else max(moment, head_at + timedelta(microseconds=1))


def standing() -> datetime | None:
    """The instant at which the clock stands still, if it does: for statements that read the database's own."""
    return _fixed.get()


@contextmanager
def fixed(moment: datetime) -> Iterator[None]:
    """Stand the clock still: for tests, the demonstration, and imports into an empty base."""
    token = _fixed.set(moment)
    try:
        yield
    finally:
        _fixed.reset(token)
