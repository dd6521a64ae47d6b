"""Requests in words, as pages tell them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from audit.requests.words import Act, Identity, Kind, State
from claims.services.pages.saying import counted
from claims.services.rights.read_requests import RequestView, StepView
from claims.services.rights.requests.settle_identity import Method

#: What each kind is called by those who work on it.
KINDS: Mapping[str, str] = {
    Kind.ACCESS: "Access",
    Kind.PORTABILITY: "Portability",
    Kind.RECTIFICATION: "Rectification",
    Kind.COMPLETION: "Completion",
    Kind.ERASURE: "Erasure",
    Kind.RESTRICTION: "Restriction",
    Kind.OBJECTION: "Objection",
}

STATES: Mapping[str, str] = {
    State.RECEIVED: "Received",
    State.ACKNOWLEDGED: "Acknowledged",
    State.IDENTITY_PENDING: "Waits for proof of identity",
    State.VERIFIED: "Identity settled",
    State.TRIAGED: "Sorted",
    State.RESTRICTED: "Held back",
    State.UNDER_REVIEW: "Under review",
    State.EXTENDED: "Under review, for longer",
    State.DECIDED: "Decided",
    State.EXECUTING: "Being carried out",
    State.NOTIFIED: "Carried out, recipients told",
    State.CERTIFIED: "Certified",
    State.CLOSED: "Closed",
    State.WITHDRAWN: "Taken back",
    State.ON_HOLD: "On hold",
    State.DUPLICATE: "Kept as a duplicate",
}

#: The same to the person who asks.
STATES_TO_PERSON: Mapping[str, str] = {
    **STATES,
    State.ACKNOWLEDGED: "We have it",
    State.IDENTITY_PENDING: "Waits for you: is it you who asks?",
    State.VERIFIED: "We have it",
    State.TRIAGED: "Being looked at",
    State.RESTRICTED: "Being looked at, and held back meanwhile",
    State.UNDER_REVIEW: "Being looked at",
    State.EXTENDED: "Being looked at, for longer",
    State.NOTIFIED: "Carried out",
    State.CERTIFIED: "Done",
    State.CLOSED: "Done",
    State.ON_HOLD: "Rests for now",
    State.DUPLICATE: "Answered together with another one",
}

IDENTITIES: Mapping[str, str] = {
    Identity.OPEN: "Not settled yet",
    Identity.DOUBTED: "Doubted, proof asked for",
    Identity.PROVEN: "It is the person",
    Identity.UNPROVEN: "Cannot be told",
}

METHODS: Mapping[str, str] = {
    Method.SESSION: "They were signed in",
    Method.CALL_BACK: "Called back at a number known before",
    Method.KNOWN_DETAIL: "Knew what only they would know",
    Method.IN_PERSON: "Came in person",
    Method.REPRESENTATIVE: "Represented, with a mandate",
}

#: What was done, as a history tells it.
DONE: Mapping[str, str] = {
    Act.RECEIVE: "Received",
    Act.ACKNOWLEDGE: "Acknowledged",
    Act.DOUBT: "Proof of identity asked for",
    Act.VERIFY: "Identity settled",
    Act.GIVE_UP: "It could not be told who asks",
    Act.TRIAGE: "Ground settled",
    Act.RESTRICT: "Held back what it is about",
    Act.REVIEW: "Review begun",
    Act.EXTEND: "More time taken",
    Act.PROPOSE: "Decision proposed, for a second person to agree to",
    Act.DECIDE: "Decided",
    Act.EXECUTE: "Begun to be carried out",
    Act.CARRY_OUT: "Carried out",
    Act.NOTIFY: "Recipients seen to",
    Act.CERTIFY: "Certificate given",
    Act.CLOSE: "Closed",
    Act.WITHDRAW: "Taken back",
    Act.HOLD: "Put on hold",
    Act.RESUME: "Taken up again",
    Act.DUPLICATE: "Kept as a duplicate of another",
    Act.REOPEN: "Opened again",
}

OUTCOMES: Mapping[str, str] = {"accept": "Granted", "partial": "Granted in part", "refuse": "Refused"}

#: The way as the person sees it, and the states in which each part of it is reached.
STAGES: tuple[tuple[str, frozenset[str]], ...] = (
    ("Received", frozenset({State.RECEIVED, State.ACKNOWLEDGED, State.IDENTITY_PENDING, State.VERIFIED})),
    (
        "Looked at",
        frozenset({State.TRIAGED, State.RESTRICTED, State.UNDER_REVIEW, State.EXTENDED, State.ON_HOLD}),
    ),
    ("Decided", frozenset({State.DECIDED})),
    ("Carried out", frozenset({State.EXECUTING, State.NOTIFIED})),
    ("Done", frozenset({State.CERTIFIED, State.CLOSED})),
)


@dataclass(frozen=True, slots=True)
class Stage:
    """A part of the way: over, here, or to come."""

    words: str
    standing: str


def stages(view: RequestView) -> list[Stage]:
    """The way of a request; empty where it was left."""
    here = next((place for place, (_, states) in enumerate(STAGES) if view.state in states), None)
    if here is None:
        return []
    over = here + (view.state == State.CLOSED)
    return [
        Stage(words, "done" if place < over else "here" if place == over else "ahead")
        for place, (words, _) in enumerate(STAGES)
    ]


def evidence(step: StepView) -> Iterator[tuple[str, str]]:
    """The evidence of a step: names and words."""
    for name, value in step.evidence.items():
        if name in _TOLD and (words := _TOLD[name](value)):
            yield words


def _list(title: str) -> Any:
    return lambda values: (title, counted(len(values), "statement", "statements")) if values else None


def _plain(title: str, words: Mapping[str, str] | None = None) -> Any:
    return lambda value: (title, (words or {}).get(str(value), str(value)))


def _stores(value: Mapping[str, str]) -> tuple[str, str]:
    return "Stores", "; ".join(f"{store}: {says}" for store, says in value.items())


def _copy(value: Any) -> tuple[str, str]:
    if isinstance(value, str):
        return "Copy", value
    return "SHA-256 of the manifest of the copy", value["sha256"] or value["state"]


def _revisions(value: list[int]) -> tuple[str, str] | None:
    return ("Revisions", ", ".join(map(str, value))) if value else None


def _agents(title: str) -> Any:
    return lambda value: (title, counted(len(value), "agent", "agents")) if value else None


_TOLD: Mapping[str, Any] = {
    "filed_by": _plain("Filed by", {"person": "the person", "staff": "staff, for the person"}),
    "method": _plain("How", METHODS),
    "ground": _plain("Ground"),
    "outcome": _plain("Outcome", OUTCOMES),
    "decision": _plain("Decision number"),
    "seconded": lambda _: ("Agreed to", "by a second person"),
    "from": _plain("Moved from"),
    "to": _plain("To"),
    "review_on": _plain("Looked at again on"),
    "stores": _stores,
    "revisions": _revisions,
    "recipients": _plain("Had been given it", {"0": "nobody"}),
    "told": _agents("Told"),
    "not_told": _agents("Not told"),
    "copy": _copy,
    "covered": lambda number: ("Names to be covered", str(number)) if number else None,
    "sha256": _plain("SHA-256 of the certificate"),
    "by": _plain("By", {"person": "the person", "staff": "staff, for the person"}),
}
