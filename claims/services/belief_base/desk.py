"""One operation on one base: what it knows, what it has drawn up so far, and the ids it has drawn."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any
from uuid import UUID, uuid4

from claims.engine.acts import Act, Assertion, Claim, OnClaim, Rekeying, Tier
from claims.engine.planning.fast import is_plain
from claims.engine.policy import Policy
from claims.normal_form import key_of
from claims.refusals import Forbidden, Invalid
from claims.services.actor import Actor
from claims.services.belief_base.proposals import Origin
from claims.services.belief_base.region import Marks
from claims.services.vocabulary.book import Book, book
from claims.services.words import Statement

#: How far an observation may lie ahead of the clock: clocks differ a little.
AHEAD = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a re-keyed claim stands from now on, and the keys it is found by there.

    ``returns`` says that it had become another and is itself again.
    """

    claim: UUID
    stands: Claim
    entity: UUID
    predicate: str
    object_key: str
    returns: bool = False


@dataclass(frozen=True, slots=True)
class Renaming:
    """The first names of the ``owners`` lead to an entity from now on."""

    entity: UUID
    owners: frozenset[UUID]


@dataclass(slots=True)
class Draft:
    """Rows to be inserted if the plan is applied, by table, and the columns of acts that the engine has no use for."""

    entities: list[dict[str, Any]] = field(default_factory=list)
    aliases: list[dict[str, Any]] = field(default_factory=list)
    questions: list[dict[str, Any]] = field(default_factory=list)
    claims: list[dict[str, Any]] = field(default_factory=list)
    sources: list[dict[str, Any]] = field(default_factory=list)
    names: list[tuple[UUID, str]] = field(default_factory=list)
    unknown_predicates: dict[str, UUID] = field(default_factory=dict)
    act_columns: dict[UUID, dict[str, Any]] = field(default_factory=dict)
    reaches: dict[UUID, set[UUID]] = field(default_factory=dict)
    rekeyed: list[Place] = field(default_factory=list)
    renamed: list[Renaming] = field(default_factory=list)
    called: dict[UUID, str] = field(default_factory=dict)
    no_longer_plain: set[UUID] = field(default_factory=set)
    rising: set[UUID] = field(default_factory=set)
    no_longer_rising: set[UUID] = field(default_factory=set)
    subjects: dict[UUID, str] = field(default_factory=dict)
    nogoods: list[tuple[UUID, str, frozenset[UUID]]] = field(default_factory=list)
    reviews: list[dict[str, Any]] = field(default_factory=list)
    verdicts: dict[UUID, str] = field(default_factory=dict)
    learned_anew: list[bytes] = field(default_factory=list)

    def labels(self) -> dict[UUID, str]:
        """What tells one new claim or entity from another, whatever ids were drawn."""
        claims = {
            each["id"]: "\n".join((key_of(self.subjects[each["id"]]), each["predicate"], each["object_key"]))
            for each in self.claims
        }
        return claims | {each["id"]: key_of(each["name"]) for each in self.entities}

    def kept(self) -> tuple[object, ...]:
        """What is kept of an operation's words: names, wordings, where each act came from, and verdicts."""
        worded = tuple((each["id"], self.subjects[each["id"]], each["object"], each["name"]) for each in self.claims)
        passing = ("id", "reason")  # why it is done may be said at the very last
        sources = tuple(tuple(value for name, value in each.items() if name not in passing) for each in self.sources)
        finely = ("said_tier", "kind_raw", "from_precision", "to_precision")
        columns = tuple(tuple(each.get(name) for name in finely) for each in self.act_columns.values())
        decided = tuple(self.nogoods), tuple(self.reviews), self.verdicts
        return worded, tuple(self.names), sources, columns, decided

    def words(self) -> dict[UUID, Statement]:
        """What the new claims say."""
        return {
            each["id"]: Statement(self.subjects[each["id"]], each["predicate"], each["object"], each["negated"])
            for each in self.claims
        }


@dataclass
class Desk:
    """The base as locked, who acts, and the revision to come, recorded at ``now``."""

    base: UUID
    policy: Policy
    unknown_predicates: str
    head: int
    now: datetime
    actor: Actor
    draft: Draft = field(default_factory=Draft)
    marks: Marks = field(default_factory=Marks)
    fresh: set[UUID] = field(default_factory=set)

    @cached_property
    def vocabulary(self) -> Book:
        """The vocabulary as it stands after the base's lock."""
        return book()

    @property
    def revision(self) -> int:
        return self.head + 1

    def draw(self) -> UUID:
        """A new opaque id, remembered as new."""
        drawn = uuid4()
        self.fresh.add(drawn)
        return drawn

    def vouches_for(self, origin: str) -> bool:
        """Whether an administrator vouches that this origin speaks for itself, whoever brings its word."""
        return bool(origin) and origin in self.vocabulary.vouched

    def checked(self, origin: Origin, pointer: str = "/source") -> Origin:
        """The source, if this actor may speak at its tier and it was not observed in the future.

        Raises:
            Forbidden: above the ceiling; it is refused, never clamped (engine.md §7).
            Invalid: more than a minute ahead of the clock.
        """
        if origin.kind > self.actor.ceiling:
            raise Forbidden(
                f"Up to “{self.actor.ceiling.label}” is allowed here, and the source is "
                f"“{Tier(origin.kind).name.lower()}”; say it at a tier that is allowed."
            )
        if origin.observed_at is not None and origin.observed_at > self.now + AHEAD:
            raise Invalid.at(
                f"{pointer}/observed_at",
                "The observation lies in the future; give the time at which it was made.",
            )
        return origin

    def source(self, origin: Origin) -> UUID:
        """Draws up a source row. A source that was never observed was observed now."""
        source = self.draw()
        self.draft.sources.append(
            {
                "id": source,
                "kind": int(origin.kind),
                "uri": origin.uri,
                "excerpt": origin.excerpt,
                "sha256": origin.sha256,
                "method": origin.method,
                "origin": origin.origin,
                "reason": origin.reason,
                "observed_at": origin.observed_at or self.now,
            }
        )
        return source

    def head_of(self, ordinal: int, origin: Origin) -> dict[str, Any]:
        """What every act of this operation begins with, its source drawn up."""
        act = self.draw()
        self.draft.act_columns[act] = {"source_id": self.source(origin), "said_tier": int(origin.kind)}
        return {
            "id": act,
            "revision": self.revision,
            "ordinal": ordinal,
            "tier": Tier(origin.kind),
            "observed_at": origin.observed_at or self.now,
            "agent": self.actor.agent,
        }

    def note(self, act: Act) -> None:
        """Marks the questions that do not stay plain after an act."""
        if isinstance(act, Rekeying):
            self.draft.no_longer_plain |= {act.claim.question, act.becomes.question}
        elif isinstance(act, OnClaim) and not (isinstance(act, Assertion) and is_plain(act)):
            self.draft.no_longer_plain.add(act.claim.question)
