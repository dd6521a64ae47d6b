"""The subjects of a base, with every name they go by."""

from __future__ import annotations

from dataclasses import dataclass, replace
from uuid import UUID

from claims.normal_form import key_of
from claims.queries import naming
from claims.refusals import NotFound


@dataclass(frozen=True, slots=True, kw_only=True)
class EntityView:
    """A subject: the name it was first called by, its other names, and how many claims are about it."""

    base: UUID
    id: UUID
    name: str
    aliases: tuple[str, ...]
    claims: int


def list_entities(
    *, base: UUID, text: str | None, after: UUID | None, limit: int, to_person: bool = True
) -> list[EntityView]:
    """Entities in the order of their ids; ``text`` is looked for in every name. One of which every claim is restricted
    is told ``to_person`` alone."""
    return _views(base, text=key_of(text) if text else None, after=after, limit=limit, withheld=to_person)


def entity_called(*, base: UUID, entity: UUID, name: str, to_person: bool) -> EntityView:
    """One entity, to whoever called it by a ``name``; where every claim about it is restricted, a key is told no other.

    Raises:
        NotFound: as `entity_view`.
    """
    view = entity_view(base=base, entity=entity)
    if to_person or not naming.is_withheld(base, view.id):
        return view
    return replace(view, name=" ".join(name.split()), aliases=())


def entity_view(*, base: UUID, entity: UUID) -> EntityView:
    """One entity; one that an alias has made another is read as that one.

    Raises:
        NotFound: where the base has no such entity.
    """
    standing = naming.entity_standing(base, entity)
    if standing is None:
        raise NotFound("There is no such entity in this base.")
    return _views(base, text=None, after=None, limit=1, only=standing.id)[0]


def _views(
    base: UUID, *, text: str | None, after: UUID | None, limit: int, only: UUID | None = None, withheld: bool = True
) -> list[EntityView]:
    rows = naming.entities(base, text=text, after=after, limit=limit, only=only, withheld=withheld)
    return [
        EntityView(base=base, id=row.id, name=row.name, aliases=tuple(row.aliases), claims=row.claims) for row in rows
    ]
