"""Make a belief base, empty."""

from __future__ import annotations

from collections.abc import Collection
from uuid import UUID, uuid4

from django.db import transaction

from claims.models import BeliefBase, Entity, EntityAlias, KeyBase, Membership
from claims.normal_form import key_of
from claims.services.actor import Actor, ActorKind
from claims.services.administration.entries import note


def make_base(
    *,
    actor: Actor,
    label: str,
    kind: str,
    policy: str = BeliefBase.Policy.FLAG,
    unknown_predicates: str = BeliefBase.Unknown.SINGLE,
    subject: str = "",
    members: Collection[UUID] = (),
) -> UUID:
    """Make a base; the key that makes it may use it, and so may the ``members``, by their users' ids.

    It knows whom it is about: ``subject`` (else its label), also called "me" or "the project". Its log begins here.
    """
    with transaction.atomic():
        base = BeliefBase.objects.create(label=label, kind=kind, policy=policy, unknown_predicates=unknown_predicates)
        if actor.kind is ActorKind.AGENT:
            KeyBase.objects.create(key_id=actor.id, base_id=base.id)
        _name_subject(base, subject or label)
        Membership.objects.bulk_create(Membership(base_id=base.id, user_id=each) for each in members)
        note("make_base", actor=actor, chain=base.id)
    return base.id


#: What agents call whom a base is about, whatever its name.
CALLED = {
    BeliefBase.Kind.PERSON: ("me", "i", "myself", "user", "the user"),
    BeliefBase.Kind.PROJECT: ("project", "the project"),
}


def _name_subject(base: BeliefBase, name: str) -> None:
    entity = Entity.objects.create(base_id=base.id, id=uuid4(), name=name)
    keys = dict.fromkeys([key_of(name), key_of(base.label), *CALLED[BeliefBase.Kind(base.kind)]])
    EntityAlias.objects.bulk_create(EntityAlias(base_id=base.id, key=key, entity_id=entity.id) for key in keys)
