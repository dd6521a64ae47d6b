"""A chain is gapless whoever writes at a time, and verifies whatever lawful thing was done to it."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from uuid import UUID, uuid4

import pytest
from django.core.management import call_command
from django.db import connection, transaction
from hypothesis import given, settings
from hypothesis import strategies as some
from procrastinate.contrib.django import app
from pytest_django import DjangoCaptureOnCommitCallbacks

from audit import content
from audit.checkpoints import anchors, checkpoints, sign_head, sign_heads
from audit.log import append
from audit.verify import Verdict, verify
from claims.tasks import sign
from tests.audit.log.scene import BEGUN, chain_of, entry, erasure, rows


class Undone(Exception):
    pass


def test_writers_at_a_time_leave_no_gap_though_some_give_up(committed_db: str) -> None:
    chain = uuid4()

    def write(worker: int) -> None:
        for number in range(12):
            try:
                with transaction.atomic():
                    append(entry(chain, worker * 100 + number))
                    if number % 3 == worker % 3:
                        raise Undone
            except Undone:
                pass
        connection.close()

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(write, range(4)))
    numbers = [
        number for (number,) in rows("SELECT number FROM audit_entry WHERE chain_id = %s ORDER BY number", chain)
    ]
    assert numbers == list(range(1, 33))
    report = verify(chain, contents=True)
    assert (report.verdict, report.entries, report.contents) == (Verdict.CONSISTENT, 32, 32)


ACTS = some.lists(
    some.one_of(
        some.tuples(some.just("append"), some.booleans()),
        some.tuples(some.just("erase"), some.sets(some.integers(1, 12), max_size=4)),
        some.tuples(some.just("erase_all"), some.none()),
        some.tuples(some.just("undone"), some.none()),
    ),
    max_size=14,
)


@pytest.mark.django_db
@given(acts=ACTS)
@settings(max_examples=40, deadline=None)
def test_whatever_is_lawfully_done_the_chain_is_intact(acts: list[tuple[str, object]]) -> None:
    chain, kept, said = uuid4(), set[int](), 0
    done: dict[str, Callable[[object], object]] = {
        "append": lambda says: append(entry(chain) if says else entry(chain, content=None)),
        "erase": lambda numbers: content.erase(chain=chain, numbers=numbers, erasure=erasure()),  # type: ignore[arg-type]
        "erase_all": lambda _: content.erase_all(chain=chain, erasure=erasure()),
        "undone": lambda _: _undone(chain),
    }
    for name, what in acts:
        told = done[name](what)
        if name == "append" and what:
            said += 1
            kept.add(int(str(told)))
        elif name.startswith("erase"):
            kept -= what if isinstance(what, set) else set(kept)
    report = verify(chain, contents=True)
    assert report.finding is None
    assert (report.contents, report.erased) == (len(kept), said - len(kept))


def _undone(chain: UUID) -> None:
    with transaction.atomic():
        append(entry(chain))
        transaction.set_rollback(True)


@pytest.mark.django_db
@given(length=some.integers(2, 12), changed=some.data())
@settings(max_examples=30, deadline=None)
def test_a_change_of_any_entry_is_found_where_it_was_made(length: int, changed: some.DataObject) -> None:
    chain = chain_of(length)
    number = changed.draw(some.integers(1, length))
    column = changed.draw(some.sampled_from(["ground = 'x'", "act = 'y'", "targets = '{}'", "revision = NULL"]))
    with transaction.atomic():
        rows("ALTER TABLE audit_entry DISABLE TRIGGER USER")
        rows(f"UPDATE audit_entry SET {column} WHERE chain_id = %s AND number = %s", chain, number)
        report = verify(chain)
        transaction.set_rollback(True)
    assert report.finding is not None
    assert (report.verdict, report.finding.number) == (Verdict.BROKEN, number)


def test_long_chains_are_gone_through_in_blocks(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    from audit.verify import blocks as way

    monkeypatch.setattr(way, "MOST", 7)
    monkeypatch.setattr(way, "LEAST", 7)
    report = verify(chain_of(40), contents=True)
    assert (report.entries, report.contents, report.verdict) == (40, 40, Verdict.CONSISTENT)


# --- Signed heads ----------------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_a_head_is_signed_once_and_anchored_when_that_is_settled(
    anchor_file: Path, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    chain = chain_of(2)
    with django_capture_on_commit_callbacks(execute=True):
        first = sign_head(chain, BEGUN)
        assert not anchor_file.exists()
    assert sign_head(chain, BEGUN) == first
    append(entry(chain, 3))
    with django_capture_on_commit_callbacks(execute=True):
        assert sign_heads(BEGUN) == 1
        assert sign_heads(BEGUN) == 0
    assert [each.number for each in checkpoints(chain)] == [2, 3]
    assert list(anchors(chain)) == list(checkpoints(chain))
    assert verify(chain).verdict is Verdict.ANCHORED
    assert anchor_file.stat().st_mode & 0o777 == 0o600


@pytest.mark.django_db
def test_a_chain_that_has_not_begun_has_no_head_to_sign() -> None:
    assert sign_head(uuid4(), BEGUN) is None


@pytest.mark.django_db
def test_lines_of_the_anchor_file_that_cannot_be_read_are_passed_over(anchor_file: Path) -> None:
    chain = chain_of(1)
    anchor_file.write_text(f'{{"statement": {{"chain": "{chain}"}}}}\n{chain}\n[{{}}, "{chain}"]\n')
    assert verify(chain).verdict is Verdict.CONSISTENT


@pytest.mark.django_db
def test_the_worker_signs_heads_every_ten_minutes() -> None:
    chain = chain_of(1)
    sign(0)
    assert [each.number for each in checkpoints(chain)] == [1]
    tasks = {each.task.name: each.cron for each in app.periodic_registry.periodic_tasks.values()}
    assert tasks["sign_heads"] == "*/10 * * * *"


@pytest.mark.django_db
def test_no_migration_is_missing() -> None:
    call_command("makemigrations", "audit", check=True, dry_run=True, verbosity=0)
