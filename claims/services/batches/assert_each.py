"""Assert many claims, each as its own revision: what one item lacks does not hold up the others."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from django.db import transaction

from claims.engine.acts import Assertion
from claims.refusals import Invalid, Moved, Refusal
from claims.services.actor import Actor
from claims.services.assert_claims import assert_claims
from claims.services.belief_base.operation import Done, Terms
from claims.services.belief_base.proposals import Proposal, Reason

#: What became of an item.
Fate = Done | Refusal


@dataclass(frozen=True, slots=True)
class Unread:
    """An item that could not even be read, and the ``ref`` that others may name it by."""

    refusal: Refusal
    ref: str | None = None


Item = Proposal | Unread


def assert_each(
    *,
    base: UUID,
    actor: Actor,
    items: Sequence[Item],
    if_head: int | None = None,
    preview: bool = False,
) -> list[Fate]:
    """Assert each item, or say why not. Items may name each
    other by ``ref`` in any order; one that rests on a refused one is refused. A preview carries all out and takes all
    back.

    Raises:
        Moved: where the base is not at ``if_head`` when the first is carried out.
    """
    batch = _Batch(base, actor, items, if_head)
    if not preview:
        return batch.run()
    with transaction.atomic():
        fates = batch.run()
        transaction.set_rollback(True)
    return [replace(each, revision=None) if isinstance(each, Done) else each for each in fates]


class _Batch:
    """The items, what became of those carried out so far, and which claim each ``ref`` stands for."""

    def __init__(self, base: UUID, actor: Actor, items: Sequence[Item], if_head: int | None) -> None:
        self._base, self._actor, self._items, self._if_head = base, actor, items, if_head
        self._refs = {item.ref: place for place, item in enumerate(items) if item.ref}
        self._fates: dict[int, Fate] = {}

    def run(self) -> list[Fate]:
        for place in self._order():
            self._fates[place] = self._carry_out(place)
        return [self._fates[place] for place in range(len(self._items))]

    def _order(self) -> list[int]:
        """Items in order, but each after those it names; where they go in a circle, the first one is refused for it."""
        order: dict[int, None] = {}
        for first in range(len(self._items)):
            path = [first]
            while path:
                waiting = [each for each in self._named(path[-1]) if each not in order and each not in path]
                if waiting:
                    path.append(waiting[0])
                else:
                    order[path.pop()] = None
        return list(order)

    def _named(self, place: int) -> list[int]:
        item = self._items[place]
        return [self._refs[name] for name in _names(item) if name in self._refs] if isinstance(item, Proposal) else []

    def _carry_out(self, place: int) -> Fate:
        item = self._items[place]
        if isinstance(item, Unread):
            return item.refusal
        try:
            proposal = self._resolved(item)
            done = assert_claims(
                base=self._base, actor=self._actor, proposals=[proposal], terms=Terms(if_head=self._if_head)
            )
        except Moved:
            raise
        except Refusal as refusal:
            return refusal
        self._if_head = None
        return done

    def _resolved(self, item: Proposal) -> Proposal:
        """The item with every ``ref`` replaced by the id of the claim it stands for."""
        if item.ref and sum(each.ref == item.ref for each in self._items) > 1:
            raise Invalid.at(f"{item.pointer}/ref", f"Two items have the ref “{item.ref}”; give each its own.")
        claims = {name: self._claim(name, item) for name in _names(item) if name in self._refs}
        return replace(
            item,
            ref=None,
            corrects=claims.get(item.corrects, item.corrects) if item.corrects else None,
            supports=_renamed(item.supports, claims),
            justifications=tuple(
                Reason(all_of=_renamed(each.all_of, claims), none_of=_renamed(each.none_of, claims))
                for each in item.justifications
            ),
        )

    def _claim(self, ref: str, item: Proposal) -> str:
        fate = self._fates.get(self._refs[ref])
        if isinstance(fate, Done) and isinstance(act := fate.plan.acts[0], Assertion):
            return str(act.claim.id)
        why = "leads back to this one" if fate is None else "was refused"
        raise Invalid.at(item.pointer, f"The item it names, “{ref}”, {why}, so this one was refused too.")


def _names(item: Proposal) -> list[str]:
    named = [*item.supports, *([item.corrects] if item.corrects else [])]
    return named + [name for each in item.justifications for name in (*each.all_of, *each.none_of)]


def _renamed(names: Iterable[str], claims: Mapping[str, str]) -> tuple[str, ...]:
    return tuple(claims.get(name, name) for name in names)
