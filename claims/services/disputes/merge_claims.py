"""Two claims that say the same become one: the older stays, the other leads to it (engine.md §3)."""

from __future__ import annotations

from collections.abc import Iterator
from uuid import UUID

from claims.engine.acts import Claim, Rekeying
from claims.engine.acts import Tier as EngineTier
from claims.queries import claims, naming, reviews
from claims.queries.rows import Row
from claims.refusals import Forbidden, Invalid
from claims.services.belief_base.desk import Desk, Place
from claims.services.belief_base.naming import claim_called
from claims.services.belief_base.operation import Drawn
from claims.services.belief_base.reading import claim_of
from claims.services.belief_base.region import voices
from claims.services.disputes.verdicts import RESOLVED, Decision, leave
from claims.services.vocabulary.moving import follow, refuse_joint_circles


def merge(desk: Desk, decision: Decision) -> Drawn:
    """The younger claim becomes the older, and so does its denial; what is said of either from now on is of that one.

    Raises:
        Forbidden: where one of them was said at a higher tier than this word.
        Invalid: where they differ in more than the wording of their object.
    """
    one, other = (claim_called(desk.base, decision.item[side]) for side in ("claim_id", "other_id"))
    if one.id == other.id:
        return leave(desk, decision)
    younger_id = reviews.latest_of(desk.base, [one.id, other.id])
    younger, older = (one, other) if younger_id == one.id else (other, one)
    rows = {row.id: row for row in claims.by_ids(desk.base, [one.id, other.id])}
    _refuse_unlike(rows[younger.id], rows[older.id])
    _refuse_weak(desk, decision, younger, older)
    moves = list(_moves(desk, younger, older))
    refuse_joint_circles(desk, moves)
    follow(desk, moves)
    acts, keys = [], rows[older.id]
    for ordinal, (old, new) in enumerate(moves):
        acts.append(Rekeying(**desk.head_of(ordinal, desk.checked(decision.source)), claim=old, becomes=new))
        desk.draft.rekeyed.append(Place(old.id, new, keys.entity_id, keys.predicate, keys.object_key))
    return Drawn(acts, frozenset(side.question for move in moves for side in move), told_as=RESOLVED)


def _refuse_unlike(one: Row, other: Row) -> None:
    if (one.entity_id, one.predicate, one.negated) != (other.entity_id, other.predicate, other.negated):
        raise Invalid.at(
            "/verdict",
            "These two differ in more than the wording of their object, so they cannot become one; say distinct.",
        )


def _refuse_weak(desk: Desk, decision: Decision, *merged: Claim) -> None:
    said = voices(desk.base, desk.policy, merged, desk.marks)
    highest = max((act.tier for acts in said.values() for act in acts), default=EngineTier.INFERRED)
    if decision.source.kind < highest:
        raise Forbidden(
            f"One of these was said at “{highest.name.lower()}”; only a source of that tier or higher merges them."
        )


def _moves(desk: Desk, younger: Claim, older: Claim) -> Iterator[tuple[Claim, Claim]]:
    """The younger to the older, and its denial to the other's; where that has none, it becomes it."""
    yield younger, older
    answers = map(claim_of, naming.claims_in(desk.base, [younger.question, older.question]))
    denials: dict[UUID, Claim] = {each.object: each for each in answers if each.negated is not younger.negated}
    if denial := denials.get(younger.object):
        moved = Claim(denial.id, older.question, older.object, denial.negated)
        yield denial, denials.get(older.object, moved)
