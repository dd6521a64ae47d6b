"""Echoes: a claim that comes back from where it was heard already (engine.md §7)."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from urllib.parse import unquote
from uuid import UUID

from claims.engine.acts import Assertion, Tier
from claims.engine.effective import undone
from claims.normal_form import key_of
from claims.queries import naming as known
from claims.queries import revisions
from claims.queries.impact.disclosures import served_among
from claims.services.belief_base.desk import Desk
from claims.services.belief_base.naming import Named
from claims.services.belief_base.proposals import Origin
from claims.services.belief_base.reading import act_of

#: A source with this method is the user answering for the claim, not repeating it.
AFFIRMATION = "affirmation"


def heard_before(desk: Desk, acts: Sequence[Assertion], named: Sequence[Named]) -> list[Assertion]:
    """The assertions with echoes marked: they add no confidence, and walk no higher than their claim did before."""
    known_claims = {each.claim.id for each in named if not each.claim_is_new}
    served = _served(desk, known_claims)
    suspects = {each.claim.id for each in named if each.claim.id in known_claims and _suspect(desk, each, served)}
    heard = _heard(desk, sorted(suspects))
    done = []
    for act, each in zip(acts, named, strict=True):
        before = heard.get(act.claim.id)
        if before is not None and _repeats(desk, each, before.origins, served):
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


def _served(desk: Desk, claims: Collection[UUID]) -> set[UUID]:
    """The claims that whoever speaks was served before. Its own outcomes do not count: it heard nothing new there."""
    return served_among(desk.base, desk.actor.agent, sorted(claims)) if desk.actor.agent and claims else set()


def _suspect(desk: Desk, said: Named, served: Collection[UUID]) -> bool:
    source = said.proposal.source
    return bool(source.origin) or said.claim.id in served or _traces_back(desk, source)


def _repeats(desk: Desk, said: Named, origins: frozenset[str], served: Collection[UUID]) -> bool:
    source = said.proposal.source
    if source.method == AFFIRMATION:
        return False
    return source.origin in origins or said.claim.id in served or _traces_back(desk, source)


def _traces_back(desk: Desk, source: Origin) -> bool:
    addresses = re.compile(rf"\bbases/+{desk.base}/+(claims|beliefs)\b")
    return any(addresses.search(_decoded(each)) for each in (source.uri, source.origin))


def _decoded(address: str) -> str:
    """An address as the site would read it, also where it was encoded more than once on its way."""
    for _ in range(3):
        address = unquote(address)
    return key_of(address)
