"""A plan: the difference that some acts make, as data (engine.md §5). Nothing is stored and no clock is read here."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from uuid import UUID

from claims.engine.acts import Act, Assertion, OnClaim, Rekeying, Undo
from claims.engine.hold import Holding, Memory, Segment, hold, remembered, unfounded
from claims.engine.planning.edges import Edge, cuts, links
from claims.engine.planning.parting import parted
from claims.engine.planning.telling import tell
from claims.engine.policy import Policy
from claims.engine.support import names_of
from claims.engine.time.periods import NEVER, Periods
from claims.engine.walking.told import Told


@dataclass(frozen=True, slots=True)
class BeliefRow:
    """A stored belief row whose recorded period is open."""

    id: UUID
    segment: Segment


@dataclass(frozen=True, slots=True)
class Region:
    """What a plan looks at: the acts and open rows of some questions, and what touches them from elsewhere.

    ``acts`` are those on the questions, and every undo and resolution of the base. ``outside`` tells where claims
    of other questions that a justification here names are held, under the name they go by now. ``dependents``
    tells which questions name a claim of this region, by any name, asserted yet or not, in a reason ever given.
    """

    policy: Policy
    acts: tuple[Act, ...] = ()
    rows: tuple[BeliefRow, ...] = ()
    outside: Mapping[UUID, Periods] = field(default_factory=dict)
    memory: Memory = field(default_factory=dict)
    dependents: Mapping[UUID, frozenset[UUID]] = field(default_factory=dict)
    questions: frozenset[UUID] = frozenset()


@dataclass(frozen=True, slots=True)
class Plan:
    """What some acts would do.

    ``closes`` and ``opens`` turn the stored rows into what is held after; the claims in ``superseded`` lose instants,
    those in ``restored`` gain some without being asserted, and those in ``moved`` gain what was held before under
    another name. ``flagged`` ask for a person's eye under ``flag``, ``cleared`` no longer do. Those in ``restricts`` go
    out of service, those in ``releases`` return to it. ``links`` and ``cuts`` are edges that begin and end.
    Between the claims of each pair in ``parted`` nothing is left to decide.
    ``missing`` are questions that must be looked at too before the plan is whole.
    """

    acts: tuple[Act, ...]
    told: tuple[Told, ...] = ()
    closes: tuple[BeliefRow, ...] = ()
    opens: tuple[Segment, ...] = ()
    superseded: tuple[UUID, ...] = ()
    restored: tuple[UUID, ...] = ()
    moved: tuple[UUID, ...] = ()
    flagged: tuple[UUID, ...] = ()
    cleared: tuple[UUID, ...] = ()
    restricts: frozenset[UUID] = frozenset()
    releases: frozenset[UUID] = frozenset()
    links: tuple[Edge, ...] = ()
    cuts: tuple[Edge, ...] = ()
    nogoods: tuple[frozenset[UUID], ...] = ()
    parted: tuple[frozenset[UUID], ...] = ()
    remembers: Mapping[UUID, Periods] = field(default_factory=dict)
    missing: frozenset[UUID] = frozenset()


@dataclass(frozen=True, slots=True)
class Change:
    """How much longer or shorter each claim is held."""

    gained: Mapping[UUID, Periods]
    lost: Mapping[UUID, Periods]


def plan(region: Region, incoming: Iterable[Act]) -> Plan:
    """The difference between what is held without and with the incoming acts.

    Raises:
        Circle: where a claim would rest on itself.
    """
    acts = tuple(incoming)
    before = hold(region.acts, policy=region.policy, outside=region.outside, memory=region.memory)
    after = hold((*region.acts, *acts), policy=region.policy, outside=region.outside, memory=region.memory)
    change = _change(before, after)
    asserted = {after.effective.rename(act.claim.id) for act in acts if isinstance(act, Assertion)}
    gains = {claim: moved for claim, moved in _gains(before, after) if claim not in asserted}
    told = tell(acts, before, after)
    closes, opens = _difference(region.rows, after)
    flagged, cleared = _eyes(before, after) if region.policy is Policy.FLAG else ((), ())
    return Plan(
        acts,
        told,
        closes,
        opens,
        superseded=tuple(sorted(each for each in change.lost if before.effective.rename(each) == each)),
        restored=tuple(claim for claim, moved in gains.items() if not moved),
        moved=tuple(claim for claim, moved in gains.items() if moved),
        flagged=flagged,
        cleared=cleared,
        restricts=after.effective.restricted - before.effective.restricted,
        releases=before.effective.restricted - after.effective.restricted,
        links=links(before, after, change.lost, told),
        cuts=cuts(before, after, change.gained, change.lost),
        nogoods=tuple(dict.fromkeys(_nogoods(told))),
        parted=parted(before, after),
        remembers=dict(_remembers(region, after)),
        missing=frozenset(_reached(region, acts, before, after)) - region.questions,
    )


def _change(before: Holding, after: Holding) -> Change:
    gained, lost = {}, {}
    for claim in before.claims.keys() | after.claims.keys():
        was, now = before.held(claim), after.held(claim)
        if was == now:
            continue
        if now - was:
            gained[claim] = now - was
        if was - now and after.effective.rename(claim) == claim:
            lost[claim] = was - now
    return Change(gained, lost)


def _gains(before: Holding, after: Holding) -> Iterator[tuple[UUID, bool]]:
    """The claims that are held at an instant at which nothing by their name was; and whether they merely moved: all of
    that was held before under the names of what goes by theirs now."""
    names = before.claims.keys() | after.claims.keys() | before.effective.places.keys() | after.effective.places.keys()
    were = defaultdict(set)
    for claim in names:
        were[after.effective.rename(claim)].add(before.effective.rename(claim))
    for claim in sorted(after.claims):
        gained = after.held(claim) - (before.held(claim) if before.effective.rename(claim) == claim else NEVER)
        if gained:
            yield claim, not gained - Periods.union(before.held(each) for each in were[claim] - {claim})


def may_close_circle(acts: Iterable[Act]) -> bool:
    """Whether acts draw new reasons, or bring old ones back."""
    return any(isinstance(act, Rekeying | Undo) or names_of(act) for act in acts)


def _reached(region: Region, acts: Iterable[Act], before: Holding, after: Holding) -> Iterator[UUID]:
    """Questions with a reason that names what is served otherwise now; where acts may close a circle, all."""
    draws = may_close_circle(acts)
    for claim, questions in region.dependents.items():
        if draws or before.serves(claim) != after.serves(claim):
            yield from questions


def _difference(rows: Iterable[BeliefRow], after: Holding) -> tuple[tuple[BeliefRow, ...], tuple[Segment, ...]]:
    wanted = {each for question in after.walks for each in after.segments(question)}
    stored = {row.segment: row for row in rows}
    closes = sorted(
        (row for segment, row in stored.items() if segment not in wanted), key=lambda row: row.segment.order
    )
    return tuple(closes), tuple(sorted(wanted - stored.keys(), key=lambda each: each.order))


def _eyes(before: Holding, after: Holding) -> tuple[tuple[UUID, ...], tuple[UUID, ...]]:
    """Claims newly held where none of their voices has a reason, and those that no longer are."""
    was, now = dict(unfounded(before)), dict(unfounded(after))
    flagged = {claim for claim, periods in now.items() if periods - was.get(claim, NEVER)}
    return tuple(sorted(flagged)), tuple(sorted(each for each in was | now if not now.get(each)))


def _nogoods(told: Iterable[Told]) -> Iterator[frozenset[UUID]]:
    for each in told:
        for against in each.contested:
            if isinstance(each.act, OnClaim) and against.claim and against.claim != each.act.claim.id:
                yield frozenset({each.act.claim.id, against.claim})


def _remembers(region: Region, after: Holding) -> Iterator[tuple[UUID, Periods]]:
    """Instants that have a reason now and were not remembered yet."""
    if region.policy is Policy.FLAG:
        for assertion, given in sorted(after.given.items()):
            fresh = given - remembered(region.memory, assertion, after.effective.undone_revisions)
            if fresh:
                yield assertion, fresh
