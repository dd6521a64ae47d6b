"""Refuses reasons that lead back to themselves (engine.md §6): the graph of questions stays acyclic."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from uuid import UUID

from claims.engine.acts import Act, Assertion, Rejustification
from claims.engine.support import Circle, names_of, settle_order
from claims.queries import region as rows
from claims.refusals import Invalid
from claims.services.belief_base.desk import Desk
from claims.services.belief_base.naming import claims_by_id


def refuse_circles(desk: Desk, acts: Sequence[Act]) -> None:
    """Look for a circle through the new reasons and all that stand already, lifted ones counted.

    Raises:
        Invalid: where there is one.
    """
    reasoned = [act for act in acts if isinstance(act, Assertion | Rejustification) and names_of(act)]
    if not reasoned:
        return
    place = {act.claim.id: act.claim.question for act in acts if isinstance(act, Assertion)}
    named = {name for act in reasoned for name in names_of(act)} - place.keys()
    place |= {name: claim.question for name, claim in claims_by_id(desk.base, named).items()}
    rests_on: dict[UUID, set[UUID]] = defaultdict(set)
    for act in reasoned:
        rests_on[act.claim.question] |= {place[name] for name in names_of(act) if name in place}
    for question in [each for each in rests_on if each not in desk.fresh]:
        for leaning in rows.questions_resting_on(desk.base, [question]) - {question}:
            rests_on[leaning].add(question)
    try:
        settle_order(rests_on)
    except Circle as circle:
        raise Invalid.at("/justifications", str(circle)) from None
