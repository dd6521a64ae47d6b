"""Any arrival order of the same acts ends in the same beliefs (engine.md §9).

For acts of distinct observed_at, under §3.1 to §3.3: negation, groups, bands, corrections, contractions,
withdrawals and bounded periods.
"""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from claims.engine.acts import Act
from claims.engine.policy import Policy
from tests.engine import strategies as some
from tests.engine.scene import GO, MEMCACHED, REDIS, VERCEL, Scene, because, play, says

#: Without undo and re-keying, which speak of what was recorded before them.
UNDER_CASCADE = (*some.CONFLICTS, some.derived(), some.derived(), some.still_holds(some.DERIVABLE))

Twice = tuple[tuple[Act, ...], list[Act]]


def same_beliefs(drawn: Twice, policy: Policy) -> None:
    one, other = (play(acts, policy) for acts in drawn)
    assert one.segments() == other.segments()


@given(some.with_shuffle(some.sequences(some.CONFLICTS, distinct=True)), st.sampled_from(Policy))
def test_any_arrival_order_ends_in_the_same_beliefs(drawn: Twice, policy: Policy) -> None:
    same_beliefs(drawn, policy)


@given(some.with_shuffle(some.sequences(some.CONFLICTS[3:], distinct=True)))
def test_any_arrival_order_of_acts_that_take_out_ends_in_the_same_beliefs(drawn: Twice) -> None:
    same_beliefs(drawn, Policy.CASCADE)


@given(some.with_shuffle(some.sequences(UNDER_CASCADE, distinct=True)))
def test_any_arrival_order_of_reasons_ends_in_the_same_beliefs_under_cascade(drawn: Twice) -> None:
    same_beliefs(drawn, Policy.CASCADE)


@given(some.sequences(some.CONFLICTS, distinct=True))
def test_one_revision_of_many_acts_ends_where_one_by_one_does(acts: tuple[Act, ...]) -> None:
    if acts:
        at_once = Scene(Policy.CASCADE)
        at_once.record(*acts)
        assert at_once.segments() == play(acts).segments()


def test_under_flag_the_order_of_arrival_matters_once_a_reason_was_given() -> None:
    """§6 says so: an instant once supported stays supported."""
    reason, lost, dependent = says(REDIS, 1), says(MEMCACHED, 2), derived_from_redis()
    assert GO in play([reason, dependent, lost], Policy.FLAG).held()
    assert GO not in play([reason, lost, dependent], Policy.FLAG).held()


def derived_from_redis() -> Act:
    return says(GO, 3, justifications=(because(REDIS),), supports=(VERCEL.id,))
