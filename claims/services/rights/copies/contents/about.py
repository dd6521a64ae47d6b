"""What the law wants told with a copy (Art. 15(1) and (2)): purposes, kinds, how long, rights, complaint, and how what
is held is decided, in plain words."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from operator import attrgetter
from typing import Any

from django.conf import settings

from audit.requests.words import Kind
from claims.models import BeliefBase, User
from claims.queries.rights import contents
from claims.queries.rows import Row
from claims.services.rights.copies.contents.reading import Reading, moment
from claims.services.rights.law import law_at

Record = dict[str, Any]

FORMAT, VERSION = "rectify-copy", 1
TITLES = {Kind.ACCESS: "What is kept", Kind.PORTABILITY: "What you gave"}

RIGHTS = {
    Kind.RECTIFICATION: "have what is wrong corrected",
    Kind.COMPLETION: "have what is incomplete completed",
    Kind.ERASURE: "have it erased",
    Kind.RESTRICTION: "have it held back",
    Kind.OBJECTION: "object to its use",
    Kind.PORTABILITY: "have what you gave in a form that others can read",
}
LOGIC = (
    "Everything here was said by somebody or concluded from something. Each time it was said is kept with who said it,"
    " when, and in which words.",
    "Where two statements cannot both be true for the same time, the more trusted one is held: what a person checked"
    " here comes before what you said, that before what was observed, that before what stood in a document, and that"
    " before what was guessed.",
    "Between two of the same trust, the surer one is held, and of equally sure ones the later observed one.",
    "What rests on something that is no longer held is looked at by a person, or no longer held either.",
    "What is replaced, taken back or over stays written down with the time over which it was held, so that it can be"
    " told what was believed when.",
    "What you dispute is held back until it has been looked at; nothing that is held back is given to an assistant.",
)
AUTOMATED = (
    "What is held is decided by these rules, without a person, until somebody corrects or disputes it. No decision"
    " about you with legal or similar effect is made here; what those who were given it decide is theirs to tell."
)
SOURCES = (
    "With each statement stands where it came from: you, an assistant that heard or saw it, a document, or a guess from"
    " other statements."
)
RETENTION = (
    "As long as it is needed for what it is kept for, or until you have it erased; what was replaced or taken back is"
    " kept as history just as long."
)
TRANSFERS = (
    "Recipients are named in this copy. Whether one of them is outside the European Economic Area, and under which"
    " safeguards, is for the controller to tell."
)


def head_of(reading: Reading, kind: str) -> Record:
    """What stands at the beginning of a copy."""
    base = BeliefBase.objects.values("label", "kind").get(id=reading.base)
    user = User.objects.filter(id=reading.user).values("name", "email").first() or {"name": "", "email": ""}
    return {
        "format": FORMAT,
        "version": VERSION,
        "kind": kind,
        "title": TITLES[Kind(kind)],
        "base": {"id": str(reading.base), **base},
        "person": {"id": str(reading.user), **user},
        "known_at": moment(reading.known_at),
        "revision": reading.head,
        "about": _about(reading, kind),
    }


def _about(reading: Reading, kind: str) -> Record:
    law = law_at(reading.known_at)
    return {
        "controller": {
            "name": settings.CONTROLLER or "whoever runs this service",
            "contact": settings.CONTROLLER_CONTACT,
        },
        "law": law.regime.name,
        "article": law.article(kind),
        "categories": [] if reading.given_only else _categories(reading),
        "retention": RETENTION,
        "sources": SOURCES,
        "transfers": TRANSFERS,
        "logic": list(LOGIC),
        "automated_decisions": AUTOMATED,
        "rights": [{"article": law.article(each), "words": f"You can {words}."} for each, words in RIGHTS.items()],
        "complaint": law.regime.complaint,
        "remedy": law.regime.remedy,
    }


def _categories(reading: Reading) -> list[Record]:
    rows = contents.categories(reading.base)
    return [_category(title, list(same)) for title, same in groupby(rows, key=attrgetter("title"))]


def _category(title: str, rows: Sequence[Row]) -> Record:
    days = sorted({row.retention_days for row in rows if row.retention_days})
    return {
        "title": title,
        "statements": sum(row.claims for row in rows),
        "purposes": sorted({row.purpose for row in rows if row.purpose})
        or ["what the assistants named here do for you"],
        "retention": [f"{each:,} days after it was last confirmed" for each in days] or ["as said below"],
        "specially_protected": any(row.sensitive for row in rows),
    }
