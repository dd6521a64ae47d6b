"""Write down a request. Where the person files it, signed in, it is known to be them; what they say is wrong is held
back at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID, uuid4

from django.db import transaction

from audit.requests import record
from audit.requests.words import HOLDING_BACK, Act, Kind
from claims.queries import claims as claim_rows
from claims.queries.rights import requests
from claims.queries.rights.requests import Course
from claims.queries.rows import Row
from claims.refusals import Invalid
from claims.services.actor import Actor
from claims.services.belief_base.operation import Terms
from claims.services.rights.law import Law, law_at
from claims.services.rights.letters import letter
from claims.services.rights.requests.hold_back import hold_back
from claims.services.rights.requests.taking import Case, Gone, Taken, finish, open_base
from claims.services.rights.requests.wish import Wish

MOST_WORDS, MOST_CLAIMS = 4000, 1000
#: What follows from filing by itself says so.
_AT_ONCE = {"automatic": True}
#: These are about claims that are named; the others may be about everything.
ABOUT_CLAIMS = frozenset({Kind.RECTIFICATION, Kind.COMPLETION, Kind.RESTRICTION})


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What is asked for: its ``kind`` on a ``ground``, in the person's own ``words``, about some ``claims`` (or all),
    with what is right instead. ``subject`` and ``received_at`` are for staff, who write down what reached them
    otherwise; ``law`` names another than the installation's."""

    kind: Kind
    words: str = ""
    claims: Sequence[UUID] = ()
    ground: str = ""
    wish: Wish | None = None
    subject: UUID | None = None
    received_at: datetime | None = None
    law: str = ""


def file_request(*, base: UUID, actor: Actor, asked: Asked, by_subject: bool, terms: Terms | None = None) -> Gone:
    """Write down a request, and acknowledge it.

    ``by_subject`` says that whoever acts is the person it is about. Otherwise it is for somebody else, and who that is
    has to be settled before anything is decided.

    Raises:
        NotFound: where there is no such base.
        Forbidden: where no person acts.
        Invalid: where something is missing, or names what is not there.
        StaleStep: as `take_step`.
    """
    actor.must_be_person("file a request")
    with transaction.atomic():
        now = open_base(base)
        received = now if by_subject else _received(asked.received_at, now)
        law = law_at(received, asked.law)
        _check(base, asked, law)
        subject = actor.id if by_subject else _subject(base, asked.subject)
        case = _written_down(base, actor, asked, law, subject, received, now)
        _begin(case, asked, by_subject=by_subject)
        return finish(case, terms or Terms(), by_letters=False)


def _begin(case: Case, asked: Asked, *, by_subject: bool) -> None:
    words = {"ask": asked.words.strip(), "wish": asked.wish.written() if asked.wish else ""}
    evidence = {"filed_by": "person" if by_subject else "staff", "claims": len(case.row.claims)}
    case.begin(Taken(evidence=evidence, texts=words, ground=case.row.ground, targets=case.row.claims))
    held = by_subject and case.row.kind in HOLDING_BACK and bool(case.row.claims)
    told = letter(case, "acknowledgement", unproven=not by_subject, held=held)
    case.take(Act.ACKNOWLEDGE, Taken(evidence={"letter": "acknowledgement", **_AT_ONCE}, letter=told))
    if by_subject:
        case.take(Act.VERIFY, Taken(evidence={"method": "session", **_AT_ONCE}))
    if held:
        case.take(Act.TRIAGE, Taken(evidence=_triage(case), ground=case.row.ground))
        hold_back(case, **_AT_ONCE)


def _triage(case: Case) -> dict[str, object]:
    return {"ground": case.row.ground, "claims": len(case.row.claims), **_AT_ONCE}


def _written_down(
    base: UUID, actor: Actor, asked: Asked, law: Law, subject: UUID | None, received: datetime, now: datetime
) -> Case:
    days = law.days(received, today=law.day(now))
    filed = record.Filed(
        base=base,
        id=uuid4(),
        kind=asked.kind,
        regime=law.regime,
        country=law.country,
        zone=law.zone,
        subject=subject,
        filed_by=actor.id,
        received_at=received,
        claims=tuple(dict.fromkeys(asked.claims)),
        ground=asked.ground or _only_ground(law, asked.kind),
        first_on=days.first,
        last_on=days.last,
    )
    record.receive(filed)
    row = requests.by_id(base, filed.id)
    return Case(base, actor, now, row or Row(), Course([], [], [], []))


def _check(base: UUID, asked: Asked, law: Law) -> None:
    if len(asked.words) > MOST_WORDS:
        raise Invalid.at("/words", f"At most {MOST_WORDS:,} characters fit here.")
    known = law.regime.grounds.get(asked.kind, {})
    if asked.ground and asked.ground not in known:
        raise Invalid.at("/ground", f"“{asked.ground[:40]}” is no ground for this; there are {', '.join(known)}.")
    if asked.kind in ABOUT_CLAIMS and not asked.claims:
        raise Invalid.at("/claims", "Name the statements that it is about.")
    if len(asked.claims) > MOST_CLAIMS:
        raise Invalid.at("/claims", f"At most {MOST_CLAIMS:,} statements fit into one request.")
    if len(claim_rows.by_ids(base, list(asked.claims))) < len(set(asked.claims)):
        raise Invalid.at("/claims", "One of these statements is not here.")
    _check_wish(asked)


def _check_wish(asked: Asked) -> None:
    if asked.wish is not None:
        if asked.kind is not Kind.RECTIFICATION:
            raise Invalid.at("/correction", "Only a request for rectification says what is right instead.")
        if len(set(asked.claims)) != 1:
            raise Invalid.at("/claims", "One correction is of one statement; file one request for each.")
        asked.wish.checked()
    elif asked.kind in (Kind.RECTIFICATION, Kind.COMPLETION) and not asked.words.strip():
        raise Invalid.at("/words", "Say what is wrong or missing, or what is right instead.")


def _only_ground(law: Law, kind: Kind) -> str:
    """The ground, where the law knows just one; else somebody finds it out."""
    known = list(law.regime.grounds.get(kind, {}))
    return known[0] if len(known) == 1 else ""


def _received(said: datetime | None, now: datetime) -> datetime:
    if said is not None and said > now:
        raise Invalid.at("/received_at", "This lies ahead; give the time at which the request arrived.")
    return said or now


def _subject(base: UUID, said: UUID | None) -> UUID | None:
    """The person it is about: the one named, else the only one whom the base concerns; ``None`` for one without an
    account."""
    known: list[UUID] = [row.id for row in requests.members(base)]
    if said is not None and said not in known:
        raise Invalid.at("/subject", "This base does not concern that person.")
    return said or (known[0] if len(known) == 1 else None)
