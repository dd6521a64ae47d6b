"""How a request goes on: which act leads from where to where, and what each needs. Pure: no clock, no database.

The database refuses the same by triggers made from the same table (`audit.requests.guards`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from audit.requests.words import HOLDING_BACK, OVER, Act, Identity, Kind, Outcome, State

_DECIDING = frozenset({State.UNDER_REVIEW, State.EXTENDED})
_BEING_WEIGHED = frozenset({State.TRIAGED, State.RESTRICTED}) | _DECIDING
_NEW = frozenset({State.RECEIVED, State.ACKNOWLEDGED, State.IDENTITY_PENDING, State.VERIFIED})

#: From where each act may be done, and where it leads; ``None`` says that the state stays, or that it goes back to
#: where it was held. What was taken for a duplicate begins at its identity again.
WAYS: Mapping[Act, tuple[frozenset[State], State | None]] = {
    Act.ACKNOWLEDGE: (frozenset({State.RECEIVED}), State.ACKNOWLEDGED),
    Act.DOUBT: (frozenset({State.ACKNOWLEDGED}), State.IDENTITY_PENDING),
    Act.VERIFY: (frozenset({State.ACKNOWLEDGED, State.IDENTITY_PENDING}), State.VERIFIED),
    Act.GIVE_UP: (frozenset({State.IDENTITY_PENDING}), State.UNDER_REVIEW),
    Act.TRIAGE: (frozenset({State.VERIFIED}), State.TRIAGED),
    Act.RESTRICT: (frozenset({State.TRIAGED}), State.RESTRICTED),
    Act.REVIEW: (frozenset({State.TRIAGED, State.RESTRICTED}), State.UNDER_REVIEW),
    Act.EXTEND: (frozenset({State.UNDER_REVIEW}), State.EXTENDED),
    Act.PROPOSE: (_DECIDING, None),
    Act.DECIDE: (_DECIDING, State.DECIDED),
    Act.EXECUTE: (frozenset({State.DECIDED}), State.EXECUTING),
    Act.CARRY_OUT: (frozenset({State.EXECUTING}), None),
    Act.NOTIFY: (frozenset({State.EXECUTING}), State.NOTIFIED),
    Act.CERTIFY: (frozenset({State.NOTIFIED}), State.CERTIFIED),
    Act.CLOSE: (frozenset({State.CERTIFIED}), State.CLOSED),
    Act.WITHDRAW: (_NEW | _BEING_WEIGHED | {State.ON_HOLD, State.DECIDED}, State.WITHDRAWN),
    Act.HOLD: (_BEING_WEIGHED, State.ON_HOLD),
    Act.RESUME: (frozenset({State.ON_HOLD}), None),
    Act.DUPLICATE: (_NEW - {State.RECEIVED} | _BEING_WEIGHED | {State.ON_HOLD}, State.DUPLICATE),
    Act.REOPEN: (frozenset({State.DUPLICATE}), State.ACKNOWLEDGED),
}

#: What an act says of the identity; every other leaves it as it is.
IDENTITY: Mapping[Act, Identity] = {
    Act.DOUBT: Identity.DOUBTED,
    Act.VERIFY: Identity.PROVEN,
    Act.GIVE_UP: Identity.UNPROVEN,
    Act.REOPEN: Identity.OPEN,
}

#: The acts that must have been done, each with evidence, before a request is closed.
BEFORE_CLOSING = (Act.ACKNOWLEDGE, Act.DECIDE, Act.EXECUTE, Act.CARRY_OUT, Act.NOTIFY, Act.CERTIFY)


class NotNow(Exception):
    """An act that cannot be done with a request as it stands; the sentence says why, and what would be first."""

    def __init__(self, sentence: str) -> None:
        self.sentence = sentence
        super().__init__(sentence)


@dataclass(frozen=True, slots=True)
class Proposal:
    """A decision as proposed. ``settled`` says that as many as are needed stand behind it."""

    outcome: Outcome
    settled: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """A request, as far as its way depends on it. ``about_claims`` tells that it names what it is about, ``done`` are
    the acts done so far, ``held_from`` where it was when it was put on hold."""

    kind: Kind
    state: State = State.RECEIVED
    identity: Identity = Identity.OPEN
    about_claims: bool = False
    proposal: Proposal | None = None
    held_from: State | None = None
    done: frozenset[Act] = frozenset({Act.RECEIVE})

    @property
    def holds_back(self) -> bool:
        """Whether what it is about is held back while it is open."""
        return self.kind in HOLDING_BACK and self.about_claims

    @property
    def is_over(self) -> bool:
        return self.state in OVER


def after(standing: Standing, act: Act, proposal: Proposal | None = None) -> Standing:
    """The request after an act; a proposal or decision brings its ``proposal``.

    Raises:
        NotNow: where the act cannot be done.
    """
    must_stand_right(standing, act)
    _, to = WAYS[act]
    found = replace(standing, proposal=proposal or standing.proposal, done=standing.done | {act})
    _check(found, act)
    if act is Act.RESUME:
        to = standing.held_from
    return replace(
        found,
        state=to or standing.state,
        identity=IDENTITY.get(act, standing.identity),
        held_from=standing.state if act is Act.HOLD else None,
        done=frozenset({Act.RECEIVE, Act.ACKNOWLEDGE}) if act is Act.REOPEN else found.done,
        proposal=None if act is Act.REOPEN else found.proposal,
    )


def must_stand_right(standing: Standing, act: Act) -> None:
    """Whether a request stands where an act begins; what else the act needs is seen to when it is done.

    Raises:
        NotNow: where it does not.
    """
    if act not in WAYS:
        raise NotNow("A request is received once; file another one.")
    if standing.state not in WAYS[act][0]:
        raise NotNow(f"This request is {said(standing.state)}, so it cannot be {_DONE[act]} now.")
    if act is Act.CARRY_OUT and act in standing.done:
        raise NotNow("This was carried out already; tell those who had been given it.")


def possible(standing: Standing) -> Iterator[Act]:
    """The acts for which the request stands right, whatever else they need."""
    for act, (before, _) in WAYS.items():
        once = act is Act.CARRY_OUT and act in standing.done
        if standing.state in before and not once and not (act is Act.RESTRICT and not standing.holds_back):
            yield act


def _check(found: Standing, act: Act) -> None:
    """What an act needs beside the right state; ``found`` counts it as done already."""
    if act is Act.RESTRICT and not found.holds_back:
        raise NotNow("This request does not say that something is wrong, so nothing is held back for it.")
    if act is Act.REVIEW and found.holds_back and Act.RESTRICT not in found.done:
        raise NotNow("What this request is about is held back first; it is reviewed after that.")
    if act is Act.DECIDE:
        _check_decision(found)
    if act is Act.NOTIFY and Act.CARRY_OUT not in found.done:
        raise NotNow("Nothing has been carried out yet; recipients are told after that.")
    if act is Act.CLOSE and (missing := [each for each in BEFORE_CLOSING if each not in found.done]):
        raise NotNow(f"It has not been {_DONE[missing[0]]} yet; no request is closed before every step has evidence.")


def _check_decision(found: Standing) -> None:
    if found.proposal is None:
        raise NotNow("Nobody has proposed a decision yet.")
    if not found.proposal.settled:
        raise NotNow("This decision needs a second pair of eyes: another person has to agree to it.")
    refuses_stranger = found.identity is Identity.UNPROVEN and found.proposal.outcome is Outcome.REFUSE
    if found.identity is not Identity.PROVEN and not refuses_stranger:
        raise NotNow(
            "It is not settled that this request comes from the person it is about; nothing is decided before."
        )


def said(state: State) -> str:
    """A state in words, as in “This request is …”."""
    return _STATES.get(state, state.value.replace("_", " "))


_STATES: Mapping[State, str] = {
    State.IDENTITY_PENDING: "waiting for proof of identity",
    State.RESTRICTED: "triaged, with what it is about held back",
    State.EXECUTING: "being carried out",
    State.NOTIFIED: "carried out, with recipients told",
    State.DUPLICATE: "kept as a duplicate of another one",
}
_DONE: Mapping[Act, str] = {
    Act.ACKNOWLEDGE: "acknowledged",
    Act.DOUBT: "doubted",
    Act.VERIFY: "verified",
    Act.GIVE_UP: "given up as from somebody unknown",
    Act.TRIAGE: "triaged",
    Act.RESTRICT: "held back",
    Act.REVIEW: "reviewed",
    Act.EXTEND: "extended",
    Act.PROPOSE: "proposed on",
    Act.DECIDE: "decided",
    Act.EXECUTE: "begun to be carried out",
    Act.CARRY_OUT: "carried out",
    Act.NOTIFY: "passed on to recipients",
    Act.CERTIFY: "certified",
    Act.CLOSE: "closed",
    Act.WITHDRAW: "withdrawn",
    Act.HOLD: "put on hold",
    Act.RESUME: "taken up again",
    Act.DUPLICATE: "made a duplicate",
    Act.REOPEN: "opened again",
}


def pairs() -> list[tuple[str, str, str]]:
    """Every act with each state before and after it, as the database knows them."""
    return sorted(
        (act.value, each.value, after_.value)
        for act, (before, to) in WAYS.items()
        for each in before
        for after_ in ([to] if to else _BEING_WEIGHED if act is Act.RESUME else [each])
    )


def standing_of(row: Mapping[str, Any], done: frozenset[Act], proposal: Proposal | None) -> Standing:
    """A stored request as the way sees it."""
    return Standing(
        kind=Kind(row["kind"]),
        state=State(row["state"]),
        identity=Identity(row["identity"]),
        about_claims=bool(row["claims"]),
        proposal=proposal,
        held_from=State(row["held_from"]) if row["held_from"] else None,
        done=done,
    )
