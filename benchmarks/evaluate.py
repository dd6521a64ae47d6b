"""Real data with known right answers: `python -m benchmarks.evaluate NAME FILE [FILE…] [--json]`.

NAME may be left out where the names of the files tell it; files that no evaluation knows are then skipped, and said
to be. Ends with 1 where anything differs. It works in the database of DATABASE_URL, or on a server of its own that is
gone afterwards.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from benchmarks.database import ready_database
from benchmarks.evaluations.shared.files import File
from benchmarks.evaluations.shared.report import Report

#: What the name of a file begins with, and the evaluation that it is for.
KNOWN = {
    "sgd_state": "sgd_state",
    "interval": "interval",
    "mquake": "mquake",
    "registry_events": "registry",
    "poisonedrag": "poisonedrag",
    "memoryfile_events": "memoryfile",
    "memoryfile_labels": "memoryfile",
}


def main(arguments: Sequence[str]) -> int:
    """Evaluate what the command line names."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.evaluate", description=__doc__.split("\n")[0])
    parser.add_argument("names", nargs="*", metavar="NAME or FILE", help=", ".join(dict.fromkeys(KNOWN.values())))
    parser.add_argument("--json", action="store_true", help="report as one JSON object")
    given = parser.parse_args(arguments)
    if not given.names:
        sys.exit("There is nothing to evaluate: name a file, or make evaluate DATA='one.jsonl.gz two.jsonl.gz'.")
    chosen, skipped = choose(given.names)
    with ready_database():
        reports = [evaluate(name, files) for name, files in chosen.items()]
    show(reports, skipped, as_json=given.json)
    return 0 if reports and all(each.right for each in reports) else 1


def choose(names: Sequence[str]) -> tuple[dict[str, list[File]], list[str]]:
    """The files of each evaluation, and those of none."""
    first, *rest = names
    if not Path(first).exists() and (named := evaluation_of(first)):
        return {named: [File(Path(each)) for each in rest]}, []
    chosen: dict[str, list[File]] = {}
    skipped = []
    for each in names:
        file = File(Path(each))
        if named := evaluation_of(file.name):
            chosen.setdefault(named, []).append(file)
        else:
            skipped.append(each)
    return chosen, skipped


def evaluation_of(name: str) -> str | None:
    """The evaluation that a name means, of itself or of a file."""
    if name in KNOWN.values():
        return name
    return next((each for start, each in KNOWN.items() if name == start or name.startswith(f"{start}_")), None)


def evaluate(name: str, files: Sequence[File]) -> Report:
    """Run one evaluation over its files. What the services refuse unexpectedly is a difference."""
    from benchmarks.evaluations import running

    report = Report(name, [file.path.name for file in files])
    began = time.monotonic()
    running.run(name, files, report)
    report.seconds = time.monotonic() - began
    return report


def show(reports: Sequence[Report], skipped: Sequence[str], *, as_json: bool) -> None:
    """Print the reports."""
    if as_json:
        done = {"evaluations": [each.as_json() for each in reports], "skipped": list(skipped)}
        print(json.dumps(done, ensure_ascii=False, indent=2))
        return
    for each in reports:
        print(*each.lines(), "", sep="\n")
    for name in skipped:
        print(f"skipped   {name}: no evaluation goes by this name")
    wrong = [each.evaluation for each in reports if not each.right]
    print(f"Something differs: {', '.join(wrong)}." if wrong else f"All is as expected in {len(reports)} evaluations.")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
