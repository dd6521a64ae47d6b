"""Put a claim out of service (GDPR Art. 18): it keeps its place, is served to nobody, and supports nothing."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from claims.engine.acts import Claim, Restriction
from claims.queries import claims as claim_rows
from claims.queries import naming
from claims.refusals import Invalid
from claims.services.actor import Actor
from claims.services.belief_base.desk import Desk
from claims.services.belief_base.naming import claim_called, claims_by_id
from claims.services.belief_base.operation import Done, Drawn, Terms, operate


def restrict_claim(*, base: UUID, actor: Actor, claim: UUID, reason: str = "", terms: Terms | None = None) -> Done:
    """Restrict a claim, as of now and at whatever time the base is asked about; with it what has become it, which
    stays restricted should the two part.

    Raises:
        Forbidden: where the actor is no person.
        NotFound: where the base has no such claim.
        Invalid: where it is restricted already.
        Moved, StalePlan: as `operate`.
    """
    actor.must_be_person("restrict a claim")
    return _operate(base, actor, claim, reason, terms, released=False)


def restrict_claims(
    *,
    base: UUID,
    actor: Actor,
    claims: Sequence[UUID],
    reason: str = "",
    operation: str = "restrict",
    released: bool = False,
    terms: Terms | None = None,
) -> Done:
    """Restrict some claims as one revision, or release them; what stands so already is said again.

    Raises:
        Forbidden, Moved, StalePlan: as `restrict_claim`.
        Invalid: where there are none.
    """
    actor.must_be_person("restrict claims")

    def build(desk: Desk) -> Drawn:
        targets = list({each.id: each for each in claims_by_id(desk.base, claims).values()}.values())
        if not targets:
            raise Invalid.at("", "There is nothing here that this could be done with.")
        return _drawn(desk, targets, reason, released=released)

    return operate(base=base, actor=actor, operation=operation, build=build, terms=terms)


def release_claim(*, base: UUID, actor: Actor, claim: UUID, reason: str = "", terms: Terms | None = None) -> Done:
    """Serve a restricted claim again; what it supported has its reason back.

    Raises:
        Forbidden, NotFound, Moved, StalePlan: as `restrict_claim`.
        Invalid: where it is not restricted.
    """
    actor.must_be_person("release a claim")
    return _operate(base, actor, claim, reason, terms, released=True)


def _operate(base: UUID, actor: Actor, claim: UUID, reason: str, terms: Terms | None, *, released: bool) -> Done:
    def build(desk: Desk) -> Drawn:
        target = claim_called(desk.base, claim)
        if claim_rows.by_ids(desk.base, [target.id])[0].restricted is not released:
            raise Invalid.at(
                "", "This claim is not restricted; it is served." if released else "This claim is restricted already."
            )
        return _drawn(desk, [target], reason, released=released)

    operation = "release" if released else "restrict"
    return operate(base=base, actor=actor, operation=operation, build=build, terms=terms)


def _drawn(desk: Desk, targets: Sequence[Claim], reason: str, *, released: bool) -> Drawn:
    was = naming.become(desk.base, [each.id for each in targets])
    acts = []
    for place, target in enumerate(targets):
        head, others = desk.head_of(place, desk.actor.word(reason)), was.get(target.id, frozenset())
        acts.append(Restriction(**head, claim=target, released=released, others=others))
        if others:
            desk.draft.reaches[acts[-1].id] = {target.question}
    return Drawn(acts, frozenset(each.question for each in targets))
