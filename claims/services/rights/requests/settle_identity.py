"""Settle whether a request comes from the person it is about: proof is asked for only on doubt (GDPR Art. 12(6))."""

from __future__ import annotations

from enum import StrEnum
from uuid import UUID

from audit.requests.words import Act
from claims.refusals import Invalid
from claims.services.actor import Actor
from claims.services.belief_base.operation import Terms
from claims.services.rights.letters import letter
from claims.services.rights.requests.taking import Case, Gone, Taken, take_step


class Method(StrEnum):
    """How it was settled. A copy of an identity card is none of these."""

    SESSION = "session"
    CALL_BACK = "call_back"
    KNOWN_DETAIL = "known_detail"
    IN_PERSON = "in_person"
    REPRESENTATIVE = "representative"


def doubt_identity(*, base: UUID, actor: Actor, request: UUID, reason: str, terms: Terms | None = None) -> Gone:
    """Ask the person for proof. The doubt must be a reasonable one, so it is told.

    Raises:
        Invalid: where no reason is given; and, with NotFound, Forbidden and StaleStep, as `take_step`.
    """

    def work(case: Case) -> None:
        case.expect(Act.DOUBT)
        why = said(reason, "Say what the doubt is: proof is asked for only where there is a reasonable one.")
        told = letter(case, "identity", reason=why)
        case.take(Act.DOUBT, Taken(evidence={"letter": "identity"}, texts={"reason": why}, letter=told))

    return take_step(base=base, actor=actor, request=request, work=work, terms=terms)


def verify_identity(
    *, base: UUID, actor: Actor, request: UUID, method: Method, reason: str = "", terms: Terms | None = None
) -> Gone:
    """Write down that it is the person, and how that was settled.

    Raises:
        NotFound, Forbidden, Invalid, StaleStep: as `take_step`.
    """

    def work(case: Case) -> None:
        case.take(Act.VERIFY, Taken(evidence={"method": method.value}, texts={"reason": reason.strip()}))

    return take_step(base=base, actor=actor, request=request, work=work, terms=terms)


def give_up_identity(*, base: UUID, actor: Actor, request: UUID, reason: str, terms: Terms | None = None) -> Gone:
    """Write down that it cannot be told who asks; such a request can only be refused (GDPR Art. 11(2) and 12(2)).

    Raises:
        Invalid: where no reason is given; and, with NotFound, Forbidden and StaleStep, as `take_step`.
    """

    def work(case: Case) -> None:
        case.expect(Act.GIVE_UP)
        why = said(reason, "Say what was tried, and why it does not tell who asks.")
        asked = next(step.number for step in reversed(case.course.steps) if step.act == Act.DOUBT)
        case.take(Act.GIVE_UP, Taken(evidence={"asked_in_step": asked}, texts={"reason": why}))

    return take_step(base=base, actor=actor, request=request, work=work, terms=terms)


def said(text: str, otherwise: str) -> str:
    """Words that must be there.

    Raises:
        Invalid: where they are not.
    """
    if not text.strip():
        raise Invalid.at("/reason", otherwise)
    return text.strip()
