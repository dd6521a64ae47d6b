"""`python -m benchmarks [--sizes 1k,10k,100k,1M | --log]`: the same work on this store and on the floor, in one run.

The floor is the same rows in bare SQL (`benchmarks.floor`). Each round does all works one after the other, so that none
has a quieter hour. Prints milliseconds, the middle and the 95th of a hundred, and how many times the floor the store
takes: first a question with ten thousand acts, and batches, as long as nothing large waits to be vacuumed; then bases
of growing size, and memory.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import time
from collections.abc import Callable, Sequence
from statistics import median, quantiles
from uuid import UUID

from benchmarks.database import ready_database

ROUNDS = 400
WARM = 20
ACTS = 10_000
SHOWN = 100  # two answers with fifty voices each
BATCH = 1_000
SIZES = {"1k": 1_000, "10k": 10_000, "100k": 100_000, "1M": 1_000_000}
Work = Callable[[], object]


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__.split("\n")[0])
    parser.add_argument("--sizes", default=",".join(SIZES), help=f"some of {', '.join(SIZES)}; all, and 1,000 bases")
    parser.add_argument("--log", action="store_true", help="only verify a log of a million entries, beside its floor")
    parser.add_argument("--entries", type=int, default=1_000_000, help="… or of so many")
    chosen = parser.parse_args(arguments)
    sizes = chosen.sizes.split(",")
    if unknown := [each for each in sizes if each not in SIZES]:
        sys.exit(f"There is no size {unknown[0]}; choose from {', '.join(SIZES)}.")
    os.environ["DEBUG"] = "off"  # with it on, Django keeps every statement
    os.environ.setdefault("SECRET_KEY", "x" * 50)
    os.environ.setdefault("ALLOWED_HOSTS", "localhost")
    for name in ("ROOT_KEYS", "SIGNING_KEY"):
        os.environ.setdefault(name, "x" * 43)
    if chosen.log:
        return _log(chosen.entries)
    with ready_database(durable=True):
        print(f"{'work':38} {'p50':>7} {'p95':>7}  {'floor':>7} {'p95':>7}  times")
        crowded()
        batches()
        for size in sizes:
            compare(f"{size} claims", SIZES[size])
        if "1M" in sizes:
            compare("1,000 bases of 1k", 1_000, bases=1_000)
    memory()
    return 0


def _log(entries: int) -> int:
    with ready_database():
        from benchmarks.log import verified

        verified(entries)
    return 0


def compare(label: str, claims: int, bases: int = 1) -> None:
    """A superseding assert and a read of one question, each on questions of its own."""
    from benchmarks import floor, store

    filled = store.filled(claims, bases)
    chance = random.Random(1)  # noqa: S311  alike from run to run
    chosen = chance.sample(range(claims), min(claims, 2 * (ROUNDS + WARM)))
    things = [(chance.choice(filled), thing) for thing in chosen]
    ours, theirs = things[: len(things) // 2], things[len(things) // 2 :]
    with floor.connected() as connection:
        below = floor.Floor(connection, store.SCOUT.id)
        asserts = measure(
            lambda n: store.supersede(*ours[n % len(ours)], f"Go {n}"),
            lambda n: below.supersede(*theirs[n % len(theirs)], f"Go {n}"),
        )
        show(f"superseding assert, {label}", *asserts)
        reads = measure(lambda n: store.read(*ours[n % len(ours)]), lambda n: below.read(*theirs[n % len(theirs)]))
        show(f"read of one question, {label}", *reads)
    print(f"{'':4}statements: {statements(lambda: store.supersede(*ours[0], 'Rust'))} an assert,"
          f" {statements(lambda: store.read(*ours[0]))} a read")  # fmt: skip


def crowded() -> None:
    """A question that goes back and forth ten thousand times, beside one that did so as often as is ever shown."""
    from benchmarks import store

    young, old = store.filled(1_000, bases=2)
    turns = [(young, SHOWN), (old, ACTS)]
    for base, acts in turns:
        for number in range(acts):
            store.supersede(base, 0, ("Go", "Rust")[number % 2])
    works: dict[str, Callable[[UUID, int], object]] = {
        "assert": lambda base, number: store.supersede(base, 0, ("Go", "Rust")[number % 2]),
        "read": lambda base, number: store.read(base, 0),
    }
    for name, work in works.items():
        times = measure(*(lambda number, b=base, w=work: w(b, number) for base, _ in turns))
        for (_, acts), taken in zip(turns, times, strict=True):
            print(f"{f'{name} where a value returns, {acts:,} acts':38} {shown(taken)}")
        print(f"{'':4}{median(times[1]) / median(times[0]):.2f} times as long")


def batches() -> None:
    """Batches of a thousand: of new questions, and with conflicts, each as one revision with its log entry."""
    from benchmarks import floor, floor_batch, store

    mine, theirs = store.filled(20 * BATCH, bases=2)
    with floor.connected() as connection:
        for kind, (name, old) in enumerate(
            (("new questions", 0), ("three in ten replace another", 3 * BATCH // 10), ("all replace", BATCH))
        ):
            rates: tuple[list[float], list[float]] = ([], [])
            for number in range(1, 8):
                place, new = number * BATCH, number * BATCH + (kind + 1) * 10**6
                things = [*range(place, place + old), *range(new, new + BATCH - old)]
                proposals = [store.proposal(each, f"{name} {number}") for each in things]
                keys = [f"thing {each}" for each in things]
                works: tuple[Work, Work] = (
                    lambda given=proposals: store.assert_batch(mine, given),  # type: ignore[misc]
                    lambda given=keys, value=f"{name} {number}": floor_batch.assert_batch(  # type: ignore[misc]
                        connection, store.SCOUT.id, theirs, given, value
                    ),
                )
                for work, rate in zip(works, rates, strict=True):
                    rate.append(BATCH / timed(work) * 1000)
            ours, below = (median(each[1:]) for each in rates)
            print(f"{f'batch of {BATCH:,}, {name}':48} {ours:7,.0f} claims a second, floor {below:,.0f}")


def memory() -> None:
    """What the site takes as it is really served."""
    from benchmarks.memory import served

    for kind, number, resident, proportional in served():
        label = f"memory, {kind} ({number} processes)"
        print(f"{label:38} {resident:7.0f} MB resident, {proportional:.0f} MB its own share")


def measure(*works: Callable[[int], object]) -> list[list[float]]:
    """Milliseconds of each work, a round of all after a round of all."""
    taken: list[list[float]] = [[] for _ in works]
    for number in range(ROUNDS + WARM):
        for work, times in zip(works, taken, strict=True):
            times.append(timed(lambda w=work, n=number: w(n)))  # type: ignore[misc]
    return [times[WARM:] for times in taken]


def timed(work: Work) -> float:
    """Milliseconds that a work takes."""
    began = time.perf_counter()
    work()
    return (time.perf_counter() - began) * 1000


def statements(work: Work) -> int:
    """How many statements a work sends."""
    from django.db import connection

    count = 0

    def counted(execute: Callable[..., object], *rest: object) -> object:
        nonlocal count
        count += 1
        return execute(*rest)

    with connection.execute_wrapper(counted):
        work()
    return count


def show(name: str, ours: list[float], theirs: list[float]) -> None:
    """One line of the table."""
    print(f"{name:38} {shown(ours)}  {shown(theirs)}  {median(ours) / median(theirs):.1f}", flush=True)


def shown(times: list[float]) -> str:
    """The middle and the 95th."""
    return f"{median(times):7.2f} {quantiles(times, n=20)[-1]:7.2f}"


if __name__ == "__main__":
    sys.exit(main())
