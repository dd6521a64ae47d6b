"""The neighbourhood of a claim: what it touches, step by step, as much as fits a drawing, and what was left out."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import zip_longest
from uuid import UUID

from claims.engine.acts import Tier
from claims.engine.explain import Status
from claims.models import BeliefBase
from claims.queries import beliefs, claims, graph
from claims.queries.rows import Row
from claims.services.reading.claim_status import claim_row, known_of
from claims.services.reading.clocks import Clocks
from claims.services.words import Statement, phrases_of, sentence

#: The most claims that a drawing can hold and still be read (measured), and the most steps from the first.
MOST_CLAIMS, MOST_STEPS = 60, 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Around:
    """Which neighbourhood: so many steps around a claim, and so many claims.

    Of those in ``opened`` every neighbour is shown, as far as `MOST_CLAIMS` allows. ``restricted`` claims are for those
    whom they concern; ``to_subject`` is the entity that is addressed as "you".
    """

    claim: UUID
    depth: int = 2
    limit: int = 40
    opened: tuple[UUID, ...] = ()
    restricted: bool = False
    to_subject: UUID | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Neighbour:
    """A claim of the neighbourhood. ``came_from`` is the claim nearer to the first by which it was reached.

    ``left_out`` counts its neighbours that are not shown; ``at_least`` where they were too many to count.
    """

    base: UUID
    id: UUID
    entity: UUID
    subject: str
    statement: str
    status: Status
    marks: tuple[str, ...]
    tier: Tier | None
    confidence: int
    steps: int
    came_from: UUID | None
    left_out: int
    at_least: bool

    @property
    def label(self) -> str:
        """The statement without its subject, for a place that names it already."""
        said, start = self.statement.removesuffix("."), f"{self.subject} "
        rest = said[len(start) :] if said.casefold().startswith(start.casefold()) else said
        return rest[:1].upper() + rest[1:]


@dataclass(frozen=True, slots=True, kw_only=True)
class Graph:
    """The claims, the nearest first, and the ties between them: kind, source, target, and since when they stood."""

    claims: tuple[Neighbour, ...]
    ties: tuple[Row, ...]

    @property
    def left_out(self) -> int:
        """How many ties lead out of the drawing."""
        return sum(each.left_out for each in self.claims)

    @property
    def at_least(self) -> bool:
        """Whether there are more than that."""
        return any(each.at_least for each in self.claims)


def read_graph(*, base: UUID, around: Around, at: Clocks) -> Graph:
    """The neighbourhood of a claim as of both clocks: the nearest first, of these the more telling and the stronger.

    Raises:
        NotFound: where the base has no such claim.
    """
    first = claim_row(base, around.claim).id
    head_at = BeliefBase.objects.values_list("head_at", flat=True).get(id=base)
    sight = graph.Sight(
        valid_at=at.valid_at,
        known_at=at.known_at,
        past=head_at is not None and at.known_at < head_at,
        limit=MOST_CLAIMS,
        restricted=around.restricted,
    )
    walk = _Walk(base, sight, {first: (0, None)})
    walk.go([first], around.depth, min(around.limit, MOST_CLAIMS))
    walk.open(around.opened)
    ties = graph.ties_among(base, list(walk.reached), sight)
    return Graph(claims=_told(walk, ties, around.to_subject), ties=tuple(ties))


@dataclass(slots=True)
class _Walk:
    """Goes from claim to neighbour. ``reached`` says in how many steps and from where; ``near`` what each has near."""

    base: UUID
    sight: graph.Sight
    reached: dict[UUID, tuple[int, UUID | None]]
    near: dict[UUID, list[Row]] = field(default_factory=lambda: defaultdict(list))

    def go(self, here: Sequence[UUID], depth: int, limit: int) -> None:
        """Each claim in turn takes one more neighbour along, until the limit: so none crowds out the others."""
        self._look(here)
        for _ in range(depth):
            here = self._take([self.near[each] for each in here], limit)
            self._look(here)

    def open(self, opened: Sequence[UUID]) -> None:
        """Take every neighbour of some claims along."""
        here = [each for each in dict.fromkeys(opened) if each in self.reached]
        self._look(self._take([self.near[each] for each in here], MOST_CLAIMS))

    def _look(self, here: Sequence[UUID]) -> None:
        for row in graph.neighbours(self.base, here, self.sight) if here else ():
            self.near[row.here].append(row)

    def _take(self, near: Sequence[Sequence[Row]], limit: int) -> list[UUID]:
        taken = []
        for row in (row for turn in zip_longest(*near) for row in turn if row is not None):
            if len(self.reached) >= limit:
                break
            if row.there not in self.reached:
                self.reached[row.there] = (self.reached[row.here][0] + 1, row.here)
                taken.append(row.there)
        return taken


@dataclass(frozen=True, slots=True)
class _Known:
    """All that is told of the claims reached, claim by claim."""

    rows: Mapping[UUID, Row]
    held: Mapping[UUID, Row]
    statuses: Mapping[UUID, Status]
    marks: Mapping[UUID, tuple[str, ...]]
    statements: Mapping[UUID, str]
    shown: Mapping[UUID, set[UUID]]


def _told(walk: _Walk, ties: Sequence[Row], to_subject: UUID | None) -> tuple[Neighbour, ...]:
    rows = {row.id: row for row in claims.by_ids(walk.base, list(walk.reached))}
    held = _held(walk.base, list(rows), walk.sight)
    statuses = _statuses(walk, rows, held)
    marks = _marks(walk.base, rows, walk.sight.known_at)
    known = _Known(rows, held, statuses, marks, _statements(rows, statuses, to_subject), _shown(ties))
    return tuple(_neighbour(each, walk, known) for each in walk.reached)


def _neighbour(claim: UUID, walk: _Walk, known: _Known) -> Neighbour:
    row, held, near = known.rows[claim], known.held.get(claim), walk.near[claim]
    steps, came_from = walk.reached[claim]
    return Neighbour(
        base=walk.base,
        id=claim,
        entity=row.entity_id,
        subject=row.subject,
        statement=known.statements[claim],
        status=known.statuses[claim],
        marks=known.marks[claim],
        tier=Tier(held.tier) if held else None,
        confidence=held.confidence if held else 0,
        steps=steps,
        came_from=came_from,
        left_out=max(0, near[0].number - len(known.shown[claim])) if near else 0,
        at_least=bool(near and near[0].at_least),
    )


def _shown(ties: Sequence[Row]) -> dict[UUID, set[UUID]]:
    shown: dict[UUID, set[UUID]] = defaultdict(set)
    for tie in ties:
        shown[tie.source_id].add(tie.target_id)
        shown[tie.target_id].add(tie.source_id)
    return shown


def _statements(rows: Mapping[UUID, Row], statuses: Mapping[UUID, Status], to_subject: UUID | None) -> dict[UUID, str]:
    phrases = phrases_of({row.predicate for row in rows.values()})
    return {
        each: sentence(
            Statement(row.subject, row.predicate, row.object, row.negated),
            phrases,
            past=statuses[each] in (Status.PAST, Status.SUPERSEDED),
            to_subject=row.entity_id == to_subject,
        )
        for each, row in rows.items()
    }


def _held(base: UUID, ids: Sequence[UUID], sight: graph.Sight) -> dict[UUID, Row]:
    rows = beliefs.rows_of(base, ids, sight.known_at)
    return {row.claim_id: row for row in rows if sight.valid_at in row.valid}


def _statuses(walk: _Walk, rows: Mapping[UUID, Row], held: Mapping[UUID, Row]) -> dict[UUID, Status]:
    """What was held then is active, and only the others ask for the walk of their questions."""
    others = [row for row in rows.values() if row.id not in held]
    statuses = dict.fromkeys(held, Status.ACTIVE)
    if others:
        ids = [row.id for row in others]
        known = known_of(walk.base, {row.question_id for row in others}, ids, walk.sight.known_at)
        statuses |= {each: known.status(each, walk.sight.valid_at) for each in ids}
    return statuses


def _marks(base: UUID, rows: Mapping[UUID, Row], known_at: datetime) -> dict[UUID, tuple[str, ...]]:
    found = {each: {"restricted"} if row.restricted else set() for each, row in rows.items()}
    for row in claims.marks_of(base, list(rows), known_at):
        found[row.claim_id].add(row.mark)
    return {each: tuple(sorted(marks)) for each, marks in found.items()}
