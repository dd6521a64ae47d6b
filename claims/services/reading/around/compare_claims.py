"""Two claims weighed against each other. It recommends; what is held the walk decides (engine.md §7)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from uuid import UUID

from claims.engine.entrenchment import WEIGHTS
from claims.refusals import Invalid
from claims.services.reading.claim_status import claim_row, claim_views
from claims.services.reading.clocks import Clocks
from claims.services.reading.read_claims import ClaimView


@dataclass(frozen=True, slots=True, kw_only=True)
class Weighed:
    """A claim with its entrenchment, 0 to 100, and the points that each part gives."""

    claim: ClaimView
    total: float
    parts: Mapping[str, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """Two claims weighed. ``survivor`` would be the harder one to give up; ``None`` where they weigh the same."""

    base: UUID
    a: Weighed
    b: Weighed
    survivor: UUID | None
    sentence: str


def compare_claims(*, base: UUID, a: UUID, b: UUID, clocks: Clocks, to_person: bool = True) -> Comparison:
    """Weigh two claims as of both clocks; one that has become another is read as that one. Words of a restricted claim
    are in the sentence ``to_person`` alone.

    Raises:
        NotFound: where the base lacks one of them.
        Invalid: where both are the same claim.
    """
    ids = [claim_row(base, a).id, claim_row(base, b).id]
    if ids[0] == ids[1]:
        raise Invalid.at("/b", "Both are the same claim; name another one to compare it with.")
    first, second = map(_weighed, claim_views(base, ids, clocks.valid_at, clocks.known_at))
    if first.total == second.total:
        return Comparison(base=base, a=first, b=second, survivor=None, sentence=_tie(first))
    winner, loser = (first, second) if first.total > second.total else (second, first)
    return Comparison(base=base, a=first, b=second, survivor=winner.claim.id, sentence=_why(winner, loser, to_person))


def _weighed(view: ClaimView) -> Weighed:
    """A claim for which nothing speaks any more weighs nothing."""
    found = view.entrenchment
    return Weighed(
        claim=view, total=found.total if found else 0.0, parts=found.parts if found else dict.fromkeys(WEIGHTS, 0.0)
    )


def _tie(either: Weighed) -> str:
    return f"Both weigh {either.total:g} of 100, so neither is recommended over the other; a person has to say."


def _why(winner: Weighed, loser: Weighed, to_person: bool) -> str:
    """The sentence: what weighs more, and the two parts that make most of the difference."""
    gains = {name: winner.parts[name] - loser.parts[name] for name in WEIGHTS}
    most = [name for name in sorted(gains, key=lambda each: -gains[each])[:2] if gains[name] > 0]
    return (
        f"Keep {_said(winner.claim, to_person)}: it weighs {winner.total:g} of 100 against {loser.total:g}, "
        f"mostly for its {' and '.join(most)}."
    )


def _said(view: ClaimView, to_person: bool) -> str:
    if "restricted" in view.marks and not to_person:
        return "the restricted claim"
    return f"“{view.statement.removesuffix('.')}”"
