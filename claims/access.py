"""Who may see or change what. Each fetch is named after what it guarantees."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Exists, OuterRef, QuerySet

from claims.models import BeliefBase, KeyBase, Membership, Role, Scope, Tier, User
from claims.refusals import Forbidden, NotFound

#: What a role may do in every base. A person concerned has theirs in the bases that are about them.
BY_ROLE: dict[str, frozenset[str]] = {
    Role.SUPPORT: frozenset({Scope.READ, Scope.ASSERT, Scope.REVISE}),
    Role.COMPLIANCE: frozenset({Scope.READ, Scope.AUDIT, Scope.ERASE}),
}
OF_MEMBERS: frozenset[str] = frozenset({Scope.READ, Scope.ASSERT, Scope.REVISE, Scope.ERASE})

_CANNOT = {
    Scope.READ: "read beliefs",
    Scope.ASSERT: "assert claims",
    Scope.REVISE: "take claims back or change their reasons",
    Scope.ERASE: "erase",
    Scope.AUDIT: "read the log",
    Scope.ADMIN: "make bases or edit the vocabulary",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Visitor:
    """Whoever asks: an agent by its key, or a person signed in. ``id`` is the key's or the user's.

    ``scopes`` are what they may do wherever they are let in; ``everywhere`` says that this is every base.
    """

    id: UUID
    ceiling: Tier
    scopes: frozenset[str]
    everywhere: bool = False
    agent: UUID | None = None

    #: Asked by the web framework of whoever signed in.
    is_authenticated: bool = True

    @property
    def pk(self) -> UUID:
        return self.id

    @property
    def is_person(self) -> bool:
        return self.agent is None


def visitor_signed_in(user: User) -> Visitor:
    """A person signed in, as far as their role goes; an administrator has no beliefs to read without one."""
    scopes = BY_ROLE.get(user.role, frozenset())
    return Visitor(
        id=user.id,
        ceiling=Tier.VERIFIED,
        scopes=scopes | {Scope.ADMIN} if user.is_superuser else scopes,
        everywhere=bool(scopes),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened:
    """A base that a visitor was let into. ``looked_at`` by staff whom it does not concern: each look is logged."""

    id: UUID
    label: str
    kind: str
    policy: str
    unknown_predicates: str
    head: int
    head_at: datetime | None
    created_at: datetime
    looked_at: bool = False


def base_to_read(visitor: Visitor, base: UUID) -> Opened:
    """A base whose beliefs this visitor may read.

    Raises:
        NotFound: where the base is not theirs, or is none.
        Forbidden: where they may not read.
    """
    return _base(visitor, base, Scope.READ)


def base_to_assert(visitor: Visitor, base: UUID) -> Opened:
    """A base in which this visitor may assert claims.

    Raises:
        NotFound, Forbidden: as `base_to_read`.
    """
    return _base(visitor, base, Scope.ASSERT)


def base_to_revise(visitor: Visitor, base: UUID) -> Opened:
    """A base in which this visitor may take claims back, change their reasons, and undo.

    Raises:
        NotFound, Forbidden: as `base_to_read`.
    """
    return _base(visitor, base, Scope.REVISE)


def base_to_erase(visitor: Visitor, base: UUID) -> Opened:
    """A base in which this visitor may have claims forgotten: the person concerned, compliance, a key with the scope.

    Raises:
        NotFound, Forbidden: as `base_to_read`.
    """
    return _base(visitor, base, Scope.ERASE)


def may_revise(visitor: Visitor, opened: Opened) -> bool:
    """Whether this visitor, who was let into a base, may also change what is held in it."""
    own = visitor.is_person and not opened.looked_at
    return own or Scope.REVISE in visitor.scopes


def base_to_administer(visitor: Visitor, base: UUID) -> Opened:
    """A base that this visitor may set up.

    Raises:
        NotFound, Forbidden: as `base_to_read`.
    """
    return _base(visitor, base, Scope.ADMIN)


def base_of_requests(visitor: Visitor, base: UUID) -> Opened:
    """A base whose requests this visitor may see and file: their own, where it concerns them; staff see all.

    Raises:
        NotFound: where the base is not theirs, or is none.
        Forbidden: where a key asks; requests are for people alone.
    """
    opened = _base(visitor, base, Scope.READ)
    if not visitor.is_person:
        raise Forbidden("Requests of persons are for people alone; a key may neither see nor file them.")
    return opened


def base_of_own(visitor: Visitor, base: UUID) -> Opened:
    """A base that concerns this visitor: what is theirs alone to do, such as taking a copy, or forgetting at once.

    Raises:
        NotFound: where the base is not theirs, or is none.
        Forbidden: where a key or staff ask.
    """
    opened = _base(visitor, base, Scope.READ)
    if not visitor.is_person or opened.looked_at:
        raise Forbidden("This is for the person concerned alone.")
    return opened


def may_take_step(visitor: Visitor, opened: Opened, *, own: bool) -> None:
    """Let those go on who may take a step with a request: compliance any, the person concerned their ``own``.

    Raises:
        Forbidden: where they may not.
    """
    if not (works_on_requests(visitor) or (own and not opened.looked_at)):
        raise Forbidden("Your role may not work on requests; compliance does.")


def works_on_requests(visitor: Visitor) -> bool:
    """Whether this visitor works on requests, in whatever base."""
    return visitor.is_person and visitor.everywhere and Scope.AUDIT in visitor.scopes


def whose_requests(visitor: Visitor, opened: Opened) -> UUID | None:
    """Whose requests this visitor sees in a base: their own alone, or ``None`` for everybody's."""
    return None if opened.looked_at or works_on_requests(visitor) else visitor.id


def sees_deadlines(visitor: Visitor) -> Visitor:
    """The visitor, who may see the deadlines of all bases: support and compliance.

    Raises:
        Forbidden: where they may not.
    """
    if not (visitor.is_person and visitor.everywhere):
        raise Forbidden("The deadlines of requests are for support and compliance.")
    return visitor


def administrator(visitor: Visitor) -> Visitor:
    """The visitor, who may make bases and edit the vocabulary.

    Raises:
        Forbidden: where they may not.
    """
    _must(visitor.scopes, Scope.ADMIN, visitor)
    return visitor


def bases_seen_by(visitor: Visitor, *, after: UUID | None, limit: int) -> Sequence[Opened]:
    """The bases this visitor may read, in the order of their ids, from the one after ``after``."""
    rows = _with_concern(visitor)
    if Scope.READ not in visitor.scopes:
        rows = rows.filter(mine=True) if visitor.is_person else rows.none()
    elif not visitor.everywhere:
        rows = rows.filter(mine=True)
    if after is not None:
        rows = rows.filter(id__gt=after)
    return [_opened(row, visitor) for row in rows.order_by("id")[:limit]]


def _base(visitor: Visitor, base: UUID, scope: Scope) -> Opened:
    row = _with_concern(visitor).filter(id=base).first()
    if row is None or not (row.mine or visitor.everywhere):
        raise NotFound("There is no such base, or it is not yours.")
    own = OF_MEMBERS if visitor.is_person and row.mine else frozenset[str]()
    _must(own | visitor.scopes, scope, visitor)
    return _opened(row, visitor)


def _with_concern(visitor: Visitor) -> QuerySet[Any]:
    if visitor.is_person:
        own = Membership.objects.filter(base_id=OuterRef("id"), user_id=visitor.id)
        return BeliefBase.objects.annotate(mine=Exists(own))
    return BeliefBase.objects.annotate(mine=Exists(KeyBase.objects.filter(base_id=OuterRef("id"), key_id=visitor.id)))


def _must(scopes: frozenset[str], scope: Scope, visitor: Visitor) -> None:
    if scope not in scopes:
        who = "Your role" if visitor.is_person else f"This key lacks the scope “{scope.value}” and"
        raise Forbidden(f"{who} may not {_CANNOT[scope]}.")


def _opened(row: Any, visitor: Visitor) -> Opened:
    return Opened(
        id=row.id,
        label=row.label,
        kind=row.kind,
        policy=row.policy,
        unknown_predicates=row.unknown_predicates,
        head=row.head,
        head_at=row.head_at,
        created_at=row.created_at,
        looked_at=visitor.is_person and not row.mine,
    )
