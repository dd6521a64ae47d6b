"""Claims as a copy tells them: the sentence, how it stands, its periods on both clocks, why, and who was given it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

from claims.engine.explain import Status
from claims.engine.time.dates import Precision
from claims.queries import beliefs
from claims.queries.rights import contents
from claims.queries.rows import Row
from claims.services.pages.saying import Sayings
from claims.services.reading.claim_status import claim_views
from claims.services.reading.read_claims import ClaimView, span_of
from claims.services.rights.copies.contents.reading import Reading, moment
from claims.services.rights.copies.contents.said import act_record, is_given, is_said, reasons_in, said_record
from claims.services.words import in_words

Record = dict[str, Any]

STATUSES: Mapping[str, str] = {
    Status.ACTIVE: "Held to be true now",
    Status.SUPERSEDED: "Replaced by another",
    Status.RETRACTED: "Taken back, or said to be no longer true",
    Status.UNSUPPORTED: "Not held: what it rests on is gone",
    Status.CONTESTED: "Disputed: a person has to decide",
    Status.REJECTED: "Not held: something else was more trusted",
    Status.PAST: "Was true, and is over",
    Status.UPCOMING: "Is to be true later",
    Status.ERASED: "Erased",
}
MARKS: Mapping[str, str] = {
    "flagged": "Asks for an eye: a reason for it is gone",
    "stale": "Asks for an eye: what it was read from has changed",
    "disputed": "Disputed",
    "restricted": "Held back: no assistant is given it while it is checked",
}


@dataclass(slots=True)
class _Page:
    """All that is said of a page of claims, by claim; ``own`` are those that the person said themselves."""

    sayings: Sayings
    own: set[UUID]
    acts: dict[UUID, list[Row]] = field(default_factory=lambda: defaultdict(list))
    periods: dict[UUID, list[Row]] = field(default_factory=lambda: defaultdict(list))
    served: dict[UUID, list[Row]] = field(default_factory=lambda: defaultdict(list))
    names: dict[UUID, list[UUID]] = field(default_factory=lambda: defaultdict(list))


def statements(reading: Reading, claims: Sequence[UUID]) -> Iterator[Record]:
    """A page of claims. What was first said after the copy was begun is left out; of what the person did not give,
    everything is, where only that is wanted."""
    views = claim_views(reading.base, claims, reading.known_at, reading.known_at, reading.reader.you)
    page = _read(reading, claims, views)
    for view in views:
        if reading.given_only:
            if given := [act for act in page.acts[view.id] if is_given(reading, act)]:
                yield _given(reading, view, page, given)
        elif page.acts[view.id] or view.status is Status.ERASED:
            yield _statement(reading, view, page)


def _read(reading: Reading, claims: Sequence[UUID], views: Sequence[ClaimView]) -> _Page:
    acts = contents.acts_upon(reading.base, claims, reading.head)
    named = {each for act in acts for each in reasons_in(act)}
    named |= {each for view in views for each in (*view.supersedes, *view.superseded_by)}
    page = _Page(
        sayings=Sayings(reading.reader, named),
        own=contents.said_by_person(reading.base, [*claims, *named], reading.user),
    )
    for act in acts:
        page.acts[act.claim_id].append(act)
    for row in beliefs.rows_of(reading.base, claims):
        if row.recorded.lower <= reading.known_at:
            page.periods[row.claim_id].append(row)
    for row in contents.served(reading.base, claims, reading.known_at):
        page.served[row.claim_id].append(row)
    for row in contents.names_of(reading.base, claims):
        page.names[row.claim_id].append(row.name)
    return page


def _statement(reading: Reading, view: ClaimView, page: _Page) -> Record:
    own = view.id in page.own
    acts = page.acts[view.id]
    tell = _Tell(reading, page)
    return {
        **_worded(reading, view, own=own),
        "also_known_as": list(map(str, page.names[view.id])),
        "status": view.status.value,
        "status_words": STATUSES[view.status],
        "restricted": "restricted" in view.marks,
        "marks": [MARKS.get(each, each) for each in view.marks],
        "said_by_you": own,
        "confidence": view.confidence / 1000,
        "periods": [_period(row, reading.known_at) for row in page.periods[view.id]],
        "said": [said_record(reading, act, tell.all) for act in acts if is_said(act)],
        "done": [act_record(reading, act) for act in acts if not is_said(act)],
        "replaces": tell.all(view.supersedes),
        "replaced_by": tell.all(view.superseded_by),
        "recipients": [
            {"name": row.agent, "first_at": moment(row.first_at), "last_at": moment(row.last_at)}
            for row in page.served[view.id]
        ],
    }


def _given(reading: Reading, view: ClaimView, page: _Page, given: Sequence[Row]) -> Record:
    """What the person gave, and no more: nothing that was reckoned from it."""
    worded = _worded(reading, view, own=True)
    return {**worded, "said": [said_record(reading, act, lambda _: []) for act in given]}


def _worded(reading: Reading, view: ClaimView, *, own: bool) -> Record:
    put = reading.covering(own=own)
    return {
        "id": str(view.id),
        "topic": reading.topics.get(view.predicate, "Other"),
        "statement": put(view.statement),
        "subject": put(view.subject),
        "predicate": view.predicate,
        "object": put(view.object),
        "negated": view.negated,
        "supplements": [
            {"text": each.text, "recorded_at": moment(each.recorded_at)}
            for each in view.supplements
            if each.recorded_at <= reading.known_at
        ],
    }


@dataclass(frozen=True, slots=True)
class _Tell:
    """Says other claims; covered where the person did not say them."""

    reading: Reading
    page: _Page

    def all(self, claims: Iterable[UUID]) -> list[str]:
        return [self.reading.covering(own=each in self.page.own)(self.page.sayings.say(each)) for each in claims]


def _period(row: Row, known_at: datetime) -> Record:
    """A time over which it was held to be true, and since and until when we held it so."""
    span = span_of(row)
    until = row.recorded.upper if row.recorded.upper and row.recorded.upper <= known_at else None
    true = between(row.valid.lower, row.valid.upper, row.from_precision, row.to_precision)
    return {
        "valid_from": span.start,
        "valid_to": span.end,
        "recorded_from": moment(row.recorded.lower),
        "recorded_to": moment(until),
        "confidence": row.confidence / 1000,
        "words": f"True {true}. Held so {between(row.recorded.lower, until)}.",
    }


def between(
    start: datetime | None, end: datetime | None, from_precision: int = Precision.DAY, to_precision: int = Precision.DAY
) -> str:
    """A period in words, at most as exact as a day."""
    since = in_words(start, min(from_precision, Precision.DAY)) if start else ""
    until = in_words(end, min(to_precision, Precision.DAY)) if end else ""
    if since and until:
        return f"from {since} to {until}"
    return f"since {since}" if since else f"until {until}" if until else "always"
