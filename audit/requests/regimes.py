"""Laws as data: periods, grounds and wording, in force from a day on (rows of `audit_regime`)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum


class Unit(StrEnum):
    """What a period is counted in."""

    MONTH = "month"
    DAY = "day"


@dataclass(frozen=True, slots=True, kw_only=True)
class Regime:
    """One law as it stands from a day on.

    An answer is due within ``length`` units of receipt, and ``extension`` more where that is told in time.
    ``rolls_over`` says that a period does not end on a day on which nobody works, ``pauses_for_identity`` that it does
    not run while somebody is asked who they are. ``acknowledge_within`` is in working days. ``country`` is whose
    holidays count (as ``DE`` or ``US-CA``), empty for those of this installation. ``grounds`` and ``refusals`` are by
    kind, ``*`` for all, each a code with its words. ``four_eyes`` names the decisions that a second person must agree
    to, as pairs of a kind (or ``*``) and a ground of refusal.
    """

    code: str
    from_day: date
    name: str
    unit: Unit
    length: int
    extension: int
    target_days: int
    rolls_over: bool
    pauses_for_identity: bool
    acknowledge_within: int | None = None
    country: str = ""
    articles: Mapping[str, str] = field(default_factory=dict)
    grounds: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    refusals: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    four_eyes: Iterable[tuple[str, str]] = ()
    complaint: str = ""
    remedy: str = ""

    def refusals_of(self, kind: str) -> dict[str, str]:
        """The grounds on which a request of this kind may be refused."""
        return {**self.refusals.get(kind, {}), **self.refusals.get("*", {})}

    def needs_second(self, kind: str, ground: str) -> bool:
        """Whether a refusal on this ground needs a second person."""
        return any(each[0] in ("*", kind) and each[1] == ground for each in self.four_eyes)


def in_force(regimes: Iterable[Regime], code: str, day: date) -> Regime | None:
    """The law of this name as it stood on a day; what changes later leaves alone what was received before."""
    found = [each for each in regimes if each.code == code and each.from_day <= day]
    return max(found, key=lambda each: each.from_day, default=None)
