"""The acts: everything that can change what is held (engine.md §1, §4), as frozen values.

Claims, questions and objects are opaque ids here; their wording lives elsewhere and can be erased unnoticed.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum, StrEnum
from typing import ClassVar
from uuid import UUID

from claims.engine.time.periods import NEVER, Instant, Period, Periods


class Tier(IntEnum):
    """How far a kind of source is trusted. Higher wins before anything else is compared."""

    INFERRED = 1
    DOCUMENTED = 2
    OBSERVED = 3
    STATED = 4
    VERIFIED = 5


class Kind(StrEnum):
    """What sort of claim an assertion makes. Axioms and warnings outrank the rest within a tier."""

    AXIOM = "axiom"
    WARNING = "warning"
    OBSERVATION = "observation"
    DERIVED = "derived"
    PREDICTION = "prediction"


@dataclass(frozen=True, slots=True)
class Claim:
    """What can be believed: a value for one question, or its denial.

    ``question`` is what can conflict (entity and predicate; for a multi-valued predicate also the object or its
    exclusive group), ``object`` names the value within it.
    """

    id: UUID
    question: UUID
    object: UUID
    negated: bool = False

    def conflicts(self, other: Claim) -> bool:
        """Engine.md §3, rules 1 to 3; a question of a multi-valued predicate has but one object or one group."""
        if self.question != other.question:
            return False
        if self.object == other.object:
            return self.negated != other.negated
        return not self.negated and not other.negated


@dataclass(frozen=True, slots=True)
class Justification:
    """One reason: claims that must be held, and claims that must not ("unless"). Several are alternatives."""

    all_of: frozenset[UUID] = frozenset()
    none_of: frozenset[UUID] = frozenset()

    @property
    def names(self) -> frozenset[UUID]:
        return self.all_of | self.none_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """The head of every act: where it stands in recorded order, and what weight it carries."""

    id: UUID
    revision: int
    ordinal: int
    tier: Tier
    observed_at: Instant
    agent: UUID | None = None

    @property
    def recorded(self) -> tuple[int, int]:
        return self.revision, self.ordinal

    def outweighs(self, other: Act) -> bool:
        """A higher tier, or the same tier with the other observed no later: how acts that take away compare (§4)."""
        return other.tier < self.tier or (other.tier == self.tier and other.observed_at <= self.observed_at)


@dataclass(frozen=True, slots=True, kw_only=True)
class Assertion(Act):
    """One act of asserting a claim. ``confidence`` in thousandths, ``origin`` the independent source it counts as.

    ``tier`` is the tier it walks at: for an echo at most the highest its claim was asserted at before (§7).
    ``waits`` is the part of its period that a nogood keeps out until it is resolved (§3.4), ``admits`` its resolution.
    """

    claim: Claim
    valid: Period
    confidence: int
    kind: Kind = Kind.OBSERVATION
    correction: bool = False
    corrects: UUID | None = None
    justifications: tuple[Justification, ...] = ()
    origin: str = ""
    echo: bool = False
    waits: Periods = NEVER
    waits_on: UUID | None = None
    supports: tuple[UUID, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Contraction(Act):
    """*No longer true* over these periods: mutes, and restores nothing."""

    claim: Claim
    periods: Periods


@dataclass(frozen=True, slots=True, kw_only=True)
class Withdrawal(Act):
    """*Never true*: takes the claim's assertions out of the walk, and what they alone kept down returns."""

    claim: Claim


@dataclass(frozen=True, slots=True, kw_only=True)
class Resolution(Act):
    """Ends a nogood: over ``over``, the members in ``drop`` leave the walk and what waited on it may walk."""

    nogood: UUID
    keep: frozenset[UUID]
    drop: frozenset[UUID]
    over: Periods


@dataclass(frozen=True, slots=True, kw_only=True)
class Rejustification(Act):
    """Adds to, replaces or lifts the reasons of a claim's derived assertions."""

    ADD: ClassVar = "add"
    REPLACE: ClassVar = "replace"
    LIFT: ClassVar = "lift"

    claim: Claim
    mode: str
    justifications: tuple[Justification, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class StillHolds(Act):
    """The verdict that a dependent stands on its own from now on: its assertions become premises."""

    claim: Claim


@dataclass(frozen=True, slots=True, kw_only=True)
class Restriction(Act):
    """Puts a claim out of service, or (``released``) back: it keeps its place, is not served, supports nothing. It is
    said of ``others`` too, which had become the claim by then, and rests on each should they part."""

    claim: Claim
    released: bool = False
    others: frozenset[UUID] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Completion(Act):
    """A statement is served with the claim from now on (GDPR Art. 16); what is held stays as it is."""

    claim: Claim


@dataclass(frozen=True, slots=True, kw_only=True)
class Rekeying(Act):
    """A claim means another one from now on: an alias, or a change of cardinality, synonym or group (§3).

    ``claim`` is the one that is re-keyed, ``becomes`` its new place; a canonical claim keeps its id.
    """

    claim: Claim
    becomes: Claim


@dataclass(frozen=True, slots=True, kw_only=True)
class Remark(Act):
    """Changes nothing that is held: the report of a nogood (of its members), a verdict (on a review) to leave it so."""

    about: frozenset[UUID]


@dataclass(frozen=True, slots=True, kw_only=True)
class Undo(Act):
    """Takes acts back as if they had not been; ``revisions`` are those of which nothing is left."""

    acts: frozenset[UUID]
    revisions: frozenset[int] = frozenset()


OnClaim = Assertion | Contraction | Withdrawal | Rejustification | StillHolds | Restriction | Completion | Rekeying
