"""The table of postulates, made from the tests that hold them: ``python -m tests.engine.postulates`` writes it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from importlib import import_module
from pathlib import Path
from typing import Any, TypeVar

Test = TypeVar("Test", bound=Callable[..., Any])

TABLE = Path(__file__).parents[2] / "docs" / "postulates.md"

AGM = "Alchourrón, Gärdenfors and Makinson 1985"
HANSSON_1991 = "Hansson 1991"
HANSSON_1999 = "Hansson 1999"


class Status(StrEnum):
    HOLDS = "holds"
    WAIVED = "waived"
    EXCEPTION = "exception"


@dataclass(frozen=True)
class Postulate:
    """A row of the table: a postulate, what the literature says it is, and the test that shows how it fares."""

    operation: str
    name: str
    words: str
    source: str
    status: Status
    because: str
    test: str


_found: dict[str, Postulate] = {}


def postulate(
    operation: str,
    name: str,
    words: str,
    source: str,
    *,
    status: Status = Status.HOLDS,
    because: str = "",
) -> Callable[[Test], Test]:
    """Mark a test as the one that holds a postulate, or that shows where and why it fails."""

    def mark(test: Test) -> Test:
        _found[test.__name__] = Postulate(
            operation, name, words, source, status, because, f"{test.__module__}.{test.__name__}"
        )
        return test

    return mark


def found() -> tuple[Postulate, ...]:
    import_module("tests.engine.test_postulates")
    import_module("tests.engine.test_postulates_waived")
    return tuple(_found.values())


_OPENING = """\
# Postulates

What the revision engine promises in the terms of its field, and the test that holds it to each promise. This file is
generated: `python -m tests.engine.postulates` writes it from `tests/engine/test_postulates.py` and
`tests/engine/test_postulates_waived.py`.

A belief state K is a set of cells (claim, instant of valid time): what is held. K ÷ p is K after a contraction of p,
K * p after an assertion of p, each over the act's own periods and observed after everything in the base; K + p is K
with the cells of p added. A set of cells implies a cell where it contains it. Each postulate is a property over
hundreds of generated bases with single-valued questions and exclusive groups, tiers, kinds, bands, bounded periods and
earlier contractions, without negation, corrections, withdrawals and reasons, which are the exceptions below.

Sources: C. E. Alchourrón, P. Gärdenfors, D. Makinson, *On the Logic of Theory Change*, Journal of Symbolic Logic 50
(1985); S. O. Hansson, *Belief Contraction Without Recovery*, Studia Logica 50 (1991); S. O. Hansson, *A Textbook of
Belief Dynamics* (1999).
"""


def table() -> str:
    return "\n".join((_OPENING, *_sections())).rstrip() + "\n"


def _sections() -> Iterator[str]:
    rows = found()
    for operation in dict.fromkeys(each.operation for each in rows if each.status is Status.HOLDS):
        yield f"## {operation}\n"
        yield "| postulate | in words | source | test |\n| --- | --- | --- | --- |"
        for each in rows:
            if each.operation == operation and each.status is Status.HOLDS:
                yield f"| {each.name} | {each.words} | {each.source} | {_link(each)} |"
        yield ""
    yield "## Waived, and exceptions\n"
    yield "| operation | postulate | in words | source | status | test |\n| --- | --- | --- | --- | --- | --- |"
    for each in rows:
        if each.status is not Status.HOLDS:
            status = f"{each.status}: {each.because}"
            yield (f"| {each.operation} | {each.name} | {each.words} | {each.source} | {status} | {_link(each)} |")


def _link(row: Postulate) -> str:
    module, name = row.test.rsplit(".", 1)
    return f"[{name.removeprefix('test_').replace('_', ' ')}](../{module.replace('.', '/')}.py)"


def main() -> None:
    TABLE.parent.mkdir(exist_ok=True)
    TABLE.write_text(table())


if __name__ == "__main__":
    # Under its own name, so that the tests mark what is read here.
    import_module("tests.engine.postulates").main()
