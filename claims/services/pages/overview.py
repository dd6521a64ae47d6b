"""What is believed, as a page shows it: sentences by topic, what asks for an eye, and how many of each kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from claims.engine.acts import Tier
from claims.engine.strength import FAIR, SURE, band
from claims.queries import beliefs, claims, naming, reviews
from claims.queries.rows import Row
from claims.services.reading.read_claims import ClaimView, held_views_of
from claims.services.words import Statement, in_words, phrases_of, sentence

KINDS = {
    Tier.VERIFIED: "checked",
    Tier.STATED: "said",
    Tier.OBSERVED: "saw",
    Tier.DOCUMENTED: "doc",
    Tier.INFERRED: "guessed",
}
BANDS = {SURE: "sure", FAIR: "fair"}
#: Statements a page, and slips that ask for an eye.
PAGE, SLIPS = 100, 6


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One statement of a list: its sentence, where it comes from, how sure, and a few words about when."""

    base: UUID
    claim: UUID
    sentence: str
    kind: str
    band: str
    meta: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Topic:
    """Statements that stand together."""

    name: str
    about: str
    statements: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Slip:
    """A statement that asks for an eye, and why."""

    base: UUID
    claim: UUID
    sentence: str
    why: str


@dataclass(frozen=True, slots=True)
class Overview:
    """One page of what is believed in one base. ``counts`` by kind, before the filter by kind."""

    topics: tuple[Topic, ...]
    slips: tuple[Slip, ...]
    counts: Counter[str]
    shown: int
    more: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """What a reader looks for: words, a kind, both clocks (``now`` where no day was chosen), a page.

    ``to_subject`` addresses the person concerned.
    """

    valid_at: datetime
    known_at: datetime
    text: str = ""
    kind: str = ""
    page: int = 1
    now: bool = True
    to_subject: bool = False


def overview(*, base: UUID, look: Look) -> Overview:
    """One page of what is held in a base as of both clocks, by topic."""
    asked = beliefs.Asked(valid_at=look.valid_at, known_at=look.known_at, text=look.text, limit=PAGE + 1)
    counts = _counts(beliefs.tally(base, asked))
    narrowed = beliefs.Asked(
        valid_at=look.valid_at,
        known_at=look.known_at,
        text=look.text,
        exactly=next((tier for tier, kind in KINDS.items() if kind == look.kind), 0),
        limit=PAGE + 1,
    )
    found = beliefs.by_topic(base, narrowed, disputed=look.kind == "disputed", offset=(look.page - 1) * PAGE)
    rows, more = found[:PAGE], len(found) > PAGE
    you = naming.entity_called(base, "me") if look.to_subject else None
    views = held_views_of(base, rows, look.valid_at, look.known_at, to_subject=you)
    slips = _slips(base, you) if look.now and look.page == 1 and not look.text and not look.kind else ()
    return Overview(_topics(rows, views, look.valid_at), slips, counts, len(rows), more)


def _counts(rows: Sequence[Row]) -> Counter[str]:
    counts = Counter({KINDS[Tier(row.tier)]: row.number for row in rows})
    counts["disputed"] = sum(row.disputed for row in rows)
    counts["all"] = sum(row.number for row in rows)
    return counts


def _topics(rows: Sequence[Row], views: Sequence[ClaimView], at: datetime) -> tuple[Topic, ...]:
    lines: dict[tuple[str, str], list[Line]] = {}
    for row, view in zip(rows, views, strict=True):
        lines.setdefault((row.topic, row.hint), []).append(line_of(view, at))
    return tuple(Topic(title, hint, tuple(each)) for (title, hint), each in lines.items())


def line_of(view: ClaimView, at: datetime) -> Line:
    """A claim as a line of a list."""
    return Line(
        base=view.base,
        claim=view.id,
        sentence=view.statement,
        kind=kind_of(view),
        band=BANDS.get(band(view.confidence), "guess"),
        meta=tuple(_meta(view, at)),
    )


def kind_of(view: ClaimView) -> str:
    """The chip of a claim: how it stands, or else where it comes from."""
    if view.status != "active":
        return "disputed" if view.status == "contested" else "past"
    if "disputed" in view.marks:
        return "disputed"
    return "check" if "flagged" in view.marks else KINDS[view.tier or Tier.INFERRED]


def _meta(view: ClaimView, at: datetime) -> list[str]:
    now = next((row for row in view.rows if at in row.valid), None)
    lines = []
    if now is not None and now.valid.lower is not None:
        lines.append(f"True since {in_words(now.valid.lower, min(now.from_precision, 3))}")
    if view.evidence:
        last = max(view.evidence, key=lambda each: each.observed_at)
        by = f" by {last.agent}" if last.agent else ""
        lines.append(f"Noted {in_words(last.recorded_at)}{by}")
    return lines


def _slips(base: UUID, you: UUID | None) -> tuple[Slip, ...]:
    items = reviews.open_items(base, SLIPS)
    gone = {each for item in items for each in item.why or ()}
    said = _said(base, items, you, gone)
    reasons: dict[UUID, list[str]] = {}
    for item in items:
        reasons.setdefault(item.incumbent_id or item.claim_id, []).append(_why(item, said))
    return tuple(Slip(base, claim, said[claim], " ".join(dict.fromkeys(why))) for claim, why in reasons.items())


def _said(base: UUID, items: Sequence[Row], you: UUID | None, gone: set[UUID]) -> dict[UUID, str]:
    ids = {each for item in items for each in (item.claim_id, item.incumbent_id, *(item.why or ())) if each}
    rows = claims.by_ids(base, sorted(ids))
    phrases = phrases_of({row.predicate for row in rows})
    return {
        row.id: sentence(
            Statement(row.subject, row.predicate, row.object, row.negated),
            phrases,
            past=row.id in gone,
            to_subject=row.entity_id == you,
        )
        for row in rows
    }


def _why(item: Row, said: dict[UUID, str]) -> str:
    if item.kind == "dependent":
        gone = " ".join(said[each] for each in item.why or () if each in said)
        return f"It rests on something that no longer holds: {gone}" if gone else "A reason for it is gone."
    if item.incumbent_id:
        return f"There is another answer: {said[item.claim_id]} Which is right?"
    if item.kind == "stale":
        return "What it was read from has changed."
    return "Somebody tried to take it back, and was not trusted enough to. Is it still true?"
