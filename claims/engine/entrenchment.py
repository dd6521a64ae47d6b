"""Entrenchment: how hard a claim would be to give up (Gärdenfors 1988), 0 to 100, part by part (engine.md §7).

It orders reviews, explains, and recommends a survivor of two compared claims. It never decides the walk.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from math import log2

from claims.engine.acts import Kind, Tier

#: The most that each part can give; together 100.
WEIGHTS = {
    "tier": 35.0,
    "kind": 10.0,
    "method": 10.0,
    "recency": 10.0,
    "corroboration": 15.0,
    "supports": 5.0,
    "confidence": 15.0,
}

TIER_SHARE = {
    Tier.INFERRED: 0.1,
    Tier.DOCUMENTED: 0.35,
    Tier.OBSERVED: 0.55,
    Tier.STATED: 0.8,
    Tier.VERIFIED: 1.0,
}
KIND_SHARE = {
    Kind.AXIOM: 1.0,
    Kind.WARNING: 0.8,
    Kind.OBSERVATION: 0.6,
    Kind.DERIVED: 0.3,
    Kind.PREDICTION: 0.1,
}
METHOD_SHARE = {"test": 1.0, "measurement": 0.9, "derivation": 0.7, "simulation": 0.6, "affirmation": 0.9}
METHOD_UNKNOWN = 0.3

#: Recency falls in a straight line and is gone after half a year.
FRESH_FOR = timedelta(days=183)
#: So many voices, and so many supporting claims, give the most there is.
MOST_VOICES, MOST_SUPPORTS = 8, 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """What entrenchment is reckoned from. ``age`` since the latest voice; ``confidence`` in thousandths."""

    tier: Tier
    kind: Kind
    method: str
    age: timedelta
    voices: int
    supports: int
    confidence: int


@dataclass(frozen=True, slots=True)
class Entrenchment:
    """The sum and its parts, each in points."""

    total: float
    parts: dict[str, float]


def entrenchment(standing: Standing) -> Entrenchment:
    """Weigh a claim. Every part lies between 0 and its weight."""
    shares = {
        "tier": TIER_SHARE[standing.tier],
        "kind": KIND_SHARE[standing.kind],
        "method": METHOD_SHARE.get(standing.method, METHOD_UNKNOWN),
        "recency": max(0.0, min(1.0, 1 - standing.age / FRESH_FOR)),
        "corroboration": min(1.0, log2(max(1, standing.voices)) / log2(MOST_VOICES)),
        "supports": min(1.0, standing.supports / MOST_SUPPORTS),
        "confidence": standing.confidence / 1000,
    }
    parts = {name: round(weight * shares[name], 1) for name, weight in WEIGHTS.items()}
    return Entrenchment(round(sum(parts.values()), 1), parts)
