"""Claims as read: with their statement, status, marks, weight, periods and sources, as of both clocks."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from claims.engine.acts import Kind, Tier
from claims.engine.effective import undone
from claims.engine.entrenchment import Entrenchment, Standing, entrenchment
from claims.engine.explain import Status
from claims.engine.time.dates import Precision, write_instant
from claims.models import Predicate
from claims.queries import beliefs, claims, revisions
from claims.queries.rights.completions import completions_of
from claims.queries.rows import Row, fetch, fetch_together
from claims.services.belief_base.reading import act_of
from claims.services.vocabulary.book import book, book_stamped
from claims.services.words import ERASED, Span, Statement, sentence


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimView:
    """A claim as read. ``confidence`` in thousandths, ``recorded`` since when it is held so, ``tier`` of
    its strongest voice; ``evidence`` are its assertions, strongest first; ``supplements`` the statements that go with
    it, in the order they were given."""

    base: UUID
    id: UUID
    name: str | None
    subject: str
    predicate: str
    object: str
    negated: bool
    kind: str
    status: Status
    statement: str
    marks: tuple[str, ...] = ()
    tier: Tier | None = None
    confidence: int = 0
    entrenchment: Entrenchment | None = None
    valid: tuple[Span, ...] = ()
    recorded: datetime | None = None
    supersedes: tuple[UUID, ...] = ()
    superseded_by: tuple[UUID, ...] = ()
    evidence: tuple[Row, ...] = ()
    supplements: tuple[Row, ...] = ()
    edges: tuple[Row, ...] = ()
    rows: tuple[Row, ...] = ()


def span_of(row: Row) -> Span:
    """The valid period of a stored row as shown."""
    valid = row.valid
    start = write_instant(valid.lower, Precision(row.from_precision)) if valid.lower else None
    return Span(start, write_instant(valid.upper, Precision(row.to_precision)) if valid.upper else None)


@dataclass(slots=True)
class _Gathered:
    """All that is said of some claims, by claim, and the phrases to say it in."""

    phrases: Mapping[str, Predicate]
    rows: dict[UUID, list[Row]] = field(default_factory=lambda: defaultdict(list))
    evidence: dict[UUID, list[Row]] = field(default_factory=lambda: defaultdict(list))
    supplements: dict[UUID, list[Row]] = field(default_factory=lambda: defaultdict(list))
    edges: dict[UUID, list[Row]] = field(default_factory=lambda: defaultdict(list))
    marks: dict[UUID, set[str]] = field(default_factory=lambda: defaultdict(set))


def views(
    base: UUID,
    rows: Sequence[Row],
    valid_at: datetime,
    known_at: datetime,
    statuses: Mapping[UUID, Status],
    to_subject: UUID | None = None,
) -> list[ClaimView]:
    """Views of some claims (rows of `claims.by_ids` or `beliefs.held`), in their order; a fixed number of queries.

    What is about the entity ``to_subject`` is said to it: "You live in …".
    """
    ids = [row.id for row in rows]
    if not ids:
        return []
    gathered = _gather(base, ids, valid_at, known_at)
    for supplement in _supplements(base, [row.id for row in rows if row.completed]):
        gathered.supplements[supplement.claim_id].append(supplement)
    return [_view(base, row, gathered, valid_at, statuses[row.id], to_subject) for row in rows]


def held_views(base: UUID, asked: beliefs.Asked) -> list[ClaimView]:
    """Views of what is held."""
    return held_views_of(base, beliefs.held(base, asked), asked.valid_at, asked.known_at)


def held_views_of(
    base: UUID, rows: Sequence[Row], valid_at: datetime, known_at: datetime, to_subject: UUID | None = None
) -> list[ClaimView]:
    """Views of claims that are held at both instants."""
    return views(base, rows, valid_at, known_at, {row.id: Status.ACTIVE for row in rows}, to_subject)


def _gather(base: UUID, ids: Sequence[UUID], valid_at: datetime, known_at: datetime) -> _Gathered:
    rows, evidence, ties = fetch_together(
        beliefs.rows_at(base, ids, valid_at, known_at),
        claims.assertions_of(base, ids, known_at),
        claims.ties_of(base, ids, known_at),
    )
    gathered = _Gathered(phrases=(book_stamped(rows) if rows else book()).phrases)
    for row in rows:
        gathered.rows[row.claim_id].append(row)
    for row in _standing(base, ids, known_at, evidence):
        gathered.evidence[row.claim_id].append(row)
    for row in ties:
        if row.kind in claims.MARKS:
            gathered.marks[row.source_id].add(row.kind)
        else:
            for end in {row.source_id, row.target_id}:
                gathered.edges[end].append(row)
    return gathered


def _supplements(base: UUID, claims: Sequence[UUID]) -> list[Row]:
    """The statements that go with some claims now, without those that were taken back."""
    found = completions_of(base, claims) if claims else []
    taken_back, _ = undone(map(act_of, revisions.undos(base))) if found else (frozenset(), ())
    return [each for each in found if each.act_id not in taken_back]


def _standing(base: UUID, ids: Sequence[UUID], known_at: datetime, found: list[Row]) -> list[Row]:
    """The evidence that was found, without what was taken back."""
    if any(row.disturbed for row in found):
        taken_back, _ = undone(act_of(row) for row in revisions.undos(base, known_at))
        if taken_back:
            return fetch(*claims.assertions_of(base, ids, known_at, without=sorted(taken_back)))
    return found


def _view(
    base: UUID,
    row: Row,
    gathered: _Gathered,
    valid_at: datetime,
    status: Status,
    to_subject: UUID | None,
) -> ClaimView:
    if row.get("erased") is not None:
        return _tombstone(base, row)
    rows, evidence, edges = gathered.rows[row.id], gathered.evidence[row.id], gathered.edges[row.id]
    now = next((each for each in rows if valid_at in each.valid), None)
    restricted = {"restricted"} if row.get("restricted") else set()
    said = Statement(row.subject, row.predicate, row.object, row.negated)
    return ClaimView(
        base=base,
        id=row.id,
        name=row.name,
        subject=row.subject,
        predicate=row.predicate,
        object=row.object,
        negated=row.negated,
        kind=(evidence[0].kind_raw or evidence[0].claim_kind) if evidence else Kind.OBSERVATION.value,
        status=status,
        statement=sentence(
            said,
            gathered.phrases,
            past=status in (Status.PAST, Status.SUPERSEDED),
            to_subject=row.entity_id == to_subject,
        ),
        marks=tuple(sorted(gathered.marks[row.id] | restricted)),
        tier=_tier(now, evidence),
        confidence=now.confidence if now else _confidence(evidence),
        entrenchment=_entrenchment(now, evidence, edges, row.id, valid_at),
        valid=tuple(span_of(each) for each in rows),
        recorded=now.recorded.lower if now else None,
        supersedes=_ends(edges, "source_id", "target_id", row.id),
        superseded_by=_ends(edges, "target_id", "source_id", row.id),
        evidence=tuple(evidence),
        supplements=tuple(gathered.supplements[row.id]),
        edges=tuple(edges),
        rows=tuple(rows),
    )


def _tombstone(base: UUID, row: Row) -> ClaimView:
    """All that there is to be seen of a claim that was erased, as of now and at whatever time is asked about."""
    return ClaimView(
        base=base,
        id=row.id,
        name=None,
        subject="",
        predicate="",
        object="",
        negated=False,
        kind=Kind.OBSERVATION.value,
        status=Status.ERASED,
        statement=ERASED,
    )


def _ends(edges: Iterable[Row], here: str, there: str, claim: UUID) -> tuple[UUID, ...]:
    found = (each[there] for each in edges if each.kind == "supersedes" and each[here] == claim)
    return tuple(dict.fromkeys(found))


def _tier(now: Row | None, evidence: Sequence[Row]) -> Tier | None:
    if now is not None:
        return Tier(now.tier)
    return Tier(evidence[0].tier) if evidence else None


def _confidence(evidence: Sequence[Row]) -> int:
    return evidence[0].confidence if evidence else 0


def _entrenchment(
    now: Row | None, evidence: Sequence[Row], edges: Sequence[Row], claim: UUID, at: datetime
) -> Entrenchment | None:
    if not evidence:
        return None
    first = evidence[0]
    latest = max(each.observed_at for each in evidence)
    return entrenchment(
        Standing(
            tier=Tier(now.tier if now else first.tier),
            kind=Kind(first.claim_kind),
            method=first.method,
            age=at - latest,
            voices=len({each.voice for each in evidence if not each.echo}),
            supports=sum(each.kind == "supports" and each.target_id == claim for each in edges),
            confidence=now.confidence if now else first.confidence,
        )
    )
