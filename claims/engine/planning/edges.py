"""The edges between claims: what took whose place, and what rests on what (engine.md §1)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from uuid import UUID

from claims.engine.acts import Assertion, Claim
from claims.engine.hold import Holding
from claims.engine.time.periods import Periods
from claims.engine.walking.told import Row, Told


class EdgeKind(StrEnum):
    """What one claim has to do with another."""

    SUPERSEDES = "supersedes"
    SUPPORTS = "supports"
    DEPENDS_ON = "depends_on"
    UNLESS = "unless"


@dataclass(frozen=True, slots=True)
class Edge:
    """A typed edge between two claims; ``act`` is the assertion it belongs to, ``number`` the justification's."""

    kind: EdgeKind
    source: UUID
    target: UUID
    act: UUID | None = None
    number: int = 0


def links(before: Holding, after: Holding, lost: Mapping[UUID, Periods], told: Iterable[Told]) -> tuple[Edge, ...]:
    """The edges that begin: reasons that were not there before, and successions by what happened."""
    was = set(_standing(before))
    fresh = [edge for edge in _standing(after) if edge not in was]
    return tuple(dict.fromkeys((*_successions(after, lost), *_late_arrivals(told), *fresh)))


def cuts(
    before: Holding, after: Holding, gained: Mapping[UUID, Periods], lost: Mapping[UUID, Periods]
) -> tuple[Edge, ...]:
    """The edges that end: reasons no longer given, and successions of what comes back."""
    now = set(_standing(after))
    gone = [edge for edge in _standing(before) if edge not in now]
    return tuple(dict.fromkeys((*_returns(before.claims | after.claims, gained, lost), *gone)))


def _standing(holding: Holding) -> Iterator[Edge]:
    """DEPENDS_ON and UNLESS, one for each claim that a justification names, and SUPPORTS."""
    for group in holding.groups.values():
        for act in group:
            if isinstance(act, Assertion):
                claim = act.claim.id
                for number, reason in enumerate(holding.reasons.get(act.id, ())):
                    yield from (
                        Edge(EdgeKind.DEPENDS_ON, claim, name, act.id, number) for name in sorted(reason.all_of)
                    )
                    yield from (Edge(EdgeKind.UNLESS, claim, name, act.id, number) for name in sorted(reason.none_of))
                yield from (Edge(EdgeKind.SUPPORTS, claim, name, act.id) for name in act.supports)


def _successions(after: Holding, lost: Mapping[UUID, Periods]) -> Iterator[Edge]:
    """SUPERSEDES, new to old: who holds the instants that a rival lost."""
    for loser, periods in sorted(lost.items()):
        claim = after.claims.get(loser)
        if claim is None or claim.question not in after.walks:
            continue
        for stretch in after.walks[claim.question].stretches:
            if any(stretch.period.overlaps(span) for span in periods):
                for winner in stretch.held:
                    if winner.claim.conflicts(claim):
                        yield Edge(EdgeKind.SUPERSEDES, winner.claim.id, loser)


def _late_arrivals(told: Iterable[Told]) -> Iterator[Edge]:
    """SUPERSEDES for what was superseded on arrival, by what was there."""
    for each in told:
        for against in each.against:
            if (
                against.row is Row.SUPERSEDED
                and isinstance(against.rival, Assertion)
                and isinstance(each.act, Assertion)
            ):
                yield Edge(EdgeKind.SUPERSEDES, against.rival.claim.id, each.act.claim.id)


def _returns(
    claims: Mapping[UUID, Claim], gained: Mapping[UUID, Periods], lost: Mapping[UUID, Periods]
) -> Iterator[Edge]:
    """Who comes back in whose place; the loser may have no act left that counts."""
    losers: dict[UUID, list[Claim]] = defaultdict(list)
    for loser in sorted(lost):
        if claim := claims.get(loser):
            losers[claim.question].append(claim)
    for back in sorted(gained):
        if claim := claims.get(back):
            for other in losers[claim.question]:
                if other.conflicts(claim) and lost[other.id].overlaps(gained[back]):
                    yield Edge(EdgeKind.SUPERSEDES, other.id, back)
