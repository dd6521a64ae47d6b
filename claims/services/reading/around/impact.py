"""What leans on a claim, and who was served it; and the same for what a previewed operation would change."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from claims.engine.acts import OnClaim
from claims.engine.walking.told import Outcome
from claims.queries.impact import disclosures, leaning
from claims.queries.rows import Row
from claims.services.belief_base.operation import Done
from claims.services.reading.claim_status import claim_view, claim_views
from claims.services.reading.clocks import Clocks
from claims.services.reading.read_claims import ClaimView

#: What these acts are told brings no claim in.
UNCHANGED = (Outcome.CORROBORATED, Outcome.CONTESTED)
#: Dependents are counted up to here, and so many of them are shown.
MOST, SHOWN = 1000, 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Served:
    """An agent that was served a claim, or several: first and last at these times, as far as was noted."""

    id: UUID
    name: str
    first_at: datetime
    last_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Dependent:
    """A claim that leans directly on another: ``all_of`` where it needs it held, else ``unless``."""

    claim: ClaimView
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Impact:
    """What leans on a claim, as of both clocks.

    ``direct`` counts all direct dependents and ``beyond`` those that lean on them in turn, each up to `MOST`;
    ``dependents`` are the first `SHOWN`. ``supports`` are the claims whose entrenchment it adds to.
    """

    base: UUID
    claim: ClaimView
    direct: int
    dependents: tuple[Dependent, ...]
    beyond: int
    supports: tuple[UUID, ...]
    agents: tuple[Served, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanImpact:
    """What a planned operation would change. ``dependents`` lean directly on what changes, ``beyond`` counts those
    that lean on them in turn, each up to `MOST`; ``agents`` were served a claim that changes."""

    superseded: tuple[UUID, ...]
    restored: tuple[UUID, ...]
    flagged: tuple[UUID, ...]
    dependents: tuple[UUID, ...]
    beyond: int
    agents: tuple[Served, ...]


def impact_of(*, base: UUID, claim: UUID, clocks: Clocks) -> Impact:
    """What leans on a claim; one that has become another is read as that one. A fixed number of queries.

    Raises:
        NotFound: where the base has no such claim.
    """
    view = claim_view(base, claim, clocks.valid_at, clocks.known_at)
    direct = leaning.dependents(base, [view.id], MOST, clocks.known_at)
    shown = {row.id: "all_of" if row.needs else "unless" for row in direct[:SHOWN]}
    views = claim_views(base, shown, clocks.valid_at, clocks.known_at)
    return Impact(
        base=base,
        claim=view,
        direct=len(direct),
        dependents=tuple(Dependent(claim=each, reason=shown[each.id]) for each in views),
        beyond=len(leaning.beyond(base, [view.id], MOST, clocks.known_at)),
        supports=tuple(
            dict.fromkeys(
                each.target_id for each in view.edges if each.kind == "supports" and each.source_id == view.id
            )
        ),
        agents=tuple(map(_served, disclosures.agents_served(base, [view.id], clocks.known_at))),
    )


def impact_of_plan(done: Done) -> PlanImpact:
    """What an operation that was only looked at would change, and what leans on that. Three queries."""
    plan = done.plan
    changed = {*plan.superseded, *plan.restored, *plan.moved}
    leaned_on = sorted(changed | _entering(done))
    return PlanImpact(
        superseded=plan.superseded,
        restored=plan.restored,
        flagged=plan.flagged,
        dependents=tuple(row.id for row in leaning.dependents(done.base, leaned_on, MOST)),
        beyond=len(leaning.beyond(done.base, leaned_on, MOST)),
        agents=tuple(map(_served, disclosures.agents_served(done.base, sorted(changed)))),
    )


def _entering(done: Done) -> set[UUID]:
    """Claims that an assertion brings in: what says *unless* of them is concerned."""
    return {
        each.act.claim.id
        for each in done.plan.told
        if isinstance(each.act, OnClaim) and each.accepted and each.outcome not in UNCHANGED
    }


def _served(row: Row) -> Served:
    return Served(id=row.id, name=row.name, first_at=row.first_at, last_at=row.last_at)
