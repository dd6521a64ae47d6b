"""One claim as a page shows it: why, on what it rests and what rests on it, and its history on both clocks."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from uuid import UUID

from claims.engine.acts import Tier
from claims.engine.time.dates import Precision
from claims.queries import beliefs, claims, naming, revisions
from claims.queries.rows import Row
from claims.services.pages.overview import KINDS, Line, line_of
from claims.services.pages.timeline import Timeline, timeline
from claims.services.reading.claim_status import claim_row, claim_views, heard
from claims.services.reading.explain_claim import Evidence, explain_claim
from claims.services.reading.read_claims import ClaimView
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Happening:
    """One entry of the history, on the day it was recorded."""

    day: date
    when: str
    sentence: str
    detail: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BeliefPage:
    """Everything the page says, save what is around the claim (`neighbourhood`)."""

    view: ClaimView
    line: Line
    evidence: tuple[Reason, ...]
    happenings: tuple[Happening, ...]
    timeline: Timeline | None


def belief_page(
    *, base: UUID, claim: UUID, valid_at: datetime, known_at: datetime, to_subject: bool = False
) -> BeliefPage:
    """A claim with its reasons and its history.

    Raises:
        NotFound: where the base has no such claim, or had not heard of it then.
    """
    row = claim_row(base, claim)
    you = naming.entity_called(base, "me") if to_subject else None
    view = heard(claim_views(base, [row.id], valid_at, known_at, you)[0], known_at)
    return BeliefPage(
        view=view,
        line=line_of(view, valid_at),
        evidence=_evidence(view, valid_at, known_at, to_subject=to_subject),
        happenings=_happenings(base, row, known_at, you, to_subject=to_subject),
        timeline=_timeline(base, row, known_at),
    )


def _evidence(view: ClaimView, valid_at: datetime, known_at: datetime, *, to_subject: bool) -> tuple[Reason, ...]:
    explained = explain_claim(base=view.base, claim=view.id, valid_at=valid_at, known_at=known_at)
    told: dict[object, list[Evidence]] = {}
    for each in explained.nodes[0].evidence:
        row = each.row
        told.setdefault((row.voice, row.agent, row.tier, row.uri, row.excerpt, each.because), []).append(each)
    return tuple(_reason(each, view.object, to_subject) for each in told.values())


def _reason(same: Sequence[Evidence], value: str, to_subject: bool) -> Reason:
    """What one voice said, once or again and again in the same words."""
    found, *again = sorted(same, key=lambda each: (each.row.observed_at, each.row.revision))
    row = found.row
    said = (TO_PERSON if to_subject else TO_STAFF)[Tier(row.tier)]
    by = f", noted by {row.agent}" if row.agent else ""
    origin = f"{said} on {in_words(row.observed_at)}{by}."
    if row.recorded_at.date() != row.observed_at.date():
        origin += f" It arrived here on {in_words(row.recorded_at)}."
    if again:
        times = "" if len(again) == 1 else f" {len(again)} times, last"
        origin += f" Said again{times} on {in_words(again[-1].row.observed_at)}."
    kind = KINDS[Tier(row.tier)] if found.counts else "past"
    words = "" if found.counts else "Set aside"
    return Reason(kind=kind, origin=origin, words=words, why=found.because, **_quote(row.excerpt, value))


def _quote(excerpt: str, value: str) -> dict[str, str]:
    """The excerpt with the value marked where it stands in it."""
    word = rf"(?<![\w.-]){re.escape(value)}(?![\w-]|\.\w)"
    found = re.search(word, excerpt) or re.search(word, excerpt, re.IGNORECASE) if value.strip() else None
    if found is None:
        return {"before": excerpt, "marked": "", "after": ""}
    return {"before": excerpt[: found.start()], "marked": found[0], "after": excerpt[found.end() :]}


def _question(base: UUID, row: Row) -> list[Row]:
    """The claims that answer the same question, this one first."""
    others = claims.by_ids(base, [each.id for each in claims.answers(base, row.question_id)])
    return sorted((each for each in others if each.redirect_id is None), key=lambda each: each.id != row.id)


def _timeline(base: UUID, row: Row, now: datetime) -> Timeline | None:
    answers = _question(base, row)
    objects = {each.id: f"not {each.object}" if each.negated else each.object for each in answers}
    rows = [each for each in beliefs.rows_of(base, list(objects)) if each.recorded.lower <= now]
    return timeline(rows, objects, now)


def _happenings(
    base: UUID, row: Row, known_at: datetime, you: UUID | None, *, to_subject: bool
) -> tuple[Happening, ...]:
    answers = [each.id for each in _question(base, row)]
    said = {view.id: view.statement for view in claim_views(base, answers, known_at, known_at, you)}
    acts = [act for act in revisions.acts_upon(base, answers) if act.recorded_at <= known_at]
    seen: set[UUID] = set()
    happenings = []
    for act in acts:
        happenings.append(_happening(act, said[act.claim_id], again=act.claim_id in seen, to_subject=to_subject))
        seen.add(act.claim_id)
    return tuple(happenings)


_TOLD = {
    "contraction": "No longer true: ",
    "withdrawal": "Never true: ",
    "rejustification": "Its reasons changed: ",
    "still_holds": "It stands on its own now: ",
    "restriction": "Whether it is passed on was changed: ",
    "vocabulary": "The vocabulary changed: ",
    "alias": "Its subject goes by another name too: ",
}


def _happening(act: Row, sentence: str, *, again: bool, to_subject: bool) -> Happening:
    who = (TO_PERSON if to_subject else TO_STAFF)[Tier(act.tier)]
    told = _TOLD.get(act.operation if act.kind == "rekeying" else act.kind, "Noted again: " if again else "Noted: ")
    detail = f"{who} on {in_words(act.observed_at)}."
    if act.kind == "assertion" and act.valid.lower is not None:
        since = in_words(act.valid.lower, min(act.from_precision, Precision.DAY))
        detail = f"True from {since}. {detail}"
    return Happening(
        day=act.recorded_at.date(), when=in_words(act.recorded_at), sentence=f"{told}{sentence}", detail=detail
    )
