"""What an operation is told, in ids, codes and sentences made from the vocabulary's phrases."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

from claims.engine.acts import Act, Assertion, Contraction, OnClaim, Rekeying, Remark, Resolution, StillHolds
from claims.engine.aliases import Alias
from claims.engine.time.dates import Precision
from claims.engine.time.periods import BEGINNING, FOREVER, Instant, Periods
from claims.engine.walking.told import Against, Outcome, Row, Told
from claims.queries import claims
from claims.services.belief_base.operation import Done
from claims.services.words import Span, Statement, in_words, phrases_of, sentence


@dataclass(frozen=True, slots=True, kw_only=True)
class RivalView:
    """How an assertion fared against one rival: ``row`` is the row of the table of engine.md §5."""

    claim: UUID | None
    row: str
    tier: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OutcomeView:
    """The outcome of one act. ``restored`` and ``flagged`` are those of the whole revision; ``beyond`` counts the
    dependents that lie beyond the direct ones, looked at in a preview only."""

    base: UUID
    outcome: Outcome
    revision: int | None
    digest: str
    recorded_at: datetime
    claim: UUID | None
    claim_made: bool
    accepted: tuple[Span, ...]
    superseded: tuple[UUID, ...]
    restored: tuple[UUID, ...]
    flagged: tuple[UUID, ...]
    rivals: tuple[RivalView, ...]
    explanation: tuple[str, ...]


def outcomes(done: Done) -> list[OutcomeView]:
    """One view for each act of an operation, in order."""
    teller = _Teller(done)
    alone = len(done.plan.told) == 1
    return [_view(done, told, teller, alone=alone) for told in done.plan.told]


def _view(done: Done, told: Told, teller: _Teller, *, alone: bool) -> OutcomeView:
    plan = done.plan
    claim = told.act.claim.id if isinstance(told.act, OnClaim) else None
    taken = tuple(each.claim for each in told.against if each.row is Row.TAKES and each.claim)
    return OutcomeView(
        base=done.base,
        outcome=told.outcome,
        revision=done.revision,
        digest=done.digest,
        recorded_at=done.recorded_at,
        claim=claim,
        claim_made=claim in done.claims_made,
        accepted=tuple(done.span(each) for each in told.accepted),
        superseded=plan.superseded if alone or not isinstance(told.act, Assertion) else taken,
        restored=plan.restored,
        flagged=plan.flagged,
        rivals=tuple(
            RivalView(claim=each.claim, row=each.row.value, tier=each.rival.tier.name.lower()) for each in told.against
        ),
        explanation=tuple(teller.explain(told)),
    )


def whole(done: Done, told: Sequence[OutcomeView]) -> OutcomeView:
    """An operation of one or more acts as one outcome: contested where any of them was."""
    first = told[0]
    if len(told) == 1:
        return first
    contested = any(each.outcome is Outcome.CONTESTED for each in told)
    return replace(
        first,
        outcome=Outcome.CONTESTED if contested else first.outcome,
        accepted=tuple(span for each in told for span in each.accepted),
        superseded=done.plan.superseded,
        rivals=tuple(dict.fromkeys(rival for each in told for rival in each.rivals)),
        explanation=tuple(dict.fromkeys(line for each in told for line in each.explanation)),
    )


class _Teller:
    """Says in sentences what a plan does."""

    def __init__(self, done: Done) -> None:
        self._done = done
        plan = done.plan
        told = {each.claim for one in plan.told for each in one.against if each.claim}
        named = {claim for act in plan.acts for claim in _named(act)}
        self._said = _statements(done, told | named | {*plan.superseded, *plan.restored, *plan.moved, *plan.flagged})
        self._phrases = phrases_of({each.predicate for each in self._said.values()})

    def explain(self, told: Told) -> Iterator[str]:
        """The sentences of one act: how it fared, then what follows."""
        if isinstance(told.act, Assertion):
            yield from (self._against(told.act, each, told.accepted) for each in told.against)
            if not told.against:
                yield self._alone(told)
        elif isinstance(told.act, OnClaim):
            yield self._taken(told)
        elif isinstance(told.act, Alias):
            yield self._renamed(told.act)
        else:
            yield self._settled(told)
        for claim in self._done.plan.restored:
            yield f"{self._object(claim)} holds again: {self._sentence(claim)}"
        for claim in self._done.plan.moved:
            yield f"{self._object(claim)} is now held under {self._subject(claim)}: {self._sentence(claim)}"
        for claim in self._done.plan.flagged:
            yield f"A reason is gone, so this should be checked: {self._sentence(claim)}"

    def _alone(self, told: Told) -> str:
        match told.outcome:
            case Outcome.CORROBORATED:
                return f"{self._voice(told.act)} says what is held already."
            case Outcome.UNSUPPORTED:
                return f"{self._voice(told.act)} has no reason that holds, so it is kept but not held."
            case Outcome.CONTESTED:
                return f"{self._voice(told.act)} would complete a contradiction; it waits until a person decides."
            case _:
                return f"{self._voice(told.act)} is held{self._time(told.accepted)}."

    def _against(self, act: Assertion, against: Against, accepted: Periods) -> str:
        own, rival = self._voice(act), self._voice(against.rival)
        match against.row:
            case Row.TAKES:
                return f"{own} replaces {rival}{self._time(accepted)}."
            case Row.SUPERSEDED:
                return f"{own} is older than {rival}, which stays."
            case Row.CONTESTED:
                return f"{own} speaks against {rival}, which stays until a person decides."
            case _:
                return f"{own} does not outweigh {rival}, which stays."

    def _taken(self, told: Told) -> str:
        claim = self._voice(told.act)
        match told.outcome:
            case Outcome.CONTESTED:
                return f"{claim} was too weak to change what is held; a person should look."
            case Outcome.WITHDRAWN:
                return f"{claim}: this was never true."
            case Outcome.CONTRACTED if isinstance(told.act, Contraction):
                return f"{claim}: this is no longer true{self._time(told.act.periods)}."
            case Outcome.RESTRICTED:
                return f"{claim} is restricted: it keeps its place, is served to nobody and supports nothing."
            case Outcome.ERASED:
                return f"{claim} is forgotten: its words are erased, and it is held no longer."
            case Outcome.COMPLETED:
                return f"{claim} has a statement beside it from now on, and is not given without."
            case Outcome.RELEASED:
                return f"{claim} is served again."
            case _ if isinstance(told.act, StillHolds):
                return f"{claim} stands on its own from now on."
            case _ if isinstance(told.act, Rekeying):
                return f"{claim} means the same as {self._object(told.act.becomes.id)} from now on."
            case _:
                return f"{claim}: {told.outcome.value}."

    def _settled(self, told: Told) -> str:
        """The sentence of an act upon no one claim."""
        act = told.act
        if isinstance(act, Resolution):
            stays, goes = (self._objects(side) for side in (act.keep, act.drop))
            if told.outcome is Outcome.CONTESTED:
                return f"This was too weak for {stays} to take the place of {goes}; a person should look."
            return f"{stays} stays, and {goes} goes."
        if isinstance(act, Remark):
            if told.outcome is Outcome.CONTESTED:
                return f"{self._objects(act.about)} cannot stand together; what is held stays until a person decides."
            return "What is held stays as it is, and the question is settled."
        return "What was recorded then is taken back, as if it had not been."

    def _objects(self, claims: Iterable[UUID]) -> str:
        return " and ".join(sorted(map(self._object, claims)))

    def _renamed(self, act: Alias) -> str:
        called = self._done.called
        moved = sum(isinstance(each, Rekeying) for each in self._done.plan.acts)
        follow = f" {moved} claim{'s follow' if moved > 1 else ' follows'}." if moved else ""
        return f"“{called[act.other]}” is another name of “{called[act.entity]}” from now on.{follow}"

    def _voice(self, act: Act) -> str:
        """The object of an act's claim with its tier and date: Go (stated, 16 May 2026)."""
        named = self._object(act.claim.id) if isinstance(act, OnClaim) else "An act"
        return f"{named} ({act.tier.name.lower()}, {in_words(act.observed_at)})"

    def _object(self, claim: UUID) -> str:
        said = self._said.get(claim)
        if said is None:
            return "Something that is not served"
        if not said.predicate:
            return "Something that was erased"
        return f"not {said.object}" if said.negated else said.object

    def _subject(self, claim: UUID) -> str:
        said = self._said.get(claim)
        return f"“{said.subject}”" if said else "another name"

    def _sentence(self, claim: UUID) -> str:
        said = self._said.get(claim)
        return sentence(said, self._phrases) if said else "something that is not served."

    def _time(self, periods: Periods) -> str:
        spans = [self._span(span.start, span.end) for span in periods]
        return f" {' and '.join(spans)}" if any(spans) else ""

    def _span(self, start: Instant, end: Instant) -> str:
        begins = "" if start == BEGINNING else f"from {in_words(start, self._precision(start))}"
        ends = "" if end == FOREVER else f"to {in_words(end, self._precision(end))}"
        return " ".join(each for each in (begins, ends) if each)

    def _precision(self, instant: Instant) -> Precision:
        return min(self._done.precision(instant), Precision.DAY)


def _named(act: Act) -> Iterator[UUID]:
    match act:
        case Rekeying():
            yield from (act.claim.id, act.becomes.id)
        case Resolution():
            yield from act.keep | act.drop
        case Remark():
            yield from act.about
        case _ if isinstance(act, OnClaim):
            yield act.claim.id


def _statements(done: Done, ids: Iterable[UUID]) -> Mapping[UUID, Statement]:
    """The words of claims: as stored, or as drawn up where the claim is new. A restricted one is shown to people."""
    rows = claims.by_ids(done.base, [each for each in ids if each not in done.words])
    said = {
        row.id: Statement(row.subject, row.predicate, row.object, row.negated)
        for row in rows
        if done.actor.is_person or not row.restricted
    }
    return said | dict(done.words)
