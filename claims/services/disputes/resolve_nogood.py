"""Resolve a contradiction: say which of its claims stay (engine.md §4)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from uuid import UUID

from claims.engine.acts import Claim, Resolution
from claims.engine.time.periods import ALWAYS, Periods
from claims.queries import reviews
from claims.refusals import Invalid, NotFound
from claims.services.actor import Actor
from claims.services.belief_base.desk import Desk
from claims.services.belief_base.naming import claims_by_id
from claims.services.belief_base.operation import Done, Drawn, Terms, operate
from claims.services.belief_base.proposals import Origin
from claims.services.belief_base.references import references
from claims.services.belief_base.region import voices


def resolve_nogood(
    *,
    base: UUID,
    actor: Actor,
    nogood: UUID,
    keep: Sequence[str],
    source: Origin | None = None,
    reason: str = "",
    terms: Terms | None = None,
) -> Done:
    """Keep some claims of a contradiction, by id or name, and let the others go over the time that all of them share.

    Where one of those stays because the source is too weak, the act is recorded and a review item opens.

    Raises:
        NotFound: where the base has no such contradiction.
        Forbidden: where the source's kind is above the actor's ceiling.
        Invalid: where it is settled already, or none or all of its claims are kept.
        Moved, StalePlan: as `operate`.
    """

    def build(desk: Desk) -> Drawn:
        members = members_of(desk, nogood)
        called = references(desk, [], keep)
        kept = {called.find(name, f"/keep/{place}").id for place, name in enumerate(keep)}
        return resolution(desk, nogood, members, kept, source or actor.word(reason))

    return operate(base=base, actor=actor, operation="resolve", build=build, terms=terms)


def members_of(desk: Desk, nogood: UUID) -> dict[UUID, Claim]:
    """The claims of an open contradiction, by the id they go by now.

    Raises:
        NotFound: where the base has no such contradiction.
        Invalid: where nothing is left to decide.
    """
    found = reviews.members_of(desk.base, nogood)
    if not found:
        raise NotFound("There is no such contradiction in this base.")
    if not reviews.is_open(desk.base, nogood):
        raise Invalid.at("", "This contradiction is settled already; to decide otherwise, undo what settled it first.")
    return {claim.id: claim for claim in claims_by_id(desk.base, found).values()}


def resolution(desk: Desk, nogood: UUID, members: dict[UUID, Claim], keep: Iterable[UUID], source: Origin) -> Drawn:
    """The act that keeps some members and lets the others go.

    Raises:
        Invalid: where a claim to be kept is none of them, or none or all are kept.
    """
    kept = frozenset(keep)
    if not kept <= members.keys():
        raise Invalid.at("/keep", "A claim to be kept is no part of this contradiction; keep some of its own.")
    dropped = frozenset(members) - kept
    if not kept or not dropped:
        raise Invalid.at("/keep", "Keep at least one claim of the contradiction, and let at least one go.")
    said = voices(desk.base, desk.policy, members.values(), desk.marks)
    spans = (Periods.of(*(each.valid for each in acts)) for acts in said.values())
    head = desk.head_of(0, desk.checked(source))
    act = Resolution(**head, nogood=nogood, keep=kept, drop=dropped, over=reduce(Periods.__and__, spans, ALWAYS))
    questions = frozenset(each.question for each in members.values())
    desk.draft.reaches[act.id] = set(questions)
    desk.draft.no_longer_plain |= questions
    return Drawn([act], questions)
