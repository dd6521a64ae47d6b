"""Note that somebody of the staff looked into a base: no look goes unseen (product.md §1)."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from claims.services.actor import Actor
from claims.services.administration.entries import note


def note_look(*, actor: Actor, base: UUID, targets: Sequence[UUID] = ()) -> None:
    """Log a look, at these claims in particular if any."""
    note("view", actor=actor, chain=base, targets=targets)
