"""Sets of periods behave as sets of instants do (half-open, Snodgrass ch. 4)."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claims.engine.time.periods import ALWAYS, BEGINNING, FOREVER, NEVER, Instant, Period, Periods
from tests.engine.scene import between, day
from tests.engine.strategies import GRID, spans

many = st.lists(spans, max_size=4)
sets = many.map(lambda each: Periods.of(*each))


def points(periods: Periods) -> set[Instant]:
    return {at for at in GRID if at in periods}


def is_normal(periods: Periods) -> bool:
    """In order, and with a gap between any two."""
    return all(one.end < other.start for one, other in pairwise(periods.spans))


@given(many)
def test_union_of_periods_is_the_union_of_their_instants_in_the_fewest_periods(
    given_spans: list[Period],
) -> None:
    union = Periods.of(*given_spans)
    assert points(union) == {at for at in GRID for span in given_spans if at in span}
    assert is_normal(union)


@given(sets, sets)
def test_algebra_is_that_of_sets_of_instants(one: Periods, other: Periods) -> None:
    assert points(one | other) == points(one) | points(other)
    assert points(one & other) == points(one) & points(other)
    assert points(one - other) == points(one) - points(other)
    assert points(one.complement()) == set(GRID) - points(one)
    assert all(map(is_normal, (one | other, one & other, one - other, one.complement())))


@given(sets, sets)
def test_comparisons_are_those_of_sets_of_instants(one: Periods, other: Periods) -> None:
    assert (one <= other) == (points(one) <= points(other))
    assert one.overlaps(other) == bool(points(one) & points(other))
    assert (one == other) == (points(one) == points(other))
    assert bool(one) == bool(points(one))


@given(st.lists(sets, max_size=3))
def test_union_of_sets_is_the_union_of_their_instants(each: list[Periods]) -> None:
    assert points(Periods.union(each)) == set().union(*map(points, each))


@given(sets)
def test_complement_of_a_complement_is_the_set(one: Periods) -> None:
    assert one.complement().complement() == one
    assert one | one.complement() == ALWAYS
    assert one & one.complement() == NEVER


@given(spans, spans)
def test_periods_overlap_where_they_share_an_instant(one: Period, other: Period) -> None:
    assert one.overlaps(other) == any(at in one and at in other for at in GRID)


def test_touching_periods_do_not_overlap_and_become_one() -> None:
    assert not between(0, 2).overlaps(between(2, 4))
    assert Periods.of(between(2, 4), between(0, 2)) == Periods((between(0, 4),))


def test_a_period_contains_its_start_and_not_its_end() -> None:
    assert day(0) in between(0, 2)
    assert day(2) not in between(0, 2)


@pytest.mark.parametrize(("start", "end"), [(2, 2), (2, 0)])
def test_an_empty_or_reversed_period_is_refused(start: int, end: int) -> None:
    with pytest.raises(ValueError, match="must end after it begins"):
        between(start, end)


def test_always_is_open_on_both_sides() -> None:
    assert ALWAYS == Periods((Period(BEGINNING, FOREVER),)) == NEVER.complement()
