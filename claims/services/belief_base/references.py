"""Claims that are referred to, by id, by name, or by ``ref`` within a batch; and no reason leads back to itself."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from uuid import UUID

from claims.engine.acts import Act, Assertion, Claim, Justification, Rejustification
from claims.engine.support import Circle, names_of, settle_order
from claims.queries import naming as known
from claims.queries import region as rows
from claims.refusals import Invalid
from claims.services.belief_base.desk import Desk
from claims.services.belief_base.naming import Named, claims_by_id, is_id
from claims.services.belief_base.proposals import Reason


@dataclass(frozen=True, slots=True)
class References:
    """What each reference of one operation means."""

    claims: dict[str, Claim]

    def find(self, reference: str, pointer: str) -> Claim:
        """The claim a reference means.

        Raises:
            Invalid: where this base has no such claim.
        """
        if reference in self.claims:
            return self.claims[reference]
        raise Invalid.at(
            pointer,
            f"There is no claim “{reference[:60]}” in this base; name one by its id, its name or its ref.",
        )


def references(desk: Desk, named: Sequence[Named], called: Iterable[str]) -> References:
    """Looks up every claim that is called by an id or a name, beside those the operation draws up itself."""
    here = {}
    for each in named:
        here.update({key: each.claim for key in (each.proposal.ref, each.proposal.name) if key})
    wanted = {each for each in called if each not in here}
    ids = {each: parsed for each in wanted if (parsed := is_id(each))}
    rows = known.claims_named(desk.base, list(ids.values()), list(wanted)) if wanted else []
    standing = claims_by_id(desk.base, [row.id for row in rows]) if any(row.redirect_id for row in rows) else {}
    for row in rows:
        claim = standing.get(row.id) or Claim(row.id, row.question_id, row.object_id, row.negated)
        here.update({key: claim for key in (str(row.id), row.name) if key})
    for spelled, parsed in ids.items():
        if str(parsed) in here:
            here[spelled] = here[str(parsed)]
    for each in named:
        here.setdefault(str(each.claim.id), each.claim)
    return References(here)


def reasons_called(
    reasons: Sequence[Reason], own: Claim, called: References, pointer: str
) -> tuple[Justification, ...]:
    """Justifications as proposed, with the claims they name found.

    Raises:
        Invalid: where one names nothing, a claim that this base does not have, or the claim itself.
    """
    found = []
    for number, each in enumerate(reasons):
        place = f"{pointer}/justifications/{number}"
        sides = [
            frozenset(_reason(name, own, called, f"{place}/{side}") for name in names)
            for side, names in (("all_of", each.all_of), ("none_of", each.none_of))
        ]
        if not any(sides):
            raise Invalid.at(place, "A justification must name at least one claim in all_of or none_of.")
        found.append(Justification(*sides))
    return tuple(found)


def _reason(name: str, own: Claim, called: References, pointer: str) -> UUID:
    found = called.find(name, pointer)
    if found.id == own.id:
        raise Invalid.at(pointer, "A claim cannot rest on itself; name another, or leave the reason out.")
    return found.id


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
