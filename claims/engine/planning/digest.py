"""The digest of a plan: equal for equal plans, whatever the hour and whatever ids were drawn (engine.md §5)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass
from datetime import datetime
from enum import Enum
from hashlib import sha256
from uuid import UUID

from claims.engine.acts import OnClaim
from claims.engine.planning.plan import Plan
from claims.engine.time.periods import Instant

_PASSING = {"id", "revision", "ordinal", "missing"}


def digest(
    plan: Plan,
    *,
    now: Instant,
    fresh: Iterable[UUID] = (),
    words: Mapping[UUID, str] | None = None,
    beside: tuple[object, ...] = (),
) -> str:
    """SHA-256 in hex over what a plan does.

    ``now`` is the recorded time that the plan was made for, and stands wherever a time was left to it; ``fresh`` are
    ids drawn for this plan, told apart only by the order in which they appear, or by the ``words`` they stand for.
    ``beside`` is what will be kept along with the plan and has no part in it: names, wordings, sources.
    """
    names = _Names(now, {*fresh, *(act.id for act in plan.acts)}, words or {})
    for act in plan.acts:
        # Sets are read in an order of their own, so every id is named before it can first be met in one.
        names.plain((act.id, act.claim if isinstance(act, OnClaim) else None))
    said = [names.plain(act) for act in plan.acts]
    told = [[each.outcome, names.plain(each.accepted)] for each in plan.told]
    rest = {
        field.name: names.plain(frozenset(getattr(plan, field.name)))
        for field in fields(plan)
        if field.name not in {"acts", "told", "closes", "remembers", "missing"}
    }
    rest["remembers"] = names.plain(plan.remembers)
    closes = sorted(str(row.id) for row in plan.closes)
    return sha256(json.dumps([said, told, closes, rest, names.plain(beside)], sort_keys=True).encode()).hexdigest()


class _Names:
    """Turns values into plain ones, with stand-ins for what differs from one drawing of the same plan to the next."""

    def __init__(self, now: Instant, fresh: set[UUID], words: Mapping[UUID, str]) -> None:
        self._now = now
        self._fresh = fresh
        self._drawn = dict(words)

    def plain(self, value: object) -> object:
        match value:
            case None | bool() | Enum() | int() | str():
                return value
            case UUID():
                return self._name(value)
            case datetime():
                return "now" if value == self._now else value.isoformat()
            case frozenset():
                return sorted((self.plain(each) for each in value), key=json.dumps)
            case tuple():
                return [self.plain(each) for each in value]
            case Mapping():
                return sorted(([self.plain(key), self.plain(each)] for key, each in value.items()), key=json.dumps)
        if is_dataclass(value):
            mine = {f.name: self.plain(getattr(value, f.name)) for f in fields(value) if self._keeps(value, f.name)}
            return {"": type(value).__name__, **mine}
        raise TypeError(f"A plan holds no {type(value).__name__}.")

    def _keeps(self, value: object, name: str) -> bool:
        """An act's own id and place in the record pass; the id of a claim stays."""
        return name not in _PASSING or not hasattr(value, "ordinal")

    def _name(self, value: UUID) -> str:
        if value not in self._fresh:
            return str(value)
        return self._drawn.setdefault(value, f"new {len(self._drawn)}")
