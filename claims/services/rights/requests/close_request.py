"""Certify what was done, and close the request once every step has evidence."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from typing import Any
from uuid import UUID

from audit.requests import record
from audit.requests.words import Act, Kind, Outcome
from claims.models import PersonCopy
from claims.queries.keys import agent_names
from claims.queries.rows import Row
from claims.refusals import Invalid
from claims.services.actor import Actor
from claims.services.belief_base.operation import Terms
from claims.services.rights.copies.read_copies import CopyView, copy_for_request
from claims.services.rights.letters import in_words, letter
from claims.services.rights.requests.taking import Case, Gone, Taken, take_step

DECIDED = {
    Outcome.ACCEPT: "It was granted",
    Outcome.PARTIAL: "A part of it was granted, and the rest refused",
    Outcome.REFUSE: "It was refused",
}
COUNTED = {
    "corrected": "{} corrected",
    "held_back": "{} held back",
    "released": "{} passed on again",
    "erased": "{} erased",
    "copied": "{} copied",
    "completed": "{} completed",
}


def certify_request(*, base: UUID, actor: Actor, request: UUID, terms: Terms | None = None) -> Gone:
    """Give the person a certificate: what was done, when, on which ground, what each store answered, who was told.

    Raises:
        Invalid: where a copy is not ready yet; and, with NotFound, Forbidden and StaleStep, as `take_step`.
    """

    def work(case: Case) -> None:
        case.expect(Act.CERTIFY)
        copy = _copy(case)
        told = letter(case, "certificate", **_facts(case, copy))
        evidence: dict[str, Any] = {"letter": "certificate", "sha256": sha256(told.text.encode()).hexdigest()}
        if copy is not None:
            evidence["copy"] = {"id": str(copy.id), "sha256": copy.sha256, "counts": copy.counts, "state": copy.state}
        case.take(Act.CERTIFY, Taken(evidence=evidence, letter=told))

    return take_step(base=base, actor=actor, request=request, work=work, terms=terms)


def close_request(*, base: UUID, actor: Actor, request: UUID, terms: Terms | None = None) -> Gone:
    """Close it. Nothing is missing then.

    Raises:
        NotFound, Forbidden, Invalid, StaleStep: as `take_step`.
    """

    def work(case: Case) -> None:
        if case.row.kind == Kind.ERASURE:  # what is forgotten is not kept in the words that asked for it
            record.erase_words(case.base, case.now, case.id, purposes=("ask", "wish"))
        case.take(Act.CLOSE, Taken(evidence={"steps": case.row.steps}))

    return take_step(base=base, actor=actor, request=request, work=work, terms=terms)


def _copy(case: Case) -> CopyView | None:
    """The copy that carried it out, if one did.

    Raises:
        Invalid: where it is not ready yet.
    """
    made = any("copy" in step.evidence for step in case.course.steps if step.act == Act.CARRY_OUT)
    copy = copy_for_request(base=case.base, request=case.id) if made else None
    if copy is not None and not copy.sha256 and copy.state != PersonCopy.State.STOPPED:
        raise Invalid(f"The copy is not ready yet ({copy.words.lower()}); certify when it is.")
    return copy


def _copied(case: Case, copy: CopyView) -> Iterator[str]:
    if copy.finished_at is None:
        yield "The copy was stopped before it was ready, by the person whom it was for"
        return
    yield f"{in_words(case.law.day(copy.finished_at))}: {copy.counts.get('claims', 0)} statements copied"
    if covered := copy.counts.get("covered", 0):
        yield f"Names of other people were covered {covered} times"
    if copy.keep_until is not None:
        yield f"The copy is kept for you until {in_words(case.law.day(copy.keep_until))}; its manifest has the SHA-256"
        yield copy.sha256


def _facts(case: Case, copy: CopyView | None) -> dict[str, object]:
    law, decision, steps = case.law, case.decision, case.course.steps
    done = [step for step in steps if step.act == Act.CARRY_OUT]
    return {
        "law": law.regime.name,
        "ground": law.ground(case.row.kind, case.row.ground) if case.row.ground else "",
        "decided": DECIDED[Outcome(decision.outcome)],
        "decided_on": in_words(law.day(decision.seconded_at or decision.proposed_at)),
        "refused": law.regime.refusals_of(case.row.kind).get(decision.ground, decision.ground),
        "reasons": decision.reasons,
        "done": [
            *(line for step in done for line in _done(step, in_words(law.day(step.at)))),
            *(_copied(case, copy) if copy else ()),
        ],
        "stores": [f"{store}: {says}" for step in done for store, says in step.evidence.get("stores", {}).items()],
        "told": list(_told(steps)),
        "number": case.reference,
    }


def _done(step: Row, day: str) -> Iterator[str]:
    counts = step.evidence.get("counts", {})
    for name, number in counts.items():
        yield f"{day}: {COUNTED.get(name, name + ': {}').format(number)}"
    if not counts and "copy" not in step.evidence:
        yield f"{day}: nothing had to be changed"


def _told(steps: list[Row]) -> Iterator[str]:
    step = next((each for each in reversed(steps) if each.act == Act.NOTIFY), None)
    if step is None:
        return
    names = agent_names([UUID(each) for name in ("told", "not_told") for each in step.evidence.get(name, ())])
    for each in step.evidence.get("told", ()):
        yield f"{names.get(UUID(each), each)} was told"
    for each in step.evidence.get("not_told", ()):
        yield f"{names.get(UUID(each), each)} was not told; the reason is written down with the step"
