"""Everything in a copy beside the claims, section by section, each read page by page."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from audit.requests.words import Kind
from claims.queries.rights import contents
from claims.queries.rights.copies import of_person
from claims.queries.rights.requests import AskedRequests
from claims.queries.rows import Row
from claims.services.rights.copies.contents.reading import Reading, moment
from claims.services.rights.copies.contents.said import act_record
from claims.services.rights.letters import ASKS
from claims.services.rights.read_requests import RequestView, StepView, request_page
from claims.services.rights.telling import DONE, OUTCOMES, STATES_TO_PERSON

Record = dict[str, Any]

NIL = UUID(int=0)
LONG_AGO = datetime(1, 1, 1, tzinfo=UTC)


def names(reading: Reading) -> Iterator[Record]:
    """Subjects that go by several names."""
    after = NIL
    while page := contents.other_names(reading.base, after):
        for row in page:
            put = reading.cover.over
            yield {"name": put(row.name), "also": [put(each) for each in row.names]}
        after = page[-1].id


def recipients(reading: Reading) -> Iterator[Record]:
    """Who was given any of it, by name."""
    for row in contents.recipients(reading.base, reading.known_at):
        yield {
            "name": row.agent or str(row.agent_id),
            "purpose": row.purpose,
            "statements": row.claims,
            "first_at": moment(row.first_at),
            "last_at": moment(row.last_at),
        }


def decisions(reading: Reading) -> Iterator[Record]:
    """What was done with several statements at once, or with a subject."""
    after = (0, -1)
    while page := contents.acts_upon_none(reading.base, reading.head, after):
        yield from (act_record(reading, act) for act in page)
        after = (page[-1].revision, page[-1].ordinal)


def requests(reading: Reading) -> Iterator[Record]:
    """What the person asked for, and what became of it, with every letter and decision."""
    after: tuple[datetime, UUID] | None = None
    while page := request_page(base=reading.base, asked=AskedRequests(subject=reading.user, after=after, limit=20)):
        for view in page:
            if view.received_at <= reading.known_at:
                yield _request(reading, view)
        after = (page[-1].received_at, page[-1].id)


def _request(reading: Reading, view: RequestView) -> Record:
    asked = {
        "reference": view.reference,
        "kind": view.kind,
        "asks": f"You asked {ASKS[view.kind]}.",
        "received_at": moment(view.received_at),
        "words": view.ask,
        "correction": view.wish.written() if view.wish else "",
    }
    if reading.given_only:
        return asked
    decision = view.decision
    return {
        **asked,
        "law": view.law,
        "article": view.article,
        "ground": view.ground_words,
        "state": view.state,
        "state_words": STATES_TO_PERSON[view.state],
        "decision": None
        if decision is None or view.waits_for_second
        else {
            "outcome": OUTCOMES.get(decision.outcome, decision.outcome),
            "ground": decision.ground,
            "reasons": decision.reasons,
            "decided_at": moment(decision.seconded_at or decision.proposed_at),
        },
        "steps": [_step(step) for step in view.steps if step.at <= reading.known_at],
    }


def _step(step: StepView) -> Record:
    return {"at": moment(step.at), "what": DONE[step.act], "words": step.words, "letter": step.letter_text}


def erasures(reading: Reading) -> Iterator[Record]:
    """What was erased, with what each store answered."""
    after = (LONG_AGO, NIL)
    while page := contents.erasures(reading.base, reading.known_at, after):
        for row in page:
            yield {
                "id": str(row.id),
                "at": moment(row.at),
                "ground": row.ground,
                "statements": len(row.receipt["claims"]),
                "stores": [{"store": each["says"], "removed": each["removed"]} for each in row.receipt["stores"]],
            }
        after = (page[-1].at, page[-1].id)


def not_learned(reading: Reading) -> Iterator[Record]:
    """What was forgotten, and is not learned again from what was there before."""
    after = b""
    while page := contents.not_learned(reading.base, reading.known_at, after):
        for row in page:
            yield {"id": str(row.claim_id), "since": moment(row.at), "lifted_at": moment(row.lifted_at)}
        after = bytes(page[-1].fingerprint)


def looks(reading: Reading) -> Iterator[Record]:
    """When staff looked, and for what, as far as it was written down; never who."""
    after = 0
    while page := contents.looks(reading.base, reading.known_at, after):
        yield from (_look(row) for row in page)
        after = page[-1].number


def _look(row: Row) -> Record:
    at = "what is kept as a whole" if not row.targets else "one thing" if row.targets == 1 else f"{row.targets} things"
    return {"at": moment(row.at), "at_what": at, "purpose": row.ground}


def copies(reading: Reading) -> Iterator[Record]:
    """The copies made for the person before."""
    for row in of_person(reading.base, reading.user, 1000):
        if row.finished_at is not None and row.finished_at <= reading.known_at:
            yield {"kind": row.kind, "asked_at": moment(row.asked_at), "ready_at": moment(row.finished_at)}


Section = Callable[[Reading], Iterator[Record]]

#: What stands in a copy beside the claims, in this order.
ACCESS: Mapping[str, Section] = {
    "names": names,
    "recipients": recipients,
    "decisions": decisions,
    "requests": requests,
    "erasures": erasures,
    "not_learned_again": not_learned,
    "looks": looks,
    "copies": copies,
}
PORTABILITY: Mapping[str, Section] = {"requests": requests}
BY_KIND: Mapping[str, Mapping[str, Section]] = {Kind.ACCESS: ACCESS, Kind.PORTABILITY: PORTABILITY}
