"""What an evaluation sent, what had to come of it, what did, and where the two differ."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any


@dataclass(slots=True)
class Measure:
    """How many of one kind were expected and how many were got."""

    expected: int = 0
    got: int = 0


@dataclass(slots=True)
class Report:
    """The result of one evaluation. ``notes`` are told and decide nothing."""

    evaluation: str
    files: list[str] = field(default_factory=list)
    sent: Counter[str] = field(default_factory=Counter)
    measures: dict[str, Measure] = field(default_factory=dict)
    differences: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    seconds: float = 0.0

    @property
    def right(self) -> bool:
        """Whether all was got that was expected, and something was expected at all."""
        return not self.differences and any(each.expected for each in self.measures.values())

    def check(self, measure: str, where: str, *, expected: object, got: object) -> bool:
        """Count one of a kind as got if it is as expected; else note the difference."""
        return self.judge(
            measure, [] if expected == got else [f"{where}: expected {_told(expected)}, got {_told(got)}"]
        )

    def judge(self, measure: str, faults: Iterable[str]) -> bool:
        """Count one of a kind as got if nothing is wrong with it; else note what is."""
        found = list(faults)
        counted = self.measures.setdefault(measure, Measure())
        counted.expected += 1
        counted.got += not found
        self.differences += [f"{measure}: {fault}" for fault in found]
        return not found

    def total(self, measure: str, *, expected: int, got: int) -> None:
        """Add to a count that must come out the same."""
        counted = self.measures.setdefault(measure, Measure())
        counted.expected += expected
        counted.got += got
        if expected != got:
            self.differences.append(f"{measure}: expected {expected}, got {got}")

    def as_json(self) -> dict[str, Any]:
        return {
            "evaluation": self.evaluation,
            "files": self.files,
            "right": self.right,
            "sent": dict(self.sent),
            "measures": {name: {"expected": each.expected, "got": each.got} for name, each in self.measures.items()},
            "differences": self.differences,
            "notes": self.notes,
            "seconds": round(self.seconds, 1),
        }

    def lines(self) -> Iterable[str]:
        """The report for a person to read."""
        yield f"{self.evaluation}  ({', '.join(self.files)}; {self.seconds:.1f} s)"
        yield from (f"  sent      {count:>7,}  {kind}" for kind, count in self.sent.items())
        for name, each in self.measures.items():
            verdict = "right" if each.expected == each.got else "WRONG"
            yield f"  {verdict}     {each.got:>7,} of {each.expected:,}  {name}"
        yield from (f"  note      {note}" for note in self.notes)
        yield from (f"  differs   {difference}" for difference in self.differences)
        if not self.measures:
            yield "  WRONG     nothing was expected: is this a file of this kind?"


def _told(value: object) -> str:
    if isinstance(value, set | frozenset):
        return ", ".join(sorted(map(str, value))) or "nothing"
    return str(value)
