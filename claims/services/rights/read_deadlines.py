"""The deadlines of every base: what is open, and whose it is."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from uuid import UUID

from audit.requests.words import OVER
from claims.queries import across
from claims.queries.rows import Row
from claims.services.rights.read_requests import RequestView, views_of

#: The earliest so many are shown.
MOST = 500


@dataclass(frozen=True, slots=True)
class Due:
    """An open request, and the label of its base."""

    view: RequestView
    label: str


def read_deadlines() -> list[Due]:
    """The open requests of all bases, the earliest deadline first; those whose clock stands last."""
    by_base: dict[UUID, list[Row]] = defaultdict(list)
    found = across.open_requests(sorted(OVER), MOST)
    for row in found:
        by_base[row.base_id].append(row)
    views = {view.id: view for base, rows in by_base.items() for view in views_of(base, rows)}
    return [Due(views[row.id], row.label) for row in found]
