"""Echoes: a claim that comes back from where it was heard already (engine.md §7)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from claims.engine.acts import Assertion, Tier
from claims.queries import naming as known
from claims.services.belief_base.desk import Desk
from claims.services.belief_base.naming import Named
from claims.services.belief_base.proposals import Origin

#: A source with this method is the user answering for the claim, not repeating it.
AFFIRMATION = "affirmation"


def heard_before(desk: Desk, acts: Sequence[Assertion], named: Sequence[Named]) -> list[Assertion]:
    """The assertions with echoes marked: they add no confidence, and walk no higher than their claim did before."""
    suspects = {
        each.claim.id
        for each in named
        if not each.claim_is_new and (each.proposal.source.origin or _traces_back(desk, each.proposal.source))
    }
    if not suspects:
        return list(acts)
    before = {row.claim_id: row for row in known.voices_before(desk.base, sorted(suspects))}
    return [
        _echo(act, Tier(heard.tier))
        if (heard := before.get(act.claim.id)) and _repeats(desk, each.proposal.source, heard.origins or [])
        else act
        for act, each in zip(acts, named, strict=True)
    ]


def _repeats(desk: Desk, source: Origin, origins: Sequence[str]) -> bool:
    return source.method != AFFIRMATION and (source.origin in origins or _traces_back(desk, source))


def _traces_back(desk: Desk, source: Origin) -> bool:
    return any(f"/bases/{desk.base}/claims/" in each for each in (source.uri, source.origin))


def _echo(act: Assertion, heard_at: Tier) -> Assertion:
    return replace(act, echo=True, tier=min(act.tier, heard_at))
