"""One piece of evidence as a page shows it: the quote with what it says marked, and where it comes from."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from claims.engine.acts import Tier
from claims.queries.rows import Row
from claims.services.pages.overview import KINDS
from claims.services.pages.saying import Reader
from claims.services.words import in_words

#: Who spoke, by tier, as the person concerned is told; and as anybody else is.
TO_PERSON = {
    Tier.VERIFIED: "You checked it here",
    Tier.STATED: "You said it",
    Tier.OBSERVED: "It was seen",
    Tier.DOCUMENTED: "It was in a document",
    Tier.INFERRED: "It was guessed",
}
TO_STAFF = TO_PERSON | {Tier.VERIFIED: "Checked by a person", Tier.STATED: "Said by the user"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Reason:
    """One piece of evidence: the quote with what it says marked, where it comes from, and why it does not count."""

    kind: str
    before: str
    marked: str
    after: str
    origin: str
    words: str = ""
    why: str = ""


def reason_of(same: Sequence[Row], value: str, reader: Reader, *, set_aside: str = "") -> Reason:
    """What one voice said for a value, once or again and again in the same words; ``set_aside`` says why it does not
    count, where it does not."""
    row, *again = sorted(same, key=lambda each: (each.observed_at, each.revision))
    by = f", noted by {row.agent}" if row.agent else ""
    origin = f"{spoken_by(row, reader)} on {in_words(row.observed_at)}{by}."
    if row.recorded_at.date() != row.observed_at.date():
        origin += f" It arrived here on {in_words(row.recorded_at)}."
    if again:
        times = "" if len(again) == 1 else f" {len(again)} times, last"
        origin += f" Said again{times} on {in_words(again[-1].observed_at)}."
    kind = "past" if set_aside else KINDS[Tier(row.tier)]
    words = "Set aside" if set_aside else ""
    return Reason(kind=kind, origin=origin, words=words, why=set_aside, **_quote(row.excerpt or row.reason, value))


def spoken_by(row: Row, reader: Reader) -> str:
    """Who said what an assertion says: staff are never named to the person concerned."""
    tier = Tier(row.tier)
    if reader.is_subject and tier is Tier.VERIFIED and row.actor_id != reader.id:
        return "A person of the service checked it"
    return (TO_PERSON if reader.is_subject else TO_STAFF)[tier]


def _quote(excerpt: str, value: str) -> dict[str, str]:
    """The excerpt with the value marked where it stands in it."""
    word = rf"(?<![\w.-]){re.escape(value)}(?![\w-]|\.\w)"
    found = re.search(word, excerpt) or re.search(word, excerpt, re.IGNORECASE) if value.strip() else None
    if found is None:
        return {"before": excerpt, "marked": "", "after": ""}
    return {"before": excerpt[: found.start()], "marked": found[0], "after": excerpt[found.end() :]}
