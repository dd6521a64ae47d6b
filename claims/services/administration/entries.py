"""Log entries of what administrators do."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from audit import log
from claims.services import clock
from claims.services.actor import Actor


def note(act: str, *, actor: Actor, targets: Sequence[UUID] = (), chain: UUID = log.HOUSE) -> None:
    """Log one act in the caller's transaction."""
    log.append(
        log.Entry(
            chain=chain,
            at=clock.now(),
            actor_kind=actor.kind.value,
            actor=actor.id,
            act=act,
            request_id=actor.request_id,
            targets=targets,
        )
    )
