"""Half-open periods of time and sets of them (Snodgrass, *Developing Time-Oriented Database Applications*, ch. 4).

Instants are aware UTC datetimes at microseconds. ``BEGINNING`` and ``FOREVER`` stand for an open side, so that
every comparison is a plain one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

Instant = datetime

BEGINNING: Instant = datetime.min.replace(tzinfo=UTC)
FOREVER: Instant = datetime.max.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True, order=True)
class Period:
    """The instants from ``start`` up to, not including, ``end``."""

    start: Instant
    end: Instant

    def __post_init__(self) -> None:
        if self.start >= self.end:
            raise ValueError(f"A period must end after it begins, and {self.end} is not after {self.start}.")

    def __contains__(self, instant: Instant) -> bool:
        return self.start <= instant < self.end

    def overlaps(self, other: Period) -> bool:
        return self.start < other.end and other.start < self.end


@dataclass(frozen=True, slots=True)
class Periods:
    """A set of instants, kept as its fewest periods in order: equal sets are equal values."""

    spans: tuple[Period, ...] = ()

    @staticmethod
    def of(*spans: Period) -> Periods:
        """The union of any periods, in any order, touching or overlapping."""
        if len(spans) < 2:
            return Periods(spans)
        merged: list[Period] = []
        for span in sorted(spans):
            if merged and span.start <= merged[-1].end:
                if span.end > merged[-1].end:
                    merged[-1] = Period(merged[-1].start, span.end)
            else:
                merged.append(span)
        return Periods(tuple(merged))

    @staticmethod
    def union(sets: Iterable[Periods]) -> Periods:
        return Periods.of(*(span for each in sets for span in each.spans))

    def __iter__(self) -> Iterator[Period]:
        return iter(self.spans)

    def __bool__(self) -> bool:
        return bool(self.spans)

    def __contains__(self, instant: Instant) -> bool:
        return any(instant in span for span in self.spans)

    def __or__(self, other: Periods) -> Periods:
        return Periods.of(*self.spans, *other.spans)

    def __and__(self, other: Periods) -> Periods:
        return Periods(
            tuple(
                Period(max(a.start, b.start), min(a.end, b.end))
                for a in self.spans
                for b in other.spans
                if a.overlaps(b)
            )
        )

    def __sub__(self, other: Periods) -> Periods:
        return self & other.complement() if other.spans and self.spans else self

    def __le__(self, other: Periods) -> bool:
        """Whether every instant of this set is in the other."""
        return not self - other

    def overlaps(self, other: Periods) -> bool:
        return any(a.overlaps(b) for a in self.spans for b in other.spans)

    def complement(self) -> Periods:
        """Every instant that is not in the set."""
        starts = [BEGINNING, *(span.end for span in self.spans)]
        ends = [*(span.start for span in self.spans), FOREVER]
        return Periods(tuple(Period(a, b) for a, b in zip(starts, ends, strict=True) if a < b))


NEVER = Periods()
ALWAYS = Periods((Period(BEGINNING, FOREVER),))
