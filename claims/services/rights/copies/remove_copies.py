"""Remove copies: those whose time is over, and all of a base once something in it was erased; and go on with those that
somebody began and left."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from uuid import UUID, uuid4

from django.db import transaction

from audit.requests.words import OVER
from claims.models import PersonCopy
from claims.queries import across, naming
from claims.queries.rights import copies, requests
from claims.queries.rows import Row
from claims.services import clock
from claims.services.actor import OPERATOR
from claims.services.administration.entries import note
from claims.services.rights.copies import files
from claims.services.rights.copies.ask_for_copy import OPEN, queue

#: A copy that nobody has gone on with for so long was left by a worker that is no more.
PATIENCE = timedelta(minutes=2)


def see_to_copies() -> int:
    """Remove what has had its time, queue again what was left, and clear away files that are no copy's; says how many
    copies that were."""
    found = across.copies_to_see_to(clock.now(), PATIENCE)
    for row in found:
        with transaction.atomic():
            if row.state == PersonCopy.State.READY:
                _expire(row)
            else:
                queue(row.base_id, row.id)
    for base, copy in files.kept():
        _clear(base, copy)
    return len(found)


def _expire(row: Row) -> None:
    naming.lock_base(row.base_id)
    if copies.remove(row.base_id, row.id, PersonCopy.Gone.EXPIRED):
        note("expire_copy", actor=OPERATOR, chain=row.base_id, targets=[row.id])
        transaction.on_commit(lambda: files.remove(row.base_id, row.id))


def _clear(base: UUID, copy: UUID) -> None:
    """Remove files whose copy is over: whoever was to remove them did not get so far. What was begun of one that goes
    on is removed by whoever goes on."""
    row = copies.by_id(base, copy)
    kept = row is not None and row.state in (*OPEN, PersonCopy.State.READY)
    if not kept:
        files.remove(base, copy)


def forget_copies(base: UUID) -> int:
    """Remove every copy of a base in the caller's transaction, since something in it was erased; those that are being
    made are begun again. The files go when the transaction is done. Says of how many copies there were files.

    Whoever waits for a copy that they asked for by a request is made another.
    """
    removed, begun = copies.remove_all(base), copies.begin_all_again(base)
    for row in removed:
        if row.request_id is not None and _is_open(base, row.request_id):
            queue(base, _another(row))
    for row in begun:
        queue(base, row.id)
    transaction.on_commit(lambda: _remove_files(removed, begun))
    return len(removed) + len(begun)


def _remove_files(removed: Sequence[Row], begun: Sequence[Row]) -> None:
    for row in removed:
        files.remove(row.base_id, row.id)
    for row in begun:
        files.remove_drafts(row.base_id, row.id, before=row.attempt)  # somebody may have begun it again by now


def _is_open(base: UUID, request: UUID) -> bool:
    row = requests.by_id(base, request)
    return row is not None and row.state not in OVER


def _another(row: Row) -> UUID:
    made = PersonCopy.objects.create(
        base_id=row.base_id,
        id=uuid4(),
        kind=row.kind,
        user_id=row.user_id,
        request_id=row.request_id,
        claims=row.claims,
        cover=row.cover,
        asked_at=clock.now(),
    )
    found: UUID = made.id
    return found
