"""Two entities that are one from now on: their claims answer the same questions; and what takes that back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from uuid import UUID

from claims.engine.acts import Claim, Rekeying, Undo
from claims.engine.effective import effective
from claims.queries import naming, revisions
from claims.queries.rows import Row
from claims.refusals import Forbidden
from claims.services.belief_base.desk import Desk, Place, Renaming
from claims.services.belief_base.reading import act_of, claim_of
from claims.services.vocabulary.moving import Move, follow


def join(desk: Desk, entity: UUID, other: UUID) -> list[Move]:
    """Draw up where the claims about ``other`` stand as claims about ``entity``.

    Of claims that now mean the same, the oldest stays and the others become it. Objects are those of the questions
    about ``entity``, or new ones: those of ``other`` stay where its claims may return to.
    """
    asked = {row.id: row for row in naming.questions_to_join(desk.base, entity, other)}
    rows = naming.claims_to_join(desk.base, entity, other)
    objects = {(row.question_id, row.object_key): row.object_id for row in rows if row.entity_id == entity}
    standing: dict[tuple[UUID, str, bool], Claim] = {}
    moves = []
    for row in rows:
        question = _question(desk, asked[row.question_id], entity) if row.question_id in asked else row.question_id
        if (question, row.object_key) not in objects:
            objects[(question, row.object_key)] = desk.draw()
        here = Claim(row.claim_id, question, objects[(question, row.object_key)], row.negated)
        stands = standing.setdefault((question, row.object_key, row.negated), here)
        old = claim_of(row)
        if old != stands:
            moves.append((old, stands))
            desk.draft.rekeyed.append(Place(row.claim_id, stands, entity, row.predicate, row.object_key))
    return moves


def _question(desk: Desk, row: Row, entity: UUID) -> UUID:
    """The question that asks the same about ``entity``, drawn up where nobody has asked it."""
    if row.same_id is None:
        row["same_id"] = desk.draw()
        desk.draft.questions.append(
            {
                "id": row.same_id,
                "entity_id": entity,
                "predicate": row.predicate,
                "scope_sha256": row.scope_sha256,
                "plain": False,
            }
        )
    found: UUID = row.same_id
    return found


def part(desk: Desk, undo: Undo, acts: Sequence[Row]) -> None:
    """Draw up what becomes of claims and names when ``undo`` takes an alias back.

    Each claim stands again where it stood, with all that was said of it since; what was made since stays.

    Raises:
        Forbidden: where every claim about the entity is restricted and no person asks: the name would stand alone then.
    """
    alias = next(act for act in acts if act.kind == "alias")
    standing = naming.entity_standing(desk.base, UUID(alias.detail["entity"]))
    if standing and not desk.actor.is_person and naming.is_withheld(desk.base, standing.id):
        raise Forbidden("Every claim about this subject is restricted; only a person takes a name of it back.")
    owners = frozenset(map(UUID, alias.detail["owners"]))
    desk.draft.renamed.append(Renaming(UUID(alias.detail["other"]), owners))
    moved = {act.claim_id for act in acts if act.kind == "rekeying"}
    kin = naming.kin_of(desk.base, sorted(moved))
    known = [act_of(row) for row in revisions.rekeyings_of(desk.base, [row.id for row in kin])]
    rekeyings = sorted((act for act in known if isinstance(act, Rekeying)), key=lambda act: act.recorded)
    undos = [*(act_of(row) for row in revisions.undos(desk.base)), undo]
    places = effective([*rekeyings, *undos]).places
    _place(desk, kin, {row.id: places[row.id] for row in kin if row.id in places})
    follow(desk, [(act.becomes, act.claim) for act in rekeyings if act.revision == alias.revision])


def _place(desk: Desk, kin: Sequence[Row], stands: Mapping[UUID, Claim]) -> None:
    about = naming.entities_of(desk.base, [each.question for each in stands.values()])
    for row in kin:
        if row.id in stands:
            claim = stands[row.id]
            desk.draft.rekeyed.append(
                Place(
                    row.id,
                    claim,
                    about[claim.question],
                    row.predicate,
                    row.object_key,
                    returns=claim.id == row.id and row.redirect_id is not None,
                )
            )
