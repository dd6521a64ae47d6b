"""One question on two lanes of time: what was true, as we know now, and what we held on each day."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from claims.engine.time.periods import BEGINNING, FOREVER, Period, Periods
from claims.queries.rows import Row
from claims.services.belief_base.reading import period_of
from claims.services.words import MONTHS, in_words

#: The drawing, in its own units: names of lanes stand left of LEFT, the future right of today.
WIDTH, LEFT, RIGHT = 1040, 180, 1030
MOST_TICKS = 7


@dataclass(frozen=True, slots=True)
class Bar:
    """A time on a lane: where it lies, what it says, whether it lasts (``open``) or is over, or we were behind."""

    x: int
    width: int
    says: str
    over: bool
    open: bool

    @property
    def end(self) -> int:
        return self.x + self.width

    @property
    def tip(self) -> int:
        return self.end - 12

    @property
    def text_x(self) -> int:
        return self.x + 12

    @property
    def fits(self) -> bool:
        return self.width > 9 * len(self.says)


@dataclass(frozen=True, slots=True)
class Tick:
    """A named place on the axis."""

    x: int
    says: str


@dataclass(frozen=True, slots=True)
class Timeline:
    """The two lanes. ``late`` are the days on which we held something else than what we now know was true."""

    true: tuple[Bar, ...]
    known: tuple[Bar, ...]
    late: tuple[Bar, ...]
    ticks: tuple[Tick, ...]
    today: int
    says: str


def timeline(rows: Sequence[Row], objects: Mapping[UUID, str], now: datetime) -> Timeline | None:
    """Draw the belief rows of one question; ``None`` where it never had an answer."""
    true = _lane((row, period_of(row.valid)) for row in rows if row.recorded.upper is None)
    known = _lane(
        (row, both) for row in rows for both in Periods((period_of(row.valid),)) & Periods((_until(row.recorded, now),))
    )
    starts = [
        each.start for lane in (true, known) for span in lane.values() for each in span if each.start != BEGINNING
    ]
    if not starts:
        return None
    scale = _Scale(min([*starts, now - timedelta(days=30)]), now)
    late = _late(true, known, scale)
    return Timeline(
        scale.bars(true, objects),
        scale.bars(known, objects),
        scale.spans(late, "behind"),
        scale.ticks(),
        scale.x(now),
        _says(true, objects),
    )


def _until(recorded: object, now: datetime) -> Period:
    period = period_of(recorded)  # type: ignore[arg-type]
    return Period(period.start, min(period.end, max(now, period.start + timedelta(microseconds=1))))


def _lane(spans: Iterable[tuple[Row, Period]]) -> dict[UUID, Periods]:
    lane: dict[UUID, Periods] = {}
    for row, period in spans:
        lane[row.claim_id] = lane.get(row.claim_id, Periods()) | Periods((period,))
    return lane


def _late(true: Mapping[UUID, Periods], known: Mapping[UUID, Periods], scale: _Scale) -> Periods:
    seen = Periods((Period(scale.start, scale.now),))
    agreed = Periods.union(periods & known.get(claim, Periods()) for claim, periods in true.items())
    said = Periods.union(known.values())
    return (Periods.union(true.values()) | said) & seen & said - agreed


@dataclass(frozen=True, slots=True)
class _Scale:
    """From instants to places on the drawing."""

    start: datetime
    now: datetime

    @property
    def end(self) -> datetime:
        return self.now + (self.now - self.start) / 6

    def x(self, instant: datetime) -> int:
        share = (min(max(instant, self.start), self.end) - self.start) / (self.end - self.start)
        return round(LEFT + share * (RIGHT - LEFT))

    def bars(self, lane: Mapping[UUID, Periods], objects: Mapping[UUID, str]) -> tuple[Bar, ...]:
        bars = [bar for claim, periods in lane.items() for bar in self.spans(periods, objects[claim])]
        return tuple(sorted(bars, key=lambda bar: bar.x))

    def spans(self, periods: Periods, says: str) -> tuple[Bar, ...]:
        return tuple(
            Bar(
                self.x(each.start),
                max(2, self.x(each.end) - self.x(each.start)),
                says,
                over=each.end < self.now,
                open=each.end == FOREVER,
            )
            for each in periods
            if each.end > self.start
        )

    def ticks(self) -> tuple[Tick, ...]:
        """The first days of months, of every second or third where they would crowd, or of years."""
        months = (self.end.year - self.start.year) * 12 + self.end.month - self.start.month
        step = -(-months // MOST_TICKS)
        if step > 3:
            years = range(self.start.year + 1, self.end.year + 1)
            step = max(1, len(years) // MOST_TICKS)
            return self._that_fit(
                self._tick(datetime(year, 1, 1, tzinfo=self.now.tzinfo), str(year)) for year in years[::step]
            )
        first = self.start.year * 12 + self.start.month
        return self._that_fit(
            self._tick(datetime(place // 12, place % 12 + 1, 1, tzinfo=self.now.tzinfo), MONTHS[place % 12])
            for place in range(first, first + months, step or 1)
        )

    @staticmethod
    def _that_fit(ticks: Iterable[Tick]) -> tuple[Tick, ...]:
        return tuple(tick for tick in ticks if tick.x < RIGHT - 50)

    def _tick(self, instant: datetime, says: str) -> Tick:
        return Tick(self.x(instant), says)


def _says(true: Mapping[UUID, Periods], objects: Mapping[UUID, str]) -> str:
    spans = sorted((each, objects[claim]) for claim, periods in true.items() for each in periods)
    return "; ".join(f"{words} {_span(each)}" for each, words in spans)


def _span(period: Period) -> str:
    begins = "from the beginning" if period.start == BEGINNING else f"from {in_words(period.start)}"
    return f"{begins} on" if period.end == FOREVER else f"{begins} to {in_words(period.end)}"
