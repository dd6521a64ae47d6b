"""The digest of a plan: equal for equal plans, whatever the hour and whatever ids were drawn (engine.md §5)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass
from datetime import datetime
from enum import Enum
from functools import cache
from hashlib import sha256
from typing import Any, cast
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


_AS_THEY_ARE = frozenset({bool, int, str})


@cache
def _fields_of(kind: type) -> tuple[str, ...] | None:
    """What of a dataclass counts: an act's own id and place in the record pass; the id of a claim stays."""
    if not is_dataclass(kind):
        return None
    names = [field.name for field in fields(kind)]
    return tuple(name for name in names if name not in _PASSING or "ordinal" not in names)


class _Names:
    """Turns values into plain ones, with stand-ins for what differs from one drawing of the same plan to the next."""

    def __init__(self, now: Instant, fresh: set[UUID], words: Mapping[UUID, str]) -> None:
        self._fresh = fresh
        self._drawn = dict(words)
        self._said: dict[object, object] = {now: "now"}

    def plain(self, value: object) -> object:
        kind: type[Any] = type(value)
        if value is None or kind in _AS_THEY_ARE:
            return value
        if kind is tuple:
            return [self.plain(each) for each in cast("tuple[object, ...]", value)]
        if kind is UUID or kind is datetime:
            return self._said.get(value) or self._say(value)
        names = _fields_of(kind)  # type: ignore[arg-type]  # the type of a value can be hashed
        if names is not None:
            return [kind.__name__, *[self.plain(getattr(value, name)) for name in names]]
        match value:
            case Enum():
                return value
            case frozenset():
                return sorted((self.plain(each) for each in value), key=json.dumps)
            case Mapping():
                return sorted(([self.plain(key), self.plain(each)] for key, each in value.items()), key=json.dumps)
        raise TypeError(f"A plan holds no {kind.__name__}.")

    def _say(self, value: object) -> object:
        said = value.isoformat() if isinstance(value, datetime) else self._name(cast("UUID", value))
        return self._said.setdefault(value, said)

    def _name(self, value: UUID) -> str:
        if value not in self._fresh:
            return str(value)
        return self._drawn.setdefault(value, f"new {len(self._drawn)}")
