"""What an assertion is told: how it fares against each rival, and its outcome as a whole (engine.md §5)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from uuid import UUID

from claims.engine.acts import Act, Assertion, Contraction, OnClaim
from claims.engine.strength import strength
from claims.engine.time.periods import NEVER, Periods
from claims.engine.walking.candidates import Candidate
from claims.engine.walking.walk import Walk

#: So many independent origins turn the rejection of a weak claim into a question for a person.
ORIGINS_TO_CONTEST = 3


class Outcome(StrEnum):
    """What an act is told as a whole."""

    EXPANDED = "expanded"
    CORROBORATED = "corroborated"
    REVISED = "revised"
    SUPERSEDED = "superseded"
    CONTESTED = "contested"
    UNSUPPORTED = "unsupported"
    REJECTED = "rejected"
    CONTRACTED = "contracted"
    WITHDRAWN = "withdrawn"
    CONFIRMED = "confirmed"
    RESTRICTED = "restricted"
    RELEASED = "released"
    COMPLETED = "completed"
    RESOLVED = "resolved"
    UNDONE = "undone"
    REJUSTIFIED = "rejustified"
    REKEYED = "rekeyed"
    ALIASED = "aliased"
    ERASED = "erased"


class Row(StrEnum):
    """A row of the table of §5."""

    TAKES = "takes"
    SUPERSEDED = "superseded"
    CONTESTED = "contested"
    REJECTED = "rejected"


@dataclass(frozen=True, slots=True)
class Against:
    """How an assertion fares against one rival: an assertion, or an act that keeps it out."""

    row: Row
    rival: Act

    @property
    def claim(self) -> UUID | None:
        return self.rival.claim.id if isinstance(self.rival, OnClaim) else None


@dataclass(frozen=True, slots=True)
class Told:
    """What one act is told. ``accepted`` is where an asserted claim is held on account of it."""

    act: Act
    outcome: Outcome
    accepted: Periods = NEVER
    against: tuple[Against, ...] = ()

    @property
    def contested(self) -> tuple[Against, ...]:
        return tuple(each for each in self.against if each.row is Row.CONTESTED)


def row(incoming: Assertion, rival: Act, origins: int) -> Row:
    """The first row of the table that fits; ``origins`` counts the independent voices for the incoming claim."""
    if isinstance(rival, Assertion) and strength(incoming) > strength(rival):
        return Row.TAKES
    if incoming.tier == rival.tier:
        return Row.SUPERSEDED if incoming.observed_at < rival.observed_at else Row.CONTESTED
    if incoming.tier == rival.tier - 1 and incoming.observed_at > rival.observed_at:
        return Row.CONTESTED
    return Row.CONTESTED if origins >= ORIGINS_TO_CONTEST else Row.REJECTED


def independent_origins(walked: Walk, claim: UUID) -> int:
    """How many independent voices speak for a claim; an echo is none."""
    voices = (each.assertion for each in walked.candidates if each.assertion.claim.id == claim)
    return len({each.origin for each in voices if not each.echo})


def tell(incoming: Assertion, before: Walk, after: Walk) -> Told:
    """Compare the walk of a question without and with an assertion, and say what became of it."""
    candidate = next(each for each in after.candidates if each.assertion.id == incoming.id)
    incoming = candidate.assertion
    accepted = after.kept(incoming.id)
    origins = independent_origins(after, incoming.claim.id)
    against = tuple(Against(row(incoming, rival, origins), rival) for rival in _rivals(candidate, before, after))
    return Told(incoming, _outcome(candidate, accepted, against, before, after), accepted, against)


def _outcome(
    candidate: Candidate, accepted: Periods, against: tuple[Against, ...], before: Walk, after: Walk
) -> Outcome:
    claim = candidate.assertion.claim
    if candidate.assertion.waits:
        return Outcome.CONTESTED
    if accepted:
        rivals = {each.assertion.claim for each in before.candidates if each.assertion.claim.conflicts(claim)}
        if any(before.held(rival.id) - after.held(rival.id) for rival in rivals):
            return Outcome.REVISED
        return Outcome.EXPANDED if after.held(claim.id) - before.held(claim.id) else Outcome.CORROBORATED
    if not against:
        return Outcome.UNSUPPORTED
    rows = {each.row for each in against}
    for told in (Row.CONTESTED, Row.SUPERSEDED, Row.REJECTED):
        if told in rows:
            return Outcome(told)
    return Outcome.UNSUPPORTED


def _rivals(candidate: Candidate, before: Walk, after: Walk) -> Iterator[Act]:
    """The strongest voice of each rival claim, then each act that keeps the assertion out."""
    met: dict[UUID, Assertion] = {}
    for each in (*_held_rivals(candidate, before), *_keepers(candidate, after)):
        if each.claim.id not in met or strength(each) > strength(met[each.claim.id]):
            met[each.claim.id] = each
    yield from met.values()
    named = {each.id for each in met.values()}
    yield from {each.by.id: each.by for each in candidate.exits if each.by and each.by.id not in named}.values()
    yield from _muting(candidate, after)


def _held_rivals(candidate: Candidate, before: Walk) -> Iterator[Assertion]:
    for stretch in before.stretches:
        if any(stretch.period.overlaps(span) for span in candidate.walks):
            held = (each.assertion for each in stretch.leading if each.mute is None)
            yield from (each for each in held if each.claim.conflicts(candidate.assertion.claim))


def _keepers(candidate: Candidate, after: Walk) -> Iterator[Assertion]:
    for stretch in after.stretches:
        if stretch.period.start in candidate.walks:
            yield from (each.assertion for each in stretch.leading if each.keeps_down(candidate.assertion))


def _muting(candidate: Candidate, after: Walk) -> Iterator[Contraction]:
    if not candidate.contractions:
        return iter(())
    muting = (
        kept.mute
        for stretch in after.stretches
        for kept in stretch.kept
        if kept.assertion.id == candidate.assertion.id and kept.mute
    )
    return iter({each.id: each for each in muting}.values())
