"""The history of a real registry of beliefs (ftl-reasons): claims that rest on each other, retracted and restored.

It is told to two bases. Under `cascade` what is not held must be what the registry has OUT, after every snapshot. Under
`flag` retractions must flag their direct dependents and nothing else; a person then decides about what has lost its
reason as the registry did, and both bases hold the same again. A broken export must change nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from itertools import groupby
from operator import itemgetter

from benchmarks.evaluations.shared.files import File, Json
from benchmarks.evaluations.shared.registry import Registry
from benchmarks.evaluations.shared.report import Report
from claims.refusals import Invalid


def evaluate(files: Sequence[File], report: Report) -> None:
    """Each file's snapshots in order, in two bases side by side."""
    for file in files:
        cascade, flag = Registry("a registry that cascades", "cascade"), Registry("a registry that flags", "flag")
        report.sent.update(f"{row['type']} rows" for row in file.rows if row["type"] != "expect")
        for _, rows in groupby(file.rows, key=itemgetter("seq")):
            _follow(cascade, flag, list(rows), report)


def _follow(cascade: Registry, flag: Registry, rows: Sequence[Json], report: Report) -> None:
    """One snapshot: its additions as one batch, what else changed in order, then what must have come of it."""
    held, out = cascade.held(), cascade.out()
    for registry in (cascade, flag):
        _apply(registry, rows, report)
    for expect in (row for row in rows if row["type"] == "expect"):
        now_out, explicit = cascade.out(), set(cascade.retractions)
        flagged = set(flag.flagged)
        flag.decide(set(expect["all_out"]))
        for measure, expected, got in (
            ("cascade: snapshots, all that is out", expect["all_out"], now_out),
            ("cascade: snapshots, what was retracted", expect["explicit_out"], explicit),
            ("cascade: snapshots, what went out with it", expect["cascade_out"], (now_out - explicit) & held),
            ("cascade: snapshots, what came back", expect["restored"], out - now_out),
            ("flag: snapshots, direct dependents", expect["direct_dependents_of_newly_retracted"], flagged),
            ("flag: snapshots, all that is out once decided", expect["all_out"], flag.out()),
        ):
            _compare(report, measure, f"snapshot {expect['seq']}", set(expected), got)


def _compare(report: Report, measure: str, where: str, expected: set[str], got: set[str]) -> None:
    faults = [f"{where}: {each} is missing" for each in sorted(expected - got)]
    report.judge(measure, [*faults, *(f"{where}: {each} should not be there" for each in sorted(got - expected))])


def _apply(registry: Registry, rows: Sequence[Json], report: Report) -> None:
    registry.flagged.clear()
    for row in rows:
        if row["type"] == "snapshot":
            registry.moment = datetime.fromisoformat(row["at"])
    if added := [row for row in rows if row["type"] == "add"]:
        registry.add(added)
    changes = {
        "edit": registry.edit,
        "rejustify": registry.rejustify,
        "retract": registry.retract,
        "lift": registry.lift,
    }
    for row in rows:
        if row["type"] in changes:
            changes[row["type"]](row)
        elif row["type"] == "broken_export":
            _break(registry, report)


def _break(registry: Registry, report: Report) -> None:
    """Send what is left of an export of which a part is gone."""
    before = registry.store.head, registry.held()
    try:
        registry.add_remains()
    except Invalid:
        after = registry.store.head, registry.held()
        report.check("broken exports refused, nothing moved", registry.policy, expected=before, got=after)
    else:
        report.judge("broken exports refused, nothing moved", [f"{registry.policy}: it was taken"])
