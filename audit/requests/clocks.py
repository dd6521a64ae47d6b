"""Until when a request must be answered. Pure: days in, days out; the calendar of holidays is given.

A month is a calendar month: it ends on the day of the same number, or on the last of a shorter month, and where that
is a Saturday, a Sunday or a public holiday, on the next working day (Regulation 1182/71, Art. 3).
"""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Container, Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from zoneinfo import ZoneInfo

from audit.requests.regimes import Regime, Unit

_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Pause:
    """Days on which the clock does not run: from ``start`` up to, not including, ``end``; ``None`` while it lasts."""

    start: date
    end: date | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Clocks:
    """The days of a request. ``target`` is the house's own; ``first`` the law's, ``last`` the law's once extended;
    ``due`` is the one of these two that counts; ``acknowledge_by`` is there where the law asks for it."""

    target: date
    first: date
    last: date
    due: date
    acknowledge_by: date | None
    paused: bool

    def may_extend(self, today: date) -> bool:
        """Whether an extension would still be told in time: within the first period, its last day included."""
        return not self.paused and self.due == self.first and today <= self.first


def clocks(
    regime: Regime,
    received: date,
    *,
    today: date,
    holidays: Container[date] = frozenset[date](),
    pauses: Iterable[Pause] = (),
    extended: bool = False,
) -> Clocks:
    """The days of a request under the law that held when it was received.

    A pause moves every day on by its own length, where the law knows pauses; one that lasts counts up to ``today``.
    """
    counted = list(pauses) if regime.pauses_for_identity else []
    paused = sum((((each.end or max(today, each.start)) - each.start) for each in counted), timedelta())

    def end(length: int) -> date:
        day = add_months(received, length) if regime.unit is Unit.MONTH else received + length * _DAY
        day += paused
        return next_working_day(day, holidays) if regime.rolls_over else day

    first, last = end(regime.length), end(regime.length + regime.extension)
    target = min(received + regime.target_days * _DAY + paused, first)
    return Clocks(
        target=target,
        first=first,
        last=last,
        due=last if extended else first,
        acknowledge_by=_working_days_on(received, regime.acknowledge_within, holidays),
        paused=any(each.end is None for each in counted),
    )


def add_months(day: date, months: int) -> date:
    """The day of the same number so many months later, or the last of that month where it has none."""
    years, month = divmod(day.month - 1 + months, 12)
    year, month = day.year + years, month + 1
    return date(year, month, min(day.day, monthrange(year, month)[1]))


def is_working_day(day: date, holidays: Container[date]) -> bool:
    """Whether people work on this day."""
    return day.weekday() < 5 and day not in holidays


def next_working_day(day: date, holidays: Container[date]) -> date:
    """The day itself, where people work on it, or the first after it on which they do."""
    while not is_working_day(day, holidays):
        day += _DAY
    return day


def _working_days_on(day: date, number: int | None, holidays: Container[date]) -> date | None:
    if number is None:
        return None
    for _ in range(number):
        day = next_working_day(day + _DAY, holidays)
    return day


def day_of(instant: datetime, zone: str) -> date:
    """The day that an instant lies in, where the law counts."""
    return instant.astimezone(_zone(zone)).date()


def over_at(day: date, zone: str) -> datetime:
    """The instant at which a day is over: whoever acts before it acts in time."""
    return datetime.combine(day + _DAY, time.min, _zone(zone))


def _zone(name: str) -> tzinfo:
    """UTC is known everywhere; the other zones come with the system."""
    return UTC if name == "UTC" else ZoneInfo(name)
