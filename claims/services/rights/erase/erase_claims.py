"""Erase claims: forget their words everywhere, in one revision, and look afterwards (GDPR Art. 17)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from enum import StrEnum
from uuid import UUID, uuid4

from django.db import transaction

from claims.engine.acts import Claim
from claims.engine.rights import Erasure as ErasureAct
from claims.models import Erasure
from claims.queries.rights import forgetting, inventory
from claims.refusals import Invalid
from claims.services.actor import Actor
from claims.services.belief_base.desk import Desk
from claims.services.belief_base.naming import claim_called
from claims.services.belief_base.operation import Done, Drawn, Terms, operate
from claims.services.rights.erase.fingerprints import remember_not_to_learn
from claims.services.rights.erase.stores import Answer, Erased, erase_everywhere
from claims.services.rights.erase.sweep import Swept, sweep, words_in

#: So many claims go in one erasure at the most.
MOST = 100_000


class Ground(StrEnum):
    """Why: the letters of GDPR Art. 17(1), as the codes of the law say them."""

    NO_LONGER_NEEDED = "17-1-a"
    CONSENT_WITHDRAWN = "17-1-b"
    OBJECTED = "17-1-c"
    UNLAWFUL = "17-1-d"
    REQUIRED_BY_LAW = "17-1-e"
    CHILD = "17-1-f"


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """What an erasure did: what each store answered, and where the words still stand. ``guessed`` are claims that rest
    on what was erased and on nothing else, and stay for want of a tick. ``None`` ids and times are those of a preview.
    """

    id: UUID | None
    at: datetime | None
    ground: str
    claims: tuple[UUID, ...]
    guessed: tuple[UUID, ...]
    stores: tuple[Answer, ...] = ()
    swept: Swept | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Erasing:
    """What was done, as any operation tells it, and the receipt."""

    done: Done
    receipt: Receipt


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """What is to be erased, and how. ``ground`` is the code of the law that it stands on. ``restores``: what these
    claims alone kept down is held again. ``learn_again``: what was there before may bring them back."""

    claims: Sequence[UUID]
    ground: str
    restores: bool = False
    learn_again: bool = False
    request: UUID | None = None


def erase_claims(*, base: UUID, actor: Actor, wish: Wish, terms: Terms | None = None) -> Erasing:
    """Erase some claims as one revision. It cannot be undone.

    Raises:
        NotFound: where the base has not all of them.
        Invalid: where there are none, or too many, or one is erased already.
        Moved, StalePlan: as `operate`.
    """
    if not 0 < len(wish.claims) <= MOST:
        raise Invalid.at("/claims", f"Between one and {MOST:,} claims are erased at a time; name them.")
    with transaction.atomic():
        done = operate(base=base, actor=actor, operation="erase", build=lambda desk: _drawn(desk, wish), terms=terms)
        going = _going(done)
        guessed = tuple(inventory.resting_alone(base, going, MOST))
        receipt = Receipt(id=None, at=None, ground=wish.ground, claims=going, guessed=guessed)
        if done.revision is None:
            return Erasing(done=done, receipt=receipt)
        names = forgetting.names_of(base, going)
        words = forgetting.words_of(base, names)
        if not wish.learn_again:
            remember_not_to_learn(base, words, done.recorded_at)
        said = words_in(words)
        erased = Erased(base=base, claims=names, words=said, revision=done.revision, at=done.recorded_at)
        return Erasing(done=done, receipt=_receipt(receipt, actor, wish, erased))


def _receipt(draft: Receipt, actor: Actor, wish: Wish, erased: Erased) -> Receipt:
    answers = erase_everywhere(erased)
    swept = sweep(erased.base, list(erased.words))
    made = uuid4()
    receipt = Receipt(
        id=made, at=erased.at, ground=wish.ground, claims=draft.claims, guessed=draft.guessed,
        stores=answers, swept=swept,
    )  # fmt: skip
    Erasure.objects.create(
        base_id=erased.base,
        id=made,
        revision=erased.revision,
        at=erased.at,
        actor_id=actor.id,
        ground=wish.ground,
        request_id=wish.request,
        receipt={
            "claims": [str(each) for each in receipt.claims],
            "stores": [asdict(each) for each in answers],
            "swept": asdict(swept),
        },
    )
    return receipt


def _drawn(desk: Desk, wish: Wish) -> Drawn:
    targets: dict[UUID, Claim] = {}
    for each in wish.claims:
        target = claim_called(desk.base, each)
        targets.setdefault(target.id, target)
    acts = [
        ErasureAct(**desk.head_of(place, desk.actor.word()), claim=target, restores=wish.restores)
        for place, target in enumerate(targets.values())
    ]
    return Drawn(acts, frozenset(each.question for each in targets.values()))


def _going(done: Done) -> tuple[UUID, ...]:
    return tuple(act.claim.id for act in done.plan.acts if isinstance(act, ErasureAct))
