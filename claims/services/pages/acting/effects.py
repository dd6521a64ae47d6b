"""What an operation changes, as a page says it: what ends, begins, comes back, asks for an eye. The same words say what
would happen and what did."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from uuid import UUID

from claims.engine.acts import Tier
from claims.engine.time.periods import Periods
from claims.services.pages.acting.difference import Difference, Stretch
from claims.services.pages.saying import Reader, Sayings, counted, times

#: So many statements of a kind are named; the others are counted.
MOST_NAMED = 12


@dataclass(frozen=True, slots=True)
class Named:
    """A claim that is touched, in its sentence, and a few words more. ``over`` says it as of a time that is over, if
    there was one."""

    claim: UUID | None
    sentence: str
    hint: str
    over: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """One row: its kind (which draws its mark), the count with a verb, for a receipt a word, and the claims.

    ``more`` counts those that are not named; ``beyond`` are claims that rest on these.
    """

    kind: str
    title: str
    word: str
    named: tuple[Named, ...]
    more: int = 0
    beyond: tuple[Named, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """What becomes of one claim."""

    claim: UUID
    was: Periods
    now: Periods
    was_checked: bool
    is_checked: bool
    was_restricted: bool
    is_restricted: bool
    fresh: bool
    times: str

    @property
    def lost(self) -> bool:
        return bool(self.was - self.now)

    @property
    def gained(self) -> bool:
        return bool(self.now - self.was)

    @property
    def stays(self) -> bool:
        return bool(self.was and self.now) and not self.gained


@dataclass(frozen=True, slots=True)
class Way:
    """A way in which a claim can be touched: the words for one and for many, which those are, and the hint."""

    kind: str
    one: str
    many: str
    word: str
    holds: Callable[[Case], bool]
    hint: Callable[[Case], str]


WAYS = (
    Way("ends", "ends", "end", "Ended", lambda case: case.lost, lambda case: _ends(case)),
    Way("begins", "begins", "begin", "Began", lambda case: case.gained and case.fresh, lambda case: _begins(case)),
    Way(
        "returns", "comes back", "come back", "Came back", lambda case: case.gained and not case.fresh,
        lambda case: f"True {case.times}. It had been set aside.",
    ),
    Way(
        "checked", "is checked", "are checked", "Checked",
        lambda case: case.stays and case.is_checked and not case.was_checked,
        lambda case: "It was believed already. Now a person says here that it is right.",
    ),
    Way(
        "unchecked", "is no longer marked Checked", "are no longer marked Checked", "No longer checked",
        lambda case: case.stays and case.was_checked and not case.is_checked,
        lambda case: "It is still believed, for the reasons it had before.",
    ),
    Way(
        "paused", "is held back", "are held back", "Held back",
        lambda case: case.stays and case.is_restricted and not case.was_restricted,
        lambda case: "No assistant is given it while it is checked. It keeps its place, and nothing else takes it.",
    ),
    Way(
        "resumed", "is passed on again", "are passed on again", "Passed on again",
        lambda case: case.stays and case.was_restricted and not case.is_restricted,
        lambda case: "Assistants are given it again.",
    ),
)  # fmt: skip


def _ends(case: Case) -> str:
    if not case.now:
        return "It goes altogether. The history keeps that it was believed."
    return f"Stays in the history: true {case.times}."


def _begins(case: Case) -> str:
    marked = " Marked Checked, because a person says so here." if case.is_checked else ""
    return f"True {case.times}.{marked}"


def effects(difference: Difference, reader: Reader) -> tuple[Effect, ...]:
    """The rows of a preview or a receipt, in the order in which they are read."""
    cases = _cases(difference)
    ids = {*(case.claim for case in cases), *difference.flagged, *difference.beyond} - difference.words.keys()
    said = Sayings(reader, ids, difference.words)
    rows = [_row(way, [case for case in cases if way.holds(case)], said, difference) for way in WAYS]
    return tuple(each for each in (*rows, _asks(difference, said, reader), _told(difference.agents)) if each)


def _row(way: Way, cases: Sequence[Case], said: Sayings, difference: Difference) -> Effect | None:
    if not cases:
        return None
    named = tuple(
        Named(
            case.claim,
            said.say(case.claim),
            way.hint(case),
            over=said.say(case.claim, past=True) if case.now else "",
        )
        for case in cases[:MOST_NAMED]
    )
    title = counted(len(cases), way.one, way.many)
    return Effect(kind=way.kind, title=title, word=way.word, named=named, more=len(cases) - len(named))


def _asks(difference: Difference, said: Sayings, reader: Reader) -> Effect | None:
    if not difference.flagged:
        return None
    whose = "your" if reader.is_subject else "an"
    beyond = len(difference.beyond)
    title = counted(len(difference.flagged), f"asks for {whose} eye", f"ask for {whose} eye")
    hint = "Something that it rests on goes. It stays in use until a person has looked."
    return Effect(
        kind="asks",
        title=f"{title}, and {beyond} beyond" if beyond else title,
        word=f"For {whose} eye",
        named=tuple(Named(each, said.say(each), hint) for each in difference.flagged[:MOST_NAMED]),
        more=max(len(difference.flagged) - MOST_NAMED, 0),
        beyond=tuple(Named(each, said.say(each), "") for each in difference.beyond[:MOST_NAMED]),
    )


def _told(agents: Sequence[str]) -> Effect | None:
    if not agents:
        return None
    named = tuple(Named(None, name, "It was given what changes.") for name in agents)
    title = counted(len(agents), "assistant was given this", "assistants were given this")
    return Effect(kind="told", title=title, word="Given to", named=named)


def _cases(difference: Difference) -> list[Case]:
    was, now = _by_claim(difference.before), _by_claim(difference.after)
    return [_case(claim, was.get(claim, ()), now.get(claim, ()), difference) for claim in dict.fromkeys([*was, *now])]


def _case(claim: UUID, was: Sequence[Stretch], now: Sequence[Stretch], difference: Difference) -> Case:
    held = Periods.of(*(each.period for each in now))
    return Case(
        claim=claim,
        was=Periods.of(*(each.period for each in was)),
        now=held,
        was_checked=any(each.tier == Tier.VERIFIED for each in was),
        is_checked=any(each.tier == Tier.VERIFIED for each in now),
        was_restricted=any(each.restricted for each in was),
        is_restricted=any(each.restricted for each in now),
        fresh=claim in difference.fresh,
        times=times(held, difference.precision),
    )


def _by_claim(stretches: Iterable[Stretch]) -> dict[UUID, list[Stretch]]:
    found: dict[UUID, list[Stretch]] = {}
    for each in stretches:
        found.setdefault(each.claim, []).append(each)
    return found


def marked(rows: Sequence[Effect], otherwise: str) -> tuple[str, str]:
    """The old sentence and the new one, for the proofreader's marks; ``otherwise`` where no sentence changes."""
    first = {each.kind: each.named[0] for each in rows}
    ended, begun = first.get("ends"), first.get("begins") or first.get("returns")
    if ended and begun:
        return ended.sentence, begun.sentence
    if ended:
        return ended.sentence, ended.over
    return ("", begun.sentence) if begun else (otherwise, otherwise)
