"""The work, done by the services that the endpoints call."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID, uuid4

from benchmarks import filling
from claims.models import Tier
from claims.queries.beliefs import Asked
from claims.services import clock
from claims.services.actor import Actor, ActorKind
from claims.services.assert_claims import assert_claims
from claims.services.belief_base.proposals import Origin, Proposal
from claims.services.reading.read_claims import held_views

SCOUT = Actor(ActorKind.AGENT, uuid4(), Tier.STATED, agent=uuid4())


def filled(claims: int, bases: int = 1) -> Sequence[UUID]:
    """Bases with so many claims each, as if Scout had asserted them in batches."""
    return filling.filled(claims, bases=bases, actor=SCOUT.id, agent=SCOUT.agent or SCOUT.id, voice=SCOUT.voice)


def supersede(base: UUID, thing: int, value: str) -> None:
    """A later answer takes the place of an earlier one."""
    assert_claims(base=base, actor=SCOUT, proposals=[proposal(thing, value)])


def assert_batch(base: UUID, proposals: Sequence[Proposal]) -> None:
    """Many claims as one revision, with its log entry."""
    assert_claims(base=base, actor=SCOUT, proposals=proposals)


def read(base: UUID, thing: int) -> None:
    """What is held of one question now, as an agent reads it."""
    now = clock.now()
    asked = Asked(valid_at=now, known_at=now, subject=f"thing {thing}", predicate="uses_framework")
    if len(held_views(base, asked)) != 1:
        raise AssertionError("One answer is held.")


def proposal(thing: int, value: str) -> Proposal:
    """That a thing uses a framework, as a user said it."""
    return Proposal(subject=f"thing {thing}", predicate="uses_framework", object=value, source=Origin(kind=Tier.STATED))
