"""What happened to one question: what was said, taken back, flagged, disputed and decided, as a list of sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from itertools import groupby
from operator import attrgetter
from uuid import UUID

from claims.engine.acts import Tier
from claims.engine.time.dates import Precision
from claims.queries import reviews, revisions
from claims.queries.rows import Row
from claims.services.pages.acting.receipt import may_be_undone, who_did
from claims.services.pages.acting.taken_back import TakenBack
from claims.services.pages.evidence import spoken_by
from claims.services.pages.saying import Reader, Sayings
from claims.services.words import in_words


@dataclass(frozen=True, slots=True, kw_only=True)
class Happening:
    """One entry of the history, on the day it was recorded. ``revision`` has a receipt, if there is one;
    ``may_undo`` tells that it can be taken back, ``undone_by`` which revision took it back."""

    at: datetime
    day: date
    when: str
    sentence: str
    detail: str
    kind: str = ""
    revision: int | None = None
    may_undo: bool = False
    undone_by: int | None = None


@dataclass(frozen=True, slots=True)
class Question:
    """One question of a base: its id, and the claims that answer it."""

    id: UUID
    answers: Sequence[UUID]


def history(question: Question, reader: Reader, known_at: datetime) -> tuple[Happening, ...]:
    """Everything that was recorded of a question by then, in the order it was recorded."""
    base = reader.base
    said = Sayings(reader, question.answers)
    acts = [*revisions.acts_upon(base, question.answers), *revisions.acts_reaching(base, question.id)]
    known = sorted((act for act in acts if act.recorded_at <= known_at), key=attrgetter("revision", "ordinal"))
    taken = TakenBack(base, known_at)
    told = [*_revisions(known, said, reader, taken), *_reviews(base, question, said, known_at)]
    return tuple(sorted(told, key=lambda each: each.at))


def _revisions(acts: Sequence[Row], said: Sayings, reader: Reader, taken: TakenBack) -> Iterator[Happening]:
    seen: set[UUID] = set()
    cores: dict[int, tuple[bool, str]] = {}
    for number, together in groupby(acts, key=attrgetter("revision")):
        group = list(together)
        undone_by = taken.by(act.id for act in group)
        cores[number] = _core(group, said, seen, cores)
        is_back, core = cores[number]
        if group[0].kind == "undo":
            core = f"{'Brought back' if is_back else 'Taken back'}: {core}"
        yield Happening(
            at=group[0].recorded_at,
            day=group[0].recorded_at.date(),
            when=in_words(group[0].recorded_at),
            sentence=core,
            detail=_detail(group[0], reader),
            revision=number,
            may_undo=undone_by is None and may_be_undone(group[0].operation),
            undone_by=undone_by,
        )
        seen |= {act.claim_id for act in group}


def _core(
    group: Sequence[Row], said: Sayings, seen: set[UUID], cores: Mapping[int, tuple[bool, str]]
) -> tuple[bool, str]:
    """What a revision said, or, of an undo, what it took back, and whether that brings it back."""
    if group[0].kind != "undo":
        return True, " ".join(dict.fromkeys(_sentence(act, said, again=act.claim_id in seen) for act in group))
    undone = [cores[each] for each in group[0].detail["revisions"] if each in cores]
    if not undone:
        return False, "something that was recorded about it."
    return not undone[0][0], " ".join(f"“{core}”" if core[0] != "“" else core for _, core in undone)


def _sentence(act: Row, said: Sayings, *, again: bool) -> str:
    match act.kind:
        case "resolution":
            keep = " ".join(said.say(UUID(each)) for each in act.detail["keep"])
            return f"Decided between the answers: {keep}" if keep else "Decided between the answers: none of them."
        case "completion":
            told = "A statement was put beside it"
        case "restriction":
            told = "Passed on again" if act.detail["released"] else "Held back while it is checked"
        case "assertion":
            told = _asserted(act, again=again)
        case _:
            told = _TOLD.get(act.operation, _TOLD.get(act.kind, "Changed"))
    return f"{told}: {said.say(act.claim_id)}"


_TOLD = {
    "contraction": "No longer true",
    "withdrawal": "Never true",
    "rejustification": "Its reasons changed",
    "still_holds": "It stands on its own now",
    "rekeying": "It became one with another that says the same",
    "vocabulary": "The vocabulary changed",
    "alias": "Its subject goes by another name too",
}


def _asserted(act: Row, *, again: bool) -> str:
    if act.operation == "confirm":
        return "Found right"
    if act.correction or act.operation == "correct":
        return "Corrected"
    return "Noted again" if again else "Noted"


def _detail(act: Row, reader: Reader) -> str:
    observed = in_words(act.observed_at)
    if act.agent is None and act.tier == Tier.VERIFIED:
        who = who_did(reader, act)
        detail = f"Done here by {who[:1].lower()}{who[1:]} on {observed}."
    else:
        detail = f"{spoken_by(act, reader)} on {observed}."
    if act.kind == "assertion" and act.valid.lower is not None:
        return f"True from {in_words(act.valid.lower, min(act.from_precision, Precision.DAY))}. {detail}"
    if act.kind == "contraction" and act.periods:
        return f"From {in_words(act.periods[0].lower, min(act.from_precision, Precision.DAY))} on. {detail}"
    return detail


_OPENED: dict[str, Callable[[str], tuple[str, str]]] = {
    "dependent": lambda said: (f"Flagged: {said}", "Something that it rests on no longer holds."),
    "contested": lambda said: (f"Disputed: {said}", "It speaks against another answer, and a person decides."),
    "stale": lambda said: (f"Flagged: {said}", "What it was read from has changed."),
    "duplicate": lambda said: (f"Flagged: {said}", "It may have been said twice."),
}
_CLOSED = {
    "moot": "The question about it went away",
    "keep": "Decided: the older answer stays",
    "replace": "Decided: the newer answer takes its place",
    "still_holds": "Looked at: it still holds",
    "no_longer_holds": "Looked at: it no longer holds",
    "confirmed": "Looked at: it is still true",
    "retract": "Looked at: it is taken back",
    "merge": "Looked at: it is the same as another",
    "distinct": "Looked at: it is not the same as another",
}


def _reviews(base: UUID, question: Question, said: Sayings, known_at: datetime) -> Iterator[Happening]:
    for item in reviews.about(base, question.answers):
        if item.kind not in _OPENED or item.claim_id not in question.answers:
            continue
        if item.opened_at <= known_at:
            yield _looked_at(item.opened_at, *_OPENED[item.kind](said.say(item.claim_id)), kind="flag")
        if item.closed_at is not None and item.closed_at <= known_at:
            told = _CLOSED.get(item.verdict, "Looked at")
            yield _looked_at(item.closed_at, f"{told}: {said.say(item.claim_id)}", "")


def _looked_at(at: datetime, sentence: str, detail: str, *, kind: str = "") -> Happening:
    return Happening(at=at, day=at.date(), when=in_words(at), sentence=sentence, detail=detail, kind=kind)
