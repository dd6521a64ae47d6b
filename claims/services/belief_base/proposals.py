"""A claim as proposed: read and checked, not yet told apart from what the base knows."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from claims.engine.time.dates import Stated
from claims.models import Tier


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """Where a proposal or another act comes from; ``kind`` is the trust tier (engine.md §1, source)."""

    kind: Tier
    uri: str = ""
    excerpt: str = ""
    sha256: str = ""
    method: str = ""
    origin: str = ""
    reason: str = ""
    observed_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Reason:
    """A justification as proposed: claims by id, name or, in a batch, ``ref``."""

    all_of: tuple[str, ...] = ()
    none_of: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """A claim, proposed (api.md). ``confidence`` in thousandths; ``pointer`` says where in the request it stood."""

    subject: str
    predicate: str
    object: str
    source: Origin
    negated: bool = False
    name: str | None = None
    kind: str | None = None
    kind_raw: str = ""
    confidence: int | None = None
    valid_from: Stated | None = None
    valid_to: Stated | None = None
    open_start: bool = False
    correction: bool = False
    corrects: str | None = None
    justifications: tuple[Reason, ...] = ()
    supports: tuple[str, ...] = field(default=())
    ref: str | None = None
    pointer: str = ""
