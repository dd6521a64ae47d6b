"""A copy is made in bounded memory, shows how far it is, can be stopped, and is there whole or not at all."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from django.db import connection, transaction
from procrastinate.contrib.django.models import ProcrastinateJob

from audit.models import AuditEntry
from beliefs_site import environment
from benchmarks import store
from claims import tasks
from claims.models import Claim, Membership, PersonCopy
from claims.queries.rights import contents
from claims.refusals import Invalid, NotFound
from claims.services import clock
from claims.services.rights.copies import files, make_copy
from claims.services.rights.copies.contents.statements import statements
from claims.services.rights.copies.read_copies import copies_of
from claims.services.rights.copies.remove_copies import see_to_copies
from claims.services.rights.copies.stop_copy import stop_copy
from claims.services.rights.copies.take_file import take_file
from claims.services.rights.erase.erase_claims import Ground, Wish, erase_claims
from tests import databases
from tests.cast import claim_of, instant, project
from tests.claims.copies.cast import Copied, Owner, concerned, state
from tests.claims.requests.cast import somebody

Capture = Any
#: Where a page of claims is read.
STATEMENTS = "claims.services.rights.copies.make_copy.statements"


def filled(claims: int) -> Owner:
    """A base of so many claims that concerns Alice."""
    (base,) = store.filled(claims)
    user = somebody("alice")
    Membership.objects.create(base_id=base, user_id=user.id)
    return Owner(base, user)


@contextmanager
def counted() -> Iterator[list[str]]:
    """The statements run meanwhile."""
    seen: list[str] = []

    def note(execute: Any, sql: str, *more: Any) -> Any:
        seen.append(sql)
        return execute(sql, *more)

    with connection.execute_wrapper(note):
        yield seen


def left_in(folder: Path) -> list[str]:
    return sorted(each.name for each in folder.rglob("*") if each.is_file())


def logged(owner: Owner) -> list[str]:
    return list(AuditEntry.objects.filter(chain_id=owner.base).order_by("number").values_list("act", flat=True))


@pytest.mark.django_db
def test_a_base_of_5000_claims_is_copied_page_by_page(monkeypatch: pytest.MonkeyPatch) -> None:
    owner, pages = filled(5000), list[int]()

    def watched(reading: Any, claims: Any) -> Iterator[Any]:
        pages.append(len(claims))
        yield from statements(reading, claims)

    monkeypatch.setattr(STATEMENTS, watched)
    with counted() as seen:
        copied = owner.has_made()
    assert pages == [contents.PAGE] * (5000 // contents.PAGE)
    assert len(seen) <= 20 * len(pages)
    assert (len(copied.data["claims"]), len(copied.table("said"))) == (5000, 5000)


@pytest.mark.django_db
def test_a_larger_base_takes_no_more_memory() -> None:
    owner, peaks = filled(2000), []
    some = list(Claim.objects.filter(base_id=owner.base).values_list("id", flat=True)[:600])
    for claims in (some, ()):
        copy = owner.asks(claims=claims)
        tracemalloc.start()
        assert make_copy.make_copy(base=owner.base, copy=copy)
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] < 1.3 * peaks[0]


@pytest.mark.django_db
def test_how_far_it_is_can_be_seen_meanwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    owner, seen = filled(450), list[tuple[int, int, str]]()

    def watched(reading: Any, claims: Any) -> Iterator[Any]:
        (view,) = copies_of(base=owner.base, user=owner.user.id)
        seen.append((view.done, view.total, view.words))
        yield from statements(reading, claims)

    monkeypatch.setattr(STATEMENTS, watched)
    owner.has_made()
    assert [each[:2] for each in seen] == [(0, 450), (200, 450), (400, 450)]
    assert seen[1][2] == "Being made: 200 of 450 statements"


@pytest.mark.django_db
def test_one_that_is_stopped_leaves_nothing(
    monkeypatch: pytest.MonkeyPatch, folder: Path, django_capture_on_commit_callbacks: Capture
) -> None:
    owner = filled(450)
    copy = owner.asks()

    def stopped(reading: Any, claims: Any) -> Iterator[Any]:
        yield from statements(reading, claims)
        if state(owner, copy).done == contents.PAGE:
            with django_capture_on_commit_callbacks(execute=True):
                stop_copy(base=owner.base, actor=owner.actor, copy=copy)

    monkeypatch.setattr(STATEMENTS, stopped)
    assert not make_copy.make_copy(base=owner.base, copy=copy)
    assert (state(owner, copy).state, left_in(folder)) == ("stopped", [])
    assert not make_copy.make_copy(base=owner.base, copy=copy)
    with pytest.raises(Invalid, match="over already"):
        stop_copy(base=owner.base, actor=owner.actor, copy=copy)


@pytest.mark.django_db
def test_whoever_takes_it_up_after_another_is_the_only_one_to_finish_it(
    monkeypatch: pytest.MonkeyPatch, folder: Path
) -> None:
    owner = filled(450)
    copy = owner.asks()

    def slow(reading: Any, claims: Any) -> Iterator[Any]:
        monkeypatch.setattr(STATEMENTS, statements)
        assert not make_copy.make_copy(base=owner.base, copy=copy)  # while it is being made, nobody else begins
        PersonCopy.objects.filter(base_id=owner.base, id=copy).update(beat_at=clock.now() - timedelta(minutes=3))
        assert make_copy.make_copy(base=owner.base, copy=copy)
        yield from statements(reading, claims)

    monkeypatch.setattr(STATEMENTS, slow)
    assert not make_copy.make_copy(base=owner.base, copy=copy)
    assert (state(owner, copy).state, state(owner, copy).attempt) == ("ready", 2)
    assert left_in(folder) == ["copy.html", "copy.json", "manifest.json", "tables.zip"]


def test_a_worker_that_is_killed_leaves_it_to_the_next_who_makes_it_whole(committed_db: str, folder: Path) -> None:
    owner = filled(2000)
    copy = owner.asks()
    make = (
        "import django, sys, uuid; django.setup(); from django.conf import settings; from pathlib import Path;"
        "settings.COPIES = Path(sys.argv[1]); from claims.services.rights.copies.make_copy import make_copy;"
        "make_copy(base=uuid.UUID(sys.argv[2]), copy=uuid.UUID(sys.argv[3]))"
    )
    env = os.environ | {"DATABASE_URL": databases.database_url(), "DJANGO_SETTINGS_MODULE": "beliefs_site.settings"}
    worker = subprocess.Popen(
        [sys.executable, "-c", make, str(folder), str(owner.base), str(copy)], cwd=environment.ROOT, env=env
    )
    deadline = time.monotonic() + 60
    while state(owner, copy).done == 0 and worker.poll() is None and time.monotonic() < deadline:
        connection.close()
    worker.send_signal(signal.SIGKILL)
    worker.wait()
    assert (state(owner, copy).state, bool(left_in(folder))) == ("making", True)
    assert not files.folder_of(owner.base, copy).exists()
    jobs = ProcrastinateJob.objects.filter(task_name="make_copy")
    assert (see_to_copies(), jobs.count()) == (0, 1)
    with clock.fixed(clock.now() + timedelta(minutes=5)):
        assert (see_to_copies(), jobs.count()) == (1, 2)
        assert make_copy.make_copy(base=owner.base, copy=copy)
    copied = Copied(files.folder_of(owner.base, copy), copy)
    assert len(copied.data["claims"]) == 2000
    assert left_in(folder) == ["copy.html", "copy.json", "manifest.json", "tables.zip"]


@pytest.mark.django_db
def test_a_copy_is_kept_for_its_days_and_then_removed(
    settings: Any, folder: Path, django_capture_on_commit_callbacks: Capture
) -> None:
    settings.COPY_DAYS = 10
    owner = concerned(project())
    with clock.fixed(instant("2999-01-01")):
        copied = owner.has_made()
    for day, there in (("2999-01-10", True), ("2999-01-11", False)):
        with clock.fixed(instant(day)), django_capture_on_commit_callbacks(execute=True):
            see_to_copies()
        assert bool(left_in(folder)) is there
    (view,) = copies_of(base=owner.base, user=owner.user.id)
    assert (view.words, view.files) == ("Removed, since its time was over", ())
    with pytest.raises(NotFound):
        take_file(base=owner.base, actor=owner.actor, copy=copied.id, name="copy.json")


@pytest.mark.django_db
def test_files_that_are_no_copys_are_cleared_away(folder: Path) -> None:
    owner = concerned(project())
    copied = owner.has_made()
    stray = folder / str(owner.base) / f"{UUID(int=7)}.1.draft"
    stray.mkdir()
    see_to_copies()
    assert (stray.exists(), copied.folder.exists()) == (False, True)


@pytest.mark.django_db
def test_who_asks_takes_and_removes_is_logged_and_no_word_stands_in_a_job(
    django_capture_on_commit_callbacks: Capture, folder: Path
) -> None:
    owner = concerned(project())
    copied = owner.has_made()
    taken = take_file(base=owner.base, actor=owner.actor, copy=copied.id, name="copy.html")
    with taken.file as file:
        assert file.read().decode() == copied.page
    with django_capture_on_commit_callbacks(execute=True):
        stop_copy(base=owner.base, actor=owner.actor, copy=copied.id)
    assert (logged(owner), left_in(folder)) == (["ask_for_copy", "make_copy", "take_copy", "remove_copy"], [])
    entry = AuditEntry.objects.get(chain_id=owner.base, act="take_copy")
    assert (entry.actor_id, entry.targets) == (owner.user.id, [copied.id])
    (job,) = ProcrastinateJob.objects.filter(task_name="make_copy")
    assert job.args == {"base": str(owner.base), "copy": str(copied.id)}


@pytest.mark.django_db
def test_the_worker_makes_what_is_queued_and_sees_to_the_rest(
    folder: Path, django_capture_on_commit_callbacks: Capture
) -> None:
    owner = concerned(project())
    copy = owner.asks()
    (job,) = ProcrastinateJob.objects.filter(task_name="make_copy")
    tasks.make(**job.args)
    assert state(owner, copy).state == "ready"
    with clock.fixed(clock.now() + timedelta(days=31)), django_capture_on_commit_callbacks(execute=True):
        tasks.see_to(0)
    assert (state(owner, copy).gone, left_in(folder)) == ("expired", [])


@pytest.mark.django_db
def test_one_of_a_kind_is_made_at_a_time() -> None:
    owner = concerned(project())
    owner.asks()
    owner.asks("portability")
    with pytest.raises(Invalid, match="is being made for you already"):
        owner.asks()


@pytest.mark.django_db
def test_another_persons_copy_is_not_there_for_anybody_else() -> None:
    teller = project()
    owner, dave = concerned(teller), concerned(teller, "dave")
    copied = owner.has_made()
    for act in (
        lambda: take_file(base=teller.base, actor=dave.actor, copy=copied.id, name="copy.json"),
        lambda: stop_copy(base=teller.base, actor=dave.actor, copy=copied.id),
    ):
        with pytest.raises(NotFound):
            act()
    assert copies_of(base=teller.base, user=dave.user.id) == []


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["../copy.json", "/etc/passwd", "copy.html/..", "said.csv", ""])
def test_no_other_file_is_taken(name: str) -> None:
    owner = concerned(project())
    with pytest.raises(NotFound):
        take_file(base=owner.base, actor=owner.actor, copy=owner.has_made().id, name=name)


# --- Erasure ----------------------------------------------------------------------------------------------------------


def erases(owner: Owner, *claims: UUID) -> dict[str, int]:
    """What each store says that it removed."""
    wish = Wish(claims=claims, ground=Ground.CONSENT_WITHDRAWN)
    stores = erase_claims(base=owner.base, actor=owner.actor, wish=wish).receipt.stores
    return {each.store: each.removed for each in stores}


@pytest.mark.django_db
def test_an_erasure_removes_every_copy_made_before_and_says_how_many(
    folder: Path, django_capture_on_commit_callbacks: Capture
) -> None:
    teller = project()
    gone = claim_of(teller.says("canary-object"))
    owner, dave = concerned(teller), concerned(teller, "dave")
    other = concerned(project(), "carla")
    kept = other.has_made()
    for each in (owner, dave):
        assert each.has_made().holds("canary-object")
    with django_capture_on_commit_callbacks(execute=True):
        assert erases(owner, gone)["copies"] == 2
    assert {each.parent for each in folder.rglob("*") if each.is_file()} == {kept.folder}
    (view,) = copies_of(base=owner.base, user=owner.user.id)
    assert (view.words, view.files) == ("Removed, because something in it was erased", ())
    assert not owner.has_made().holds("canary-object")


@pytest.mark.django_db
def test_an_erasure_that_is_only_looked_at_removes_no_copy(
    folder: Path, django_capture_on_commit_callbacks: Capture
) -> None:
    teller = project()
    gone = claim_of(teller.says("canary-object"))
    owner = concerned(teller)
    copied = owner.has_made()
    with django_capture_on_commit_callbacks(execute=True), transaction.atomic():
        erases(owner, gone)
        transaction.set_rollback(True)
    assert copied.holds("canary-object")


@pytest.mark.django_db
def test_what_is_erased_while_a_copy_is_made_does_not_stand_in_it(
    monkeypatch: pytest.MonkeyPatch, folder: Path, django_capture_on_commit_callbacks: Capture
) -> None:
    teller = project()
    gone = claim_of(teller.says("canary-object"))
    owner = concerned(teller)
    copy = owner.asks()

    def erased(reading: Any, claims: Any) -> Iterator[Any]:
        yield from statements(reading, claims)
        with django_capture_on_commit_callbacks(execute=True):
            assert erases(owner, gone)["copies"] == 1

    monkeypatch.setattr(STATEMENTS, erased)
    assert not make_copy.make_copy(base=owner.base, copy=copy)
    assert (state(owner, copy).state, left_in(folder)) == ("queued", [])
    monkeypatch.setattr(STATEMENTS, statements)
    assert make_copy.make_copy(base=owner.base, copy=copy)
    assert not Copied(files.folder_of(owner.base, copy), copy).holds("canary-object")


@pytest.mark.django_db
def test_what_was_erased_unseen_just_before_the_end_has_the_copy_begun_again(
    monkeypatch: pytest.MonkeyPatch, folder: Path
) -> None:
    teller = project()
    gone = claim_of(teller.says("canary-object"))
    owner = concerned(teller)
    copy = owner.asks()
    real = make_copy._manifest
    monkeypatch.setattr("claims.services.rights.copies.remove_copies.copies.begin_all_again", lambda base: [])

    def erased(*given: Any) -> Any:
        erases(owner, gone)
        return real(*given)

    monkeypatch.setattr(make_copy, "_manifest", erased)
    assert not make_copy.make_copy(base=owner.base, copy=copy)
    assert (state(owner, copy).state, left_in(folder)) == ("queued", [])
    assert ProcrastinateJob.objects.filter(task_name="make_copy").count() == 2
