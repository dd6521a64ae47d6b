"""What is held, worked out the slow way: one instant at a time, straight from the text of engine.md.

Nothing here is shared with the engine but its values. There are no sweeps and no algebra of periods; every
sentence of §4 and §6 is a method that asks its question anew.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, TypeVar
from uuid import UUID

from claims.engine.acts import (
    Act,
    Assertion,
    Claim,
    Contraction,
    Justification,
    Kind,
    Rejustification,
    Rekeying,
    Resolution,
    Restriction,
    StillHolds,
    Tier,
    Undo,
    Withdrawal,
)
from claims.engine.policy import Policy
from claims.engine.rights import Erasure
from claims.engine.time.periods import Instant
from tests.engine.strategies import GRID

Kin = TypeVar("Kin", bound=Act)
Answer = TypeVar("Answer")

CAPS = {
    Tier.INFERRED: Fraction("0.6"),
    Tier.DOCUMENTED: Fraction("0.8"),
    Tier.OBSERVED: Fraction("0.9"),
    Tier.STATED: Fraction("0.98"),
    Tier.VERIFIED: Fraction(1),
}


def stronger(one: Assertion, other: Assertion) -> bool:
    """Tier; axiom or warning; band; observed later; confidence; and only then first recorded."""
    if one.tier != other.tier:
        return one.tier > other.tier
    hard = (Kind.AXIOM, Kind.WARNING)
    if (one.kind in hard) != (other.kind in hard):
        return one.kind in hard
    if band(one) != band(other):
        return band(one) > band(other)
    if one.observed_at != other.observed_at:
        return one.observed_at > other.observed_at
    if one.confidence != other.confidence:
        return one.confidence > other.confidence
    return (one.revision, one.ordinal) < (other.revision, other.ordinal)


def band(assertion: Assertion) -> int:
    if assertion.confidence >= 800:
        return 2
    return 1 if assertion.confidence >= 500 else 0


def overcomes(act: Act, assertion: Assertion) -> bool:
    """Compared by tier and observed_at alone: a lower tier, or the same tier observed no later."""
    return assertion.tier < act.tier or (assertion.tier == act.tier and assertion.observed_at <= act.observed_at)


def takes_away(act: Act, assertion: Assertion) -> bool:
    """An erasure forgets all that was recorded before it; what else takes away must overcome it."""
    return assertion.recorded < act.recorded if isinstance(act, Erasure) else overcomes(act, assertion)


def rivals(one: Claim, other: Claim) -> bool:
    """§3 (1) to (3), for claims of one question."""
    if one.question != other.question:
        return False
    both_positive = not one.negated and not other.negated
    same_key = one.object == other.object
    return (both_positive and not same_key) or (same_key and one.negated != other.negated)


def belief_confidence(heard: Sequence[Assertion]) -> Fraction:
    """1 - Π(1 - cᵢ) over independent origins, each capped by its tier, the result by the highest present."""
    voices = [each for each in heard if not each.echo] or list(heard)
    doubt = Fraction(1)
    for origin in {each.origin for each in voices}:
        lent = [min(Fraction(each.confidence, 1000), CAPS[each.tier]) for each in voices if each.origin == origin]
        doubt *= 1 - max(lent)
    return min(1 - doubt, max(CAPS[each.tier] for each in voices))


#: An assertion that once had a reason at an instant, and the revision that gave it.
Memory = frozenset[tuple[UUID, Instant, int]]


@dataclass
class Oracle:
    """What is held given some acts, and (under ``flag``) what is remembered of reasons."""

    acts: Sequence[Act]
    memory: Memory = frozenset()
    _known: dict[tuple[Any, ...], Any] = field(default_factory=dict)

    def _once(self, key: tuple[object, ...], answer: Callable[[], Answer]) -> Answer:
        if key not in self._known:
            self._known[key] = answer()
        known: Answer = self._known[key]
        return known

    # --- which acts count, and under which name -------------------------------------------------------------

    def counts(self, act: Act) -> bool:
        """An act counts unless an undo that itself counts takes it back."""
        return not any(isinstance(other, Undo) and act.id in other.acts and self.counts(other) for other in self.acts)

    def of(self, kind: type[Kin]) -> list[Kin]:
        return [act for act in self.acts if isinstance(act, kind) and self.counts(act)]

    def place(self, claim: Claim) -> Claim:
        """Where a claim stands now: moved by its latest re-keying, then by that of its new place."""
        moves = [act for act in self.of(Rekeying) if act.claim.id == claim.id]
        if not moves:
            return claim
        becomes = max(moves, key=lambda act: act.recorded).becomes
        return becomes if becomes.id == claim.id else self.place(becomes)

    def name(self, claim: UUID) -> UUID:
        for act in self.of(Rekeying):
            if act.claim.id == claim:
                return self.place(act.claim).id
        return claim

    def claims(self) -> set[Claim]:
        return {self.place(act.claim) for act in self.of(Assertion)}

    def voices(self, question: UUID) -> list[Assertion]:
        found = [act for act in self.of(Assertion) if self.place(act.claim).question == question]
        strongest_first: list[Assertion] = []
        for act in found:
            place = sum(stronger(other, act) for other in strongest_first)
            strongest_first.insert(place, act)
        return strongest_first

    # --- reasons --------------------------------------------------------------------------------------------

    def restricted(self, claim: UUID) -> bool:
        """Whether the latest word on any of the claims that it is the name of was no release."""
        said = [(act, each) for act in self.of(Restriction) for each in {act.claim.id, *act.others}]
        latest = {each: act for act, each in sorted(said, key=lambda pair: pair[0].recorded)}
        return any(not act.released for each, act in latest.items() if self.name(each) == claim)

    def reasons(self, assertion: Assertion) -> tuple[Justification, ...] | None:
        """None for a premise; else its justifications after each change, in the order observed."""
        current: tuple[Justification, ...] | None = assertion.justifications or None
        changes = [
            act
            for act in self.changes_of_reasons()
            if self.name(act.claim.id) == self.name(assertion.claim.id) and overcomes(act, assertion)
        ]
        for act in sorted(changes, key=lambda act: (act.observed_at, act.recorded)):
            if isinstance(act, StillHolds):
                current = None
            elif act.mode == "replace":
                current = act.justifications
            elif current is not None and act.mode == "add":
                current = (*current, *act.justifications)
            elif current is not None:
                named = {self._renamed(each) for each in act.justifications}
                current = tuple(each for each in current if named and self._renamed(each) not in named)
        return current

    def changes_of_reasons(self) -> list[Rejustification | StillHolds]:
        return [*self.of(Rejustification), *self.of(StillHolds)]

    def _renamed(self, why: Justification) -> tuple[frozenset[UUID], frozenset[UUID]]:
        return frozenset(map(self.name, why.all_of)), frozenset(map(self.name, why.none_of))

    def has_reason(self, assertion: Assertion, at: Instant) -> bool:
        """Whether a justification holds here; a restricted claim gives none."""
        reasons = self.reasons(assertion)
        return reasons is None or any(
            all(self.serves(name, at) for name in why.all_of) and not any(self.serves(name, at) for name in why.none_of)
            for why in reasons
        )

    def serves(self, claim: UUID, at: Instant) -> bool:
        current = self.name(claim)
        return not self.restricted(current) and self.holds(current, at)

    # --- who walks ------------------------------------------------------------------------------------------

    def enters(self, assertion: Assertion, at: Instant) -> bool:
        """Whether it would walk here, but for corrections."""
        return self._once(("enters", assertion.id, at), lambda: self._enters(assertion, at))

    def _enters(self, assertion: Assertion, at: Instant) -> bool:
        claim = self.name(assertion.claim.id)
        if at not in assertion.valid:
            return False
        once = any((assertion.id, at) == (who, when) for who, when, _ in self.memory)
        if not (once or self.has_reason(assertion, at)):
            return False
        if any(self.name(w.claim.id) == claim and overcomes(w, assertion) for w in self.of(Withdrawal)):
            return False
        forgotten = [act for act in self.of(Erasure) if act.restores and self.name(act.claim.id) == claim]
        if any(takes_away(act, assertion) for act in forgotten):
            return False
        resolutions = [act for act in self.of(Resolution) if at in act.over]
        if any(claim in map(self.name, act.drop) and overcomes(act, assertion) for act in resolutions):
            return False
        return at not in assertion.waits or any(
            act.nogood == assertion.waits_on and claim in map(self.name, act.keep) for act in resolutions
        )

    def corrected(self, assertion: Assertion) -> bool:
        """Whether a correction that still walks, and is stronger, overlaps it."""
        return self._once(("corrected", assertion.id), lambda: self._corrected(assertion))

    def _corrected(self, assertion: Assertion) -> bool:
        mine = self.place(assertion.claim)
        return any(
            each.correction
            and stronger(each, assertion)
            and rivals(self.place(each.claim), mine)
            and (each.corrects is None or self.name(each.corrects) == mine.id)
            and not self.corrected(each)
            and any(self.enters(each, at) and self.enters(assertion, at) for at in GRID)
            for each in self.voices(mine.question)
        )

    def walks(self, assertion: Assertion, at: Instant) -> bool:
        return self.enters(assertion, at) and not self.corrected(assertion)

    # --- the walk -------------------------------------------------------------------------------------------

    def muted_by(self, assertion: Assertion, at: Instant) -> list[Contraction]:
        claim = self.name(assertion.claim.id)
        return [
            act
            for act in self.of(Contraction)
            if self.name(act.claim.id) == claim and at in act.periods and takes_away(act, assertion)
            if not (isinstance(act, Erasure) and act.restores)
        ]

    def kept(self, question: UUID, at: Instant) -> list[Assertion]:
        """Strongest first, keep each that conflicts with none kept."""
        return self._once(("kept", question, at), lambda: self._kept(question, at))

    def _kept(self, question: UUID, at: Instant) -> list[Assertion]:
        kept: list[Assertion] = []
        for each in self.voices(question):
            if self.walks(each, at) and not any(self.keeps_down(other, each, at) for other in kept):
                kept.append(each)
        return kept

    def keeps_down(self, kept: Assertion, other: Assertion, at: Instant) -> bool:
        if not rivals(self.place(kept.claim), self.place(other.claim)):
            return False
        return all(
            kept.observed_at <= act.observed_at and other.observed_at <= act.observed_at
            for act in self.muted_by(kept, at)
        )

    def heard(self, claim: UUID, at: Instant) -> list[Assertion]:
        """The assertions on which a claim is held at an instant."""
        mine = next((each for each in self.claims() if each.id == claim), None)
        if mine is None:
            return []
        return [
            each
            for each in self.kept(mine.question, at)
            if self.name(each.claim.id) == claim and not self.muted_by(each, at)
        ]

    def holds(self, claim: UUID, at: Instant) -> bool:
        return bool(self.heard(claim, at))

    def beliefs(self) -> dict[tuple[UUID, Instant], Fraction]:
        """Everything held, instant by instant, with its confidence."""
        return {
            (claim.id, at): belief_confidence(heard)
            for claim in self.claims()
            for at in GRID
            if (heard := self.heard(claim.id, at))
        }


def rests_on_itself(acts: Sequence[Act]) -> bool:
    """Whether the graph of questions has a circle, lifted justifications counted (§6)."""
    oracle = Oracle(acts)
    at_home = {act.claim.id: oracle.place(act.claim).question for act in oracle.of(Assertion)}
    giving: list[Assertion | Rejustification] = [*oracle.of(Assertion), *oracle.of(Rejustification)]
    edges = {
        (oracle.place(act.claim).question, at_home[name])
        for act in giving
        for why in act.justifications
        for name in why.names
        if name in at_home
    }

    def reaches(start: UUID, goal: UUID, seen: frozenset[UUID]) -> bool:
        return any(
            target == goal or (target not in seen and reaches(target, goal, seen | {target}))
            for source, target in edges
            if source == start
        )

    return any(reaches(source, source, frozenset({source})) for source, _ in edges)


def chronicle(revisions: Iterable[Sequence[Act]], policy: Policy) -> Iterator[Oracle]:
    """The oracle after each revision; under ``flag`` it remembers what once had a reason."""
    acts: list[Act] = []
    memory: set[tuple[UUID, Instant, int]] = set()
    for revision in revisions:
        acts += revision
        plain = Oracle(tuple(acts))
        undone = {number for undo in plain.of(Undo) for number in undo.revisions}
        oracle = Oracle(tuple(acts), frozenset(each for each in memory if each[2] not in undone))
        yield oracle
        if policy is Policy.FLAG:
            memory |= set(_fresh(oracle, revision[0].revision))


def _fresh(oracle: Oracle, revision: int) -> Iterator[tuple[UUID, Instant, int]]:
    remembered = {(who, when) for who, when, _ in oracle.memory}
    for act in oracle.of(Assertion):
        if oracle.reasons(act) is not None:
            for at in GRID:
                if (act.id, at) not in remembered and oracle.has_reason(act, at):
                    yield act.id, at, revision
