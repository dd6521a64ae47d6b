"""`python -m benchmarks`: the same work on this store and on the floor, bare SQL in one transaction, in one run.

Prints milliseconds, the middle and the 95th of a hundred, and how many times the floor the store takes. A floor does
what cannot be left out: lock, close, insert, edge, log. It plans nothing and explains nothing.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from statistics import median, quantiles

from benchmarks.database import ready_database

ROUNDS = 100
CLAIMS = 1_000


def main() -> int:
    """Measure, interleaved, and print."""
    with ready_database(durable=True):
        from django.db import connection

        from benchmarks import floor, store

        base = store.filled(CLAIMS)
        below = floor.filled(CLAIMS)
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")  # as autovacuum does, sooner or later
        pairs: dict[str, tuple[Callable[[int], object], Callable[[int], object]]] = {
            "superseding assert": (lambda n: store.supersede(base, n), lambda n: floor.supersede(below, n)),
            "read of one question": (lambda n: store.read(base, n), lambda n: floor.read(below, n)),
        }
        print(f"A base of {CLAIMS:,} claims, {ROUNDS} rounds, milliseconds p50 (p95)")
        for name, (ours, bare) in pairs.items():
            mine, theirs = measure(ours, bare)
            print(f"{name:22} {shown(mine)}   floor {shown(theirs)}   {median(mine) / median(theirs):.1f} times")
    return 0


def measure(*works: Callable[[int], object]) -> list[list[float]]:
    """Milliseconds of each work, a round of all after a round of all, so that none has a quieter hour."""
    taken: list[list[float]] = [[] for _ in works]
    for number in range(ROUNDS):
        for work, times in zip(works, taken, strict=True):
            began = time.perf_counter()
            work(number)
            times.append((time.perf_counter() - began) * 1000)
    return taken


def shown(times: list[float]) -> str:
    return f"{median(times):6.2f} ({quantiles(times, n=20)[-1]:6.2f})"


if __name__ == "__main__":
    sys.exit(main())
