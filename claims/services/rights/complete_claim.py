"""Put a statement beside a claim: what it leaves out, in the words of whoever it concerns (GDPR Art. 16)."""

from __future__ import annotations

from uuid import UUID

from claims.engine.acts import Completion
from claims.models import Tier
from claims.refusals import Invalid
from claims.services.actor import Actor
from claims.services.belief_base.desk import Desk
from claims.services.belief_base.naming import claim_called
from claims.services.belief_base.operation import Done, Drawn, Terms, operate
from claims.services.belief_base.proposals import Origin

#: So many characters a statement has at the most.
LONGEST = 4_000


def complete_claim(
    *, base: UUID, actor: Actor, claim: UUID, statement: str, reason: str = "", terms: Terms | None = None
) -> Done:
    """Serve a statement with a claim from now on, wherever it is read and as of whatever time. What is held stays as it
    is. It is taken back by undoing the revision.

    Raises:
        Forbidden: where the actor is no person.
        NotFound: where the base has no such claim.
        Invalid: where the statement is blank or too long, or the claim is erased.
        Moved, StalePlan: as `operate`.
    """
    actor.must_be_person("put a statement beside a claim")
    said = statement.strip()
    if not said:
        raise Invalid.at("/statement", "Say what is to be added; this is blank.")
    if len(said) > LONGEST:
        raise Invalid.at("/statement", f"A statement has at most {LONGEST:,} characters; this one has {len(said):,}.")

    def build(desk: Desk) -> Drawn:
        target = claim_called(desk.base, claim)
        head = desk.head_of(0, Origin(kind=Tier.VERIFIED, excerpt=said, reason=reason))
        return Drawn([Completion(**head, claim=target)], frozenset({target.question}))

    return operate(base=base, actor=actor, operation="complete", build=build, terms=terms)
