"""Requests as they are read: how each stands, until when it must be answered, and what became of it step by step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from typing import Any
from uuid import UUID

from audit.requests.clocks import Clocks
from audit.requests.regimes import Regime
from audit.requests.states import possible
from audit.requests.words import OVER, Act, State
from claims.models import Tier
from claims.queries.rights import requests
from claims.queries.rights.requests import AskedRequests, Course
from claims.queries.rows import Row
from claims.refusals import NotFound
from claims.services import clock
from claims.services.actor import Actor, ActorKind
from claims.services.rights.law import Law, clocks_of, law_of
from claims.services.rights.requests.taking import Case, Gone, reference_of
from claims.services.rights.requests.wish import Wish, wish_from

#: So many days before a deadline it is near.
NEAR = 7


class Lane(StrEnum):
    """How a request stands to its deadline."""

    OVERDUE = "overdue"
    SOON = "soon"
    LATER = "later"
    PAUSED = "paused"
    OVER = "over"


@dataclass(frozen=True, slots=True, kw_only=True)
class StepView:
    """One act, as it is told: its evidence, its words as far as they are not erased, and the letter that went out."""

    number: int
    act: str
    state: str
    at: datetime
    actor_kind: str
    actor: UUID
    evidence: dict[str, Any]
    words: dict[str, str]
    erased: bool
    letter: str
    letter_text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestView:
    """A request. ``due_on`` is ``None`` while its clock stands; ``used`` is the share of its time that is over, in
    hundredths; ``may`` are the acts that it stands right for."""

    base: UUID
    id: UUID
    reference: str
    kind: str
    law: str
    regime: Regime
    article: str
    ground: str
    ground_words: str
    state: str
    identity: str
    subject: UUID | None
    filed_by: UUID
    received_at: datetime
    received_on: date
    acknowledge_by: date | None
    target_on: date
    first_on: date
    last_on: date
    due_on: date | None
    days_left: int | None
    lane: Lane
    used: int
    extended: bool
    may_extend: bool
    claims: tuple[UUID, ...]
    ask: str
    wish: Wish | None
    duplicate_of: UUID | None
    decision: Row | None
    waits_for_second: bool
    steps: tuple[StepView, ...]
    may: tuple[str, ...]


def request_view(*, base: UUID, request: UUID, subject: UUID | None = None) -> RequestView:
    """One request; with ``subject`` only where it is about them.

    Raises:
        NotFound: where the base has none such, or it is about somebody else.
    """
    row = requests.by_id(base, request)
    if row is None or (subject is not None and row.subject_id != subject):
        raise NotFound("There is no such request here.")
    return _view(row, requests.course(base, [request]), clock.now())


def request_page(*, base: UUID, asked: AskedRequests) -> list[RequestView]:
    """The requests of a base, the latest first."""
    rows = requests.of_base(base, asked)
    return views_of(base, rows)


def views_of(base: UUID, rows: Sequence[Row]) -> list[RequestView]:
    """Some requests of one base."""
    course, now = requests.course(base, [row.id for row in rows]), clock.now()
    return [_view(row, course.of(row.id), now) for row in rows]


def view_of(gone: Gone) -> RequestView:
    """The request as an act left it, or in a preview would."""
    return _view(gone.row, gone.course, gone.now)


def _view(row: Row, course: Course, now: datetime) -> RequestView:
    law = law_of(row)
    days = clocks_of(law, row, course.steps, now)
    today = law.day(now)
    is_over = row.state in OVER
    due = None if days.paused or is_over else days.due
    standing = _standing(row, course, now)
    decision = next((each for each in course.decisions if each.number == row.decision), None)
    wish = next((each.text for each in course.texts if each.purpose == "wish"), "")
    return RequestView(
        base=row.base_id,
        id=row.id,
        reference=reference_of(row),
        kind=row.kind,
        law=law.regime.name,
        regime=law.regime,
        article=law.article(row.kind),
        ground=row.ground,
        ground_words=law.ground(row.kind, row.ground) if row.ground else "",
        state=row.state,
        identity=row.identity,
        subject=row.subject_id,
        filed_by=row.filed_by,
        received_at=row.received_at,
        received_on=law.day(row.received_at),
        acknowledge_by=days.acknowledge_by,
        target_on=days.target,
        first_on=days.first,
        last_on=days.last,
        due_on=due,
        days_left=(due - today).days if due else None,
        lane=lane_of(due, today, is_over=is_over),
        used=_used(law, row, days, today),
        extended=days.due == days.last,
        may_extend=row.state == State.UNDER_REVIEW and days.may_extend(today),
        claims=tuple(row.claims),
        ask=next((each.text for each in course.texts if each.purpose == "ask"), ""),
        wish=wish_from(wish),
        duplicate_of=row.duplicate_of,
        decision=decision,
        waits_for_second=_waits(row, decision),
        steps=tuple(_step(each, course) for each in course.steps),
        may=standing,
    )


def lane_of(due: date | None, today: date, *, is_over: bool) -> Lane:
    """How a deadline stands on a day."""
    if is_over:
        return Lane.OVER
    if due is None:
        return Lane.PAUSED
    if due < today:
        return Lane.OVERDUE
    return Lane.SOON if (due - today).days <= NEAR else Lane.LATER


def _standing(row: Row, course: Course, now: datetime) -> tuple[str, ...]:
    nobody = Actor(ActorKind.SYSTEM, UUID(int=0), Tier.INFERRED)
    standing = Case(row.base_id, nobody, now, row, course).standing
    return tuple(each.value for each in possible(standing) if each not in (Act.RESTRICT, Act.PROPOSE))


def _waits(row: Row, decision: Row | None) -> bool:
    undecided = row.state in (State.UNDER_REVIEW, State.EXTENDED)
    return undecided and decision is not None and decision.needs_second and decision.seconded_by is None


def _used(law: Law, row: Row, days: Clocks, today: date) -> int:
    whole = (days.due - law.day(row.clock_from)).days or 1
    return max(0, min(100, round(100 * (today - law.day(row.clock_from)).days / whole)))


def _step(row: Row, course: Course) -> StepView:
    texts = [each for each in course.texts if each.step == row.number]
    words = {each.purpose: each.text for each in texts if each.text}
    letter = next((each for each in course.letters if each.step == row.number), None)
    return StepView(
        number=row.number,
        act=row.act,
        state=row.state,
        at=row.at,
        actor_kind=row.actor_kind,
        actor=row.actor_id,
        evidence=row.evidence,
        words={purpose: text for purpose, text in words.items() if purpose not in ("letter", "wish")},
        erased=any(each.erased_at is not None for each in texts),
        letter=letter.template if letter else "",
        letter_text=words.get("letter", ""),
    )
