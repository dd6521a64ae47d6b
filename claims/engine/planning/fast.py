"""The fast path: a plain question needs only what is held now (engine.md §4), however long its history is.

A property test holds it equal to the walk.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from uuid import UUID

from claims.engine.acts import Assertion
from claims.engine.hold import Segment
from claims.engine.planning.edges import Edge, EdgeKind
from claims.engine.planning.plan import BeliefRow, Plan
from claims.engine.strength import Strength, joint_confidence, strength
from claims.engine.time.periods import Period, Periods
from claims.engine.walking.told import Against, Outcome, Row, Told


@dataclass(frozen=True, slots=True)
class PlainQuestion:
    """A question with positive assertions only, no act but these, and nothing in any justification.

    ``heard`` tells whether the incoming claim has been asserted in it before, ``rows`` are its open belief rows,
    ``strongest`` is the strength of its strongest assertion, ``voices`` the strongest of each claim in ``rows``.
    """

    heard: bool
    rows: tuple[BeliefRow, ...] = ()
    strongest: Strength | None = None
    voices: Mapping[UUID, Assertion] = field(default_factory=dict)


def is_plain(incoming: Assertion) -> bool:
    """Whether an assertion leaves a plain question plain."""
    return not (incoming.claim.negated or incoming.correction or incoming.justifications or incoming.waits)


def plan_plain(question: PlainQuestion, incoming: Assertion) -> Plan | None:
    """The plan for the strongest assertion yet of a plain question, or ``None`` where only the walk can tell.

    It takes its whole period from every rival. Where its own claim was heard before, the walk weighs the voices.
    """
    if question.heard or not is_plain(incoming):
        return None
    if question.strongest is not None and question.strongest >= strength(incoming):
        return None
    losers = [row for row in question.rows if row.segment.period.overlaps(incoming.valid)]
    lost = tuple(sorted({row.segment.claim.id for row in losers}))
    fresh = Segment(incoming.claim, incoming.valid, joint_confidence([incoming]), incoming.tier)
    opens = [*(part for row in losers for part in _rest(row.segment, incoming.valid)), fresh]
    return Plan(
        (incoming,),
        told=(_told(incoming, tuple(Against(Row.TAKES, question.voices[claim]) for claim in lost)),),
        closes=tuple(sorted(losers, key=lambda row: row.segment.order)),
        opens=tuple(sorted(opens, key=lambda each: each.order)),
        superseded=lost,
        links=(
            *(Edge(EdgeKind.SUPERSEDES, incoming.claim.id, claim) for claim in lost),
            *(Edge(EdgeKind.SUPPORTS, incoming.claim.id, name, incoming.id) for name in incoming.supports),
        ),
    )


def _told(incoming: Assertion, against: tuple[Against, ...]) -> Told:
    outcome = Outcome.REVISED if against else Outcome.EXPANDED
    return Told(incoming, outcome, Periods((incoming.valid,)), against)


def _rest(segment: Segment, taken: Period) -> Iterator[Segment]:
    for span in Periods((segment.period,)) - Periods((taken,)):
        yield replace(segment, period=span)
