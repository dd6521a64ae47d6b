"""The only writer of requests: a request, a step with its evidence and words, a decision, an erasure of words. All in
the caller's transaction."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any
from uuid import UUID

from django.db.models import Q, QuerySet

from audit.requests.models import Request, RequestDecision, RequestLetter, RequestStep, RequestText
from audit.requests.regimes import Regime
from audit.requests.words import OVER, Act, Kind, State


@dataclass(frozen=True, slots=True, kw_only=True)
class Filed:
    """A request as it is received."""

    base: UUID
    id: UUID
    kind: Kind
    regime: Regime
    country: str
    zone: str
    subject: UUID | None
    filed_by: UUID
    received_at: datetime
    claims: tuple[UUID, ...]
    ground: str
    first_on: date
    last_on: date


@dataclass(frozen=True, slots=True, kw_only=True)
class Letter:
    """A letter that goes out with a step: its template, its words, and the way it is sent."""

    template: str
    text: str
    way: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One act done with a request. ``texts`` are words by purpose; ``changes`` are columns of the request that change
    with it."""

    base: UUID
    request: UUID
    number: int
    act: Act
    state: State
    at: datetime
    actor_kind: str
    actor: UUID
    evidence: Mapping[str, Any]
    texts: Mapping[str, str] = field(default_factory=dict)
    letter: Letter | None = None
    changes: Mapping[str, Any] = field(default_factory=dict)


def receive(filed: Filed) -> None:
    """Write down a request; its first step follows."""
    Request.objects.create(
        base_id=filed.base,
        id=filed.id,
        kind=filed.kind,
        regime=filed.regime.code,
        regime_from=filed.regime.from_day,
        country=filed.country,
        zone=filed.zone,
        subject_id=filed.subject,
        filed_by=filed.filed_by,
        received_at=filed.received_at,
        clock_from=filed.received_at,
        claims=list(filed.claims),
        ground=filed.ground,
        first_on=filed.first_on,
        last_on=filed.last_on,
        due_on=filed.first_on,
    )


def append(step: Step) -> None:
    """Append a step, and move the request on to where it says."""
    here = {"base_id": step.base, "request_id": step.request}
    RequestStep.objects.create(
        **here,
        number=step.number,
        act=step.act,
        state=step.state,
        at=step.at,
        actor_kind=step.actor_kind,
        actor_id=step.actor,
        evidence=dict(step.evidence),
    )
    texts = dict(step.texts)
    if step.letter:
        texts["letter"] = step.letter.text
        RequestLetter.objects.create(
            **here, step=step.number, template=step.letter.template, way=step.letter.way, sent_at=step.at
        )
    RequestText.objects.bulk_create(
        RequestText(**here, step=step.number, purpose=purpose, text=text) for purpose, text in texts.items() if text
    )
    change(step.base, step.request, steps=step.number, state=step.state, **step.changes)


def change(base: UUID, request: UUID, **columns: Any) -> None:
    """Change columns of a request that may be: its days, and what its latest step says."""
    Request.objects.filter(base_id=base, id=request).update(**columns)


def propose(base: UUID, request: UUID, number: int, **columns: Any) -> None:
    """Write down a decision as proposed."""
    RequestDecision.objects.create(base_id=base, request_id=request, number=number, **columns)


def agree(base: UUID, request: UUID, number: int, *, by: UUID, at: datetime) -> None:
    """Write down that a second person agrees to a decision."""
    RequestDecision.objects.filter(base_id=base, request_id=request, number=number).update(
        seconded_by=by, seconded_at=at
    )


def erase_words(base: UUID, at: datetime, request: UUID | None = None, purposes: Sequence[str] = ()) -> int:
    """Erase the words of one request, or of every request of a base, or those of some ``purposes`` alone; says how many
    texts there were."""
    texts, reasons = _texts(base), _reasons(base)
    if request is not None:
        texts, reasons = texts.filter(request_id=request), reasons.filter(request_id=request)
    if purposes:
        texts, reasons = texts.filter(purpose__in=purposes), reasons.none()
    return texts.update(text="", erased_at=at) + reasons.update(reasons="", erased_at=at)


def erase_mentions(base: UUID, at: datetime, words: Sequence[str]) -> int:
    """Erase the texts in which one of some words stands, of requests that are over; says how many there were."""
    over = Request.objects.filter(base_id=base, state__in=OVER).values_list("id", flat=True)
    texts, reasons = _texts(base).filter(request_id__in=over), _reasons(base).filter(request_id__in=over)
    said, given = Q(), Q()
    for word in words:
        said, given = said | Q(text__icontains=word), given | Q(reasons__icontains=word)
    if not words:
        return 0
    return texts.filter(said).update(text="", erased_at=at) + reasons.filter(given).update(reasons="", erased_at=at)


def _texts(base: UUID) -> QuerySet[RequestText]:
    return RequestText.objects.filter(base_id=base, erased_at=None)


def _reasons(base: UUID) -> QuerySet[RequestDecision]:
    return RequestDecision.objects.filter(base_id=base, erased_at=None).exclude(reasons="")
