"""The act by which a subject goes by another name (engine.md §3)."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from claims.engine.acts import Act


@dataclass(frozen=True, slots=True, kw_only=True)
class Alias(Act):
    """What is said of ``other`` is said of ``entity`` from now on; its claims follow by re-keyings beside this act.

    ``owners`` are the entities whose first names led to ``other`` until now, itself among them. By itself it changes
    nothing that is held.
    """

    entity: UUID
    other: UUID
    owners: frozenset[UUID]
