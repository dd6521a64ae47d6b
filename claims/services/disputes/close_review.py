"""Close a review item with a verdict. What a verdict is depends on what the item asks (api.md)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from uuid import UUID

from claims.models import ReviewItem
from claims.queries import reviews
from claims.queries.rows import Row
from claims.refusals import Invalid, NotFound
from claims.services.actor import Actor
from claims.services.belief_base.desk import Desk
from claims.services.belief_base.operation import Done, Drawn, Terms, operate
from claims.services.belief_base.proposals import Origin
from claims.services.disputes import verdicts
from claims.services.disputes.decide_predicate import decide_predicate
from claims.services.disputes.merge_claims import merge
from claims.services.disputes.verdicts import Decision

Kind = ReviewItem.Kind

#: Which verdicts each kind of item takes, and what carries each out.
VERDICTS: Mapping[str, Mapping[str, Callable[[Desk, Decision], Drawn]]] = {
    Kind.CONTESTED: {"keep": verdicts.keep, "replace": verdicts.replace},
    Kind.DEPENDENT: {"still_holds": verdicts.still_holds, "no_longer_holds": verdicts.no_longer_holds},
    Kind.STALE: {"confirmed": verdicts.confirmed, "retract": verdicts.retract},
    Kind.DUPLICATE: {"merge": merge, "distinct": verdicts.leave},
}
#: These change the vocabulary, for every base.
OF_PREDICATES = ("single", "multi", "synonym_of")


def close_review(
    *,
    base: UUID,
    actor: Actor,
    review: UUID,
    verdict: str,
    keep: Sequence[str] = (),
    source: Origin | None = None,
    reason: str = "",
    terms: Terms | None = None,
) -> Done:
    """Carry out a verdict and close the item. A verdict that is too weak to change what it must leaves it open.

    contested: ``keep`` or ``replace`` (of a contradiction of more than two, ``keep`` names those that stay);
    dependent: ``still_holds`` or ``no_longer_holds``; stale: ``confirmed`` or ``retract``; duplicate: ``merge`` or
    ``distinct``; predicate: ``single``, ``multi`` or ``synonym_of`` the one in ``keep``, which administrators say for
    every base.

    Raises:
        NotFound: where the base has no such item.
        Forbidden: where the source's kind is above the actor's ceiling, or too low to set aside what was said.
        Invalid: where the item is closed, or takes other verdicts.
        Moved, StalePlan: as `operate`.
    """
    item = _item(base, review)
    _check(item, verdict)
    origin = source or actor.word(reason)
    if item.kind == Kind.PREDICATE:
        return decide_predicate(base=base, actor=actor, item=item, verdict=verdict, means=[*keep], terms=terms)

    def build(desk: Desk) -> Drawn:
        asked = _item(desk.base, review)
        _check(asked, verdict)
        desk.draft.verdicts[review] = verdict
        return VERDICTS[asked.kind][verdict](desk, Decision(item=asked, source=origin, keep=tuple(keep)))

    return operate(base=base, actor=actor, operation="close", build=build, terms=terms)


def _item(base: UUID, review: UUID) -> Row:
    found = reviews.item(base, review)
    if found is None:
        raise NotFound("There is no such review item in this base.")
    return found


def _check(item: Row, verdict: str) -> None:
    if item.verdict:
        raise Invalid.at("", f"This was decided already, by “{item.verdict}”; to decide otherwise, undo that first.")
    known = tuple(OF_PREDICATES if item.kind == Kind.PREDICATE else VERDICTS[item.kind])
    if verdict not in known:
        *others, last = known
        raise Invalid.at(
            "/verdict", f"“{verdict[:40]}” is no verdict on a {item.kind} item; say {', '.join(others)} or {last}."
        )
