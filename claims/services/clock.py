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


def standing() -> datetime | None:
    """The instant at which the clock was made to stand still, if it was: for statements that else ask the database."""
    return _fixed.get()


def after(head_at: datetime | None, read: datetime) -> datetime:
    """The recorded time of the next revision: what the database's clock just ``read``, and later than the last by at
    least a microsecond."""
    moment = _fixed.get() or read.astimezone(UTC)
    return moment if head_at is None else max(moment, head_at + timedelta(microseconds=1))


@contextmanager
def fixed(moment: datetime) -> Iterator[None]:
    """Stand the clock still: for tests, the demonstration, and imports into an empty base."""
    token = _fixed.set(moment)
    try:
        yield
    finally:
        _fixed.reset(token)
