"""The status of any claim, held or not, and why: the walk as it was known at an instant."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from claims.engine.explain import Finding, Status, findings, status
from claims.engine.hold import Holding, hold
from claims.engine.policy import Policy
from claims.models import BeliefBase
from claims.queries import beliefs, claims
from claims.queries.rows import Row
from claims.refusals import NotFound
from claims.services.belief_base.region import Marks, load
from claims.services.reading.read_claims import ClaimView, views


@dataclass(frozen=True, slots=True)
class Known:
    """What was known of some questions at an instant."""

    holding: Holding
    ever_held: frozenset[UUID]

    def status(self, claim: UUID, at: datetime) -> Status:
        """The headline status of a claim at an instant of valid time."""
        question = self._question(claim)
        if question is None:
            return Status.RETRACTED  # all that was ever said about it was undone
        return status(self.holding.walks[question], claim, at, ever_held=claim in self.ever_held)

    def findings(self, claim: UUID, at: datetime) -> tuple[Finding, ...]:
        """How each assertion of a claim fares at an instant of valid time."""
        question = self._question(claim)
        return () if question is None else findings(self.holding.walks[question], claim, at)

    def _question(self, claim: UUID) -> UUID | None:
        known = self.holding.claims.get(claim)
        return known.question if known and known.question in self.holding.walks else None


def known_of(base: UUID, questions: Iterable[UUID], claim_ids: Iterable[UUID], known_at: datetime) -> Known:
    """Walk some questions with the acts recorded by ``known_at``."""
    policy = Policy(BeliefBase.objects.values_list("policy", flat=True).get(id=base))
    upto = claims.head_at(base, known_at)
    around = frozenset(questions) | frozenset(claims.questions_around(base, list(claim_ids)))
    region = load(base, policy, around, (), Marks(), known_at=known_at)
    acts = [act for act in region.acts if act.revision <= upto]
    memory = {
        act: tuple(each for each in remembered if each.revision <= upto) for act, remembered in region.memory.items()
    }
    holding = hold(acts, policy=policy, outside=region.outside, memory=memory)
    return Known(holding, frozenset(claims.ever_held(base, list(claim_ids), known_at)))


def claim_views(
    base: UUID, ids: Iterable[UUID], valid_at: datetime, known_at: datetime, to_subject: UUID | None = None
) -> list[ClaimView]:
    """Views of claims at any status, in the order of ``ids``; those the base does not have are left out."""
    wanted = list(ids)
    rows = {row.id: row for row in claims.by_ids(base, wanted)}
    here = [rows[each] for each in wanted if each in rows]
    statuses = _statuses(base, here, valid_at, known_at)
    return views(base, here, valid_at, known_at, statuses, to_subject)


def _statuses(base: UUID, rows: Sequence[Row], valid_at: datetime, known_at: datetime) -> dict[UUID, Status]:
    """The status of each claim; what was held then is active, and only the others ask for the walk."""
    active = beliefs.held_among(base, [row.id for row in rows], valid_at, known_at)
    statuses = dict.fromkeys(active, Status.ACTIVE) | {row.id: Status.ERASED for row in rows if row.erased is not None}
    others = [row for row in rows if row.id not in statuses]
    if others:
        known = known_of(base, {row.question_id for row in others}, [row.id for row in others], known_at)
        statuses |= {row.id: known.status(row.id, valid_at) for row in others}
    return statuses


def claim_view(base: UUID, claim: UUID, valid_at: datetime, known_at: datetime) -> ClaimView:
    """One claim at any status; a claim that has become another is read as that one.

    Raises:
        NotFound: where the base has no such claim, or had not heard of it then.
    """
    row = claim_row(base, claim)
    return heard(claim_views(base, [row.id], valid_at, known_at)[0], known_at)


def heard(view: ClaimView, known_at: datetime) -> ClaimView:
    """A claim that was asserted by then, if only to be undone.

    Raises:
        NotFound: where the base had not heard of it.
    """
    if (
        view.status is not Status.ERASED
        and not view.evidence
        and view.id not in claims.heard_among(view.base, [view.id], known_at)
    ):
        raise NotFound("The base had not heard of this claim by then; give a later known_at.")
    return view


def claim_row(base: UUID, claim: UUID) -> Row:
    """The row of a claim, redirects followed.

    Raises:
        NotFound: where the base has no such claim.
    """
    rows = claims.by_ids(base, [claim])
    if not rows:
        raise NotFound("There is no such claim in this base.")
    return claim_row(base, rows[0].redirect_id) if rows[0].redirect_id else rows[0]
