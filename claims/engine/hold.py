"""What is held across questions: each settled by its walk, after all that it rests on (engine.md §6)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from uuid import UUID

from claims.engine.acts import (
    Act,
    Assertion,
    Claim,
    OnClaim,
    Rejustification,
    Resolution,
    Restriction,
    StillHolds,
    Tier,
)
from claims.engine.effective import Effective, effective
from claims.engine.policy import Policy
from claims.engine.strength import joint_confidence
from claims.engine.support import Reasons, names_of, reasons, settle_order, supported
from claims.engine.time.periods import ALWAYS, NEVER, Period, Periods
from claims.engine.walking.walk import Walk, walk


@dataclass(frozen=True, slots=True)
class Segment:
    """A claim held over a period: what a belief row says. ``confidence`` in thousandths, ``tier`` of its strongest
    voice."""

    claim: Claim
    period: Period
    confidence: int
    tier: Tier
    restricted: bool = False

    @property
    def order(self) -> tuple[UUID, Period]:
        return self.claim.id, self.period


@dataclass(frozen=True, slots=True)
class Remembered:
    """Instants at which an assertion had a reason, since the revision that gave it (policy ``flag``, §6)."""

    periods: Periods
    revision: int


Memory = Mapping[UUID, tuple[Remembered, ...]]


@dataclass(slots=True)
class Holding:
    """The walks of some questions, by question; for each derived assertion where its reasons hold now (``given``), and
    where it was let walk (``support``: under ``flag`` also where they once held)."""

    effective: Effective
    outside: Mapping[UUID, Periods]
    claims: dict[UUID, Claim] = field(default_factory=dict)
    groups: dict[UUID, list[Act]] = field(default_factory=dict)
    walks: dict[UUID, Walk] = field(default_factory=dict)
    reasons: dict[UUID, Reasons] = field(default_factory=dict)
    given: dict[UUID, Periods] = field(default_factory=dict)
    support: dict[UUID, Periods] = field(default_factory=dict)

    def held(self, claim: UUID) -> Periods:
        """Where a claim is held, restricted or not."""
        known = self.claims.get(self.effective.rename(claim))
        if known is None:
            return self.outside.get(self.effective.rename(claim), NEVER)
        return self.walks[known.question].held(known.id) if known.question in self.walks else NEVER

    def serves(self, claim: UUID) -> Periods:
        """Where a claim is held and can be a reason: a restricted one supports nothing. What is ``outside`` is told so,
        and of its restrictions only some may be known here."""
        name = self.effective.rename(claim)
        return NEVER if name in self.claims and name in self.effective.restricted else self.held(claim)

    def segments(self, question: UUID) -> tuple[Segment, ...]:
        return segments(self.walks[question], self.effective.restricted) if question in self.walks else ()


def hold(acts: Iterable[Act], *, policy: Policy, outside: Mapping[UUID, Periods], memory: Memory) -> Holding:
    """Settle every question that the acts speak of.

    ``outside`` tells where claims of other questions are held, for justifications that name them; ``memory`` what had
    a reason before, which under ``flag`` keeps counting until a person decides.

    Raises:
        Circle: where a claim rests on itself.
    """
    counting = effective(acts)
    holding = Holding(counting, outside)
    holding.groups = _by_question(counting.acts, holding.claims)
    holding.reasons |= {each.id: why for group in holding.groups.values() for each, why in _derived(group)}
    for question in settle_order(_rests_on(holding)):
        group = holding.groups[question]
        for each in group:
            if each.id in holding.reasons:
                given = holding.given[each.id] = supported(holding.reasons[each.id], holding.serves)
                past = remembered(memory, each.id, counting.undone_revisions) if policy is Policy.FLAG else NEVER
                holding.support[each.id] = given | past
        holding.walks[question] = walk(group, holding.support)
    return holding


def remembered(memory: Memory, assertion: UUID, undone: frozenset[int]) -> Periods:
    """What is remembered of an assertion's reasons; a memory leaves with the revision that gave it."""
    return Periods.union(each.periods for each in memory.get(assertion, ()) if each.revision not in undone)


def _by_question(acts: Iterable[Act], claims: dict[UUID, Claim]) -> dict[UUID, list[Act]]:
    questions: dict[UUID, list[Act]] = defaultdict(list)
    resolutions: list[Resolution] = []
    for act in acts:
        if isinstance(act, Resolution):
            resolutions.append(act)
        elif isinstance(act, OnClaim) and not isinstance(act, Restriction):  # it may be said of others, not of these
            claims[act.claim.id] = act.claim
            questions[act.claim.question].append(act)
    for resolution in resolutions:
        members = (claims[each] for each in resolution.keep | resolution.drop if each in claims)
        for question in {member.question for member in members}:
            questions[question].append(resolution)
    return dict(questions)


def _derived(group: Iterable[Act]) -> Iterable[tuple[Assertion, Reasons]]:
    acts = tuple(group)
    changes = [act for act in acts if isinstance(act, Rejustification | StillHolds)]
    for act in acts:
        if isinstance(act, Assertion) and (why := reasons(act, changes)) is not None:
            yield act, why


def _rests_on(holding: Holding) -> dict[UUID, set[UUID]]:
    """Which questions each one rests on, by every reason given: lifted ones count, for they can return."""
    claims = holding.claims
    return {
        question: {claims[name].question for act in group for name in names_of(act) if name in claims}
        for question, group in holding.groups.items()
    }


def unfounded(holding: Holding) -> Iterator[tuple[UUID, Periods]]:
    """For each claim with derived assertions, where it is held though none of those kept has a reason."""
    for walked in holding.walks.values():
        voices = [each.assertion for each in walked.candidates]
        for claim in {each.claim.id for each in voices if each.id in holding.given}:
            founded = Periods.union(
                walked.kept(each.id) & holding.given.get(each.id, ALWAYS) for each in voices if each.claim.id == claim
            )
            yield claim, walked.held(claim) - founded


def segments(walked: Walk, restricted: frozenset[UUID] = frozenset()) -> tuple[Segment, ...]:
    """What a walk holds, as the fewest segments of equal weight, by claim and time."""
    latest: dict[UUID, Segment] = {}
    done: list[Segment] = []
    for stretch in walked.stretches:
        voices: dict[Claim, list[Assertion]] = defaultdict(list)
        for assertion in stretch.held:
            voices[assertion.claim].append(assertion)
        for claim, heard in voices.items():
            last = latest.get(claim.id)
            now = Segment(claim, stretch.period, joint_confidence(heard), heard[0].tier, claim.id in restricted)
            if last is not None:
                if last.period.end == stretch.period.start and replace(now, period=last.period) == last:
                    now = replace(last, period=Period(last.period.start, stretch.period.end))
                else:
                    done.append(last)
            latest[claim.id] = now
    return tuple(sorted([*done, *latest.values()], key=lambda each: each.order))
