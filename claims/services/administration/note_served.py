"""Note which claims an agent was served: what it says of them afterwards may be an echo (engine.md §7)."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from uuid import UUID

from claims.queries.impact import disclosures
from claims.services import clock

#: Within this time a claim that is served again is not noted again, so that repeated reads write nothing.
AGAIN = timedelta(minutes=10)


def note_served(*, base: UUID, agent: UUID | None, claims: Iterable[UUID]) -> None:
    """Note that an agent was served these claims of a base. A person (``agent`` is ``None``) leaves no note."""
    served = sorted(set(claims))
    if agent is not None and served:
        disclosures.note(base, agent, served, at=clock.standing(), again=AGAIN)
