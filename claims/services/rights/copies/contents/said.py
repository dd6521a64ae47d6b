"""What was said of a claim, and what else was done with it: by whom, when, in which words, from where, and why."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any
from uuid import UUID

from claims.models import Tier
from claims.queries.rows import Row
from claims.services.pages.evidence import spoken_by
from claims.services.reading.read_claims import span_of
from claims.services.rights.copies.contents.reading import Reading, moment

Record = dict[str, Any]

_DONE = {
    "contraction": "Said to be no longer true",
    "withdrawal": "Said to have never been true",
    "resolution": "Decided between answers",
    "rejustification": "Its reasons changed",
    "completion": "A statement was put beside it",
    "still_holds": "Found to stand on its own",
    "rekeying": "Became one with another that says the same",
    "remark": "Remarked on",
    "alias": "Another name was given to a subject",
    "erasure": "Erased",
    "undo": "Something was taken back",
}


def is_said(act: Row) -> bool:
    """Whether an act says that a claim is true."""
    return bool(act.kind == "assertion")


def by_person(reading: Reading, act: Row) -> bool:
    """Whether these are the person's own words: an assistant heard them, or the person did it here."""
    return reading.is_own(act) or (act.tier == Tier.STATED and not act.echo)


def is_given(reading: Reading, act: Row) -> bool:
    """Whether the person gave it (Art. 20(1)): they said it, did it here, or it was observed of them. What was
    concluded from something, read in a document or guessed is not; nor what was taken back."""
    if not is_said(act) or act.echo or reading.taken.by([act.id]) is not None:
        return False
    observed = act.tier in (Tier.STATED, Tier.OBSERVED) and not act.justifications
    return observed or (act.tier == Tier.VERIFIED and reading.is_own(act))


def reasons_in(act: Row) -> Iterator[UUID]:
    """The claims that an act gives as reasons."""
    for reason in act.justifications or ():
        yield from map(UUID, (*reason["all_of"], *reason["none_of"]))


def said_record(reading: Reading, act: Row, tell: Callable[[Iterable[UUID]], list[str]]) -> Record:
    """One time that it was said."""
    put = reading.covering(own=by_person(reading, act))
    span = span_of(act)
    return {
        "recorded_at": moment(act.recorded_at),
        "observed_at": moment(act.observed_at),
        "by": reading.who(act),
        "tier": Tier(act.tier).label,
        "tier_words": spoken_by(act, reading.reader),
        "quote": put(act.excerpt or ""),
        "reason": put(act.reason or ""),
        "source": put(act.uri or ""),
        "origin": put(act.origin or ""),
        "method": act.method or "",
        "kind": act.kind_raw or act.claim_kind,
        "valid_from": span.start,
        "valid_to": span.end,
        "echo": act.echo,
        "taken_back": reading.taken.by([act.id]) is not None,
        "rests_on": [
            {
                "all_of": tell(map(UUID, reason["all_of"])),
                "none_of": tell(map(UUID, reason["none_of"])),
            }
            for reason in act.justifications or ()
        ],
    }


def act_record(reading: Reading, act: Row) -> Record:
    """Something else that was done."""
    put = reading.covering(own=by_person(reading, act))
    return {
        "recorded_at": moment(act.recorded_at),
        "what": _what(act),
        "by": reading.who(act),
        "quote": put(act.excerpt or ""),
        "reason": put(act.reason or ""),
        "source": put(act.uri or ""),
        "taken_back": reading.taken.by([act.id]) is not None,
    }


def _what(act: Row) -> str:
    if act.kind == "restriction":
        return "Passed on again" if act.detail.get("released") else "Held back while it is checked"
    return _DONE.get(act.kind, "Changed")
