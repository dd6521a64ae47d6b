"""Pairs of claims between which nothing is left to decide."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from uuid import UUID

from claims.engine.acts import Claim
from claims.engine.hold import Holding
from claims.engine.time.periods import NEVER, Periods
from claims.engine.walking.candidates import Candidate
from claims.engine.walking.walk import Walk


def parted(before: Holding, after: Holding) -> tuple[frozenset[UUID], ...]:
    """Claims that stood against each other at some instant, and no longer do at any: one was taken back, or ended."""
    pairs = {pair for question, walked in before.walks.items() for pair in _parted(walked, after, question)}
    return tuple(sorted(pairs, key=sorted))


def _parted(walked: Walk, after: Holding, question: UUID) -> Iterator[frozenset[UUID]]:
    was = _standing(walked)
    now = _standing(after.walks[question]) if question in after.walks else {}
    for claim in (each for each in was if now.get(each) != was[each] and after.effective.rename(each.id) == each.id):
        for rival in was:
            if claim.conflicts(rival) and _meet(was, claim, rival) and not _meet(now, claim, rival):
                yield frozenset({claim.id, rival.id})


def _meet(standing: Mapping[Claim, Periods], one: Claim, other: Claim) -> bool:
    return standing.get(one, NEVER).overlaps(standing.get(other, NEVER))


def _standing(walked: Walk) -> dict[Claim, Periods]:
    """Where each claim is spoken for by a voice that nothing has taken out or muted, whoever is stronger."""
    standing: dict[Claim, Periods] = {}
    for each in walked.candidates:
        claim = each.assertion.claim
        standing[claim] = standing.get(claim, NEVER) | _unmuted(each)
    return standing


def _unmuted(candidate: Candidate) -> Periods:
    return candidate.walks - Periods.union(each.periods for each in candidate.contractions)
