"""The words of a request: what is asked for, how it stands, who it is from as far as is known, what was decided."""

from __future__ import annotations

from enum import StrEnum


class Kind(StrEnum):
    """What a person may ask for (GDPR Art. 15 to 21)."""

    ACCESS = "access"
    PORTABILITY = "portability"
    RECTIFICATION = "rectification"
    COMPLETION = "completion"
    ERASURE = "erasure"
    RESTRICTION = "restriction"
    OBJECTION = "objection"


#: While one of these is open, what it is about is held back (Art. 18(1)(a) and (d)).
HOLDING_BACK = frozenset({Kind.RECTIFICATION, Kind.RESTRICTION, Kind.OBJECTION})


class Identity(StrEnum):
    """Whether the request is known to come from the person it is about."""

    OPEN = "open"
    DOUBTED = "doubted"
    PROVEN = "proven"
    UNPROVEN = "unproven"


class Outcome(StrEnum):
    """What was decided."""

    ACCEPT = "accept"
    PARTIAL = "partial"
    REFUSE = "refuse"


class State(StrEnum):
    """How far a request has come; the last three stand beside the way."""

    RECEIVED = "received"
    ACKNOWLEDGED = "acknowledged"
    IDENTITY_PENDING = "identity_pending"
    VERIFIED = "verified"
    TRIAGED = "triaged"
    RESTRICTED = "restricted"
    UNDER_REVIEW = "under_review"
    EXTENDED = "extended"
    DECIDED = "decided"
    EXECUTING = "executing"
    NOTIFIED = "notified"
    CERTIFIED = "certified"
    CLOSED = "closed"
    WITHDRAWN = "withdrawn"
    ON_HOLD = "on_hold"
    DUPLICATE = "duplicate"


class Act(StrEnum):
    """What is done with a request."""

    RECEIVE = "receive"
    ACKNOWLEDGE = "acknowledge"
    DOUBT = "doubt"
    VERIFY = "verify"
    GIVE_UP = "give_up"
    TRIAGE = "triage"
    RESTRICT = "restrict"
    REVIEW = "review"
    EXTEND = "extend"
    PROPOSE = "propose"
    DECIDE = "decide"
    EXECUTE = "execute"
    CARRY_OUT = "carry_out"
    NOTIFY = "notify"
    CERTIFY = "certify"
    CLOSE = "close"
    WITHDRAW = "withdraw"
    HOLD = "hold"
    RESUME = "resume"
    DUPLICATE = "duplicate"
    REOPEN = "reopen"


#: Nothing more is to be done.
OVER = frozenset({State.CLOSED, State.WITHDRAWN, State.DUPLICATE})
#: Whatever is here was approved or refused; nobody gets here whose identity is not settled.
SETTLED = frozenset({State.DECIDED, State.EXECUTING, State.NOTIFIED, State.CERTIFIED, State.CLOSED})
