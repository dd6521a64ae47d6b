"""Stored rows as engine values, and back."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Any
from uuid import UUID

from psycopg.types.multirange import Multirange
from psycopg.types.range import Range

from claims.engine.acts import (
    Act,
    Assertion,
    Claim,
    Completion,
    Contraction,
    Justification,
    Kind,
    Rejustification,
    Rekeying,
    Remark,
    Resolution,
    Restriction,
    StillHolds,
    Tier,
    Undo,
    Withdrawal,
)
from claims.engine.aliases import Alias
from claims.engine.hold import Segment
from claims.engine.planning.plan import BeliefRow
from claims.engine.rights import Erasure
from claims.engine.time.periods import BEGINNING, FOREVER, NEVER, Period, Periods
from claims.queries.rows import Row


def period_of(stored: Range[datetime]) -> Period:
    return Period(stored.lower or BEGINNING, stored.upper or FOREVER)


def periods_of(stored: Multirange[datetime] | None) -> Periods:
    return NEVER if stored is None else Periods(tuple(period_of(each) for each in stored))


def range_of(period: Period) -> Range[datetime]:
    start = None if period.start == BEGINNING else period.start
    return Range(start, None if period.end == FOREVER else period.end, "[)")


def range_text(period: Period) -> str:
    """A period as PostgreSQL writes it: for many rows, much quicker than the driver's own way."""
    start = "" if period.start == BEGINNING else period.start.isoformat()
    return f"[{start},{'' if period.end == FOREVER else period.end.isoformat()})"


def multirange_of(periods: Periods) -> Multirange[datetime]:
    return Multirange(range_of(each) for each in periods)


def claim_of(row: Row, claim: str = "claim_id") -> Claim:
    return Claim(row[claim], row.question_id, row.object_id, row.negated)


def belief_row_of(row: Row) -> BeliefRow:
    return BeliefRow(
        row.id, Segment(claim_of(row), period_of(row.valid), row.confidence, Tier(row.tier), row.restricted)
    )


def justifications_of(stored: Iterable[dict[str, list[str]]]) -> tuple[Justification, ...]:
    return tuple(
        Justification(frozenset(map(UUID, each["all_of"])), frozenset(map(UUID, each["none_of"]))) for each in stored
    )


def stored_justifications(reasons: Iterable[Justification]) -> list[dict[str, list[str]]]:
    return [{"all_of": sorted(map(str, each.all_of)), "none_of": sorted(map(str, each.none_of))} for each in reasons]


def act_of(row: Row) -> Act:
    """The engine's value of a stored act."""
    head = {
        "id": row.id,
        "revision": row.revision,
        "ordinal": row.ordinal,
        "tier": Tier(row.tier),
        "observed_at": row.observed_at,
        "agent": row.agent_id,
    }
    return _READ[row.kind](row, head)


def _assertion(row: Row, head: dict[str, Any]) -> Act:
    return Assertion(
        **head,
        claim=claim_of(row),
        valid=period_of(row.valid),
        confidence=row.confidence,
        kind=Kind(row.claim_kind),
        correction=row.correction,
        corrects=row.corrects_id,
        justifications=justifications_of(row.justifications),
        origin=row.origin,
        echo=row.echo,
        waits=periods_of(row.periods),
        waits_on=row.nogood_id,
        supports=tuple(row.supports),
    )


def _resolution(row: Row, head: dict[str, Any]) -> Act:
    keep, drop = (frozenset(map(UUID, row.detail[side])) for side in ("keep", "drop"))
    return Resolution(**head, nogood=row.nogood_id, keep=keep, drop=drop, over=periods_of(row.periods))


def _rejustification(row: Row, head: dict[str, Any]) -> Act:
    reasons = justifications_of(row.justifications)
    return Rejustification(**head, claim=claim_of(row), mode=row.detail["mode"], justifications=reasons)


def _restriction(row: Row, head: dict[str, Any]) -> Act:
    others = frozenset(map(UUID, row.detail.get("others", ())))  # those recorded before that was noted are of one claim
    return Restriction(**head, claim=claim_of(row), released=row.detail["released"], others=others)


def _rekeying(row: Row, head: dict[str, Any]) -> Act:
    place = row.detail["becomes"]
    becomes = Claim(UUID(place["id"]), UUID(place["question"]), UUID(place["object"]), place["negated"])
    return Rekeying(**head, claim=claim_of(row), becomes=becomes)


def _alias(row: Row, head: dict[str, Any]) -> Act:
    owners = frozenset(map(UUID, row.detail["owners"]))
    return Alias(**head, entity=UUID(row.detail["entity"]), other=UUID(row.detail["other"]), owners=owners)


def _undo(row: Row, head: dict[str, Any]) -> Act:
    acts = frozenset(map(UUID, row.detail["acts"]))
    return Undo(**head, acts=acts, revisions=frozenset(row.detail["revisions"]))


_READ: dict[str, Callable[[Row, dict[str, Any]], Act]] = {
    "assertion": _assertion,
    "contraction": lambda row, head: Contraction(**head, claim=claim_of(row), periods=periods_of(row.periods)),
    "withdrawal": lambda row, head: Withdrawal(**head, claim=claim_of(row)),
    "resolution": _resolution,
    "rejustification": _rejustification,
    "completion": lambda row, head: Completion(**head, claim=claim_of(row)),
    "still_holds": lambda row, head: StillHolds(**head, claim=claim_of(row)),
    "restriction": _restriction,
    "rekeying": _rekeying,
    "erasure": lambda row, head: Erasure(**head, claim=claim_of(row), restores=row.detail["restores"]),
    "remark": lambda row, head: Remark(**head, about=frozenset(map(UUID, row.detail["about"]))),
    "alias": _alias,
    "undo": _undo,
}


#: Acts that say nothing but of which claim.
_BARE: dict[type[Act], str] = {Withdrawal: "withdrawal", StillHolds: "still_holds", Completion: "completion"}


def stored_act(act: Act) -> dict[str, Any]:
    """The columns that only some kinds of act fill, as `act_of` reads them."""
    match act:
        case Assertion():
            return {
                "kind": "assertion",
                "valid": range_text(act.valid),
                "periods": multirange_of(act.waits) if act.waits else None,
                "confidence": act.confidence,
                "claim_kind": act.kind.value,
                "correction": act.correction,
                "corrects_id": act.corrects,
                "origin": act.origin,
                "echo": act.echo,
                "nogood_id": act.waits_on,
                "justifications": stored_justifications(act.justifications),
                "supports": list(act.supports),
            }
        case Contraction() if not isinstance(act, Erasure):
            return {"kind": "contraction", "periods": multirange_of(act.periods)}
        case Resolution():
            sides = {"keep": sorted(map(str, act.keep)), "drop": sorted(map(str, act.drop))}
            over = multirange_of(act.over)
            return {"kind": "resolution", "nogood_id": act.nogood, "periods": over, "detail": sides}
        case Rejustification():
            reasons = stored_justifications(act.justifications)
            return {"kind": "rejustification", "justifications": reasons, "detail": {"mode": act.mode}}
        case Withdrawal() | StillHolds() | Completion():
            return {"kind": _BARE[type(act)]}
    kind, detail = _detailed(act)
    return {"kind": kind, "detail": detail}


def _detailed(act: Act) -> tuple[str, dict[str, Any]]:
    """What a column of its own would be too much for."""
    match act:
        case Erasure():
            return "erasure", {"restores": act.restores}
        case Restriction():
            return "restriction", {"released": act.released, "others": sorted(map(str, act.others))}
        case Rekeying():
            place = act.becomes
            stands = {"id": place.id, "question": place.question, "object": place.object}
            return "rekeying", {
                "becomes": {**{name: str(each) for name, each in stands.items()}, "negated": place.negated}
            }
        case Remark():
            return "remark", {"about": sorted(map(str, act.about))}
        case Alias():
            owners = sorted(map(str, act.owners))
            return "alias", {"entity": str(act.entity), "other": str(act.other), "owners": owners}
        case Undo():
            return "undo", {"acts": sorted(map(str, act.acts)), "revisions": sorted(act.revisions)}
    raise TypeError(f"There is no way to store a {type(act).__name__}.")
