"""Ask for a copy: the person for themselves, or whoever carries out their request. The worker makes it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID, uuid4

from django.db import transaction
from procrastinate.contrib.django import app

from claims.models import PersonCopy
from claims.queries import naming
from claims.queries.rights import copies
from claims.refusals import Invalid, NotFound
from claims.services import clock
from claims.services.actor import Actor
from claims.services.administration.entries import note
from claims.services.rights.copies.third_persons import checked

#: The task that makes it, by name: work is queued from here and done from above.
MAKE, QUEUE = "make_copy", "copies"
#: So many copies of one person are kept in a base at a time.
MOST = 10

Kind = PersonCopy.Kind
OPEN = (PersonCopy.State.QUEUED, PersonCopy.State.MAKING)


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """Which copy, for whom. ``claims`` are those that it is about, all if none; ``cover`` are subjects and statements
    whose names of other people are covered; ``id`` is drawn where it is not given."""

    kind: str
    user: UUID
    request: UUID | None = None
    claims: Sequence[UUID] = ()
    cover: Sequence[UUID] = ()
    id: UUID | None = None


def ask_for_copy(*, base: UUID, actor: Actor, wanted: Wanted) -> UUID:
    """Write down that a copy is wanted, and queue its making; says which it is.

    Raises:
        NotFound: where there is no such base.
        Invalid: where one of this kind is being made for the person, too many are kept, or what is to be covered is no
            name.
    """
    actor.must_be_person("ask for a copy")
    with transaction.atomic():
        if naming.lock_base(base) is None:
            raise NotFound("There is no such base.")
        if wanted.request is None:
            _refuse_more(base, wanted)
        made = wanted.id or uuid4()
        PersonCopy.objects.create(
            base_id=base,
            id=made,
            kind=wanted.kind,
            user_id=wanted.user,
            request_id=wanted.request,
            claims=list(wanted.claims),
            cover=checked(base, wanted.cover),
            asked_at=clock.now(),
        )
        note("ask_for_copy", actor=actor, chain=base, targets=[made])
        queue(base, made)
    return made


def queue(base: UUID, copy: UUID) -> None:
    """Queue the making of a copy, in the caller's transaction."""
    app.configure_task(MAKE, queue=QUEUE).defer(base=str(base), copy=str(copy))


def _refuse_more(base: UUID, wanted: Wanted) -> None:
    theirs = copies.of_person(base, wanted.user, 1000)
    if any(row.state in OPEN and row.kind == wanted.kind and row.request_id is None for row in theirs):
        raise Invalid("A copy of this kind is being made for you already; wait for it, or stop it.")
    if sum(row.state == PersonCopy.State.READY for row in theirs) >= MOST:
        raise Invalid(f"{MOST} copies are kept for you already; remove one first.")
