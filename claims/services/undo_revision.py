"""Take a revision back as if it had not been. An undo is a revision too, so it can be undone."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from claims.engine.acts import Tier as EngineTier
from claims.engine.acts import Undo
from claims.engine.effective import undone
from claims.queries import revisions
from claims.queries.claims import erased_among
from claims.queries.rows import Row
from claims.refusals import Forbidden, Invalid, NotFound
from claims.services.actor import Actor
from claims.services.belief_base.desk import Desk
from claims.services.belief_base.operation import Done, Drawn, Terms, operate
from claims.services.belief_base.proposals import Origin
from claims.services.belief_base.reading import act_of
from claims.services.vocabulary.joining import part
from claims.services.vocabulary.moving import refuse_moved_again
from claims.services.vocabulary.rekey import VOCABULARY, places_after


def undo_revision(*, base: UUID, actor: Actor, number: int, source: Origin, terms: Terms | None = None) -> Done:
    """Undo every act of one revision. The source must be of at least the tier of each.

    Raises:
        NotFound: where the base has no such revision.
        Forbidden: where an act of it is of a higher tier than the source, or names a subject that is not served.
        Invalid: where it has been undone already, or what it moved was moved again since.
        Moved, StalePlan: as `operate`.
    """

    def build(desk: Desk) -> Drawn:
        acts = revisions.acts_of(desk.base, number)
        if not acts:
            if revisions.some(desk.base, [number]):
                raise Invalid.at("", f"Nothing is left of revision {number} to undo; it was erased.")
            raise NotFound(f"There is no revision {number} in this base.")
        _refuse_for_good(desk, number, acts)
        taken, _ = undone(act_of(row) for row in revisions.undos(desk.base))
        if taken & {act.id for act in acts}:
            raise Invalid.at("", f"Revision {number} has been undone already; undo that undo to bring it back.")
        refuse_moved_again(desk, number, acts, taken)
        head = desk.head_of(0, desk.checked(source))
        if any(act.tier > head["tier"] for act in acts):
            highest = EngineTier(max(act.tier for act in acts)).name.lower()
            raise Forbidden(
                f"Revision {number} was made at “{highest}”; only a source of that tier or higher undoes it."
            )
        undo = Undo(**head, acts=frozenset(act.id for act in acts), revisions=frozenset({number}))
        reached = [question for act in acts for question in act.questions]
        questions = frozenset([*reached, *revisions.questions_reasoned_by(desk.base, number)])
        desk.draft.reaches[undo.id] = set(questions)
        desk.draft.no_longer_plain |= questions
        if any(act.kind == "alias" for act in acts):
            part(desk, undo, acts)
        else:
            desk.draft.rekeyed = places_after(desk, undo)
        return Drawn([undo], questions)

    return operate(base=base, actor=actor, operation="undo", build=build, terms=terms)


def _refuse_for_good(desk: Desk, number: int, acts: Sequence[Row]) -> None:
    """What is taken back in another way than by an undo."""
    if revisions.some(desk.base, [number])[0].operation == VOCABULARY:
        raise Invalid.at("", "A change of the vocabulary is taken back by changing the vocabulary back.")
    if any(act.kind == "alias" and act.detail["entity"] == act.detail["other"] for act in acts):
        raise Invalid.at("", "An entity that was made stays; nothing is held because of it.")
    if any(act.kind == "erasure" for act in acts):
        raise Invalid.at("", "What was erased is gone; an erasure is not undone.")
    if erased_among(desk.base, [act.claim_id for act in acts if act.claim_id]):
        raise Invalid.at("", f"Revision {number} speaks of a claim that was erased since; it is not undone.")
    undone_acts = [UUID(each) for act in acts if act.kind == "undo" for each in act.detail["acts"]]
    if undone_acts and "alias" in revisions.kinds_of(desk.base, undone_acts):
        raise Invalid.at("", "An alias that was taken back is not brought back by an undo; give the alias again.")
