"""Who walks, and when: assertions with what takes them out or mutes them (engine.md §4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from uuid import UUID

from claims.engine.acts import Act, Assertion, Contraction, Resolution, Withdrawal
from claims.engine.rights import Erasure
from claims.engine.strength import strength
from claims.engine.time.periods import ALWAYS, NEVER, Instant, Periods


class Why(StrEnum):
    """Why an assertion is out of the walk for a time."""

    UNSUPPORTED = "unsupported"
    WITHDRAWN = "withdrawn"
    RESOLVED = "resolved"
    WAITING = "waiting"
    ERASED = "erased"
    CORRECTED = "corrected"


@dataclass(frozen=True, slots=True)
class Exit:
    """A time for which an assertion is out of the walk, and the act that took it out, where one did."""

    periods: Periods
    why: Why
    by: Act | None = None


@dataclass(frozen=True, slots=True)
class Candidate:
    """An assertion, the instants at which it walks, what took it out elsewhere, and what mutes it."""

    assertion: Assertion
    walks: Periods
    exits: tuple[Exit, ...] = ()
    contractions: tuple[Contraction, ...] = ()

    def mute(self, instant: Instant) -> Contraction | None:
        """The contraction that mutes it at an instant; the first of several, as what is said after it is free."""
        muting = (each for each in self.contractions if instant in each.periods)
        return min(muting, key=lambda each: (each.observed_at, each.recorded), default=None)


def candidates_of(acts: Sequence[Act], support: Mapping[UUID, Periods]) -> tuple[Candidate, ...]:
    """The assertions of one question, strongest first, each with the instants at which it walks."""
    assertions = sorted((act for act in acts if isinstance(act, Assertion)), key=strength, reverse=True)
    takers = [act for act in acts if isinstance(act, Withdrawal | Resolution) or _restores(act)]
    contractions = [act for act in acts if isinstance(act, Contraction) and not _restores(act)]
    candidates = [
        replace(
            _enter(each, support.get(each.id, ALWAYS), takers),
            contractions=tuple(act for act in contractions if act.claim.id == each.claim.id and act.outweighs(each)),
        )
        for each in assertions
    ]
    return tuple(_correct(candidates))


def _restores(act: Act) -> bool:
    return isinstance(act, Erasure) and act.restores


def _enter(assertion: Assertion, support: Periods, takers: Sequence[Act]) -> Candidate:
    """An assertion with the parts of its period taken away that it lacks a reason for, or that an act took out."""
    exits = [Exit(support.complement(), Why.UNSUPPORTED)]
    admitted = NEVER
    for act in takers:
        if isinstance(act, Withdrawal | Erasure):
            if act.claim.id == assertion.claim.id and act.outweighs(assertion):
                exits.append(Exit(ALWAYS, Why.WITHDRAWN if isinstance(act, Withdrawal) else Why.ERASED, act))
        elif isinstance(act, Resolution):
            if assertion.claim.id in act.drop and act.outweighs(assertion):
                exits.append(Exit(act.over, Why.RESOLVED, act))
            if act.nogood == assertion.waits_on and assertion.claim.id in act.keep:
                admitted |= act.over
    exits.append(Exit(assertion.waits - admitted, Why.WAITING))
    valid = Periods((assertion.valid,))
    exits = [replace(each, periods=each.periods & valid) for each in exits]
    out = Periods.union(each.periods for each in exits)
    return Candidate(assertion, valid - out, tuple(each for each in exits if each.periods))


def _correct(candidates: Sequence[Candidate]) -> list[Candidate]:
    """Take out, for its whole period, each weaker rival that a correction overlaps, or only the one it corrects.

    Strongest first, so a correction that has itself been taken out takes nothing out.
    """
    after = list(candidates)
    for place, correction in enumerate(after):
        if not correction.assertion.correction:
            continue
        for weaker, rival in enumerate(after[place + 1 :], place + 1):
            if _corrects(correction, rival):
                wrong = Exit(rival.walks, Why.CORRECTED, correction.assertion)
                after[weaker] = replace(rival, walks=NEVER, exits=(*rival.exits, wrong))
    return after


def _corrects(correction: Candidate, rival: Candidate) -> bool:
    named = correction.assertion.corrects
    return (
        (named is None or named == rival.assertion.claim.id)
        and correction.assertion.claim.conflicts(rival.assertion.claim)
        and correction.walks.overlaps(rival.walks)
    )
