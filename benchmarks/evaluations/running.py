"""The evaluations by name."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from benchmarks.evaluations import interval, memoryfile, mquake, poisonedrag, registry, sgd_state
from benchmarks.evaluations.shared.files import File
from benchmarks.evaluations.shared.report import Report
from claims.refusals import Refusal

EVALUATIONS: dict[str, Callable[[Sequence[File], Report], None]] = {
    "sgd_state": sgd_state.evaluate,
    "interval": interval.evaluate,
    "poisonedrag": poisonedrag.evaluate,
    "memoryfile": memoryfile.evaluate,
    "registry": registry.evaluate,
    "mquake": mquake.evaluate,
}


def run(name: str, files: Sequence[File], report: Report) -> None:
    """Run one evaluation. What a service refuses unexpectedly is a difference."""
    try:
        EVALUATIONS[name](files, report)
    except Refusal as refusal:
        faults = "; ".join(f"{each.pointer} {each.message}" for each in refusal.faults)
        report.differences.append(f"refused: {refusal.sentence} {faults}".strip())
