"""The fast path: a plain question needs only what is held now (engine.md §4), however long its history is.

A property test holds it equal to the walk.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from uuid import UUID

from claims.engine.acts import Assertion
from claims.engine.hold import Segment
from claims.engine.planning.edges import Edge, EdgeKind
from claims.engine.planning.plan import BeliefRow, Plan
from claims.engine.strength import Strength, joint_confidence, lends, strength
from claims.engine.time.periods import FOREVER, Period, Periods
from claims.engine.walking.told import Against, Outcome, Row, Told


@dataclass(frozen=True, slots=True)
class Own:
    """What is known of a claim that was heard before: the latest time it is held over, and some of its voices."""

    latest: Segment
    voices: tuple[Assertion, ...]


@dataclass(frozen=True, slots=True)
class PlainQuestion:
    """A question with positive assertions only, no act but these, and nothing in any justification.

    ``heard`` tells whether the incoming claim has been asserted in it before; ``rows`` are its open belief rows over
    the incoming period, ``voices`` the strongest of each claim in them, ``strongest`` the strength of its strongest
    assertion. It is ``rising`` while each assertion was the strongest yet, has no end, and began when a rival was held
    that had begun earlier (or with its own claim): then what a claim's latest row says is reckoned from all its
    voices, and ``own``, of the incoming claim, is all that is needed where it returns.
    """

    heard: bool
    rows: tuple[BeliefRow, ...] = ()
    strongest: Strength | None = None
    voices: Mapping[UUID, Assertion] = field(default_factory=dict)
    rising: bool = False
    own: Own | None = None

    def rises(self, incoming: Assertion) -> bool:
        """Whether the question goes on rising with an assertion."""
        if not (self.rising and self.surpassed(incoming) and is_plain(incoming)) or incoming.valid.end != FOREVER:
            return False
        start = incoming.valid.start
        began = [(row.segment.claim == incoming.claim, row.segment.period.start) for row in self.rows]
        return all(earlier < start or (own and earlier == start) for own, earlier in began)

    def surpassed(self, incoming: Assertion) -> bool:
        """Whether an assertion is stronger than all before."""
        return self.strongest is None or self.strongest < strength(incoming)


def is_plain(incoming: Assertion) -> bool:
    """Whether an assertion leaves a plain question plain."""
    return not (incoming.claim.negated or incoming.correction or incoming.justifications or incoming.waits)


def plan_plain(question: PlainQuestion, incoming: Assertion) -> Plan | None:
    """The plan for the strongest assertion yet of a plain question, or ``None`` where only the walk can tell.

    It takes its whole period from every rival. Where its own claim was heard before, it must add nothing to what its
    earlier voices lend; else the walk weighs them.
    """
    if not is_plain(incoming) or not question.surpassed(incoming):
        return None
    confidence = _confidence(question, incoming)
    if confidence is None:
        return None
    over = [row for row in question.rows if row.segment.period.overlaps(incoming.valid)]
    losers = [row for row in over if row.segment.claim != incoming.claim]
    lost = tuple(sorted({row.segment.claim.id for row in losers}))
    opens: list[Segment] = []
    if len(losers) == len(over):  # else it is held already, with the same confidence and tier
        fresh = Segment(incoming.claim, incoming.valid, confidence, incoming.tier)
        opens = [*(part for row in losers for part in _rest(row.segment, incoming.valid)), fresh]
    return Plan(
        (incoming,),
        told=(_told(question, incoming, tuple(Against(Row.TAKES, question.voices[claim]) for claim in lost)),),
        closes=tuple(sorted(losers, key=lambda row: row.segment.order)),
        opens=tuple(sorted(opens, key=lambda each: each.order)),
        superseded=lost,
        links=(
            *(Edge(EdgeKind.SUPERSEDES, incoming.claim.id, claim) for claim in lost),
            *(Edge(EdgeKind.SUPPORTS, incoming.claim.id, name, incoming.id) for name in incoming.supports),
        ),
        cuts=tuple(Edge(EdgeKind.SUPERSEDES, claim, incoming.claim.id) for claim in lost if question.heard),
    )


def _confidence(question: PlainQuestion, incoming: Assertion) -> int | None:
    """With what confidence the claim is held from now on; ``None`` where its earlier voices must be weighed again."""
    if not question.heard:
        return joint_confidence([incoming])
    own = question.own
    if own is None or not question.rises(incoming) or own.latest.tier != incoming.tier:
        return None
    return own.latest.confidence if any(_says_as_much(each, incoming) for each in own.voices) else None


def _says_as_much(voice: Assertion, incoming: Assertion) -> bool:
    """Whether an earlier voice leaves nothing for a later one to lend: an echo never does."""
    if voice.echo:
        return False
    same = voice.tier == incoming.tier and voice.origin == incoming.origin
    return incoming.echo or (same and lends(voice) >= lends(incoming))


def _told(question: PlainQuestion, incoming: Assertion, against: tuple[Against, ...]) -> Told:
    gained = Outcome.CORROBORATED if question.heard else Outcome.EXPANDED
    return Told(incoming, Outcome.REVISED if against else gained, Periods((incoming.valid,)), against)


def _rest(segment: Segment, taken: Period) -> Iterator[Segment]:
    for span in Periods((segment.period,)) - Periods((taken,)):
        yield replace(segment, period=span)


def together(plans: Iterable[Plan]) -> Plan:
    """One plan for acts on questions that have nothing to do with each other, told in the order of the acts."""
    parts = list(plans)
    if len(parts) == 1:
        return parts[0]
    return Plan(
        tuple(sorted((act for each in parts for act in each.acts), key=lambda act: act.recorded)),
        told=tuple(sorted((told for each in parts for told in each.told), key=lambda told: told.act.recorded)),
        closes=tuple(sorted((row for each in parts for row in each.closes), key=lambda row: row.segment.order)),
        opens=tuple(sorted((row for each in parts for row in each.opens), key=lambda row: row.order)),
        superseded=tuple(sorted(claim for each in parts for claim in each.superseded)),
        restored=tuple(sorted(claim for each in parts for claim in each.restored)),
        moved=tuple(sorted(claim for each in parts for claim in each.moved)),
        flagged=tuple(sorted(claim for each in parts for claim in each.flagged)),
        cleared=tuple(sorted(claim for each in parts for claim in each.cleared)),
        links=tuple(edge for each in parts for edge in each.links),
        cuts=tuple(edge for each in parts for edge in each.cuts),
        nogoods=tuple(pair for each in parts for pair in each.nogoods),
        remembers={act: periods for each in parts for act, periods in each.remembers.items()},
    )
