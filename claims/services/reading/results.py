"""What an operation came to: its outcomes, the claims as they stand after it, and in a preview what leans on them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from uuid import UUID

from claims.services.belief_base.operation import Done
from claims.services.outcomes import OutcomeView, outcomes, whole
from claims.services.reading.around.impact import PlanImpact, impact_of_plan
from claims.services.reading.claim_status import claim_views
from claims.services.reading.read_claims import ClaimView


@dataclass(frozen=True, slots=True, kw_only=True)
class Results:
    """Outcomes in order, all as one (``whole``), and the claims they are about.

    ``revision`` is ``None`` for a preview, which alone has an ``impact``.
    """

    base: UUID
    revision: int | None
    digest: str
    outcomes: tuple[OutcomeView, ...]
    whole: OutcomeView
    claims: Mapping[UUID, ClaimView]
    impact: PlanImpact | None = None

    @property
    def made(self) -> bool:
        """Whether a claim was made that the base did not have."""
        return self.revision is not None and any(each.claim_made for each in self.outcomes)


def results_of(done: Done) -> Results:
    """Tell what was done, or in a preview would be. A claim that a preview would make is not there to be read."""
    told = outcomes(done)
    wanted = dict.fromkeys(each.claim for each in told if each.claim)
    views = claim_views(done.base, wanted, done.recorded_at, done.recorded_at)
    return Results(
        base=done.base,
        revision=done.revision,
        digest=done.digest,
        outcomes=tuple(told),
        whole=whole(done, told),
        claims={view.id: view for view in views},
        impact=impact_of_plan(done) if done.revision is None else None,
    )
