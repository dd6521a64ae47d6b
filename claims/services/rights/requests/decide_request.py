"""Decide on a request. A refusal cannot lack its parts, and where the law wants two persons, the second one agrees."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from audit.requests import record
from audit.requests.states import Proposal
from audit.requests.words import Act, Outcome
from claims.queries.rows import Row
from claims.refusals import Forbidden, Invalid
from claims.services.actor import Actor
from claims.services.belief_base.operation import Terms
from claims.services.rights.law import clocks_of
from claims.services.rights.letters import in_words, letter
from claims.services.rights.requests.hold_back import held_for
from claims.services.rights.requests.taking import Case, Gone, Taken, take_step


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """What is decided: ``reasons`` and a ``ground`` are needed where it is refused, wholly or in part; ``claims`` are
    those that a partial one grants."""

    outcome: Outcome
    reasons: str = ""
    ground: str = ""
    claims: Sequence[UUID] = ()


def decide_request(*, base: UUID, actor: Actor, request: UUID, decision: Decision, terms: Terms | None = None) -> Gone:
    """Decide, and tell the person; or propose, where a second person has to agree.

    Raises:
        Invalid: where a refusal lacks a part; and, with NotFound, Forbidden and StaleStep, as `take_step`.
    """

    def work(case: Case) -> None:
        case.expect(Act.DECIDE)
        _check(case, decision)
        needs_second = decision.outcome is not Outcome.ACCEPT and case.law.regime.needs_second(
            case.row.kind, decision.ground
        )
        number = _written_down(case, decision, needs_second=needs_second)
        proposal = Proposal(decision.outcome, settled=not needs_second)
        evidence = {"decision": number, "outcome": decision.outcome.value}
        if needs_second:
            case.take(Act.PROPOSE, Taken(evidence=evidence, proposal=proposal, changes={"decision": number}))
        else:
            _decide(case, number, proposal, evidence)

    return take_step(base=base, actor=actor, request=request, work=work, terms=terms)


def agree_to_decision(*, base: UUID, actor: Actor, request: UUID, terms: Terms | None = None) -> Gone:
    """Agree to what another person proposed; then it is decided, and told.

    Raises:
        Forbidden: where it is one's own proposal.
        Invalid: where nothing is proposed; and, with NotFound and StaleStep, as `take_step`.
    """

    def work(case: Case) -> None:
        case.expect(Act.DECIDE)
        if case.row.decision is None or case.decision.seconded_by is not None:
            raise Invalid("No decision waits for a second person here.")
        proposed = case.decision
        if proposed.proposed_by == case.actor.id:
            raise Forbidden("You proposed this yourself; it takes another person to agree to it.")
        record.agree(case.base, case.id, proposed.number, by=case.actor.id, at=case.now)
        case.reload()
        evidence = {"decision": proposed.number, "outcome": proposed.outcome, "seconded": True}
        _decide(case, proposed.number, Proposal(Outcome(proposed.outcome), settled=True), evidence)

    return take_step(base=base, actor=actor, request=request, work=work, terms=terms)


def _decide(case: Case, number: int, proposal: Proposal, evidence: dict[str, Any]) -> None:
    made: Row = next(each for each in case.course.decisions if each.number == number)
    told = letter(
        case,
        proposal.outcome.value,
        reasons=made.reasons,
        ground=case.law.regime.refusals_of(case.row.kind).get(made.ground, made.ground),
        answer_by=in_words(made.answer_by) if made.answer_by else "",
        held=bool(held_for(case)),
    )
    evidence = {**evidence, "letter": proposal.outcome.value}
    changes = {"decision": number}
    taken = Taken(evidence=evidence, letter=told, proposal=proposal, changes=changes, ground=made.ground)
    case.take(Act.DECIDE, taken)


def _written_down(case: Case, decision: Decision, *, needs_second: bool) -> int:
    number = len(case.course.decisions) + 1
    refuses = decision.outcome is not Outcome.ACCEPT
    regime = case.law.regime
    record.propose(
        case.base,
        case.id,
        number,
        outcome=decision.outcome.value,
        ground=decision.ground if refuses else "",
        claims=list(decision.claims),
        reasons=decision.reasons.strip(),
        complaint=regime.complaint if refuses else "",
        remedy=regime.remedy if refuses else "",
        answer_by=clocks_of(case.law, case.row, case.course.steps, case.now).due if refuses else None,
        proposed_by=case.actor.id,
        proposed_at=case.now,
        needs_second=needs_second,
    )
    case.reload()
    return number


def _check(case: Case, decision: Decision) -> None:
    refusals = case.law.regime.refusals_of(case.row.kind)
    if decision.outcome is Outcome.ACCEPT:
        if decision.ground:
            raise Invalid.at("/ground", "What is granted needs no ground of refusal; leave it out.")
        return
    if not decision.reasons.strip():
        raise Invalid.at("/reasons", "Give the reasons: a refusal cannot be sent without them.")
    if decision.ground not in refusals:
        raise Invalid.at("/ground", f"Choose the ground in law of the refusal: {', '.join(refusals)}.")
    if decision.outcome is Outcome.PARTIAL and case.row.claims:
        granted, asked = set(decision.claims), set(case.row.claims)
        if not granted or not granted < asked:
            raise Invalid.at("/claims", "Name those statements of the request that are granted; some, and not all.")
