"""The four verdicts, what each proves and does not prove, and what can be amiss with a chain."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from uuid import UUID


class Verdict(StrEnum):
    """How a chain stands."""

    CONSISTENT = "consistent"
    ANCHORED = "anchored"
    DIVERGED = "diverged"
    BROKEN = "broken"


class Fault(StrEnum):
    """What was done to a chain. The last three leave it whole in itself: only an anchor shows them."""

    FLIPPED = "flipped"
    MISSING = "missing"
    INSERTED = "inserted"
    REORDERED = "reordered"
    TRUNCATED = "truncated"
    REWRITTEN = "rewritten"
    ROLLED_BACK = "rolled_back"
    FORKED = "forked"


#: What only an anchor shows.
BY_ANCHORS = frozenset({Fault.REWRITTEN, Fault.ROLLED_BACK, Fault.FORKED})

_SAYS: Mapping[Fault, str] = {
    Fault.FLIPPED: "Entry {number} was changed after it was written.",
    Fault.MISSING: "Entry {number} is missing.",
    Fault.INSERTED: "Entry {number} was put in between later on.",
    Fault.REORDERED: "From entry {number} on, entries do not stand in the order in which they were written.",
    Fault.TRUNCATED: "From entry {number} on, the end of the log is missing.",
    Fault.REWRITTEN: "The log was written anew: entry {number} is not the one that was signed.",
    Fault.ROLLED_BACK: "The log was set back to an earlier state: entry {number} was signed, and is there no more.",
    Fault.FORKED: "There are two histories of this log: entry {number} is not the one that was signed, "
    "while earlier ones are.",
}


@dataclass(frozen=True, slots=True)
class Finding:
    """The first thing amiss: its kind, the number of the entry, and a sentence."""

    fault: Fault
    number: int
    sentence: str


def finding(fault: Fault, number: int, sentence: str = "") -> Finding:
    """A finding, with the sentence of its kind unless it has one of its own."""
    return Finding(fault, number, sentence or _SAYS[fault].format(number=number))


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What a look at a chain found. ``entries`` were gone through, up to the first thing amiss; the contents of
    ``erased`` of them are lawfully erased. ``contents`` were opened and held against their entries, if that was asked.
    ``anchors`` are the signed heads outside the database that it agrees with, ``anchored_to`` the latest of them;
    ``strangers`` are those that another key signed, or none did."""

    chain: UUID
    verdict: Verdict
    finding: Finding | None
    entries: int
    erased: int
    contents: int | None
    hash: str | None
    anchors: int
    anchored_to: int
    anchored_at: str
    strangers: int

    @property
    def sentence(self) -> str:
        """The verdict in a sentence."""
        if self.finding is not None:
            return self.finding.sentence
        erased = f", {_counted(self.erased)} lawfully erased" if self.erased else ""
        return f"Intact{erased}."

    @property
    def proves(self) -> str:
        """What it proves."""
        match self.verdict:
            case Verdict.CONSISTENT:
                return (
                    f"{self._whole} Nothing was changed, taken out or put in between without changing all that follows."
                )
            case Verdict.ANCHORED:
                return (
                    f"{self._whole} It agrees with {self.anchors} signed head{'s' if self.anchors > 1 else ''} kept "
                    f"outside the database: up to entry {self.anchored_to}, nothing was changed since "
                    f"{self.anchored_at}."
                )
            case Verdict.DIVERGED:
                return (
                    "The log is whole in itself, but it is not the one that was signed: a head that this installation "
                    "signed says otherwise."
                )
            case _:
                return "The log is not what was written: somebody changed it in the database, past every guard."

    @property
    def proves_not(self) -> str:
        """What it does not prove."""
        match self.verdict:
            case Verdict.CONSISTENT:
                return (
                    "That it was not written anew as a whole: no signed head outside the database was found to compare "
                    "it with, and whoever has the database can hash a whole log again."
                )
            case Verdict.ANCHORED:
                return (
                    f"Anything about what was logged after entry {self.anchored_to}, or was never logged; or that the "
                    "anchors and the signing key were out of reach of whoever could change the database."
                )
            case Verdict.DIVERGED:
                return "Who did it, or when; a backup that was put back does it too. What was signed came first."
            case _:
                return "Who did it, or when, or whether more was changed beyond the first place that is told here."

    @property
    def _whole(self) -> str:
        opened = "" if self.contents is None else f" All {self.contents:,} contents are those that were written."
        return f"All {_counted(self.entries)} follow one on the other without a gap, up to the head.{opened}"


def _counted(number: int) -> str:
    return f"{number:,} entr{'y' if number == 1 else 'ies'}"
