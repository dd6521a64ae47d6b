"""Who acts, as far as the store must know."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from uuid import UUID

from claims.access import Visitor
from claims.models import Scope, Tier
from claims.refusals import Forbidden
from claims.services.belief_base.proposals import Origin


class ActorKind(StrEnum):
    """What sort of actor."""

    USER = "user"
    AGENT = "agent"
    SYSTEM = "system"


@dataclass(frozen=True, slots=True)
class Actor:
    """Whoever carries out an act. ``id`` is a pseudonym: the user's or the key's id; ``agent`` the agent's, if one.

    ``ceiling`` is the highest tier it may assert at: only a person signed in reaches ``verified``. ``administers``
    says that it may change the vocabulary.
    """

    kind: ActorKind
    id: UUID
    ceiling: Tier
    agent: UUID | None = None
    request_id: str = ""
    administers: bool = False

    @property
    def voice(self) -> str:
        """What its assertions count as one origin under, unless an origin is vouched for (engine.md §7)."""
        return f"{self.kind}:{self.agent or self.id}"

    @property
    def is_person(self) -> bool:
        """Whether somebody is signed in."""
        return self.kind is ActorKind.USER

    def must_be_person(self, deed: str) -> None:
        """Some deeds are for people alone.

        Raises:
            Forbidden: where the actor is none.
        """
        if not self.is_person:
            raise Forbidden(f"Only a person signed in here may {deed}; a key may not.")

    def word(self, reason: str = "") -> Origin:
        """Its own word as a source: at the highest tier it may say, now."""
        return Origin(kind=self.ceiling, reason=reason)


#: Whoever sits at the command line of the machine.
OPERATOR = Actor(ActorKind.SYSTEM, UUID(int=0), Tier.INFERRED)


def actor_of(visitor: Visitor, request_id: str = "") -> Actor:
    """Whoever was let in, as an actor: a key speaks for its agent, a person for themselves."""
    kind = ActorKind.USER if visitor.is_person else ActorKind.AGENT
    return Actor(
        kind, visitor.id, visitor.ceiling, visitor.agent, request_id, administers=Scope.ADMIN in visitor.scopes
    )
