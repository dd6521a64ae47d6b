"""Why a claim is held at an instant, or what act and rule stand in its way (engine.md §1, §8)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from uuid import UUID

from claims.engine.acts import Act, Assertion
from claims.engine.rights import Erasure
from claims.engine.strength import strength
from claims.engine.time.periods import Instant
from claims.engine.walking.candidates import Candidate, Why
from claims.engine.walking.told import Row, independent_origins, row
from claims.engine.walking.walk import Kept, Walk


class Status(StrEnum):
    """The headline status of a claim, as of both clocks asked for."""

    ACTIVE = "active"
    SUPERSEDED = "superseded"
    RETRACTED = "retracted"
    UNSUPPORTED = "unsupported"
    CONTESTED = "contested"
    REJECTED = "rejected"
    PAST = "past"
    UPCOMING = "upcoming"
    ERASED = "erased"


class Rule(StrEnum):
    """What made one assertion stronger than another, or took it out: the first that differs counts."""

    TIER = "tier"
    KIND = "kind"
    BAND = "band"
    OBSERVED = "observed_at"
    CONFIDENCE = "confidence"
    RECORDED = "recorded"
    CONTRACTED = "contracted"
    WITHDRAWN = "withdrawn"
    CORRECTED = "corrected"
    RESOLVED = "resolved"
    WAITING = "waiting"
    UNSUPPORTED = "unsupported"
    NOT_THEN = "not_then"
    ERASED = "erased"


_BY_STRENGTH = (Rule.TIER, Rule.KIND, Rule.BAND, Rule.OBSERVED, Rule.CONFIDENCE, Rule.RECORDED, Rule.RECORDED)
_TAKEN = {
    Why.WITHDRAWN: Rule.WITHDRAWN,
    Why.CORRECTED: Rule.CORRECTED,
    Why.RESOLVED: Rule.RESOLVED,
    Why.WAITING: Rule.WAITING,
    Why.UNSUPPORTED: Rule.UNSUPPORTED,
    Why.ERASED: Rule.ERASED,
}


@dataclass(frozen=True, slots=True)
class Finding:
    """How one assertion fares at an instant: it counts, or a rule (and the act behind it, if one) is in its way."""

    assertion: Assertion
    counts: bool
    rule: Rule | None = None
    by: Act | None = None


def findings(walked: Walk, claim: UUID, at: Instant) -> tuple[Finding, ...]:
    """How each assertion of a claim fares at an instant, strongest first."""
    kept = _kept_at(walked, at)
    own = (each for each in walked.candidates if each.assertion.claim.id == claim)
    return tuple(_finding(each, kept, at) for each in own)


def _kept_at(walked: Walk, at: Instant) -> tuple[Kept, ...]:
    return next((stretch.kept for stretch in walked.stretches if at in stretch.period), ())


def _finding(candidate: Candidate, kept: tuple[Kept, ...], at: Instant) -> Finding:
    assertion = candidate.assertion
    if at not in assertion.valid:
        return Finding(assertion, counts=False, rule=Rule.NOT_THEN)
    for taken in candidate.exits:
        if at in taken.periods:
            return Finding(assertion, counts=False, rule=_TAKEN[taken.why], by=taken.by)
    if mute := candidate.mute(at):
        rule = Rule.ERASED if isinstance(mute, Erasure) else Rule.CONTRACTED
        return Finding(assertion, counts=False, rule=rule, by=mute)
    keeper = next((each.assertion for each in kept if each.keeps_down(assertion)), None)
    if keeper is not None:
        return Finding(assertion, counts=False, rule=decided_by(keeper, assertion), by=keeper)
    return Finding(assertion, counts=True)


def decided_by(stronger: Assertion, weaker: Assertion) -> Rule:
    """The first part of strength in which two assertions differ."""
    pairs = zip(_BY_STRENGTH, strength(stronger), strength(weaker), strict=True)
    return next(rule for rule, one, other in pairs if one != other)


def status(walked: Walk, claim: UUID, at: Instant, *, ever_held: bool) -> Status:
    """The headline status of a claim at an instant; ``ever_held`` is whether it was held at any time, as known then.

    A claim of which every word was undone is retracted: nothing said of it covers any instant.
    """
    found = findings(walked, claim, at)
    if any(each.counts for each in found):
        return Status.ACTIVE
    strongest = next((each for each in found if each.rule is not Rule.NOT_THEN), None)
    if not found:
        return Status.RETRACTED
    if strongest is None:
        return Status.UPCOMING if all(each.assertion.valid.start > at for each in found) else Status.PAST
    return _status_of(strongest, walked, ever_held=ever_held)


def _status_of(finding: Finding, walked: Walk, *, ever_held: bool) -> Status:
    match finding.rule:
        case Rule.WITHDRAWN | Rule.CONTRACTED:
            return Status.RETRACTED
        case Rule.ERASED:
            return Status.ERASED
        case Rule.UNSUPPORTED:
            return Status.UNSUPPORTED
        case Rule.WAITING:
            return Status.CONTESTED
        case Rule.CORRECTED:
            return Status.SUPERSEDED
        case Rule.RESOLVED:
            return Status.SUPERSEDED if ever_held else Status.REJECTED
    if ever_held or finding.by is None:
        return Status.SUPERSEDED
    told = row(finding.assertion, finding.by, independent_origins(walked, finding.assertion.claim.id))
    return {Row.CONTESTED: Status.CONTESTED, Row.REJECTED: Status.REJECTED}.get(told, Status.SUPERSEDED)
