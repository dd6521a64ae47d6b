"""Carry out what was decided, and tell those who had been given it (GDPR Art. 19)."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from audit.requests.words import Act, Kind, Outcome
from claims.queries.impact import disclosures
from claims.queries.rows import Row
from claims.refusals import Invalid
from claims.services.actor import Actor
from claims.services.belief_base.operation import Terms
from claims.services.rights.carry_out import Granted, carry_out
from claims.services.rights.requests.hold_back import held_for
from claims.services.rights.requests.settle_identity import said
from claims.services.rights.requests.taking import Case, Gone, Taken, take_step
from claims.services.rights.requests.wish import Wish, wish_from

#: These are carried out by a copy.
COPIED = frozenset({Kind.ACCESS, Kind.PORTABILITY})


def execute_request(*, base: UUID, actor: Actor, request: UUID, terms: Terms | None = None) -> Gone:
    """Begin to carry it out; the person has been told what was decided.

    Raises:
        NotFound, Forbidden, Invalid, StaleStep: as `take_step`.
    """

    def work(case: Case) -> None:
        case.take(Act.EXECUTE, Taken(evidence={"decision": case.row.decision or 0}))

    return take_step(base=base, actor=actor, request=request, work=work, terms=terms)


def carry_out_request(
    *,
    base: UUID,
    actor: Actor,
    request: UUID,
    correction: Wish | None = None,
    cover: Sequence[UUID] = (),
    terms: Terms | None = None,
) -> Gone:
    """Do what was decided, once, and write down what each store answered. ``correction`` says what is right instead,
    where the person's words did not say it in a form that can be carried out; ``cover`` whose names a copy covers.

    Raises:
        Invalid: where it was done already, or cannot be done here; and, with NotFound, Forbidden and StaleStep, as
            `take_step`.
    """

    def work(case: Case) -> None:
        case.expect(Act.CARRY_OUT)
        if correction is not None and case.row.kind != Kind.RECTIFICATION:
            raise Invalid.at("/correction", "Only a rectification is carried out by a correction.")
        if cover and case.row.kind not in COPIED:
            raise Invalid.at("/cover", "Only in a copy are names of other people covered.")
        done = carry_out(_granted(case, correction.checked() if correction else None, cover))
        evidence = {"counts": dict(done.counts), "stores": dict(done.stores), "revisions": list(done.revisions)}
        if done.copy is not None:
            evidence |= {"copy": str(done.copy), "covered": len(cover)}
        texts = {"wish": correction.written()} if correction else {}
        case.take(Act.CARRY_OUT, Taken(evidence=evidence, texts=texts, targets=case.row.claims))

    return take_step(base=base, actor=actor, request=request, work=work, terms=terms)


def notify_recipients(
    *,
    base: UUID,
    actor: Actor,
    request: UUID,
    told: Sequence[UUID] = (),
    reason: str = "",
    terms: Terms | None = None,
) -> Gone:
    """Write down which of the agents that had been given it were told. Not to tell one needs a reason: it is
    impossible, or takes disproportionate effort.

    Raises:
        Invalid: where somebody is left out without a reason; and, with NotFound, Forbidden and StaleStep, as
            `take_step`.
    """

    def work(case: Case) -> None:
        case.expect(Act.NOTIFY)
        given = recipients(case.base, case.row.kind, case.row.claims)
        if unknown := [each for each in told if each not in {row.id for row in given}]:
            raise Invalid.at("/told", f"{unknown[0]} had not been given this, so it need not be told.")
        left_out = [str(row.id) for row in given if row.id not in told]
        otherwise = "Say why some are not told: it is impossible, or takes disproportionate effort."
        why = said(reason, otherwise) if left_out else reason.strip()
        evidence = {"recipients": len(given), "told": [str(each) for each in told], "not_told": left_out}
        case.take(Act.NOTIFY, Taken(evidence=evidence, texts={"reason": why}, targets=list(told)))

    return take_step(base=base, actor=actor, request=request, work=work, terms=terms)


def recipients(base: UUID, kind: str, claims: Sequence[UUID]) -> list[Row]:
    """The agents that had been given what a request is about; of a copy nobody need be told."""
    if kind in COPIED or not claims:
        return []
    return disclosures.agents_served(base, claims)


def _granted(case: Case, correction: Wish | None, cover: Sequence[UUID]) -> Granted:
    decision = case.decision
    partial = decision.outcome == Outcome.PARTIAL and decision.claims
    said = {each.purpose: each.text for each in reversed(case.course.texts)}
    return Granted(
        base=case.base,
        request=case.id,
        reference=case.reference,
        actor=case.actor,
        subject=case.row.subject_id,
        kind=Kind(case.row.kind),
        outcome=Outcome(decision.outcome),
        ground=case.row.ground,
        words=said.get("ask", ""),
        claims=list(decision.claims if partial else case.row.claims),
        wish=correction or wish_from(said.get("wish", "")),
        held=held_for(case),
        cover=cover,
    )
