"""Nogoods on the hot path: the assertion that would complete one waits until it is resolved (engine.md §3.4)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import combinations
from uuid import UUID

from claims.engine.acts import Assertion, Claim
from claims.engine.time.periods import Period, Periods
from claims.queries import region as rows
from claims.services.belief_base.desk import Desk
from claims.services.belief_base.reading import claim_of, period_of


def hold_back(desk: Desk, acts: Sequence[Assertion]) -> list[Assertion]:
    """The assertions, those that complete a nogood marked to wait over the time that all its members would be held."""
    old = [act.claim.id for act in acts if act.claim.id not in desk.fresh]
    nogoods = _open_nogoods(desk, old) if old else {}
    if not nogoods:
        return list(acts)
    held = _held(desk, {member.id for members in nogoods.values() for member in members})
    done = []
    for act in acts:
        waiting = _wait(act, nogoods, held)
        done.append(waiting)
        if not waiting.waits:
            held[act.claim.id] |= Periods((act.valid,))
    return done


def _wait(act: Assertion, nogoods: dict[UUID, list[Claim]], held: dict[UUID, Periods]) -> Assertion:
    for nogood, members in nogoods.items():
        others = [member for member in members if member.id != act.claim.id]
        if len(others) == len(members):
            continue
        overlap = Periods((act.valid,)) - held[act.claim.id]  # where it is held, the contradiction is there already
        for other in others:
            overlap &= held[other.id]
        if overlap:
            return replace(act, waits=overlap, waits_on=nogood)
    return act


def _open_nogoods(desk: Desk, claims: Iterable[UUID]) -> dict[UUID, list[Claim]]:
    """Unresolved nogoods of these claims that are no mere record, as those are which the walk decides."""
    members: dict[UUID, list[Claim]] = defaultdict(list)
    for row in rows.nogoods_of(desk.base, list(claims)):
        if row.found_by != "walk":
            members[row.nogood_id].append(claim_of(row))
    return {
        nogood: group
        for nogood, group in members.items()
        if not any(one.conflicts(other) for one, other in combinations(group, 2))
    }


def _held(desk: Desk, claims: Iterable[UUID]) -> dict[UUID, Periods]:
    spans: dict[UUID, list[Period]] = defaultdict(list)
    for row in rows.held_of(desk.base, list(claims)):
        spans[row.called].append(period_of(row.valid))
    found: dict[UUID, Periods] = defaultdict(Periods)
    return found | {claim: Periods.of(*each) for claim, each in spans.items()}
