"""Times as people write them keep the precision they are known to (engine.md §2)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claims.engine.time.dates import BadTime, Precision, period_between, read_time, write_instant, write_time
from claims.engine.time.periods import BEGINNING, FOREVER, Instant, Period


def utc(*parts: int) -> Instant:
    return datetime(*parts, tzinfo=UTC)  # type: ignore[arg-type,misc]


def period(start: str | None, end: str | None) -> Period:
    return period_between(read_time(start) if start else None, read_time(end) if end else None)


@pytest.mark.parametrize(
    ("text", "start", "end", "precision"),
    [
        ("2026", utc(2026, 1, 1), utc(2027, 1, 1), Precision.YEAR),
        ("2026-05", utc(2026, 5, 1), utc(2026, 6, 1), Precision.MONTH),
        ("2026-12", utc(2026, 12, 1), utc(2027, 1, 1), Precision.MONTH),
        ("2026-01", utc(2026, 1, 1), utc(2026, 2, 1), Precision.MONTH),
        ("2026-05-16", utc(2026, 5, 16), utc(2026, 5, 17), Precision.DAY),
        ("2026-04-30", utc(2026, 4, 30), utc(2026, 5, 1), Precision.DAY),
        ("2024-02-28", utc(2024, 2, 28), utc(2024, 2, 29), Precision.DAY),
        ("2024-02-29", utc(2024, 2, 29), utc(2024, 3, 1), Precision.DAY),
        ("2023-02-28", utc(2023, 2, 28), utc(2023, 3, 1), Precision.DAY),
        ("2024-02", utc(2024, 2, 1), utc(2024, 3, 1), Precision.MONTH),
        ("0001", BEGINNING, utc(2, 1, 1), Precision.YEAR),
        ("0001-01-01", BEGINNING, utc(1, 1, 2), Precision.DAY),
        ("9999", utc(9999, 1, 1), FOREVER, Precision.YEAR),
        ("9999-11", utc(9999, 11, 1), utc(9999, 12, 1), Precision.MONTH),
        ("9999-12", utc(9999, 12, 1), FOREVER, Precision.MONTH),
        ("9999-12-30", utc(9999, 12, 30), utc(9999, 12, 31), Precision.DAY),
        ("9999-12-31", utc(9999, 12, 31), FOREVER, Precision.DAY),
    ],
)
def test_a_date_is_read_as_the_whole_of_its_unit(text: str, start: Instant, end: Instant, precision: Precision) -> None:
    read = read_time(text)
    assert (read.start, read.end, read.precision) == (start, end, precision)
    assert write_time(read) == text


@pytest.mark.parametrize(
    ("text", "instant"),
    [
        ("2026-05-16T09:00:00Z", utc(2026, 5, 16, 9)),
        ("2026-05-16t09:00:00z", utc(2026, 5, 16, 9)),
        ("2026-05-16 09:00Z", utc(2026, 5, 16, 9)),
        ("2026-05-16T09:00:00.000001Z", utc(2026, 5, 16, 9, 0, 0, 1)),
        ("2026-05-16T01:30:00+02:00", utc(2026, 5, 15, 23, 30)),
        ("2026-12-31T23:30:00-01:00", utc(2027, 1, 1, 0, 30)),
        ("2024-02-29T00:00:00Z", utc(2024, 2, 29)),
    ],
)
def test_an_instant_is_read_in_utc(text: str, instant: Instant) -> None:
    read = read_time(text)
    assert (read.start, read.end, read.precision) == (instant, instant, Precision.INSTANT)


@given(st.datetimes(timezones=st.just(UTC)))
def test_what_is_written_of_an_instant_reads_back(instant: Instant) -> None:
    assert read_time(write_instant(instant, Precision.INSTANT)).start == instant


def test_years_that_meet_touch_and_do_not_overlap() -> None:
    earlier, later = period("2011", "2013"), period("2013", "2015")
    assert earlier == Period(utc(2011, 1, 1), utc(2013, 1, 1))
    assert later == Period(utc(2013, 1, 1), utc(2015, 1, 1))
    assert not earlier.overlaps(later)


@pytest.mark.parametrize(
    ("start", "end", "expected"),
    [
        ("2011", "2011", Period(utc(2011, 1, 1), utc(2012, 1, 1))),
        ("2011-02", "2011-02", Period(utc(2011, 2, 1), utc(2011, 3, 1))),
        ("2024-02-29", "2024-02-29", Period(utc(2024, 2, 29), utc(2024, 3, 1))),
        ("2011-05", "2011", Period(utc(2011, 5, 1), utc(2012, 1, 1))),
        ("2011-06-15T12:00:00Z", "2011-06-15", Period(utc(2011, 6, 15, 12), utc(2011, 6, 16))),
        ("2011", "2011-05", Period(utc(2011, 1, 1), utc(2011, 5, 1))),
        ("9999", "9999", Period(utc(9999, 1, 1), FOREVER)),
        ("9999-12", "9999-12", Period(utc(9999, 12, 1), FOREVER)),
        ("0001", "0001", Period(BEGINNING, utc(2, 1, 1))),
        (None, "2011", Period(BEGINNING, utc(2011, 1, 1))),
        ("2011", None, Period(utc(2011, 1, 1), FOREVER)),
        (None, None, Period(BEGINNING, FOREVER)),
    ],
)
def test_a_period_runs_from_where_its_start_begins_to_where_its_end_begins_or_through_the_one_unit_they_name(
    start: str | None, end: str | None, expected: Period
) -> None:
    assert period(start, end) == expected


@pytest.mark.parametrize(
    ("start", "end", "sentence"),
    [
        ("2013", "2011", "The period ends (2011) before it begins (2013); swap or mend the two."),
        ("2013-05", "2013-04", "The period ends (2013-04) before it begins (2013-05); swap or mend the two."),
        (
            "2013-05-16T09:00:00Z",
            "2013-05-16T08:00:00Z",
            "The period ends (2013-05-16T08:00:00Z) before it begins (2013-05-16T09:00:00Z); swap or mend the two.",
        ),
        (
            "2013-05-16T09:00:00Z",
            "2013-05-16T09:00:00Z",
            "The period is empty: it ends at 2013-05-16T09:00:00Z, the moment it begins; give a later end.",
        ),
        (
            None,
            "0001-01-01T00:00:00Z",
            "The period is empty: it ends at 0001-01-01T00:00:00Z, the moment it begins; give a later end.",
        ),
        (
            "9999-12-31T23:59:59.999999Z",
            None,
            "The period is empty: it begins at the last moment there is; give an earlier start.",
        ),
    ],
)
def test_a_reversed_or_empty_period_is_refused_with_a_sentence(
    start: str | None, end: str | None, sentence: str
) -> None:
    with pytest.raises(BadTime) as refused:
        period(start, end)
    assert str(refused.value) == sentence


def test_a_time_without_a_zone_is_refused_with_a_sentence() -> None:
    with pytest.raises(BadTime, match=r"^The time 2026-05-16T09:00:00 has no zone; write a time like .*\.$"):
        read_time("2026-05-16T09:00:00")


@pytest.mark.parametrize(
    "text",
    [
        "99999", "0000", "10000-01-01", "2023-02-29", "2026-13", "2026-00", "2026-04-31", "2026-5-1", "26",
        "",
        "tomorrow", "2026-05-16T25:00:00Z", "2026-05-16T09:00:60Z", "0001-01-01T00:00:00+01:00",
        "9999-12-31T23:59:59-01:00", "2026\n", " 2026", "2026-05-16T09Z", "٢٠٢٦",
    ],
)  # fmt: skip
def test_what_is_no_time_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(BadTime, match=r"(?s)^“.*” is not a time; write a time like .* or 2026\.$"):
        read_time(text)


@pytest.mark.parametrize("value", [None, 2026, 20260516.0, datetime(2026, 5, 16, tzinfo=UTC)])
def test_what_is_no_text_is_refused_with_a_sentence(value: object) -> None:
    with pytest.raises(BadTime, match=r"^A time must be text: write a time like .*\.$"):
        read_time(value)  # type: ignore[arg-type]


@given(st.dates())
def test_units_of_a_date_nest_and_follow_on(date: datetime) -> None:
    text = date.isoformat()
    day_, month, year = read_time(text), read_time(text[:7]), read_time(text[:4])
    assert year.start <= month.start <= day_.start < day_.end <= month.end <= year.end
    for unit in (day_, month, year):
        if unit.end != FOREVER:
            follower = write_instant(unit.end, unit.precision)
            assert read_time(follower).start == unit.end
    assert day_.end == FOREVER or day_.end - day_.start == timedelta(days=1)
