"""One operation: lock a base, draw up acts, plan, and apply the difference as one revision (engine.md §5)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from uuid import UUID

from django.db import transaction

from claims.engine.acts import Act, OnClaim
from claims.engine.planning.digest import digest as digest_of
from claims.engine.planning.fast import together
from claims.engine.planning.plan import Plan
from claims.engine.policy import Policy
from claims.engine.support import Circle
from claims.engine.time.dates import Precision, write_instant
from claims.engine.time.periods import BEGINNING, FOREVER, Instant, Period
from claims.engine.walking.told import Outcome
from claims.queries import naming
from claims.refusals import Invalid, Moved, NotFound, Stale
from claims.services import clock
from claims.services.actor import Actor
from claims.services.belief_base.applying import apply
from claims.services.belief_base.desk import Desk
from claims.services.belief_base.fast_path import Plainly, plan_plainly
from claims.services.belief_base.region import Marks, make_plan
from claims.services.words import Span, Statement


@dataclass(frozen=True, slots=True)
class Drawn:
    """Acts drawn up for an operation, and the questions they touch. ``known`` says that the fast path may be asked.

    ``told_as`` says what an outcome is called in this operation: what a confirmation expands is confirmed.
    """

    acts: Sequence[Act]
    questions: frozenset[UUID]
    known: Plainly | None = None
    told_as: Mapping[Outcome, Outcome] = field(default_factory=dict)
    claims_made: frozenset[UUID] = field(default_factory=frozenset)


@dataclass(frozen=True, slots=True)
class Done:
    """What an operation did, or in a preview would do. ``revision`` is ``None`` for a preview; ``digest`` is empty
    where the plan was not looked at first; ``called`` are the names of the entities that it speaks of."""

    base: UUID
    actor: Actor
    plan: Plan
    digest: str
    recorded_at: datetime
    revision: int | None
    claims_made: frozenset[UUID]
    words: Mapping[UUID, Statement]
    marks: Marks
    called: Mapping[UUID, str] = field(default_factory=dict)

    @property
    def claim(self) -> UUID:
        """The claim that the first act is about."""
        return next(act.claim.id for act in self.plan.acts if isinstance(act, OnClaim))

    def precision(self, instant: Instant) -> Precision:
        """How precisely a boundary in time is known."""
        return self.marks.of(instant)

    def span(self, period: Period) -> Span:
        """A period as shown."""
        return Span(self._side(period.start), self._side(period.end))

    def _side(self, instant: Instant) -> str | None:
        return None if instant in (BEGINNING, FOREVER) else write_instant(instant, self.precision(instant))


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """Under which terms an operation is asked for: only looked at (``preview``), only if the plan still has this
    ``digest``, only if the base's head is still ``if_head``."""

    preview: bool = False
    digest: str | None = None
    if_head: int | None = None


class StalePlan(Stale):
    """The digest did not match; ``done`` is the plan as it would be now."""

    def __init__(self, done: Done) -> None:
        self.done = done
        super().__init__(
            "Things have changed since this was previewed; look at what would happen now and send its digest."
        )


def operate(
    *, base: UUID, actor: Actor, operation: str, build: Callable[[Desk], Drawn], terms: Terms | None = None
) -> Done:
    """Carry out one operation as one atomic revision.

    Raises:
        NotFound: where there is no such base.
        Moved: where the base is not at ``terms.if_head``.
        StalePlan: where the plan no longer has ``terms.digest``.
        Invalid: where a claim would rest on itself, or ``build`` finds fault.
    """
    terms = terms or Terms()
    with transaction.atomic():
        desk = open_desk(base, actor, terms.if_head)
        drawn = build(desk)
        for act in drawn.acts:
            desk.note(act)
        made = _called(_plan(desk, drawn), drawn.told_as)
        draft = desk.draft
        draft.no_longer_rising |= (drawn.known.rising if drawn.known else drawn.questions) - draft.rising
        bound = terms.preview or terms.digest is not None
        code = _code(desk, made) if bound else ""
        if terms.preview:
            transaction.set_rollback(True)
            return _done(desk, drawn, made, code, None)
        if terms.digest is not None and terms.digest != code:
            raise StalePlan(_done(desk, drawn, made, code, None))
        apply(desk, made, operation, code)
        return _done(desk, drawn, made, code, desk.revision)


def open_desk(base: UUID, actor: Actor, if_head: int | None = None) -> Desk:
    """Lock a base for writing and read the clock: the recorded time of the revision to come."""
    row = naming.lock_base(base)
    if row is None:
        raise NotFound("There is no such base.")
    if if_head is not None and if_head != row.head:
        raise Moved(f"The base is at revision {row.head}, not {if_head}; read it again before you write.")
    now = clock.after(row.head_at, row.now)
    return Desk(base, Policy(row.policy), row.unknown_predicates, row.head, now, actor)


def _plan(desk: Desk, drawn: Drawn) -> Plan:
    plans = plan_plainly(desk, drawn.acts, drawn.known) if drawn.known else {}
    rest = [act for act in drawn.acts if not (isinstance(act, OnClaim) and act.claim.question in plans)]
    if not rest and plans:
        return together(plans.values())
    try:
        walked = make_plan(desk.base, desk.policy, drawn.questions - plans.keys(), rest, desk.marks)
    except Circle as circle:
        raise Invalid.at("/justifications", str(circle)) from None
    return together([*plans.values(), walked])


def _code(desk: Desk, made: Plan) -> str:
    """What binds an act to the plan that was looked at; made for those who look alone."""
    draft = desk.draft
    return digest_of(made, now=desk.now, fresh=desk.fresh, words=draft.labels(), beside=draft.kept())


def _called(made: Plan, told_as: Mapping[Outcome, Outcome]) -> Plan:
    if not told_as:
        return made
    return replace(
        made, told=tuple(replace(each, outcome=told_as.get(each.outcome, each.outcome)) for each in made.told)
    )


def _done(desk: Desk, drawn: Drawn, made: Plan, code: str, revision: int | None) -> Done:
    known = (drawn.claims_made, desk.draft.words(), desk.marks, desk.draft.called)
    return Done(desk.base, desk.actor, made, code, desk.now, revision, *known)


def claim_questions(acts: Sequence[Act]) -> frozenset[UUID]:
    """The questions that acts on claims touch."""
    return frozenset(act.claim.question for act in acts if isinstance(act, OnClaim))
