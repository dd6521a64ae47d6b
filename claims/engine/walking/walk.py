"""The walk: what is held of one question, at each instant of valid time (engine.md §4).

Go through the assertions whose period covers the instant, strongest first, and keep each that conflicts with none
kept. Kept is held, unless a contraction mutes it. Nothing else decides: no order of arrival, no status, no outcome.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from uuid import UUID

from claims.engine.acts import Act, Assertion, Contraction
from claims.engine.time.periods import NEVER, Instant, Period, Periods
from claims.engine.walking.candidates import Candidate, candidates_of


@dataclass(frozen=True, slots=True)
class Kept:
    """An assertion that the walk kept.

    A muted one is not held, but one observed before its contraction keeps down what else was observed before.
    """

    assertion: Assertion
    mute: Contraction | None = None

    def keeps_down(self, other: Assertion) -> bool:
        if not self.assertion.claim.conflicts(other.claim):
            return False
        return self.mute is None or max(self.assertion.observed_at, other.observed_at) <= self.mute.observed_at


@dataclass(frozen=True)
class Stretch:
    """A time over which the walk keeps the same assertions, strongest first."""

    period: Period
    kept: tuple[Kept, ...]

    @cached_property
    def held(self) -> tuple[Assertion, ...]:
        return tuple(each.assertion for each in self.kept if each.mute is None)

    @cached_property
    def leading(self) -> tuple[Kept, ...]:
        """The strongest voice of each claim held, and every muted one: enough to know what is kept down."""
        return tuple(_leading(self.kept))


@dataclass(frozen=True)
class Walk:
    """The walk of one question: every candidate, strongest first, and the stretches in order of time."""

    candidates: tuple[Candidate, ...]
    stretches: tuple[Stretch, ...]

    def held(self, claim: UUID) -> Periods:
        """Where a claim is held."""
        return self._held.get(claim, NEVER)

    def kept(self, assertion: UUID) -> Periods:
        """Where an assertion is kept and not muted."""
        return self._kept.get(assertion, NEVER)

    @cached_property
    def _held(self) -> dict[UUID, Periods]:
        return self._spans(lambda one: one.claim.id)

    @cached_property
    def _kept(self) -> dict[UUID, Periods]:
        return self._spans(lambda one: one.id)

    def _spans(self, name: Callable[[Assertion], UUID]) -> dict[UUID, Periods]:
        spans: dict[UUID, list[Period]] = defaultdict(list)
        for stretch in self.stretches:
            for each in dict.fromkeys(map(name, stretch.held)):
                spans[each].append(stretch.period)
        return {each: Periods.of(*periods) for each, periods in spans.items()}


def walk(acts: Iterable[Act], support: Mapping[UUID, Periods] | None = None) -> Walk:
    """Walk the effective acts of one question.

    ``support`` gives, for each derived assertion by its id, the instants at which it has a reason; an assertion that
    is not in it stands on its own.
    """
    candidates = candidates_of(tuple(acts), support or {})
    denials = any(each.assertion.claim.negated for each in candidates)
    stretches = (
        Stretch(period, _keep(standing, candidates, period.start, denials)) for period, standing in _sweep(candidates)
    )
    return Walk(candidates, tuple(each for each in stretches if each.kept))


def _leading(kept: Iterable[Kept]) -> Iterator[Kept]:
    heard = set()
    for each in kept:
        if each.mute is not None:
            yield each
        elif each.assertion.claim.id not in heard:
            heard.add(each.assertion.claim.id)
            yield each


def _keep(standing: Standing, candidates: Sequence[Candidate], at: Instant, denials: bool) -> tuple[Kept, ...]:
    kept: list[Kept] = []
    leading: list[Kept] = []
    led: set[UUID] = set()

    def hear(candidate: Candidate) -> Kept | None:
        if any(one.keeps_down(candidate.assertion) for one in leading):
            return None
        one = Kept(candidate.assertion, candidate.mute(at))
        kept.append(one)
        claim = candidate.assertion.claim.id
        if one.mute is not None or claim not in led:
            leading.append(one)
            led.update([claim] if one.mute is None else [])
        return one

    for place in standing.places:
        one = hear(candidates[place])
        if one is not None and one.mute is None and not denials:
            # Whatever is weaker and conflicts is out now, so only more voices for the same claim are left to hear.
            for weaker in standing.voices[one.assertion.claim.id]:
                if weaker > place:
                    hear(candidates[weaker])
            break
    return tuple(kept)


@dataclass(frozen=True, slots=True)
class Standing:
    """The candidates that walk at an instant, by their place in the order of strength; also claim by claim."""

    places: list[int]
    voices: dict[UUID, list[int]]

    def enter(self, place: int, claim: UUID) -> None:
        insort(self.places, place)
        insort(self.voices[claim], place)

    def leave(self, place: int, claim: UUID) -> None:
        for places in (self.places, self.voices[claim]):
            del places[bisect_left(places, place)]


def _sweep(candidates: Sequence[Candidate]) -> Iterator[tuple[Period, Standing]]:
    """Each time between two marks at which somebody walks. One standing serves for all: read it before going on."""
    enters: dict[Instant, list[int]] = defaultdict(list)
    leaves: dict[Instant, list[int]] = defaultdict(list)
    marks: set[Instant] = set()
    for place, each in enumerate(candidates):
        for span in each.walks:
            enters[span.start].append(place)
            leaves[span.end].append(place)
        marks |= set(_marks(each))
    standing = Standing([], defaultdict(list))
    for start, end in pairwise(sorted(marks)):
        for place in leaves[start]:
            standing.leave(place, candidates[place].assertion.claim.id)
        for place in enters[start]:
            standing.enter(place, candidates[place].assertion.claim.id)
        if standing.places:
            yield Period(start, end), standing


def _marks(candidate: Candidate) -> Iterator[Instant]:
    muted = (each.periods & candidate.walks for each in candidate.contractions)
    for span in (*candidate.walks, *(span for periods in muted for span in periods)):
        yield span.start
        yield span.end
