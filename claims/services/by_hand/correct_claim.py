"""Correct a claim: another value stands in its place, always or since a day, as one revision."""

from __future__ import annotations

from dataclasses import dataclass, replace
from uuid import UUID

from claims.engine.acts import Claim
from claims.engine.time.dates import Precision, Stated
from claims.queries import beliefs, claims
from claims.queries.rows import Row
from claims.refusals import Invalid
from claims.services.actor import Actor
from claims.services.assert_claims import draw_assertions
from claims.services.belief_base.desk import Desk
from claims.services.belief_base.naming import claim_called, name_claims
from claims.services.belief_base.operation import Done, Drawn, Terms, operate
from claims.services.belief_base.proposals import Origin, Proposal
from claims.services.contract_claim import Reading, draw_taking_back


@dataclass(frozen=True, slots=True, kw_only=True)
class Instead:
    """What is right: ``value``, since it ``changed_on`` a day; or, where it never changed, always (``since`` a day, if
    somebody knows it)."""

    value: str
    changed_on: Stated | None = None
    since: Stated | None = None


def correct_claim(
    *, base: UUID, actor: Actor, claim: UUID, instead: Instead, source: Origin, terms: Terms | None = None
) -> Done:
    """Put another value in the place of a claim.

    Where both can be true side by side, as with languages that somebody speaks, the old one is taken back as well.

    Raises:
        NotFound: where the base has no such claim.
        Invalid: where the value is what the claim says already.
        Forbidden, Moved, StalePlan: as `assert_claims`.
    """

    def build(desk: Desk) -> Drawn:
        old = claim_called(desk.base, claim)
        proposal = _proposal(desk, old, instead, source)
        named = name_claims(desk, [proposal])[0]
        if named.claim.id == old.id:
            raise Invalid.at("/object", "That is what it says already; give what it should say instead.")
        rivals = named.claim.conflicts(old)
        if rivals and instead.changed_on is None:
            named = replace(named, proposal=replace(proposal, corrects=str(old.id)))
        drawn = draw_assertions(desk, [named])
        return drawn if rivals else _with_taking_back(desk, drawn, old, instead, source)

    return operate(base=base, actor=actor, operation="correct", build=build, terms=terms)


def _proposal(desk: Desk, old: Claim, instead: Instead, source: Origin) -> Proposal:
    row = claims.by_ids(desk.base, [old.id])[0]
    start = instead.changed_on or instead.since or _start(desk, row)
    return Proposal(
        subject=row.subject,
        predicate=row.predicate,
        object=instead.value,
        source=source,
        valid_from=start,
        open_start=start is None,
    )


def _start(desk: Desk, row: Row) -> Stated | None:
    """Since when the old claim was held, which is as long as the new one stands; ``None`` for always."""
    held = [each for each in beliefs.rows_of(desk.base, [row.id]) if each.recorded.upper is None]
    if not held:
        return Stated(desk.now, desk.now, Precision.INSTANT)
    first = held[0]
    if first.valid.lower is None:
        return None
    return Stated(first.valid.lower, first.valid.lower, Precision(first.from_precision))


def _with_taking_back(desk: Desk, drawn: Drawn, old: Claim, instead: Instead, source: Origin) -> Drawn:
    reading = Reading.ENDED if instead.changed_on else Reading.NEVER_TRUE
    act = draw_taking_back(desk, len(drawn.acts), old, reading, source, instead.changed_on)
    return Drawn([*drawn.acts, act], drawn.questions | {old.question}, claims_made=drawn.claims_made)
