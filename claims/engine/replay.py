"""Replay: a base made again from its acts alone, in revision order (engine.md §8).

It looks at no stored result. Over all acts it gives the stored rows back, recorded periods included; over a chosen
set of them it is a worldview.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from uuid import UUID, uuid5

from claims.engine.acts import Act, Claim, OnClaim, Rekeying, Resolution, Undo
from claims.engine.effective import effective
from claims.engine.hold import Remembered, Segment
from claims.engine.planning.edges import Edge
from claims.engine.planning.plan import BeliefRow, Plan, Region, plan
from claims.engine.policy import Policy
from claims.engine.support import names_of
from claims.engine.time.periods import NEVER, Instant, Periods


@dataclass(frozen=True, slots=True)
class Held:
    """A belief row as replayed: ``until`` is ``None`` while it is still held."""

    segment: Segment
    since: Instant
    until: Instant | None = None


@dataclass(frozen=True, slots=True)
class Drawn:
    """An edge as replayed: ``until`` is ``None`` while it stands."""

    edge: Edge
    since: Instant
    until: Instant | None = None


@dataclass(slots=True)
class Replay:
    """A base in memory: feed it revisions in order with ``apply`` and read ``rows``."""

    policy: Policy
    rows: dict[UUID, Held] = field(default_factory=dict)
    acts: dict[UUID, Act] = field(default_factory=dict)
    links: dict[Edge, Instant] = field(default_factory=dict)
    cuts: list[Drawn] = field(default_factory=list)
    memory: dict[UUID, list[Remembered]] = field(default_factory=lambda: defaultdict(list))
    claims: dict[UUID, UUID] = field(default_factory=dict)
    _speaks_of: dict[UUID, set[UUID]] = field(default_factory=lambda: defaultdict(set))
    _open: dict[UUID, set[UUID]] = field(default_factory=lambda: defaultdict(set))
    _kin: dict[UUID, set[UUID]] = field(default_factory=lambda: defaultdict(set))
    _named_by: dict[UUID, set[UUID]] = field(default_factory=lambda: defaultdict(set))
    _everywhere: set[UUID] = field(default_factory=set)

    def preview(self, acts: Iterable[Act]) -> Plan:
        """The plan for some acts, over as many questions as it reaches."""
        incoming = tuple(acts)
        wanted = frozenset(q for act in incoming for q in self._questions(act))
        while True:
            made = plan(self._region(wanted, incoming), incoming)
            if not made.missing:
                return made
            wanted |= made.missing

    def apply(self, recorded_at: Instant, acts: Iterable[Act]) -> Plan:
        """Record one revision.

        Raises:
            Circle: where a claim would rest on itself; nothing is changed then.
        """
        made = self.preview(acts)
        for row in made.closes:
            self.rows[row.id] = Held(row.segment, self.rows[row.id].since, recorded_at)
            self._open[row.segment.claim.question].discard(row.id)
        for segment in made.opens:
            row_id = uuid5(segment.claim.id, f"{len(self.rows)}")
            self.rows[row_id] = Held(segment, recorded_at)
            self._open[segment.claim.question].add(row_id)
        for act in made.acts:
            self._remember(act)
        for assertion, periods in made.remembers.items():
            self.memory[assertion].append(Remembered(periods, made.acts[0].revision))
        self._link(made, recorded_at)
        return made

    @property
    def edges(self) -> list[Drawn]:
        """Every edge that ever stood."""
        return [*self.cuts, *(Drawn(edge, since) for edge, since in self.links.items())]

    @property
    def restricted(self) -> frozenset[UUID]:
        """The claims out of service, under every name that leads to one."""
        return effective(self.acts.values()).restricted

    def _link(self, made: Plan, recorded_at: Instant) -> None:
        for edge in made.cuts:
            if edge in self.links:
                self.cuts.append(Drawn(edge, self.links.pop(edge), recorded_at))
        for edge in made.links:
            self.links.setdefault(edge, recorded_at)

    def _remember(self, act: Act) -> None:
        self.acts[act.id] = act
        if isinstance(act, Resolution | Undo):  # they can reach questions that nothing has spoken of yet
            self._everywhere.add(act.id)
        for question in self._questions(act):
            self._speaks_of[question].add(act.id)
        for claim in _claims_of(act):
            self.claims.setdefault(claim.id, claim.question)
        if isinstance(act, Rekeying):
            self._kin[act.claim.question].add(act.becomes.question)
            self._kin[act.becomes.question].add(act.claim.question)
        if isinstance(act, OnClaim):
            for name in names_of(act):
                self._named_by[name].add(act.claim.question)

    def _questions(self, act: Act) -> Iterator[UUID]:
        """The questions that an act can change directly."""
        for claim in _claims_of(act):
            yield claim.question
        if isinstance(act, Resolution):
            yield from (self.claims[each] for each in act.keep | act.drop if each in self.claims)
        if isinstance(act, Undo):
            for target in act.acts & self.acts.keys():
                yield from self._questions(self.acts[target])

    def _region(self, questions: frozenset[UUID], incoming: tuple[Act, ...]) -> Region:
        everything = self._with_kin(questions)
        known = self._acts_on(everything)
        named = {name for act in (*known, *incoming) for name in names_of(act)}
        spoken = {claim.id: claim.question for act in incoming for claim in _claims_of(act)} | self.claims
        inside = {claim for claim, question in spoken.items() if question in everything}
        return Region(
            self.policy,
            known,
            tuple(
                BeliefRow(row, self.rows[row].segment)
                for question in everything
                for row in sorted(self._open[question])
            ),
            {claim: self.held(claim) for claim in named - inside},
            {each.id: tuple(self.memory[each.id]) for each in known if each.id in self.memory},
            {claim: frozenset(self._named_by[claim]) for claim in inside if claim in self._named_by},
            everything,
        )

    def _with_kin(self, questions: frozenset[UUID]) -> frozenset[UUID]:
        found, queue = set(questions), list(questions)
        while queue:
            fresh = self._kin.get(queue.pop(), set()) - found
            found |= fresh
            queue += fresh
        return frozenset(found)

    def _acts_on(self, questions: frozenset[UUID]) -> tuple[Act, ...]:
        acts = self._everywhere.union(*(self._speaks_of[question] for question in questions))
        return tuple(sorted((self.acts[each] for each in acts), key=lambda each: each.recorded))

    def held(self, claim: UUID) -> Periods:
        """Where a claim, under the name it goes by now, is held and can be a reason."""
        if claim not in self.claims:
            return NEVER
        questions = self._with_kin(frozenset({self.claims[claim]}))
        name = effective(self._acts_on(questions)).rename(claim)
        rows = (self.rows[row].segment for question in questions for row in self._open[question])
        return Periods.of(*(each.period for each in rows if each.claim.id == name and not each.restricted))


def _claims_of(act: Act) -> Iterator[Claim]:
    """The claims that an act speaks of."""
    if isinstance(act, OnClaim):
        yield act.claim
    if isinstance(act, Rekeying):
        yield act.becomes


def replay(revisions: Iterable[tuple[Instant, Iterable[Act]]], policy: Policy) -> Replay:
    """Make a base again from its revisions, each with its recorded time, in order."""
    base = Replay(policy)
    for recorded_at, acts in revisions:
        base.apply(recorded_at, acts)
    return base
