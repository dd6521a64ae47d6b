"""The queue of a base, with the claims it is about in sentences."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from claims.engine.acts import Resolution
from claims.engine.effective import undone
from claims.queries import reviews, revisions
from claims.queries.reviews import AskedItems, AskedNogoods, items
from claims.refusals import NotFound
from claims.services.belief_base.reading import act_of
from claims.services.reading.claim_status import claim_views
from claims.services.reading.clocks import Clocks
from claims.services.reading.read_claims import ClaimView


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewView:
    """Something a person should look at. ``rivals`` are the other members of its contradiction, or of a duplicate."""

    base: UUID
    id: UUID
    kind: str
    claim: ClaimView | None
    nogood: UUID | None
    rivals: tuple[ClaimView, ...]
    predicate: str | None
    opened: int
    opened_at: datetime
    verdict: str | None
    closed: int | None
    closed_at: datetime | None


def review_page(*, base: UUID, asked: AskedItems, at: Clocks) -> list[ReviewView]:
    """Review items, open ones first, the oldest first among them."""
    rows = items(base, asked)
    named = {each for row in rows for each in (row.claim_id, row.other_id, *row.members) if each}
    views = {view.id: view for view in claim_views(base, sorted(named), at.valid_at, at.known_at)}
    return [
        ReviewView(
            base=base,
            id=row.id,
            kind=row.kind,
            claim=views.get(row.claim_id),
            nogood=row.nogood_id,
            rivals=tuple(
                views[each] for each in (row.other_id, *row.members) if each != row.claim_id and each in views
            ),
            predicate=row.predicate or None,
            opened=row.opened,
            opened_at=row.opened_at,
            verdict=row.verdict or None,
            closed=row.closed,
            closed_at=row.closed_at,
        )
        for row in rows
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class Resolved:
    """What settled a contradiction: in which revision, and which claims stay."""

    revision: int
    recorded_at: datetime
    keep: tuple[UUID, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class NogoodView:
    """Claims that cannot stand together. It is ``open`` while an item of the queue asks about it."""

    base: UUID
    id: UUID
    open: bool
    members: tuple[ClaimView, ...]
    found_by: str
    since: datetime
    found: int
    resolution: Resolved | None


def nogood_page(*, base: UUID, asked: AskedNogoods, at: Clocks) -> list[NogoodView]:
    """Contradictions, open ones first, the oldest first among them."""
    rows = reviews.nogoods(base, asked)
    named = sorted({each for row in rows for each in row.members})
    views = {view.id: view for view in claim_views(base, named, at.valid_at, at.known_at)}
    resolved = _resolutions(base, [row.id for row in rows])
    return [
        NogoodView(
            base=base,
            id=row.id,
            open=row.open,
            members=tuple(views[each] for each in row.members if each in views),
            found_by=row.found_by,
            since=row.recorded_at,
            found=row.revision,
            resolution=resolved.get(row.id),
        )
        for row in rows
    ]


def nogood_view(*, base: UUID, nogood: UUID, at: Clocks) -> NogoodView:
    """One contradiction.

    Raises:
        NotFound: where the base has no such contradiction.
    """
    found = nogood_page(base=base, asked=AskedNogoods(only=nogood, limit=1), at=at)
    if not found:
        raise NotFound("There is no such contradiction in this base.")
    return found[0]


def _resolutions(base: UUID, nogoods: Sequence[UUID]) -> dict[UUID, Resolved]:
    """The latest resolution of each contradiction that has not been taken back."""
    rows = reviews.resolutions_of(base, nogoods)
    taken, _ = undone(act_of(row) for row in revisions.undos(base)) if rows else (frozenset(), None)
    resolved: dict[UUID, Resolved] = {}
    for row in rows:
        act = act_of(row)
        if isinstance(act, Resolution) and act.id not in taken:
            resolved[act.nogood] = Resolved(
                revision=act.revision, recorded_at=row.recorded_at, keep=tuple(sorted(act.keep))
            )
    return resolved
