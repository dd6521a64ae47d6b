"""Forget: at once, or on a day until which it is held back and can be kept after all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import transaction

from claims.models import Forgetting, Tier
from claims.queries.across import forgettings_due
from claims.queries.rights import forgettings, inventory
from claims.queries.rows import Row
from claims.refusals import Invalid, NotFound
from claims.services import clock
from claims.services.actor import Actor, ActorKind
from claims.services.administration.entries import note
from claims.services.belief_base.operation import Done, Terms
from claims.services.restrict_claim import restrict_claims
from claims.services.rights.erase.erase_claims import MOST, Erasing, Ground, Wish, erase_claims

#: So many of the latest are shown.
SHOWN = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Reach:
    """What is to be forgotten: a ``claim``, what was ``guessed`` from it too; or all that a ``source`` speaks for; or,
    without any of these, everything."""

    claim: UUID | None = None
    guessed: bool = False
    source: str = ""

    def claims(self, base: UUID) -> list[UUID]:
        """The claims, under the ids they go by now."""
        if self.claim is not None:
            own = [self.claim]
            return own + (inventory.resting_alone(base, own, MOST) if self.guessed else [])
        if self.source:
            return [row.id for row in inventory.from_source(base, self.source)]
        return inventory.everything(base)


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """What can be forgotten along with a claim: how many were guessed from it, its sources with the number of claims
    that each speaks for, and how many there are at all."""

    guessed: int
    sources: tuple[tuple[str, int], ...]
    everything: int


def offered(*, base: UUID, claim: UUID | None) -> Offer:
    """What a page offers to forget."""
    number = len(inventory.everything(base))
    if claim is None:
        return Offer(guessed=0, sources=(), everything=number)
    return Offer(
        guessed=len(inventory.resting_alone(base, [claim], MOST)),
        sources=tuple((row.uri, row.number) for row in forgettings.sources_of(base, claim)),
        everything=number,
    )


def forget_now(
    *, base: UUID, actor: Actor, reach: Reach, learn_again: bool = False, terms: Terms | None = None
) -> Erasing:
    """Erase it at once; it cannot be undone.

    Raises:
        Invalid: where nothing is there to be forgotten; and, with NotFound, Moved and StalePlan, as `erase_claims`.
    """
    wish = Wish(claims=_some(reach.claims(base)), ground=Ground.CONSENT_WITHDRAWN, learn_again=learn_again)
    return erase_claims(base=base, actor=actor, wish=wish, terms=terms)


def forget_later(
    *, base: UUID, actor: Actor, reach: Reach, learn_again: bool = False, terms: Terms | None = None
) -> Done:
    """Hold it back now, and erase it after `settings.GRACE_DAYS`, unless it is kept after all or passed on again.

    Raises:
        Invalid: where nothing is there to be forgotten; and, with Forbidden, Moved and StalePlan, as `restrict_claims`.
    """
    with transaction.atomic():
        claims = _some(reach.claims(base))
        done = restrict_claims(base=base, actor=actor, claims=claims, operation="forget", terms=terms)
        if done.revision is not None:
            Forgetting.objects.create(
                base_id=base,
                claims=claims,
                ground=Ground.CONSENT_WITHDRAWN,
                learn_again=learn_again,
                revision=done.revision,
                asked_by=actor.id,
                asked_at=done.recorded_at,
                due_at=done.recorded_at + timedelta(days=settings.GRACE_DAYS),
            )
        return done


def keep_after_all(*, base: UUID, actor: Actor, forgetting: UUID) -> None:
    """It is not forgotten, and what is still held back for it is passed on again.

    Raises:
        NotFound: where nothing of that id is still to be forgotten.
    """
    with transaction.atomic():
        row = _open(base, forgetting)
        if row.held:
            restrict_claims(base=base, actor=actor, claims=row.held, operation="release", released=True)
        forgettings.end(base, forgetting, Forgetting.End.KEPT, clock.now())


def forget_at_last(*, base: UUID, actor: Actor, forgetting: UUID) -> None:
    """Erase what is still held back for it; what was passed on again meanwhile stays.

    Raises:
        NotFound: where nothing of that id is still to be forgotten.
    """
    with transaction.atomic():
        row = _open(base, forgetting)
        if not row.held:
            forgettings.end(base, forgetting, Forgetting.End.KEPT, clock.now())
            return
        wish = Wish(claims=row.held, ground=row.ground, learn_again=row.learn_again)
        receipt = erase_claims(base=base, actor=actor, wish=wish).receipt
        forgettings.end(base, forgetting, Forgetting.End.FORGOTTEN, clock.now(), receipt.id)


def forget_what_is_due() -> int:
    """Forget what is due in any base, each on behalf of whoever asked; says how many."""
    due = forgettings_due(clock.now())
    for each in due:
        asked = Forgetting.objects.values_list("asked_by", flat=True).get(base_id=each.base_id, id=each.id)
        actor = Actor(ActorKind.USER, asked, Tier.VERIFIED)
        try:
            forget_at_last(base=each.base_id, actor=actor, forgetting=each.id)
        except NotFound:
            continue  # somebody was quicker
    return len(due)


@dataclass(frozen=True, slots=True, kw_only=True)
class Forgotten:
    """What is to be forgotten or was, and what is not learned again."""

    planned: Sequence[Row]
    not_learned: Sequence[Row]


def forgotten(*, base: UUID) -> Forgotten:
    """All that a page tells of it."""
    return Forgotten(planned=forgettings.planned(base, SHOWN), not_learned=forgettings.not_learned(base, SHOWN))


def lift(*, base: UUID, actor: Actor, claim: UUID) -> None:
    """Let something that was forgotten be learned again from old words.

    Raises:
        NotFound: where it is not kept from being learned.
    """
    with transaction.atomic():
        if not forgettings.lift(base, claim, clock.now()):
            raise NotFound("Nothing of that id is kept from being learned again.")
        note("lift_forgotten", actor=actor, targets=[claim], chain=base)


def _some(claims: list[UUID]) -> list[UUID]:
    if not claims:
        raise Invalid("There is nothing here to be forgotten.")
    return claims


def _open(base: UUID, forgetting: UUID) -> Any:
    row = forgettings.locked(base, forgetting)
    if row is None:
        raise NotFound("Nothing of that id is still to be forgotten.")
    return row
