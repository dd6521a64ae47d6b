"""Make a belief base, empty."""

from __future__ import annotations

from uuid import UUID

from django.db import transaction

from claims.models import BeliefBase, KeyBase
from claims.services.actor import Actor, ActorKind
from claims.services.administration.entries import note


def make_base(
    *,
    actor: Actor,
    label: str,
    kind: str,
    policy: str = BeliefBase.Policy.FLAG,
    unknown_predicates: str = BeliefBase.Unknown.SINGLE,
) -> UUID:
    """Make a base; the key that makes it may use it. Its log begins with this."""
    with transaction.atomic():
        base = BeliefBase.objects.create(label=label, kind=kind, policy=policy, unknown_predicates=unknown_predicates)
        if actor.kind is ActorKind.AGENT:
            KeyBase.objects.create(key_id=actor.id, base_id=base.id)
        note("make_base", actor=actor, chain=base.id)
    return base.id
