"""Many writers at once: nothing is lost, nothing is held twice, and bases do not wait for each other."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import Barrier, Event
from uuid import UUID

import pytest
from django.db import connection, connections, transaction

from claims.models import Act, BeliefBase, Disclosure, Revision
from claims.services.administration.note_served import note_served
from claims.services.belief_base.operation import Done, Terms, open_desk
from claims.services.replay_base import differences
from tests.cast import claim_of, project, scout

pytestmark = pytest.mark.usefixtures("committed_db")

LATER = "2999-01-01"


def at_once(*jobs: Callable[[], Done]) -> list[Done]:
    """Run every job in a thread with a connection of its own, all let go at one moment."""
    gate = Barrier(len(jobs))

    def run(job: Callable[[], Done]) -> Done:
        try:
            gate.wait()
            return job()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(jobs)) as pool:
        return list(pool.map(run, jobs))


def test_twenty_writers_on_one_base_are_all_kept_without_gaps() -> None:
    teller = project()
    done = at_once(*(lambda n=n: teller.says(f"Task {n}", predicate="states") for n in range(20)))
    assert sorted(each.revision or 0 for each in done) == list(range(1, 21))
    assert Act.objects.filter(base_id=teller.base).count() == 20
    assert sorted(Revision.objects.filter(base_id=teller.base).values_list("number", flat=True)) == list(range(1, 21))
    assert teller.holds(LATER, LATER) == sorted(f"Task {n}" for n in range(20))


@pytest.mark.parametrize("round_", range(5))
def test_two_rivals_at_once_are_never_both_held(round_: int) -> None:
    teller = project()
    done = at_once(*(lambda value=value: teller.says(value) for value in ("Go", "Express.js", "Rust", "Django")))
    assert {each.revision for each in done} == {1, 2, 3, 4}
    assert len(teller.holds(LATER, LATER, "uses_framework")) == 1
    assert differences(teller.base) == []


def test_the_same_new_subject_named_by_many_at_once_is_one_entity() -> None:
    teller = project()
    at_once(*(lambda n=n: teller.says(f"Task {n}", predicate="states", subject="Alice") for n in range(8)))
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM entity WHERE base_id = %s", [teller.base])
        assert cursor.fetchone() == (1,)


@contextmanager
def locked(base: UUID) -> Iterator[None]:
    """Meanwhile, a writer has the base to itself, in a thread with a connection of its own."""
    has_it, finished = Event(), Event()

    def keep_locked() -> None:
        try:
            with transaction.atomic():
                open_desk(base, scout())
                has_it.set()
                assert finished.wait(timeout=30)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(keep_locked)
        assert has_it.wait(timeout=30)
        with connection.cursor() as cursor:
            cursor.execute("SET statement_timeout = '10s'")
        try:
            yield
        finally:
            finished.set()
        waiting.result()


def test_a_writer_never_waits_for_a_writer_of_another_base() -> None:
    held, other = project(), project()
    with locked(held.base):
        assert other.says("Go").revision == 1


def test_a_reader_never_waits_for_a_writer_not_even_to_note_what_it_was_served() -> None:
    teller = project()
    claim = claim_of(teller.says("Go"))
    with locked(teller.base):
        note_served(base=teller.base, agent=teller.actor.agent, claims=[claim])
    assert Disclosure.objects.filter(base_id=teller.base).count() == 1


def test_recorded_times_only_go_forward_however_many_write() -> None:
    teller = project()
    at_once(*(lambda n=n: teller.says(f"Task {n}", predicate="states") for n in range(10)))
    times = list(Revision.objects.filter(base_id=teller.base).order_by("number").values_list("recorded_at", flat=True))
    assert times == sorted(set(times))
    assert BeliefBase.objects.get(id=teller.base).head_at == times[-1]


def test_a_preview_among_writers_stores_nothing_and_costs_no_number() -> None:
    teller = project()
    at_once(
        lambda: teller.says("Go"),
        lambda: teller.says("Rust", terms=Terms(preview=True)),
        lambda: teller.says("Task", predicate="states"),
    )
    assert sorted(Revision.objects.filter(base_id=teller.base).values_list("number", flat=True)) == [1, 2]
    assert teller.holds(LATER, LATER) == ["Go", "Task"]
