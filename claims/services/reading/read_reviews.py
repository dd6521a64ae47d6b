"""The queue of a base, with the claims it is about in sentences."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from claims.queries.reviews import AskedItems, items
from claims.services.reading.claim_status import claim_views
from claims.services.reading.clocks import Clocks
from claims.services.reading.read_claims import ClaimView


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewView:
    """Something a person should look at. ``rivals`` are the other members of its contradiction."""

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
    named = {each for row in rows for each in (row.claim_id, *row.members) if each}
    views = {view.id: view for view in claim_views(base, sorted(named), at.valid_at, at.known_at)}
    return [
        ReviewView(
            base=base,
            id=row.id,
            kind=row.kind,
            claim=views.get(row.claim_id),
            nogood=row.nogood_id,
            rivals=tuple(views[each] for each in row.members if each != row.claim_id and each in views),
            predicate=row.predicate or None,
            opened=row.opened,
            opened_at=row.opened_at,
            verdict=row.verdict or None,
            closed=row.closed,
            closed_at=row.closed_at,
        )
        for row in rows
    ]
