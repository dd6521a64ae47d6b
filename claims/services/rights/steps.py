"""The steps of a request by their names: what each takes, and the act that it is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from audit.requests.words import Outcome
from claims.refusals import Invalid, NotFound
from claims.services.actor import Actor
from claims.services.belief_base.operation import Terms
from claims.services.rights.requests.close_request import certify_request, close_request
from claims.services.rights.requests.decide_request import Decision, agree_to_decision, decide_request
from claims.services.rights.requests.execute_request import carry_out_request, execute_request, notify_recipients
from claims.services.rights.requests.extend_request import extend_request
from claims.services.rights.requests.hold_request import hold_request, resume_request, withdraw_request
from claims.services.rights.requests.join_requests import join_requests, part_requests
from claims.services.rights.requests.settle_identity import (
    Method,
    doubt_identity,
    give_up_identity,
    verify_identity,
)
from claims.services.rights.requests.taking import Gone
from claims.services.rights.requests.triage_request import review_request, triage_request

#: How staff may settle an identity.
METHODS = tuple(each.value for each in Method if each is not Method.SESSION)


@dataclass(frozen=True, slots=True)
class Step:
    """A step: its act, the fields that it ``needs`` and those it ``takes`` beside them. ``own`` may be taken by the
    person themselves."""

    act: Callable[..., Gone]
    needs: tuple[str, ...] = ()
    takes: tuple[str, ...] = ()
    own: bool = False


def _verify(*, method: str, **more: Any) -> Gone:
    return verify_identity(method=Method(method), **more)


def _decide(*, outcome: str, terms: Terms | None, **more: Any) -> Gone:
    places = {name: more.pop(name) for name in ("base", "actor", "request")}
    return decide_request(**places, decision=Decision(outcome=Outcome(outcome), **more), terms=terms)


STEPS: Mapping[str, Step] = {
    "doubt": Step(doubt_identity, needs=("reason",)),
    "verify": Step(_verify, needs=("method",), takes=("reason",)),
    "give_up": Step(give_up_identity, needs=("reason",)),
    "triage": Step(triage_request, takes=("ground",)),
    "review": Step(review_request),
    "extend": Step(extend_request, needs=("reason",)),
    "hold": Step(hold_request, needs=("reason", "until")),
    "resume": Step(resume_request),
    "decide": Step(_decide, needs=("outcome",), takes=("reasons", "ground", "claims")),
    "agree": Step(agree_to_decision),
    "execute": Step(execute_request),
    "carry_out": Step(carry_out_request, takes=("correction", "cover")),
    "notify": Step(notify_recipients, takes=("told", "reason")),
    "certify": Step(certify_request),
    "close": Step(close_request),
    "withdraw": Step(withdraw_request, takes=("reason",), own=True),
    "duplicate": Step(join_requests, needs=("of",)),
    "reopen": Step(part_requests, needs=("reason",)),
}


def take_named(
    *, base: UUID, actor: Actor, request: UUID, step: str, said: Mapping[str, Any], terms: Terms | None = None
) -> Gone:
    """Take the step of this name with what was said.

    Raises:
        NotFound: where there is no such step or request.
        Invalid: where it needs what was not said, or says what it does not take; and as the step itself.
        Forbidden, StaleStep: as the step itself.
    """
    found = STEPS.get(step)
    if found is None:
        raise NotFound(f"There is no step “{step[:40]}”; there are {', '.join(STEPS)}.")
    fields = {*found.needs, *found.takes}
    given = {name: value for name, value in said.items() if value is not None}
    if foreign := sorted(given.keys() - fields):
        takes = f"it takes {', '.join(sorted(fields))}" if fields else "it takes nothing"
        raise Invalid.at(f"/{foreign[0]}", f"“{foreign[0]}” says nothing in this step; {takes}.")
    if missing := [name for name in found.needs if name not in given]:
        raise Invalid.at(f"/{missing[0]}", "This step needs it.")
    return found.act(base=base, actor=actor, request=request, terms=terms, **given)
