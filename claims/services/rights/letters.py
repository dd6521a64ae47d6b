"""Letters to persons, made from templates in `templates/letters/`; what was sent is kept with its step, erasably."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date
from typing import Any

from django.template.loader import render_to_string

from audit.requests.record import Letter
from audit.requests.words import Kind
from claims.services.rights.law import clocks_of
from claims.services.rights.requests.taking import Case
from claims.services.words import MONTHS

#: What each kind asks for, as in “You asked …”.
ASKS: Mapping[str, str] = {
    Kind.ACCESS: "for a copy of everything that is kept about you",
    Kind.PORTABILITY: "for what you gave, in a form that others can read",
    Kind.RECTIFICATION: "to have something corrected",
    Kind.COMPLETION: "to have something completed",
    Kind.ERASURE: "to have something erased",
    Kind.RESTRICTION: "to have something held back",
    Kind.OBJECTION: "that something is not used any more",
}

#: What is left where a part of a template says nothing.
_BLANKS = re.compile(r"\n{3,}")
#: A letter is read on the page of its request by whoever has an account, and goes by post to others.
ON_PAGE, BY_POST = "page", "post"


def letter(case: Case, template: str, **more: Any) -> Letter:
    """A letter about a request, as it stands now."""
    law = case.law
    days = clocks_of(law, case.row, case.course.steps, case.now)
    given = {
        "reference": case.reference,
        "today": in_words(law.day(case.now)),
        "received": in_words(law.day(case.row.received_at)),
        "asks": ASKS[case.row.kind],
        "kind": case.row.kind,
        "article": law.article(case.row.kind),
        "first": in_words(days.first),
        "last": in_words(days.last),
        "due": in_words(days.due),
        "pauses": law.regime.pauses_for_identity,
        "complaint": law.regime.complaint,
        "remedy": law.regime.remedy,
        **more,
    }
    text = _BLANKS.sub("\n\n", render_to_string(f"letters/{template}.txt", given)).strip() + "\n"
    return Letter(template=template, text=text, way=ON_PAGE if case.row.subject_id else BY_POST)


def in_words(day: date) -> str:
    """A day as a letter has it."""
    return f"{day.day} {MONTHS[day.month - 1]} {day.year}"
