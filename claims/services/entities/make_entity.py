"""Make a subject before anything is said of it."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from claims.engine.aliases import Alias
from claims.normal_form import key_of
from claims.queries import naming
from claims.refusals import Invalid
from claims.services.actor import Actor
from claims.services.add_alias import LONGEST
from claims.services.belief_base.desk import Desk
from claims.services.belief_base.operation import Drawn, Terms, operate
from claims.services.belief_base.proposals import Origin


@dataclass(frozen=True, slots=True)
class MadeEntity:
    """The entity that goes by a name. ``revision`` is ``None`` where there was one already."""

    id: UUID
    revision: int | None


class _Known(Exception):
    """Somebody goes by that name."""

    def __init__(self, entity: UUID) -> None:
        self.entity = entity
        super().__init__(entity)


def make_entity(*, base: UUID, actor: Actor, name: str, terms: Terms | None = None) -> MadeEntity:
    """Make an entity, unless one goes by that name; nothing that is held changes.

    Raises:
        Invalid: where the name is blank or too long.
        NotFound, Moved: as `operate`.
    """
    key = key_of(name)
    if not key or len(key) > LONGEST:
        raise Invalid.at("/name", f"A name has between 1 and {LONGEST} characters.")

    def build(desk: Desk) -> Drawn:
        known = naming.entity_called(desk.base, key)
        if known is not None:
            raise _Known(known)
        drawn, worded = desk.draw(), " ".join(name.split())
        desk.draft.entities.append({"id": drawn, "name": worded})
        desk.draft.aliases.append({"key": key, "entity_id": drawn})
        head = desk.head_of(0, Origin(kind=desk.actor.ceiling, method="alias"))
        return Drawn([Alias(**head, entity=drawn, other=drawn, owners=frozenset({drawn}))], frozenset())

    try:
        done = operate(base=base, actor=actor, operation="entity", build=build, terms=terms)
    except _Known as known:
        return MadeEntity(known.entity, None)
    return MadeEntity(next(act.entity for act in done.plan.acts if isinstance(act, Alias)), done.revision)
