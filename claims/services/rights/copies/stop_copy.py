"""Stop a copy that is being made, or remove one that is ready: at the wish of the person whom it is for."""

from __future__ import annotations

from uuid import UUID

from django.db import transaction

from claims.models import PersonCopy
from claims.queries import naming
from claims.queries.rights import copies
from claims.refusals import Invalid
from claims.services.actor import Actor
from claims.services.administration.entries import note
from claims.services.rights.copies import files
from claims.services.rights.copies.read_copies import copy_of


def stop_copy(*, base: UUID, actor: Actor, copy: UUID) -> None:
    """Stop it, or remove its files.

    Raises:
        NotFound: where there is no such copy, or it is for somebody else.
        Invalid: where it is over already.
    """
    actor.must_be_person("stop a copy")
    with transaction.atomic():
        naming.lock_base(base)
        copy_of(base=base, user=actor.id, copy=copy)
        if copies.stop(base, copy):
            note("stop_copy", actor=actor, chain=base, targets=[copy])
        elif copies.remove(base, copy, PersonCopy.Gone.PERSON):
            note("remove_copy", actor=actor, chain=base, targets=[copy])
        else:
            raise Invalid("This copy is over already; there is nothing to stop or remove.")
        transaction.on_commit(lambda: files.remove(base, copy))
