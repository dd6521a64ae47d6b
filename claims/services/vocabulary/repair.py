"""Have a base repaired by the worker, after a change of the vocabulary."""

from __future__ import annotations

from uuid import UUID

from procrastinate.contrib.django import app

from claims.services.actor import Actor

#: The task that does it, by name: work is queued from here and done from above.
REKEY, QUEUE = "rekey_base", "repair"


def defer_rekey(base: UUID, predicates: list[str], actor: Actor) -> None:
    """Queue the repair of one base, in the caller's transaction; one at a time for each base."""
    task = app.configure_task(REKEY, queue=QUEUE, lock=str(base))
    task.defer(base=str(base), predicates=[*predicates], actor=str(actor.id))
