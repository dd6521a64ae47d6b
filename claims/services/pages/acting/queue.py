"""What a base asks a person to look at: each question with its sides, and the answers that it takes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

from claims.engine.acts import Tier
from claims.models import ReviewItem
from claims.queries import reviews
from claims.queries.rows import Row
from claims.refusals import NotFound
from claims.services.pages.evidence import Reason, reason_of
from claims.services.pages.overview import KINDS as SOURCES
from claims.services.pages.overview import Line, line_of
from claims.services.pages.saying import Reader, Sayings
from claims.services.reading.claim_status import claim_views
from claims.services.reading.read_claims import ClaimView
from claims.services.words import in_words

Kind = ReviewItem.Kind

#: The kinds in the order of a page, and what they are called there.
KINDS: Mapping[str, str] = {
    Kind.CONTESTED: "Two answers",
    Kind.DEPENDENT: "A reason is gone",
    Kind.STALE: "A source changed",
    Kind.DUPLICATE: "Said twice",
    Kind.PREDICATE: "A new word",
}
#: Items on a page, and pieces of evidence at each side.
PAGE, MOST_REASONS = 50, 3


@dataclass(frozen=True, slots=True)
class Verdict:
    """An answer that an item takes; ``without`` is the claim that goes by it, where that must be said."""

    name: str
    words: str
    without: UUID | None = None


@dataclass(frozen=True, slots=True)
class Side:
    """One answer of several: the claim with its evidence, and the verdict that decides for it."""

    line: Line
    reasons: tuple[Reason, ...]
    verdict: Verdict | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One question to a person: its kind, the statement it is about, why it is asked, and the answers it takes."""

    id: UUID
    kind: str
    title: str
    sentence: str
    claim: UUID | None
    why: str
    opened: str
    sides: tuple[Side, ...]
    verdicts: tuple[Verdict, ...]
    predicate: str = ""


@dataclass(frozen=True, slots=True)
class Queue:
    """One page of what a base asks. ``counts`` by kind, of all that is open."""

    items: tuple[Item, ...]
    counts: Counter[str]
    more: bool


def queue(*, reader: Reader, kind: str, at: datetime) -> Queue:
    """The open items of a base, the oldest first; of one kind, where one is asked for.

    The person concerned is not asked about words of the vocabulary, which are the same for all.
    """
    asked = [each for each in KINDS if not (reader.is_subject and each == Kind.PREDICATE)]
    counts = Counter({row.kind: row.number for row in reviews.tally(reader.base) if row.kind in asked})
    wanted = [kind] if kind in asked else asked
    rows = reviews.open_of_kinds(reader.base, wanted, PAGE + 1)
    return Queue(_items(reader, rows[:PAGE], at), counts, len(rows) > PAGE)


def queue_item(*, reader: Reader, review: UUID, at: datetime) -> Item:
    """One item, open or not.

    Raises:
        NotFound: where the base has no such item.
    """
    rows = reviews.by_id(reader.base, review)
    if not rows:
        raise NotFound("There is no such question here.")
    return _items(reader, rows, at)[0]


def _items(reader: Reader, rows: Sequence[Row], at: datetime) -> tuple[Item, ...]:
    ids = {each for row in rows for each in (row.claim_id, row.other_id, *row.members) if each}
    views = {view.id: view for view in claim_views(reader.base, sorted(ids), at, at, reader.you)}
    gone = Sayings(reader, {each for row in rows for each in row.why or ()})
    return tuple(_item(reader, row, views, gone, at) for row in rows)


def _item(reader: Reader, row: Row, views: Mapping[UUID, ClaimView], gone: Sayings, at: datetime) -> Item:
    about = views.get(row.claim_id)
    decided = row.act_kind == "resolution"  # which was too weak: the question is whether it was right
    incumbents = [] if decided else [each for each in row.members if each != row.claim_id and each in views]
    sentence = views[incumbents[0]].statement if incumbents else about.statement if about else ""
    return Item(
        id=row.id,
        kind=row.kind,
        title=KINDS[row.kind],
        sentence=sentence,
        claim=incumbents[0] if incumbents else row.claim_id,
        why=_why(row, gone, several=len(incumbents)),
        opened=in_words(row.opened_at),
        sides=tuple(_sides(reader, row, incumbents, views, at)),
        verdicts=_verdicts(row, several=bool(incumbents)),
        predicate=row.predicate,
    )


def _sides(
    reader: Reader, row: Row, incumbents: Sequence[UUID], views: Mapping[UUID, ClaimView], at: datetime
) -> list[Side]:
    if row.kind == Kind.DUPLICATE and row.other_id in views and row.claim_id in views:
        return [_side(reader, views[each], at, None) for each in (row.claim_id, row.other_id)]
    if not incumbents or row.claim_id not in views:
        return []
    members = [*incumbents, row.claim_id]
    return [_side(reader, views[each], at, _decides(row, each, len(members))) for each in members]


def _decides(row: Row, claim: UUID, members: int) -> Verdict:
    """Of two answers, one is right; of more, one is wrong."""
    is_challenger = claim == row.claim_id
    if members == 2:
        return Verdict("replace" if is_challenger else "keep", "This is right")
    return Verdict("keep" if is_challenger else "replace", "This is wrong", claim)


def _side(reader: Reader, view: ClaimView, at: datetime, verdict: Verdict | None) -> Side:
    reasons = tuple(reason_of([each], view.object, reader) for each in view.evidence[:MOST_REASONS])
    line = replace(line_of(view, at), kind=SOURCES[view.tier or Tier.INFERRED])  # that they dispute each other is said
    return Side(line, reasons, verdict)


def _why(row: Row, gone: Sayings, *, several: int) -> str:
    match row.kind:
        case Kind.DEPENDENT:
            lost = " ".join(gone.say(each, past=True) for each in row.why or ())
            return f"It rests on something that no longer holds: {lost}" if lost else "A reason for it is gone."
        case Kind.STALE:
            return "What it was read from has changed."
        case Kind.DUPLICATE:
            return "These may be two ways to say the same."
        case Kind.PREDICATE:
            return f"An assistant used the word “{row.predicate.replace('_', ' ')}”, which is not in the vocabulary."
    if several > 1:
        return "These cannot all be true. Which is wrong?"
    return "These cannot both be true. Which is right?" if several else _TRIED.get(row.act_kind, _TRIED[""])


_TRIED = {
    "assertion": "Somebody said this again after it had been taken back, and was not trusted enough.",
    "resolution": "Somebody decided against this, and was not trusted enough to. Is it still true?",
    "": "Somebody tried to take this back, and was not trusted enough to. Is it still true?",
}


def _verdicts(row: Row, *, several: bool) -> tuple[Verdict, ...]:
    match row.kind:
        case Kind.DEPENDENT:
            return Verdict("still_holds", "Still true"), Verdict("no_longer_holds", "No longer true")
        case Kind.STALE:
            return Verdict("confirmed", "Still true"), Verdict("retract", "Take it back")
        case Kind.DUPLICATE:
            return Verdict("merge", "The same"), Verdict("distinct", "Not the same")
        case Kind.PREDICATE:
            return (
                Verdict("single", "One value at a time"),
                Verdict("multi", "Many side by side"),
                Verdict("synonym_of", "Another name for …"),
            )
    if several:
        return ()
    tried = row.act_kind == "assertion"
    return (
        Verdict("replace" if tried else "keep", "It is true"),
        Verdict("keep" if tried else "replace", "It is not true"),
    )
