"""Carry out once what a person looked at and confirmed, however often the confirmation is sent."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from uuid import UUID

from claims.queries import bases, revisions
from claims.refusals import Moved
from claims.services.actor import Actor
from claims.services.belief_base.operation import Done, Terms

#: So often a confirmation is tried while others write to the base.
TRIES = 5


def act_once(*, base: UUID, actor: Actor, digest: str, since: int, act: Callable[[Terms], Done]) -> int:
    """The number of the revision that ``act`` made, now or when the same confirmation was sent before.

    ``since`` is the head at which ``digest`` was shown. A revision of this actor with this digest after it is the one
    that was asked for; the act is carried out only at a head up to which there is none.

    Raises:
        StalePlan: where something else would happen now than what was shown.
        Moved: where others write faster than we read.
    """
    for _ in range(TRIES):
        head = bases.head(base)
        made = revisions.made_after(base, since, actor=actor.id, digest=digest)
        if made is not None:
            return made
        with suppress(Moved):
            act(Terms(digest=digest, if_head=head))
            return head + 1
    raise Moved("Others are writing here just now, and nothing was changed; please confirm again.")
