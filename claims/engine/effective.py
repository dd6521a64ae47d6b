"""Which acts count, and what they are about: undoing taken out, re-keyed claims under the name they go by now."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from claims.engine.acts import (
    Act,
    Assertion,
    Claim,
    Justification,
    OnClaim,
    Rejustification,
    Rekeying,
    Resolution,
    Restriction,
    Undo,
)

Rename = Callable[[UUID], UUID]


@dataclass(frozen=True, slots=True)
class Effective:
    """The acts that count, under current names; revisions of which nothing is left; how ids are renamed; and the
    claims out of service, under every name that leads to one."""

    acts: tuple[Act, ...]
    undone_revisions: frozenset[int]
    places: Mapping[UUID, Claim]
    restricted: frozenset[UUID]

    def rename(self, claim: UUID) -> UUID:
        """The id that a claim goes by now."""
        return self.places[claim].id if claim in self.places else claim


def undone(acts: Iterable[Act]) -> tuple[frozenset[UUID], frozenset[int]]:
    """The acts that are taken back, and the revisions of which nothing is left. An undone undo takes nothing back."""
    taken: set[UUID] = set()
    revisions: set[int] = set()
    for undo in sorted((a for a in acts if isinstance(a, Undo)), key=lambda a: a.recorded, reverse=True):
        if undo.id not in taken:
            taken |= undo.acts
            revisions |= undo.revisions
    return frozenset(taken), frozenset(revisions)


def effective(acts: Iterable[Act]) -> Effective:
    """Take undone acts out, then apply re-keyings in recorded order."""
    everything = tuple(acts)
    taken, revisions = undone(everything)
    counting = tuple(act for act in everything if act.id not in taken and not isinstance(act, Undo))
    places = _places(everything, taken)
    restricted = _restricted(counting, places)
    if places:
        counting = tuple(_renamed(act, places) for act in counting if not isinstance(act, Rekeying))
    return Effective(counting, revisions, places, restricted)


def _restricted(acts: Iterable[Act], places: Mapping[UUID, Claim]) -> frozenset[UUID]:
    """A claim is out of service where the latest word on it is no release; what claims have become, where one is."""
    latest: dict[UUID, bool] = {}
    for act in sorted((a for a in acts if isinstance(a, Restriction)), key=lambda a: a.recorded):
        latest |= dict.fromkeys({act.claim.id, *act.others}, not act.released)
    out = {places[claim].id if claim in places else claim for claim, restricted in latest.items() if restricted}
    return frozenset(out | {claim for claim, place in places.items() if place.id in out})


def _places(acts: Sequence[Act], taken: frozenset[UUID]) -> dict[UUID, Claim]:
    """Where each claim that was ever re-keyed stands now, chains followed to their end. One whose re-keyings were taken
    back is at home again, with what was said of it elsewhere meanwhile."""
    moves: dict[UUID, Claim] = {}
    for act in sorted((a for a in acts if isinstance(a, Rekeying)), key=lambda a: a.recorded):
        moves[act.claim.id] = moves.get(act.claim.id, act.claim) if act.id in taken else act.becomes
    places: dict[UUID, Claim] = {}
    for claim, target in moves.items():
        seen = {claim}
        while target.id not in seen and target.id in moves:
            seen.add(target.id)
            target = moves[target.id]
        places[claim] = target
    return places


def _renamed(act: Act, places: Mapping[UUID, Claim]) -> Act:
    def name(claim: UUID) -> UUID:
        return places[claim].id if claim in places else claim

    if isinstance(act, Resolution):
        return replace(act, keep=frozenset(map(name, act.keep)), drop=frozenset(map(name, act.drop)))
    if not isinstance(act, OnClaim):
        return act
    moved = replace(act, claim=places.get(act.claim.id, act.claim))
    if isinstance(moved, Assertion):
        corrects = name(moved.corrects) if moved.corrects else None
        reasons, supports = _renamed_reasons(moved.justifications, name), tuple(map(name, moved.supports))
        return replace(moved, corrects=corrects, justifications=reasons, supports=supports)
    if isinstance(moved, Rejustification):
        return replace(moved, justifications=_renamed_reasons(moved.justifications, name))
    return moved


def _renamed_reasons(reasons: Iterable[Justification], name: Rename) -> tuple[Justification, ...]:
    return tuple(Justification(frozenset(map(name, r.all_of)), frozenset(map(name, r.none_of))) for r in reasons)
