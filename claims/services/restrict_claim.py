"""Put a claim out of service (GDPR Art. 18): it keeps its place, is served to nobody, and supports nothing."""

from __future__ import annotations

from uuid import UUID

from claims.engine.acts import Restriction
from claims.queries import claims, naming
from claims.refusals import Invalid
from claims.services.actor import Actor
from claims.services.belief_base.desk import Desk
from claims.services.belief_base.naming import claim_called
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
        if claims.by_ids(desk.base, [target.id])[0].restricted is not released:
            raise Invalid.at(
                "", "This claim is not restricted; it is served." if released else "This claim is restricted already."
            )
        head = desk.head_of(0, desk.actor.word(reason))
        act = Restriction(**head, claim=target, released=released, others=frozenset(naming.become(base, target.id)))
        if act.others:
            desk.draft.reaches[act.id] = {target.question}
        return Drawn([act], frozenset({target.question}))

    operation = "release" if released else "restrict"
    return operate(base=base, actor=actor, operation=operation, build=build, terms=terms)
