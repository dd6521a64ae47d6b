"""Revoke a key. It opens nothing from this moment on."""

from __future__ import annotations

from uuid import UUID

from django.db import transaction

from claims.models import AgentKey
from claims.refusals import NotFound
from claims.services import clock
from claims.services.actor import Actor
from claims.services.administration.entries import note


def revoke_key(*, actor: Actor, key: UUID) -> None:
    """Revoke a key; one that was revoked already stays so.

    Raises:
        NotFound: where there is no such key.
    """
    with transaction.atomic():
        row = AgentKey.objects.select_for_update().filter(id=key).first()
        if row is None:
            raise NotFound("There is no such key.")
        if row.revoked_at is None:
            row.revoked_at = clock.now()
            row.save(update_fields=["revoked_at"])
            note("revoke_key", actor=actor, targets=[row.id, row.agent_id])
