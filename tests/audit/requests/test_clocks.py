"""Until when a request must be answered: months, holidays, pauses, extensions, and laws that change."""

from __future__ import annotations

from calendar import monthrange
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import holidays
import pytest
from hypothesis import given
from hypothesis import strategies as st

from audit.requests.clocks import (
    Pause,
    add_months,
    clocks,
    day_of,
    is_working_day,
    next_working_day,
    over_at,
)
from audit.requests.regimes import Regime, Unit, in_force

GDPR = Regime(
    code="gdpr",
    from_day=date(2018, 5, 25),
    name="GDPR",
    unit=Unit.MONTH,
    length=1,
    extension=2,
    target_days=14,
    rolls_over=True,
    pauses_for_identity=True,
)
CALIFORNIA = Regime(
    code="ccpa",
    from_day=date(2023, 1, 1),
    name="CCPA",
    unit=Unit.DAY,
    length=45,
    extension=45,
    target_days=30,
    rolls_over=False,
    pauses_for_identity=False,
    acknowledge_within=10,
    country="US-CA",
)
GERMANY = holidays.country_holidays("DE", subdiv="BE")
DAYS = st.dates(date(2000, 1, 1), date(2100, 12, 31))
FREE = st.frozensets(DAYS, max_size=5)


@pytest.mark.parametrize(
    ("received", "months", "ends"),
    [
        ("2026-01-31", 1, "2026-02-28"),
        ("2028-01-31", 1, "2028-02-29"),
        ("2026-08-31", 1, "2026-09-30"),
        ("2026-03-31", 3, "2026-06-30"),
        ("2027-11-30", 3, "2028-02-29"),
        ("2026-12-15", 1, "2027-01-15"),
        ("2028-02-29", 1, "2028-03-29"),
        ("2100-01-29", 1, "2100-02-28"),
    ],
)
def test_a_month_is_a_calendar_month(received: str, months: int, ends: str) -> None:
    assert add_months(date.fromisoformat(received), months) == date.fromisoformat(ends)


@given(DAYS, st.integers(0, 40))
def test_a_month_ends_on_the_same_number_or_on_the_last_of_a_shorter_month(day: date, months: int) -> None:
    end = add_months(day, months)
    assert (end.year * 12 + end.month) - (day.year * 12 + day.month) == months
    assert end.day == min(day.day, monthrange(end.year, end.month)[1])


@given(DAYS, DAYS)
def test_whoever_asks_later_is_never_answered_sooner(one: date, other: date) -> None:
    early, late = sorted((one, other))
    for regime in (GDPR, CALIFORNIA):
        first, second = (clocks(regime, each, today=each, holidays=GERMANY) for each in (early, late))
        assert first.first <= second.first
        assert first.last <= second.last


@pytest.mark.parametrize(
    ("received", "due"),
    [
        ("2026-04-17", "2026-05-18"),  # 17 May is a Sunday
        ("2026-04-23", "2026-05-26"),  # 23 May is a Saturday, and 25 May is Whit Monday
        ("2026-11-25", "2026-12-28"),  # Christmas, then a weekend
        ("2026-12-01", "2027-01-04"),  # New Year, then a weekend
        ("2026-06-15", "2026-07-15"),
    ],
)
def test_a_period_that_ends_where_nobody_works_ends_on_the_next_working_day(received: str, due: str) -> None:
    day = date.fromisoformat(received)
    assert clocks(GDPR, day, today=day, holidays=GERMANY).due == date.fromisoformat(due)


@given(DAYS, FREE)
def test_a_deadline_is_a_working_day_and_none_lies_between_it_and_the_end_of_the_month(
    received: date, free: frozenset[date]
) -> None:
    found = clocks(GDPR, received, today=received, holidays=free)
    for months, due in ((1, found.first), (3, found.last)):
        end = add_months(received, months)
        assert is_working_day(due, free)
        assert not any(is_working_day(end + timedelta(each), free) for each in range((due - end).days))


@given(DAYS, FREE)
def test_a_holiday_more_never_shortens_a_period(received: date, free: frozenset[date]) -> None:
    assert clocks(GDPR, received, today=received).first <= clocks(GDPR, received, today=received, holidays=free).first


@given(DAYS, st.integers(0, 60), st.integers(0, 60))
def test_a_pause_moves_the_end_by_its_own_length_and_then_to_a_working_day(
    received: date, starts: int, lasts: int
) -> None:
    start = received + timedelta(starts)
    pause = Pause(start, start + timedelta(lasts))
    found = clocks(GDPR, received, today=received, pauses=[pause])
    assert found.first == next_working_day(add_months(received, 1) + timedelta(lasts), frozenset())
    assert not found.paused


@given(DAYS, st.integers(0, 60), st.integers(0, 60))
def test_a_pause_that_lasts_moves_the_end_on_day_by_day(received: date, starts: int, lasts: int) -> None:
    start = received + timedelta(starts)
    today = start + timedelta(lasts)
    open_end = clocks(GDPR, received, today=today, pauses=[Pause(start)])
    ended = clocks(GDPR, received, today=today, pauses=[Pause(start, today)])
    assert (open_end.first, open_end.last) == (ended.first, ended.last)
    assert (open_end.paused, ended.paused) == (True, False)
    assert not open_end.may_extend(today)


@given(DAYS, st.integers(0, 60))
def test_california_counts_from_receipt_whatever_proof_of_identity_takes(received: date, lasts: int) -> None:
    pause = Pause(received, received + timedelta(lasts))
    found = clocks(CALIFORNIA, received, today=received, holidays=GERMANY, pauses=[pause, Pause(received)])
    assert found.due == received + timedelta(45)
    assert found.last == received + timedelta(90)
    assert not found.paused


def test_california_confirms_within_ten_working_days() -> None:
    california = holidays.country_holidays("US", subdiv="CA")
    found = clocks(CALIFORNIA, date(2026, 12, 18), today=date(2026, 12, 18), holidays=california)
    assert found.acknowledge_by == date(2027, 1, 5)  # Christmas and New Year lie between


@given(DAYS, FREE)
def test_an_extension_is_told_up_to_the_last_day_of_the_first_month_and_not_after(
    received: date, free: frozenset[date]
) -> None:
    found = clocks(GDPR, received, today=received, holidays=free)
    assert found.may_extend(found.first)
    assert not found.may_extend(found.first + timedelta(1))
    extended = clocks(GDPR, received, today=received, holidays=free, extended=True)
    assert extended.due == extended.last == found.last
    assert not extended.may_extend(received)


@given(DAYS)
def test_the_house_means_to_be_earlier_than_the_law(received: date) -> None:
    for target in (0, 14, 400):
        found = clocks(replace(GDPR, target_days=target), received, today=received)
        assert received <= found.target <= found.first < found.last


@pytest.mark.parametrize(
    ("instant", "zone", "day"),
    [
        ("2026-01-31T23:30", "Europe/Berlin", "2026-02-01"),
        ("2026-01-31T22:30", "Europe/Berlin", "2026-01-31"),
        ("2026-03-29T00:59", "Europe/Berlin", "2026-03-29"),  # the night in which an hour is missing
        ("2026-10-25T22:59", "Europe/Berlin", "2026-10-25"),  # the day that has 25 hours
        ("2026-10-25T23:00", "Europe/Berlin", "2026-10-26"),
        ("2026-05-01T03:00", "America/Los_Angeles", "2026-04-30"),
    ],
)
def test_the_day_of_receipt_is_the_day_where_the_law_counts(instant: str, zone: str, day: str) -> None:
    assert day_of(datetime.fromisoformat(instant).replace(tzinfo=UTC), zone) == date.fromisoformat(day)


@given(
    st.builds(datetime.combine, DAYS, st.times(), st.just(UTC)), st.sampled_from(["Europe/Berlin", "Pacific/Auckland"])
)
def test_a_day_lasts_until_it_is_over_however_many_hours_it_has(instant: datetime, zone: str) -> None:
    day = day_of(instant, zone)
    end = over_at(day, zone)
    assert instant < end
    assert day_of(end, zone) == day + timedelta(1)
    assert day_of(end.astimezone(UTC) - timedelta(microseconds=1), zone) == day
    assert end.astimezone(ZoneInfo(zone)).hour == 0


def test_a_law_that_changes_leaves_alone_what_was_received_before() -> None:
    stricter = replace(GDPR, from_day=date(2027, 1, 1), unit=Unit.DAY, length=20)
    laws = [stricter, GDPR, CALIFORNIA]
    before, since = (in_force(laws, "gdpr", each) for each in (date(2026, 12, 31), date(2027, 1, 1)))
    assert (before, since) == (GDPR, stricter)
    assert in_force(laws, "gdpr", date(2018, 5, 24)) is None
    assert in_force(laws, "lgpd", date(2026, 1, 1)) is None


@given(DAYS, st.lists(DAYS, min_size=1, max_size=4, unique=True))
def test_of_several_versions_of_a_law_the_latest_that_had_begun_counts(day: date, starts: list[date]) -> None:
    laws = [replace(GDPR, from_day=each) for each in starts]
    found = in_force(laws, "gdpr", day)
    assert (found.from_day if found else None) == max((each for each in starts if each <= day), default=None)


def test_only_the_decisions_that_the_law_names_need_a_second_person() -> None:
    law = replace(GDPR, four_eyes=[("*", "12-5"), ("erasure", "17-3-e")])
    assert law.needs_second("access", "12-5")
    assert law.needs_second("erasure", "17-3-e")
    assert not law.needs_second("access", "17-3-e")
    assert not law.needs_second("erasure", "")
