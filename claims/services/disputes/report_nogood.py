"""Report claims that cannot stand together (engine.md §3). That changes nothing that is held; a person decides."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from claims.engine.acts import Remark
from claims.engine.walking.told import Outcome
from claims.models import ReviewItem
from claims.queries import region, reviews
from claims.refusals import Invalid
from claims.services.actor import Actor
from claims.services.belief_base.desk import Desk
from claims.services.belief_base.operation import Done, Drawn, Terms, operate
from claims.services.belief_base.proposals import Origin
from claims.services.belief_base.references import references

REPORTED = "reported"


@dataclass(frozen=True, slots=True)
class Reported:
    """A contradiction that is open now. ``done`` is what reporting it came to; ``None`` where it was known.

    ``nogood`` is ``None`` in a preview of one that is not there yet.
    """

    nogood: UUID | None
    done: Done | None


class _Known(Exception):
    def __init__(self, nogood: UUID) -> None:
        self.nogood = nogood
        super().__init__(nogood)


def report_nogood(
    *,
    base: UUID,
    actor: Actor,
    members: Sequence[str],
    source: Origin | None = None,
    reason: str = "",
    terms: Terms | None = None,
) -> Reported:
    """Report a set of claims, by id or name, and put it in the queue; the same set is open only once.

    An assertion that would complete it from now on waits.

    Raises:
        Forbidden: where the source's kind is above the actor's ceiling.
        Invalid: where fewer than two claims of this base are named.
        NotFound, Moved, StalePlan: as `operate`.
    """
    drawn: list[UUID] = []

    def build(desk: Desk) -> Drawn:
        claims = _members(desk, members)
        if known := _open_nogood(desk, claims):
            raise _Known(known)
        act = Remark(**desk.head_of(0, desk.checked(source or actor.word(reason))), about=claims)
        nogood = desk.draw()
        drawn.append(nogood)
        desk.draft.nogoods.append((nogood, REPORTED, claims))
        latest = reviews.latest_of(desk.base, sorted(claims))
        desk.draft.reviews.append(
            {"kind": ReviewItem.Kind.CONTESTED, "claim_id": latest, "nogood_id": nogood, "act_id": act.id}
        )
        return Drawn([act], frozenset(), told_as={Outcome.RESOLVED: Outcome.CONTESTED})

    try:
        done = operate(base=base, actor=actor, operation="report", build=build, terms=terms)
    except _Known as known:
        return Reported(known.nogood, None)
    return Reported(drawn[0] if done.revision is not None else None, done)


def _members(desk: Desk, names: Sequence[str]) -> frozenset[UUID]:
    called = references(desk, [], names)
    claims = frozenset(called.find(name, f"/members/{place}").id for place, name in enumerate(names))
    if len(claims) < 2:
        raise Invalid.at("/members", "A contradiction is between at least two different claims; name them.")
    return claims


def _open_nogood(desk: Desk, claims: frozenset[UUID]) -> UUID | None:
    """The open contradiction of exactly these claims."""
    members: dict[UUID, set[UUID]] = {}
    for row in region.nogoods_of(desk.base, sorted(claims)):
        members.setdefault(row.nogood_id, set()).add(row.claim_id)
    return next((nogood for nogood, each in members.items() if each == claims), None)
