"""Replay a base from its acts, and hold the result against what is stored (engine.md §8)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Any
from uuid import UUID

from claims.engine.policy import Policy
from claims.engine.replay import Replay, replay
from claims.engine.rights import Erasure
from claims.models import BeliefBase
from claims.queries import region, revisions
from claims.refusals import NotFound
from claims.services.belief_base.reading import act_of, range_of


@dataclass(frozen=True, slots=True)
class Difference:
    """A row that only one side has: ``missing`` from the store, or ``extra`` in it."""

    side: str
    table: str
    row: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Checked:
    """A replay held against the store: how much was replayed, and what differs."""

    revisions: int
    rows: int
    differences: tuple[Difference, ...]


def replayed(base: UUID) -> Replay:
    """A base made again in memory from its acts and nothing else."""
    found = BeliefBase.objects.filter(id=base).values_list("policy", flat=True).first()
    if found is None:
        raise NotFound("There is no such base.")
    policy = Policy(found)
    recorded = revisions.recorded_times(base)
    acts = groupby(map(act_of, region.all_acts(base)), key=lambda act: act.revision)
    return replay(((recorded[number], tuple(group)) for number, group in acts), policy)


def belief_rows(base: UUID, again: Replay) -> list[tuple[Any, ...]]:
    """The belief rows of a replay, in the columns of `queries.revisions.BELIEF_COLUMNS`."""
    number = {at: number for number, at in revisions.recorded_times(base).items()}
    return [
        (
            row.segment.claim.id,
            row.segment.claim.question,
            row.segment.claim.object,
            row.segment.claim.negated,
            range_of(row.segment.period),
            *_recorded(row.since, row.until),
            row.segment.confidence,
            int(row.segment.tier),
            row.segment.restricted,
            number[row.since],
            None if row.until is None else number[row.until],
        )
        for row in again.rows.values()
    ]


def edge_rows(again: Replay) -> list[tuple[Any, ...]]:
    """The edges of a replay, in the columns of `queries.revisions.EDGE_COLUMNS`."""
    return [
        (e.edge.kind.value, e.edge.source, e.edge.target, e.edge.act, e.edge.number, *_recorded(e.since, e.until))
        for e in again.edges
    ]


def _recorded(since: datetime, until: datetime | None) -> tuple[datetime, datetime | None]:
    return since, until


def differences(base: UUID) -> list[Difference]:
    """What differs between a base as stored and as replayed; empty where they are equal, row for row."""
    return list(check_replay(base).differences)


def check_replay(base: UUID) -> Checked:
    """Replay a base and compare every row.

    Raises:
        NotFound: where there is no such base.
    """
    again = replayed(base)
    restricted = again.restricted - _erased(again)
    found = (
        *_compare("belief", belief_rows(base, again), revisions.belief_rows(base)),
        *_compare("edge", edge_rows(again), revisions.edge_rows(base)),
        *_compare("claim", ((each, True) for each in restricted), revisions.restricted_rows(base)),
    )
    return Checked(len({act.revision for act in again.acts.values()}), len(again.rows) + len(again.edges), found)


def _erased(again: Replay) -> frozenset[UUID]:
    """The tombstones: whether they were restricted once is no longer told apart."""
    return frozenset(act.claim.id for act in again.acts.values() if isinstance(act, Erasure))


def _compare(table: str, again: Iterable[tuple[Any, ...]], stored: Iterable[tuple[Any, ...]]) -> Iterator[Difference]:
    left, right = set(again), set(stored)
    yield from (Difference("missing", table, row) for row in left - right)
    yield from (Difference("extra", table, row) for row in right - left)
