"""Make a key for an agent. Its secret is told once, to whoever made it."""

from __future__ import annotations

import secrets
import string
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from uuid import UUID

from django.db import transaction

from claims.models import Agent, AgentKey, BeliefBase, KeyBase, Scope, Tier
from claims.refusals import Invalid
from claims.services.actor import Actor
from claims.services.administration.entries import note

_ALPHABET = string.ascii_letters + string.digits


@dataclass(frozen=True, slots=True)
class NewKey:
    """A key that was just made; ``text`` is what the agent sends, and is kept nowhere."""

    id: UUID
    text: str


def make_key(
    *,
    actor: Actor,
    agent: str,
    scopes: Collection[str],
    ceiling: Tier,
    bases: Collection[UUID] = (),
    every_base: bool = False,
    role: str = "",
    expires_at: datetime | None = None,
) -> NewKey:
    """Make a key for the agent of this name, which is made too if there is none; ``role`` says what it is for.

    Raises:
        Invalid: where a scope or base is unknown, nothing is opened, or the ceiling is a person's.
    """
    _check(scopes, ceiling, bases, every_base=every_base)
    prefix = "".join(secrets.choice(string.ascii_lowercase + string.digits) for _ in range(12))
    secret = "".join(secrets.choice(_ALPHABET) for _ in range(43))  # 256 bits
    with transaction.atomic():
        owner, _ = Agent.objects.get_or_create(name=agent)
        key = AgentKey.objects.create(
            agent=owner,
            prefix=prefix,
            secret_sha256=sha256(secret.encode()).digest(),
            scopes=sorted(set(scopes)),
            role=role,
            ceiling=ceiling,
            every_base=every_base,
            expires_at=expires_at,
        )
        KeyBase.objects.bulk_create(KeyBase(key=key, base_id=base) for base in sorted(set(bases)))
        note("make_key", actor=actor, targets=[key.id, owner.id])
    return NewKey(key.id, f"rk_{prefix}_{secret}")


def _check(scopes: Collection[str], ceiling: Tier, bases: Collection[UUID], *, every_base: bool) -> None:
    if unknown := sorted(set(scopes) - set(Scope.values)):
        raise Invalid.at("/scopes", f"There is no scope “{unknown[0]}”; there are {', '.join(Scope.values)}.")
    if not scopes:
        raise Invalid.at("/scopes", "A key needs at least one scope.")
    if ceiling >= Tier.VERIFIED:
        raise Invalid.at("/ceiling", "Only a person signed in gives “verified”; choose “stated” or lower for a key.")
    if every_base == bool(bases):
        raise Invalid.at("/bases", "Name the bases that the key opens, or open every base; one of the two.")
    if BeliefBase.objects.filter(id__in=bases).count() < len(set(bases)):
        raise Invalid.at("/bases", "One of these bases does not exist.")
