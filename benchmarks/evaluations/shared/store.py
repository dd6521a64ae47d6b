"""A belief base to evaluate: written through the services and read through the reads that the endpoints use."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from typing import Any
from uuid import UUID, uuid4

from benchmarks.evaluations.shared import statistics
from claims.engine.acts import Assertion
from claims.models import BeliefBase, Tier
from claims.queries import beliefs
from claims.queries.rows import Row
from claims.services import clock
from claims.services.actor import Actor, ActorKind
from claims.services.administration.make_base import make_base
from claims.services.assert_claims import assert_claims
from claims.services.belief_base.operation import Done
from claims.services.belief_base.proposals import Origin, Proposal, Reason
from claims.services.contract_claim import Reading, contract_claim
from claims.services.justify_claim import justify_claim
from claims.services.undo_revision import undo_revision

#: As many items as one request may bring.
BATCH = 1000

#: More than any base here holds.
ALL = 1_000_000

SCOUT = Actor(kind=ActorKind.AGENT, id=uuid4(), ceiling=Tier.STATED, agent=uuid4())
ALICE = Actor(kind=ActorKind.USER, id=uuid4(), ceiling=Tier.VERIFIED)
HOUSE = Actor(kind=ActorKind.SYSTEM, id=uuid4(), ceiling=Tier.INFERRED)


class Store:
    """One base. Every operation is recorded at the time it is given, or right after the one before.

    A predicate outside the vocabulary is single-valued, or ``many``-valued.
    """

    def __init__(self, label: str, *, many: bool = False, policy: str = "flag", actor: Actor = SCOUT) -> None:
        self.actor = actor
        self.base = make_base(
            actor=HOUSE,
            label=f"Evaluation: {label}",
            kind=BeliefBase.Kind.PROJECT,
            policy=policy,
            unknown_predicates=BeliefBase.Unknown.MULTI if many else BeliefBase.Unknown.SINGLE,
        )

    def tell(self, proposals: Sequence[Proposal], at: datetime) -> Done:
        """Assert claims as one atomic revision."""
        with clock.fixed(at):
            done = assert_claims(base=self.base, actor=self.actor, proposals=proposals)
        statistics.told(len(proposals))
        return done

    def tell_in_batches(self, proposals: Sequence[Proposal], at: datetime, size: int = BATCH) -> Iterator[Done]:
        """Assert claims in order, as many revisions as there are batches."""
        for batch in batches(proposals, size):
            yield self.tell(batch, at)

    def end(self, claim: UUID, source: Origin, at: datetime) -> Done:
        """Contract a claim: it is no longer true."""
        with clock.fixed(at):
            return contract_claim(base=self.base, actor=self.actor, claim=claim, reading=Reading.ENDED, source=source)

    def replace_reasons(self, claim: UUID, reasons: Sequence[Reason], source: Origin, at: datetime) -> Done:
        with clock.fixed(at):
            return justify_claim(
                base=self.base, actor=self.actor, claim=claim, mode="replace", reasons=reasons, source=source
            )

    def undo(self, revision: int, source: Origin, at: datetime) -> Done:
        with clock.fixed(at):
            return undo_revision(base=self.base, actor=self.actor, number=revision, source=source)

    def held(self, valid_at: datetime | None = None, **asked: Any) -> list[Row]:
        """What is held now, of now or of another time."""
        now = datetime.now(UTC)
        return beliefs.held(self.base, beliefs.Asked(valid_at=valid_at or now, known_at=now, limit=ALL, **asked))

    @property
    def head(self) -> int:
        return BeliefBase.objects.values_list("head", flat=True).get(id=self.base)


def claims_of(done: Done) -> list[UUID]:
    """The claims of what was asserted, in order."""
    return [told.act.claim.id for told in done.plan.told if isinstance(told.act, Assertion)]


def batches(items: Sequence[Proposal], size: int = BATCH) -> Iterable[Sequence[Proposal]]:
    return (items[start : start + size] for start in range(0, len(items), size))
