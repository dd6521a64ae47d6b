"""The work, done by the services that the endpoints call."""

from __future__ import annotations

from uuid import UUID, uuid4

from claims.models import BeliefBase, Tier
from claims.queries.beliefs import Asked
from claims.services import clock
from claims.services.actor import Actor, ActorKind
from claims.services.assert_claims import assert_claims
from claims.services.belief_base.proposals import Origin, Proposal
from claims.services.reading.read_claims import held_views

SCOUT = Actor(ActorKind.AGENT, uuid4(), Tier.STATED, agent=uuid4())


def filled(claims: int) -> UUID:
    """A base with so many claims."""
    base = BeliefBase.objects.create(label="bench", kind="project")
    assert_claims(base=base.id, actor=SCOUT, proposals=[_proposal(n, "Express.js") for n in range(claims)])
    return base.id


def supersede(base: UUID, number: int) -> None:
    """A later answer takes the place of an earlier one."""
    assert_claims(base=base, actor=SCOUT, proposals=[_proposal(number, f"Go {number}")])


def read(base: UUID, number: int) -> None:
    """What is held of one question now, as an agent reads it."""
    now = clock.now()
    asked = Asked(valid_at=now, known_at=now, subject=f"thing {number}", predicate="uses_framework")
    if len(held_views(base, asked)) != 1:
        raise AssertionError("One answer is held.")


def _proposal(number: int, value: str) -> Proposal:
    return Proposal(
        subject=f"thing {number}", predicate="uses_framework", object=value, source=Origin(kind=Tier.STATED)
    )
