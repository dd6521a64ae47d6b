"""Echoes: a claim that comes back from where it was heard already (engine.md §7)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from urllib.parse import unquote
from uuid import UUID

from claims.engine.acts import Assertion, Tier
from claims.engine.effective import undone
from claims.normal_form import key_of
from claims.queries import naming as known
from claims.queries import revisions
from claims.services.belief_base.desk import Desk
from claims.services.belief_base.naming import Named
from claims.services.belief_base.proposals import Origin
from claims.services.belief_base.reading import act_of

#: A source with this method is the user answering for the claim, not repeating it.
AFFIRMATION = "affirmation"


def heard_before(desk: Desk, acts: Sequence[Assertion], named: Sequence[Named]) -> list[Assertion]:
    """The assertions with echoes marked: they add no confidence, and walk no higher than their claim did before."""
    known_claims = [each.claim.id for each in named if not each.claim_is_new and _suspect(desk, each.proposal.source)]
    heard = _heard(desk, known_claims)
    done = []
    for act, each in zip(acts, named, strict=True):
        before = heard.get(act.claim.id)
        if before is not None and _repeats(desk, each.proposal.source, before.origins):
            act = replace(act, echo=True, tier=min(act.tier, before.tier))
        done.append(act)
        earlier = before or _Heard(act.tier, frozenset())
        origins = earlier.origins | {each.proposal.source.origin} - {""}
        heard[act.claim.id] = _Heard(max(earlier.tier, act.tier), origins)
    return done


@dataclass(frozen=True, slots=True)
class _Heard:
    """How a claim was heard before: the highest tier it walked at, and its root origins."""

    tier: Tier
    origins: frozenset[str]


def _heard(desk: Desk, claims: Sequence[UUID]) -> dict[UUID, _Heard]:
    if not claims:
        return {}
    taken_back, _ = undone(act_of(row) for row in revisions.undos(desk.base))
    rows = known.voices_before(desk.base, claims, sorted(taken_back))
    return {row.claim_id: _Heard(Tier(row.tier), frozenset(row.origins or ())) for row in rows}


def _suspect(desk: Desk, source: Origin) -> bool:
    return bool(source.origin) or _traces_back(desk, source)


def _repeats(desk: Desk, source: Origin, origins: frozenset[str]) -> bool:
    return source.method != AFFIRMATION and (source.origin in origins or _traces_back(desk, source))


def _traces_back(desk: Desk, source: Origin) -> bool:
    addresses = re.compile(rf"\bbases/+{desk.base}/+(claims|beliefs)\b")
    return any(addresses.search(_decoded(each)) for each in (source.uri, source.origin))


def _decoded(address: str) -> str:
    """An address as the site would read it, also where it was encoded more than once on its way."""
    for _ in range(3):
        address = unquote(address)
    return key_of(address)
