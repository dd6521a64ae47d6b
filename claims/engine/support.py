"""Reasons: where a derived assertion has one, and the order in which questions can be settled (engine.md §6).

Justifications follow Doyle (1979): a reason holds where everything in ``all_of`` is held and nothing in ``none_of``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import reduce
from graphlib import CycleError, TopologicalSorter
from uuid import UUID

from claims.engine.acts import Act, Assertion, Justification, Rejustification, StillHolds
from claims.engine.time.periods import ALWAYS, Periods

Held = Callable[[UUID], Periods]
Reasons = tuple[Justification, ...]


class Circle(ValueError):
    """An act would make a claim rest on itself. ``questions`` is the circle, first and last the same."""

    def __init__(self, questions: tuple[UUID, ...]) -> None:
        self.questions = questions
        super().__init__(
            "A claim cannot rest on itself, not even through others; leave out the reason that leads back."
        )


def reasons(assertion: Assertion, acts: Iterable[Act]) -> Reasons | None:
    """The justifications of an assertion after all acts on its claim, or ``None`` where it stands on its own.

    Acts count in the order they were observed, and only on what they outweigh.
    """
    current: Reasons | None = assertion.justifications or None
    for act in sorted(acts, key=lambda each: (each.observed_at, each.recorded)):
        if not isinstance(act, Rejustification | StillHolds):
            continue
        if act.claim.id != assertion.claim.id or not act.outweighs(assertion):
            continue
        current = None if isinstance(act, StillHolds) else _changed(current, act)
    return current


def _changed(current: Reasons | None, act: Rejustification) -> Reasons | None:
    if act.mode == Rejustification.REPLACE:
        return act.justifications
    if current is None:
        return None
    if act.mode == Rejustification.ADD:
        return current + tuple(each for each in act.justifications if each not in current)
    return tuple(each for each in current if act.justifications and each not in act.justifications)


def names_of(act: Act) -> frozenset[UUID]:
    """The claims that the justifications of an act name."""
    if isinstance(act, Assertion | Rejustification):
        return frozenset(name for why in act.justifications for name in why.names)
    return frozenset()


def supported(justifications: Reasons, held: Held) -> Periods:
    """The instants at which at least one justification holds."""
    return Periods.union(_holds(each, held) for each in justifications)


def _holds(justification: Justification, held: Held) -> Periods:
    given = reduce(Periods.__and__, map(held, justification.all_of), ALWAYS)
    return given - Periods.union(map(held, justification.none_of))


def settle_order(rests_on: Mapping[UUID, Iterable[UUID]]) -> tuple[UUID, ...]:
    """Questions in an order in which each comes after all that it rests on.

    Raises:
        Circle: where there is none.
    """
    try:
        return tuple(TopologicalSorter(rests_on).static_order())
    except CycleError as error:
        raise Circle(tuple(reversed(error.args[1]))) from None
