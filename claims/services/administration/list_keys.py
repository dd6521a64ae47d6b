"""The keys of agents, as an administrator sees them: never their secrets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from uuid import UUID

from claims.models import Tier
from claims.queries.keys import key_counts, keys_page
from claims.services import clock


class Standing(StrEnum):
    """Whether a key opens anything now."""

    IN_USE = "in_use"
    EXPIRED = "expired"
    REVOKED = "revoked"


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyView:
    """A key. ``bases`` are the labels of those it opens, every one of them where it opens ``every_base``."""

    id: UUID
    agent: str
    prefix: str
    role: str
    scopes: Sequence[str]
    ceiling: str
    bases: Sequence[str]
    every_base: bool
    created_at: datetime
    expires_at: datetime | None
    revoked_at: datetime | None
    last_used_at: datetime | None
    standing: Standing


@dataclass(frozen=True, slots=True)
class KeyPage:
    """Some of the keys, and how many there are of each standing."""

    keys: Sequence[KeyView]
    counts: dict[str, int]


def list_keys(*, standing: Standing | None, offset: int, limit: int) -> KeyPage:
    """The keys of a standing, or all, by agent and the newest first."""
    now = clock.now()
    rows = keys_page(now=now, standing=standing, offset=offset, limit=limit)
    views = [
        KeyView(
            **{name: value for name, value in row.items() if name not in ("ceiling", "standing")},
            ceiling=Tier(row.ceiling).label,
            standing=Standing(row.standing),
        )
        for row in rows
    ]
    return KeyPage(views, key_counts(now))
