"""A small stage for tests of the engine: a few claims, short ways to write acts, and a base to play them on.

Valid time is counted in days of 2026, observed and recorded time in minutes from its beginning.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any, TypeVar
from uuid import NAMESPACE_OID, UUID, uuid5

from claims.engine.acts import (
    Act,
    Assertion,
    Claim,
    Contraction,
    Justification,
    Restriction,
    StillHolds,
    Tier,
    Undo,
    Withdrawal,
)
from claims.engine.hold import Segment
from claims.engine.planning.plan import Plan
from claims.engine.policy import Policy
from claims.engine.replay import Held, Replay
from claims.engine.time.periods import BEGINNING, FOREVER, Instant, Period, Periods

AnyAct = TypeVar("AnyAct", bound=Act)

NEW_YEAR = datetime(2026, 1, 1, tzinfo=UTC)


def named(name: str) -> UUID:
    return uuid5(NAMESPACE_OID, name)


def claim(question: str, value: str, *, negated: bool = False) -> Claim:
    return Claim(named(f"{question} {'not ' * negated}{value}"), named(question), named(f"{question} {value}"), negated)


ALICE, BOB, CAROL, SCOUT = map(named, ("Alice", "Bob", "Carol", "Scout"))

GO = claim("framework", "Go")
EXPRESS = claim("framework", "Express.js")
RUST = claim("framework", "Rust")
NOT_GO = claim("framework", "Go", negated=True)
NOT_EXPRESS = claim("framework", "Express.js", negated=True)
VERCEL = claim("hosting", "Vercel")
FLY = claim("hosting", "Fly.io")
NOT_VERCEL = claim("hosting", "Vercel", negated=True)
#: One exclusive group of a multi-valued predicate is one question.
REDIS = claim("uses: a cache", "Redis")
MEMCACHED = claim("uses: a cache", "Memcached")
NOT_REDIS = claim("uses: a cache", "Redis", negated=True)

CLAIMS = (
    GO, EXPRESS, RUST, NOT_GO, NOT_EXPRESS, VERCEL, FLY, NOT_VERCEL, REDIS, MEMCACHED, NOT_REDIS
)  # fmt: skip
#: Questions in an order in which a later one may rest on an earlier one.
ORDER = tuple(dict.fromkeys(each.question for each in CLAIMS))


def day(number: float) -> Instant:
    return NEW_YEAR + timedelta(days=number)


def minute(number: int) -> Instant:
    return NEW_YEAR + timedelta(minutes=number)


def between(start: float | None = None, end: float | None = None) -> Period:
    return Period(
        BEGINNING if start is None else day(start),
        FOREVER if end is None else day(end),
    )


_ids = count(1)


def fresh() -> UUID:
    return UUID(int=next(_ids))


def _head(observed: int, tier: Tier) -> dict[str, Any]:
    return {"id": fresh(), "revision": 0, "ordinal": 0, "tier": tier, "observed_at": minute(observed)}


def says(
    what: Claim,
    observed: int,
    *,
    tier: Tier = Tier.STATED,
    confidence: int = 900,
    valid: Period | None = None,
    **more: Any,
) -> Assertion:
    more = {"origin": str(observed)} | more
    return Assertion(**_head(observed, tier), claim=what, valid=valid or between(), confidence=confidence, **more)


def ends(what: Claim, observed: int, *, tier: Tier = Tier.STATED, over: Sequence[Period] | None = None) -> Contraction:
    return Contraction(**_head(observed, tier), claim=what, periods=Periods.of(*(over or [between()])))


def never_was(what: Claim, observed: int, *, tier: Tier = Tier.STATED) -> Withdrawal:
    return Withdrawal(**_head(observed, tier), claim=what)


def restricts(what: Claim, observed: int, *, released: bool = False) -> Restriction:
    return Restriction(**_head(observed, Tier.VERIFIED), claim=what, released=released)


def still_holds(what: Claim, observed: int) -> StillHolds:
    return StillHolds(**_head(observed, Tier.VERIFIED), claim=what)


def because(*all_of: Claim, unless: Iterable[Claim] = ()) -> Justification:
    return Justification(frozenset(each.id for each in all_of), frozenset(each.id for each in unless))


def at_revision(act: AnyAct, revision: int, ordinal: int = 0) -> AnyAct:
    return replace(act, revision=revision, ordinal=ordinal)


def recorded(acts: Iterable[Act]) -> tuple[Act, ...]:
    """The acts, each as a revision of its own, in this order."""
    return tuple(at_revision(act, place) for place, act in enumerate(acts, 1))


@dataclass
class Scene:
    """A base to play acts on, one revision a minute unless told otherwise."""

    policy: Policy = Policy.FLAG
    base: Replay = field(init=False)
    revisions: list[tuple[Act, ...]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.base = Replay(self.policy)

    def record(self, *acts: Act, at: Instant | None = None) -> Plan:
        number = len(self.revisions) + 1
        stamped = tuple(at_revision(act, number, place) for place, act in enumerate(acts))
        made = self.base.apply(at or minute(number), stamped)
        self.revisions.append(stamped)
        return made

    def undo(self, number: int, *, at: Instant | None = None) -> Plan:
        """Undo one revision; the first is number 1, and -1 the latest."""
        place = number - 1 if number > 0 else number
        targets = self.revisions[place]
        head = _head(len(self.revisions) + 1, Tier.VERIFIED)
        undoing = Undo(
            **head,
            acts=frozenset(act.id for act in targets),
            revisions=frozenset(act.revision for act in targets),
        )
        return self.record(undoing, at=at)

    def held(self, valid_at: float = 0, *, known_at: Instant | None = None) -> set[Claim]:
        """What is believed about a day, now or as known at an earlier time."""
        return {
            row.segment.claim
            for row in self.base.rows.values()
            if day(valid_at) in row.segment.period and is_known(row, known_at)
        }

    def periods(self, what: Claim) -> Periods:
        """Where a claim is held now, restricted or not."""
        return Periods.of(*(each.segment.period for each in self.open_rows() if each.segment.claim.id == what.id))

    def open_rows(self) -> list[Held]:
        return [row for row in self.base.rows.values() if row.until is None]

    def segments(self) -> set[Segment]:
        return {row.segment for row in self.open_rows()}


def is_known(row: Held, known_at: Instant | None) -> bool:
    if known_at is None:
        return row.until is None
    return row.since <= known_at and (row.until is None or known_at < row.until)


def play(acts: Iterable[Act], policy: Policy = Policy.CASCADE) -> Scene:
    """A base on which these acts were recorded one by one, in this order."""
    scene = Scene(policy)
    for act in acts:
        scene.record(act)
    return scene
