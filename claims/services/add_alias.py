"""Say that a subject goes by another name: what is said of either is said of one (engine.md §3)."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from claims.engine.acts import Act, Rekeying
from claims.engine.aliases import Alias
from claims.normal_form import key_of
from claims.queries import naming
from claims.refusals import Invalid, NotFound
from claims.services.actor import Actor
from claims.services.belief_base.desk import Desk, Renaming
from claims.services.belief_base.operation import Done, Drawn, Terms, operate
from claims.services.belief_base.proposals import Origin
from claims.services.vocabulary.joining import join
from claims.services.vocabulary.moving import Move, follow, refuse_joint_circles

#: In characters, in the form that names are compared in.
LONGEST = 400


def add_alias(*, base: UUID, actor: Actor, entity: UUID, alias: str, terms: Terms | None = None) -> Done:
    """Give an entity another name. Where that is another entity's name already, the two are one from now on: of
    claims that now mean the same the oldest stays, and the others become it.

    It can be undone: each name then leads where it led before, and one that was new stands for an entity of its own.

    Raises:
        NotFound: where the base has no such entity, or every claim about it is restricted and no person asks: its name
            would be told with those of the other's claims.
        Invalid: where the name is blank, too long or the entity's already, or a claim would rest on itself.
        Moved, StalePlan: as `operate`.
    """
    key = key_of(alias)
    if not key or len(key) > LONGEST:
        raise Invalid.at("/alias", f"A name has between 1 and {LONGEST} characters.")

    def build(desk: Desk) -> Drawn:
        ours = naming.entity_standing(desk.base, entity)
        if ours is None or (not actor.is_person and naming.is_withheld(desk.base, ours.id)):
            raise NotFound("There is no such entity in this base.")
        other = naming.entity_called(desk.base, key)
        if other == ours.id:
            raise Invalid.at("/alias", f"“{ours.name}” goes by that name already.")
        moves: list[Move] = []
        if other is None:
            other, owners = _drawn(desk, ours.id, key, alias)
        else:
            owners = frozenset(naming.owners_of_names(desk.base, other))
            moves = join(desk, ours.id, other)
            desk.draft.renamed.append(Renaming(ours.id, owners))
        desk.draft.called |= {ours.id: ours.name, other: " ".join(alias.split())}
        refuse_joint_circles(desk, moves)
        follow(desk, moves)
        acts = _acts(desk, Alias(**_head(desk), entity=ours.id, other=other, owners=owners), moves)
        return Drawn(acts, frozenset(side.question for move in moves for side in move))

    return operate(base=base, actor=actor, operation="alias", build=build, terms=terms)


def _drawn(desk: Desk, entity: UUID, key: str, name: str) -> tuple[UUID, frozenset[UUID]]:
    """A name that nobody goes by stands for an entity of its own first, so that it has somewhere to return to."""
    drawn = desk.draw()
    desk.draft.entities.append({"id": drawn, "name": " ".join(name.split())})
    desk.draft.aliases.append({"key": key, "entity_id": entity, "given_id": drawn})
    return drawn, frozenset({drawn})


def _head(desk: Desk) -> dict[str, Any]:
    return desk.head_of(0, Origin(kind=desk.actor.ceiling, method="alias"))


def _acts(desk: Desk, alias: Alias, moves: list[Move]) -> list[Act]:
    """The alias and the re-keyings that follow from it, all from one source."""
    acts: list[Act] = [alias]
    for ordinal, (old, new) in enumerate(moves, start=1):
        act = Rekeying(
            id=desk.draw(),
            revision=alias.revision,
            ordinal=ordinal,
            tier=alias.tier,
            observed_at=alias.observed_at,
            agent=alias.agent,
            claim=old,
            becomes=new,
        )
        desk.draft.act_columns[act.id] = dict(desk.draft.act_columns[alias.id])
        acts.append(act)
    return acts
