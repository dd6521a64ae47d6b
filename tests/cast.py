"""The cast: Alice is concerned, Bob supports, Carol checks, Dave is a stranger, Scout is an agent."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any
from uuid import UUID, uuid4

from claims.engine.time.dates import read_time
from claims.models import BeliefBase, ReviewItem, Tier
from claims.queries.beliefs import Asked
from claims.services import clock
from claims.services.actor import Actor, ActorKind
from claims.services.assert_claims import assert_claims
from claims.services.belief_base.operation import Done, Terms
from claims.services.belief_base.proposals import Origin, Proposal, Reason
from claims.services.confirm_claim import confirm_claim
from claims.services.contract_claim import Reading, contract_claim
from claims.services.disputes.close_review import close_review
from claims.services.disputes.report_nogood import Reported, report_nogood
from claims.services.disputes.resolve_nogood import resolve_nogood
from claims.services.reading.read_claims import held_views
from claims.services.restrict_claim import release_claim, restrict_claim
from claims.services.undo_revision import undo_revision


def instant(text: str) -> datetime:
    """A day or a moment in UTC: ``2026-05-16`` or ``2026-05-16T09:00``."""
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def scout(ceiling: Tier = Tier.STATED) -> Actor:
    """Scout, with a key of its own."""
    return Actor(ActorKind.AGENT, uuid4(), ceiling, agent=uuid4(), request_id="req-scout")


def alice() -> Actor:
    """Alice, signed in: the only one here who can verify."""
    return Actor(ActorKind.USER, uuid4(), Tier.VERIFIED, request_id="req-alice")


def administrator() -> Actor:
    """Somebody signed in who may change the vocabulary."""
    return replace(alice(), administers=True)


@dataclass
class Teller:
    """Tells a base things, one day after another, as the one who acts."""

    base: UUID
    actor: Actor = field(default_factory=scout)

    @contextmanager
    def on(self, day: str) -> Iterator[None]:
        with clock.fixed(instant(day)):
            yield

    def proposal(
        self, value: str, *, predicate: str = "uses_framework", tier: Tier = Tier.STATED, **more: Any
    ) -> Proposal:
        observed = more.pop("observed_at", None)
        for side in ("valid_from", "valid_to"):
            if isinstance(more.get(side), str):
                more[side] = read_time(more[side])
        source = Origin(kind=tier, observed_at=instant(observed) if observed else None, **more.pop("source", {}))
        return Proposal(
            subject=more.pop("subject", "project"), predicate=predicate, object=value, source=source, **more
        )

    def says(self, value: str, *, on: str | None = None, terms: Terms | None = None, **more: Any) -> Done:
        """Asserts one claim, recorded on a day."""
        proposals = [self.proposal(value, **more)]
        if on is None:
            return assert_claims(base=self.base, actor=self.actor, proposals=proposals, terms=terms)
        with self.on(on):
            return assert_claims(base=self.base, actor=self.actor, proposals=proposals, terms=terms)

    def ends(self, claim: UUID, *, on: str, ended_at: str | None = None, tier: Tier = Tier.STATED) -> Done:
        with self.on(on):
            return contract_claim(
                base=self.base,
                actor=self.actor if tier <= self.actor.ceiling else alice(),
                claim=claim,
                reading=Reading.ENDED,
                source=Origin(kind=tier),
                ended_at=read_time(ended_at) if ended_at else None,
            )

    def withdraws(self, claim: UUID, *, on: str, tier: Tier = Tier.STATED) -> Done:
        with self.on(on):
            actor, source = self.actor if tier <= self.actor.ceiling else alice(), Origin(kind=tier)
            return contract_claim(base=self.base, actor=actor, claim=claim, reading=Reading.NEVER_TRUE, source=source)

    def undoes(self, revision: int, *, on: str, tier: Tier = Tier.STATED) -> Done:
        with self.on(on):
            actor = self.actor if tier <= self.actor.ceiling else alice()
            return undo_revision(base=self.base, actor=actor, number=revision, source=Origin(kind=tier))

    def confirms(self, claim: UUID, *, on: str, actor: Actor | None = None, **more: Any) -> Done:
        with self.on(on):
            return confirm_claim(base=self.base, actor=actor or alice(), claim=claim, **more)

    def restricts(self, claim: UUID, *, on: str, released: bool = False, **more: Any) -> Done:
        act = release_claim if released else restrict_claim
        with self.on(on):
            return act(base=self.base, actor=more.pop("actor", None) or alice(), claim=claim, **more)

    def reports(self, *claims: UUID, on: str, **more: Any) -> Reported:
        with self.on(on):
            members = [str(each) for each in claims]
            return report_nogood(base=self.base, actor=more.pop("actor", self.actor), members=members, **more)

    def resolves(self, nogood: UUID, *keep: UUID, on: str, **more: Any) -> Done:
        with self.on(on):
            kept = [str(each) for each in keep]
            actor = more.pop("actor", None) or alice()
            return resolve_nogood(base=self.base, actor=actor, nogood=nogood, keep=kept, **more)

    def decides(self, review: UUID, verdict: str, *, on: str, **more: Any) -> Done:
        with self.on(on):
            actor = more.pop("actor", None) or alice()
            return close_review(base=self.base, actor=actor, review=review, verdict=verdict, **more)

    def asked(self, *, decided: bool = False) -> list[ReviewItem]:
        """What waits for a person, the oldest first; or what has been decided."""
        items = ReviewItem.objects.filter(base_id=self.base).order_by("opened", "id")
        return list(items.exclude(verdict="") if decided else items.filter(verdict=""))

    def holds(self, valid_at: str, known_at: str, predicate: str | None = None) -> list[str]:
        """The objects that are held, as of both clocks, in alphabetical order."""
        asked = Asked(valid_at=instant(valid_at), known_at=instant(known_at), predicate=predicate)
        return sorted(("not " if each.negated else "") + each.object for each in held_views(self.base, asked))


def project(policy: str = "flag", **more: Any) -> Teller:
    """A base about a project, with Scout to tell it things."""
    base = BeliefBase.objects.create(label="Skylark", kind="project", policy=policy, **more)
    return Teller(base.id)


def claim_of(done: Done) -> UUID:
    """The claim of the only act of an operation."""
    claim: UUID = done.plan.acts[0].claim.id  # type: ignore[attr-defined]
    return claim


def rests_on(*claims: UUID) -> tuple[Reason, ...]:
    """One reason: all of these."""
    return (Reason(all_of=tuple(map(str, claims))),)
