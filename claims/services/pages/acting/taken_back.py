"""Which acts of a base have been taken back, and by which revision."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from uuid import UUID

from claims.engine.effective import undone
from claims.queries import revisions
from claims.services.belief_base.reading import act_of


class TakenBack:
    """Every undo of a base that counts, as known at an instant."""

    def __init__(self, base: UUID, known_at: datetime | None = None) -> None:
        undos = revisions.undos(base, known_at)
        taken, _ = undone(act_of(row) for row in undos)
        counting = [row for row in undos if row.id not in taken]
        self._by = {UUID(act): row.revision for row in counting for act in row.detail["acts"]}

    def by(self, acts: Iterable[UUID]) -> int | None:
        """The latest revision that took any of these acts back, if one did."""
        return max((self._by[act] for act in acts if act in self._by), default=None)
