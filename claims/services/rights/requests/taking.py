"""The one way in which a request goes on: lock its base, look at how it stands, take a step with its evidence, log it.

An act says what its step consists of; where it cannot be taken, nothing was changed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any
from uuid import UUID

import rfc8785
from django.db import transaction

from audit import log
from audit.requests import record
from audit.requests.record import Letter
from audit.requests.states import IDENTITY, NotNow, Proposal, Standing, after, must_stand_right, standing_of
from audit.requests.words import Act, Outcome, State
from claims.queries import naming
from claims.queries.rights import requests
from claims.queries.rights.requests import Course
from claims.queries.rows import Row
from claims.refusals import Forbidden, Invalid, NotFound, Stale
from claims.services import clock
from claims.services.actor import Actor
from claims.services.belief_base.operation import Terms
from claims.services.rights.law import Law, clocks_of, law_of
from claims.services.rights.tell_person import tell_person


@dataclass(frozen=True, slots=True, kw_only=True)
class Taken:
    """What a step consists of. ``evidence`` are codes, counts and opaque ids; ``texts`` words by purpose, which can be
    erased; ``changes`` columns of the request that change with it; ``targets`` what else the log names."""

    evidence: Mapping[str, Any]
    texts: Mapping[str, str] = field(default_factory=dict)
    letter: Letter | None = None
    proposal: Proposal | None = None
    changes: Mapping[str, Any] = field(default_factory=dict)
    targets: Sequence[UUID] = ()
    ground: str = ""


@dataclass(slots=True)
class Case:
    """A request whose base is locked, who works on it, and when. ``letters`` are those that went out meanwhile."""

    base: UUID
    actor: Actor
    now: datetime
    row: Row
    course: Course
    letters: list[Letter] = field(default_factory=list)
    evidence: list[Mapping[str, Any]] = field(default_factory=list)

    @property
    def id(self) -> UUID:
        found: UUID = self.row.id
        return found

    @property
    def law(self) -> Law:
        return law_of(self.row)

    @property
    def reference(self) -> str:
        return reference_of(self.row)

    @property
    def is_persons(self) -> bool:
        """Whether whoever acts is the person that the request is about."""
        return self.actor.is_person and self.row.subject_id == self.actor.id

    @property
    def standing(self) -> Standing:
        """The request as its way sees it; what was done before it was opened again counts no more."""
        acts = [step.act for step in self.course.steps]
        begun = max((place for place, act in enumerate(acts) if act == Act.REOPEN), default=None)
        since = acts if begun is None else [Act.RECEIVE, Act.ACKNOWLEDGE, *acts[begun + 1 :]]
        return standing_of(self.row, frozenset(map(Act, since)), self._proposal())

    def _proposal(self) -> Proposal | None:
        if self.row.decision is None:
            return None
        decision = self.decision
        return Proposal(Outcome(decision.outcome), not decision.needs_second or decision.seconded_by is not None)

    @property
    def decision(self) -> Row:
        """The decision that counts, of which there must be one."""
        return next(each for each in self.course.decisions if each.number == self.row.decision)

    def reload(self) -> None:
        """Read what has become of it."""
        found = requests.by_id(self.base, self.id)
        if found is not None:
            self.row, self.course = found, requests.course(self.base, [self.id])

    def expect(self, act: Act) -> None:
        """Go on only where the request stands so that an act could begin, before any of its work is done.

        Raises:
            Invalid: where it does not.
        """
        try:
            must_stand_right(self.standing, act)
        except NotNow as refused:
            raise Invalid(refused.sentence) from None

    def take(self, act: Act, taken: Taken) -> None:
        """Take one step, and log it.

        Raises:
            Invalid: where the request does not stand so that it could be taken.
        """
        try:
            became = after(self.standing, act, taken.proposal)
        except NotNow as refused:
            raise Invalid(refused.sentence) from None
        held_from = became.held_from.value if became.held_from else ""
        identity = {"identity": became.identity.value} if act in IDENTITY else {}
        self._write(act, became.state, taken, {"held_from": held_from, **identity, **taken.changes})
        self._reckon()

    def begin(self, taken: Taken) -> None:
        """The first step: it is received."""
        self._write(Act.RECEIVE, State.RECEIVED, taken, {})

    def _write(self, act: Act, state: State, taken: Taken, changes: Mapping[str, Any]) -> None:
        record.append(
            record.Step(
                base=self.base,
                request=self.id,
                number=self.row.steps + 1,
                act=act,
                state=state,
                at=self.now,
                actor_kind=self.actor.kind.value,
                actor=self.actor.id,
                evidence=taken.evidence,
                texts=taken.texts,
                letter=taken.letter,
                changes=changes,
            )
        )
        log.append(
            log.Entry(
                chain=self.base,
                at=self.now,
                actor_kind=self.actor.kind.value,
                actor=self.actor.id,
                act=f"request_{act.value}",
                request_id=self.actor.request_id,
                ground=taken.ground,
                targets=[self.id, *taken.targets],
            )
        )
        self.evidence.append(taken.evidence)
        if taken.letter is not None:
            self.letters.append(taken.letter)
        self.reload()

    def _reckon(self) -> None:
        """Write down its days anew, where a step has changed them: who lists deadlines need not reckon them."""
        days = clocks_of(self.law, self.row, self.course.steps, self.now)
        due = None if days.paused else days.due
        if (self.row.first_on, self.row.last_on, self.row.due_on) != (days.first, days.last, due):
            record.change(self.base, self.id, first_on=days.first, last_on=days.last, due_on=due, reminded="")
            self.reload()


@dataclass(frozen=True, slots=True, kw_only=True)
class Gone:
    """What came of an act: the request, the ``letters`` that went out, or in a preview would, and a digest that binds
    whoever agrees to what was shown."""

    base: UUID
    request: UUID
    row: Row
    course: Course
    now: datetime
    letters: tuple[Letter, ...]
    digest: str


class StaleStep(Stale):
    """Something else would follow now than what was shown."""

    def __init__(self, digest: str) -> None:
        self.digest = digest
        super().__init__("This request, or what it is about, has changed since you looked; look again, and agree anew.")


def take_step(
    *, base: UUID, actor: Actor, request: UUID, work: Callable[[Case], None], terms: Terms | None, own: bool = False
) -> Gone:
    """Work on a request: every step that ``work`` takes, or none. ``own`` says that the person may do it themselves,
    with their own request; all else is for others to do.

    Raises:
        NotFound: where the base has no such request.
        Forbidden: where whoever acts decides on their own matter, or no person acts.
        Invalid: where the request does not stand so that it could be done.
        StaleStep: where something else would follow than what ``terms.digest`` was shown for.
    """
    actor.must_be_person("work on requests")
    with transaction.atomic():
        now = _locked(base)
        row = requests.by_id(base, request)
        if row is None:
            raise NotFound("There is no such request here.")
        case = Case(base, actor, now, row, requests.course(base, [request]))
        if case.is_persons and not own:
            raise Forbidden("This request is about you, so somebody else works on it.")
        work(case)
        return finish(case, terms or Terms())


def finish(case: Case, terms: Terms, *, by_letters: bool = True) -> Gone:
    """What came of it; taken back where it was only looked at. The digest covers the letters, unless they name what was
    drawn just now."""
    letters = [each.text for each in case.letters] if by_letters else []
    told = [case.row.kind, case.row.state, case.row.steps, letters, case.evidence]
    digest = sha256(rfc8785.dumps(told)).hexdigest()
    gone = Gone(
        base=case.base,
        request=case.id,
        row=case.row,
        course=case.course,
        now=case.now,
        letters=tuple(case.letters),
        digest=digest,
    )
    if terms.preview:
        transaction.set_rollback(True)
    elif terms.digest is not None and terms.digest != digest:
        raise StaleStep(digest)
    elif case.letters and case.row.subject_id:
        tell_person(case.row.subject_id)
    return gone


def _locked(base: UUID) -> datetime:
    locked = naming.lock_base(base)
    if locked is None:
        raise NotFound("There is no such base.")
    now: datetime = clock.standing() or locked.now.astimezone(UTC)
    return now


def open_base(base: UUID) -> datetime:
    """Lock a base in which a request is to be written down; says when.

    Raises:
        NotFound: where there is no such base.
    """
    return _locked(base)


def reference_of(row: Mapping[str, Any]) -> str:
    """What a request is called in letters: the day it was received, and the beginning of its id."""
    return f"R-{row['received_at']:%Y-%m%d}-{str(row['id'])[:4].upper()}"
