"""The one door through which a decided request is carried out: a function for each kind.

Each is given what was granted, does it in the caller's transaction, and says what every store answered. What it
refuses leaves the request being carried out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID, uuid5

from audit.requests.words import Kind, Outcome
from claims.engine.time.dates import Stated
from claims.models import Tier
from claims.queries import claims as claim_rows
from claims.queries.rights.inventory import everything, served
from claims.refusals import Invalid
from claims.services.actor import Actor
from claims.services.belief_base.operation import Done
from claims.services.belief_base.proposals import Origin
from claims.services.by_hand.correct_claim import Instead, correct_claim
from claims.services.contract_claim import Reading, contract_claim
from claims.services.reading.clocks import time_said
from claims.services.restrict_claim import release_claim, restrict_claim, restrict_claims
from claims.services.rights.complete_claim import complete_claim
from claims.services.rights.copies.ask_for_copy import Wanted, ask_for_copy
from claims.services.rights.erase.erase_claims import Wish as ErasureWish
from claims.services.rights.erase.erase_claims import erase_claims
from claims.services.rights.requests.wish import Wish


@dataclass(frozen=True, slots=True, kw_only=True)
class Granted:
    """What is to be carried out: of which base and request, by whom, what was granted, and of which claims. ``ground``
    and ``words`` are the person's, ``held`` are the claims that are held back for this request alone, ``cover`` the
    subjects and statements whose names of other people a copy covers."""

    base: UUID
    request: UUID
    reference: str
    actor: Actor
    subject: UUID | None
    kind: Kind
    outcome: Outcome
    ground: str
    words: str
    claims: Sequence[UUID]
    wish: Wish | None
    held: frozenset[UUID] = frozenset()
    cover: Sequence[UUID] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Carried:
    """What was done: how many of what, what each store answered, the revisions that did it, and the copy that is being
    made."""

    counts: Mapping[str, int] = field(default_factory=dict)
    stores: Mapping[str, str] = field(default_factory=dict)
    revisions: Sequence[int] = ()
    copy: UUID | None = None


def carry_out(granted: Granted) -> Carried:
    """Carry out what was granted, and let go again what was held back for what was not.

    Raises:
        Invalid, Forbidden: where it cannot be done; nothing was.
    """
    done = Carried() if granted.outcome is Outcome.REFUSE else _BY_KIND[granted.kind](granted)
    let_go = sorted(granted.held - _kept_back(granted))
    released = [_revision(release_claim(**_act(granted), claim=each, reason=granted.reference)) for each in let_go]
    return Carried(
        counts={**done.counts, **({"released": len(released)} if released else {})},
        stores={**done.stores, "beliefs": _answer(done.stores.get("beliefs", ""), len(released))},
        revisions=[*done.revisions, *released],
        copy=done.copy,
    )


def _answer(said: str, released: int) -> str:
    return ", ".join(filter(None, [said, f"{released} passed on again" if released else ""])) or "nothing to change"


def access(granted: Granted) -> Carried:
    """A copy of everything (GDPR Art. 15), made by the worker; the person takes it from their request."""
    return _copy(granted)


def portability(granted: Granted) -> Carried:
    """A copy of what the person gave (GDPR Art. 20), likewise."""
    return _copy(granted)


def _copy(granted: Granted) -> Carried:
    if granted.subject is None:
        raise Invalid(
            "Only a person with an account here can take a copy, and nobody else may read it; make one first."
        )
    wanted = Wanted(
        kind=granted.kind.value,
        user=granted.subject,
        request=granted.request,
        claims=granted.claims,
        cover=granted.cover,
        id=uuid5(granted.request, "copy"),  # the same when it is looked at as when it is agreed to
    )
    made = ask_for_copy(base=granted.base, actor=granted.actor, wanted=wanted)
    return Carried(stores={"copies": "one is being made"}, copy=made)


def completion(granted: Granted) -> Carried:
    """A statement that is served with the claim (GDPR Art. 16)."""
    if not granted.words.strip():
        raise Invalid("What was to be added has been erased, so there is nothing to put beside it.")
    made = [
        _revision(complete_claim(**_act(granted), claim=each, statement=granted.words, reason=granted.reference))
        for each in granted.claims
    ]
    return Carried(counts={"completed": len(made)}, stores={"beliefs": f"{len(made)} completed"}, revisions=made)


def erasure(granted: Granted) -> Carried:
    """Claims, or everything, erased (GDPR Art. 17)."""
    claims = list(granted.claims) or everything(granted.base)
    wish = ErasureWish(claims=claims, ground=granted.ground, request=granted.request)
    erasing = erase_claims(**_act(granted), wish=wish)
    stores = {each.store: f"{each.removed} removed" for each in erasing.receipt.stores}
    swept = erasing.receipt.swept
    if swept is not None and swept.still:
        stores["afterwards"] = f"words still stand in {', '.join(sorted(swept.still))}"
    return Carried(counts={"erased": len(claims)}, stores=stores, revisions=[_revision(erasing.done)])


def rectification(granted: Granted) -> Carried:
    """The claim corrected as the person asked (GDPR Art. 16); it is not held back any more then."""
    wish = granted.wish
    if wish is None or len(granted.claims) != 1:
        raise Invalid("It is not said what is right instead in a form that can be carried out; say it with this step.")
    source = Origin(kind=Tier.VERIFIED, reason=granted.reference)
    act = {**_act(granted), "claim": granted.claims[0], "source": source}
    if wish.how in ("changed", "instead"):
        done = correct_claim(**act, instead=_instead(wish))
    else:
        never = wish.how == "never"
        done = contract_claim(
            **act,
            reading=Reading.NEVER_TRUE if never else Reading.ENDED,
            ended_at=None if never else _said(wish.until),
        )
    return Carried(counts={"corrected": 1}, stores={"beliefs": "1 corrected"}, revisions=[_revision(done)])


def restriction(granted: Granted) -> Carried:
    """The claims held back, for as long as the ground lasts (GDPR Art. 18)."""
    rows = claim_rows.by_ids(granted.base, list(granted.claims))
    to_do = sorted(row.id for row in rows if not row.restricted)
    made = [_revision(restrict_claim(**_act(granted), claim=each, reason=granted.reference)) for each in to_do]
    number = len(granted.claims)
    return Carried(counts={"held_back": number}, stores={"beliefs": f"{number} held back"}, revisions=made)


def objection(granted: Granted) -> Carried:
    """The claims, or all there are, not used any more (GDPR Art. 21): they are held back until somebody erases them."""
    if granted.claims:
        return restriction(granted)
    done = restrict_claims(**_act(granted), claims=served(granted.base), reason=granted.reference)
    number = len(done.plan.acts)
    return Carried(counts={"held_back": number}, stores={"beliefs": f"{number} held back"}, revisions=[_revision(done)])


_BY_KIND: Mapping[Kind, Callable[[Granted], Carried]] = {
    Kind.ACCESS: access,
    Kind.PORTABILITY: portability,
    Kind.RECTIFICATION: rectification,
    Kind.COMPLETION: completion,
    Kind.ERASURE: erasure,
    Kind.RESTRICTION: restriction,
    Kind.OBJECTION: objection,
}


def _kept_back(granted: Granted) -> frozenset[UUID]:
    """The claims that stay held back as the request wants it."""
    stays = granted.kind in (Kind.RESTRICTION, Kind.OBJECTION) and granted.outcome is not Outcome.REFUSE
    return frozenset(granted.claims) if stays else frozenset()


def _act(granted: Granted) -> dict[str, Any]:
    return {"base": granted.base, "actor": granted.actor}


def _revision(done: Done) -> int:
    return done.revision or 0


def _instead(wish: Wish) -> Instead:
    if wish.how == "changed":
        return Instead(value=wish.value, changed_on=_said(wish.on))
    return Instead(value=wish.value, since=_said(wish.since))


def _said(text: str) -> Stated | None:
    return time_said(text) if text else None
