"""Who wins: the order of assertions in the walk (engine.md §4), and the confidence of what is held (§7)."""

from __future__ import annotations

from collections.abc import Iterable
from math import prod

from claims.engine.acts import Assertion, Kind, Tier
from claims.engine.time.periods import Instant

SURE, FAIR, GUESS = 2, 1, 0

#: Confidence in thousandths where none was given.
DEFAULT_CONFIDENCE = {
    Tier.VERIFIED: 1000,
    Tier.STATED: 900,
    Tier.OBSERVED: 850,
    Tier.DOCUMENTED: 700,
    Tier.INFERRED: 500,
}

#: The most that one origin of a tier can lend, in thousandths.
CONFIDENCE_CAP = {
    Tier.VERIFIED: 1000,
    Tier.STATED: 980,
    Tier.OBSERVED: 900,
    Tier.DOCUMENTED: 800,
    Tier.INFERRED: 600,
}

Strength = tuple[int, bool, int, Instant, int, int, int]


def band(confidence: int) -> int:
    """Sure from 800 thousandths, fair from 500, else a guess."""
    return SURE if confidence >= 800 else FAIR if confidence >= 500 else GUESS


def strength(assertion: Assertion) -> Strength:
    """A key that is greater for the stronger of two assertions; no two are equal, as no two are recorded at once."""
    return (
        assertion.tier,
        assertion.kind in (Kind.AXIOM, Kind.WARNING),
        band(assertion.confidence),
        assertion.observed_at,
        assertion.confidence,
        -assertion.revision,
        -assertion.ordinal,
    )


def lends(assertion: Assertion) -> int:
    """What an assertion lends to its claim, in thousandths: its confidence, up to what its tier allows."""
    return min(assertion.confidence, CONFIDENCE_CAP[assertion.tier])


def joint_confidence(assertions: Iterable[Assertion]) -> int:
    """The confidence of a claim held on these assertions, in thousandths: 1 - Π(1 - cᵢ) over independent origins.

    Each origin counts once with the most it lends; an echo adds nothing beside the voice it repeats. The result is
    capped by the highest tier among them.
    """
    heard = list(assertions)
    voices = [each for each in heard if not each.echo] or heard
    lent: dict[str, int] = {}
    for each in voices:
        lent[each.origin] = max(lent.get(each.origin, 0), lends(each))
    doubt = prod(1000 - part for part in lent.values())
    scale: int = 1000 ** (len(lent) - 1)
    joint = 1000 - (doubt + scale // 2) // scale
    return min(joint, max(CONFIDENCE_CAP[each.tier] for each in voices))
