"""The demonstration: the cast, two bases with real histories, and keys (api.md). Everyone in it is made up."""

from __future__ import annotations

import secrets
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from uuid import UUID

from django.db import transaction

from claims.engine.time.dates import read_time
from claims.models import Agent, Role, Scope, Tier, User
from claims.services import clock
from claims.services.actor import OPERATOR, Actor, ActorKind
from claims.services.administration.make_base import make_base
from claims.services.administration.make_key import make_key
from claims.services.assert_claims import assert_claims
from claims.services.belief_base.proposals import Origin, Proposal, Reason
from claims.services.contract_claim import Reading, contract_claim

HISTORIES = Path(__file__).resolve().parents[2] / "demonstration"

USERS = {
    "alice": ("Alice Lindqvist", Role.PERSON),
    "bob": ("Bob Marsh", Role.SUPPORT),
    "carol": ("Carol Okafor", Role.COMPLIANCE),
    "dave": ("Dave Castellan", Role.PERSON),
}
AGENTS = {
    "Scout": "writes code with you",
    "Quill": "takes meeting notes",
    "Almanac": "keeps your calendar",
}
SCOPES = (Scope.READ, Scope.ASSERT, Scope.REVISE)


@dataclass(frozen=True, slots=True)
class Demonstration:
    """What was made: bases by name, keys by agent and passwords by user, the only time they are told."""

    bases: Mapping[str, UUID]
    keys: Mapping[str, str]
    users: Mapping[str, str]


@transaction.atomic
def demonstrate() -> Demonstration:
    """Make the cast and play both histories as they were recorded. The database must not hold them yet."""
    passwords = {name: secrets.token_urlsafe(9) for name in USERS}
    users = {
        name: User.objects.create_user(f"{name}@rectify.example", passwords[name], name=full, role=role)
        for name, (full, role) in USERS.items()
    }
    agents = {name: Agent.objects.create(name=name, purpose=purpose) for name, purpose in AGENTS.items()}
    owner = [users["alice"].id]
    bases = {
        "alice": make_base(actor=OPERATOR, label="Alice Lindqvist", kind="person", subject="Alice", members=owner),
        "project": make_base(actor=OPERATOR, label="Skylark", kind="project", members=owner),
    }
    keys = {
        name.lower(): make_key(
            actor=OPERATOR, agent=name, scopes=SCOPES, ceiling=Tier.STATED, bases=list(bases.values())
        ).text
        for name in agents
    }
    play(bases["project"], "skylark", "project", agents)
    play(bases["alice"], "alice", "me", agents)
    return Demonstration(bases, keys, passwords)


def play(base: UUID, history: str, subject: str, agents: Mapping[str, Agent]) -> None:
    """Record a history about a subject, each entry at its own time."""
    entries = tomllib.loads((HISTORIES / f"{history}.toml").read_text(encoding="utf-8"))
    named: dict[str, UUID] = {}
    everything = [*(("says", each) for each in entries["says"]), *(("ends", each) for each in entries.get("ends", ()))]
    for kind, entry in sorted(everything, key=lambda each: str(each[1]["on"])):
        moment = datetime.fromisoformat(entry["on"]).replace(tzinfo=UTC)
        actor = Actor(ActorKind.AGENT, agents[entry["by"]].id, Tier.STATED, agents[entry["by"]].id)
        with clock.fixed(moment):
            if kind == "says":
                _say(base, actor, entry, subject, named)
            else:
                contract_claim(
                    base=base,
                    actor=actor,
                    claim=named[entry["claim"]],
                    reading=Reading.ENDED,
                    source=_origin(entry),
                    ended_at=read_time(entry["at"]),
                )


def _say(base: UUID, actor: Actor, entry: Mapping[str, Any], subject: str, named: dict[str, UUID]) -> None:
    confidence = entry.get("confidence")
    rests_on = tuple(str(named[name]) for name in entry.get("rests_on", ()))
    done = assert_claims(
        base=base,
        actor=actor,
        proposals=[
            Proposal(
                subject=entry.get("subject", subject),
                predicate=entry["predicate"],
                object=entry["object"],
                source=_origin(entry),
                confidence=None if confidence is None else round(confidence * 1000),
                valid_from=read_time(entry["from"]),
                valid_to=read_time(entry["to"]) if "to" in entry else None,
                correction=entry.get("correction", False),
                justifications=(Reason(all_of=rests_on),) if rests_on else (),
            )
        ],
    )
    if "name" in entry:
        named[entry["name"]] = done.claim


def _origin(entry: Mapping[str, Any]) -> Origin:
    observed = entry.get("observed", entry["on"])
    return Origin(
        kind=Tier[entry["kind"].upper()],
        uri=entry.get("uri", ""),
        excerpt=entry.get("quote", ""),
        method=entry.get("method", ""),
        observed_at=datetime.fromisoformat(observed).replace(tzinfo=UTC),
    )
