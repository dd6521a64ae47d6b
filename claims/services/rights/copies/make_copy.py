"""Make a copy: the work of the worker. It reads page by page as known at one instant, writes every format at once,
beside where it will stand, and is put in place whole or not at all."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any, Protocol
from uuid import UUID

from django.conf import settings
from django.db import transaction

from claims.queries import naming
from claims.queries.rights import contents, copies
from claims.queries.rows import Row
from claims.services import clock
from claims.services.actor import OPERATOR
from claims.services.administration.entries import note
from claims.services.rights.copies import files
from claims.services.rights.copies.ask_for_copy import queue
from claims.services.rights.copies.contents.about import head_of
from claims.services.rights.copies.contents.reading import Reading, moment, reading_of
from claims.services.rights.copies.contents.sections import BY_KIND
from claims.services.rights.copies.contents.statements import statements
from claims.services.rights.copies.formats.data import Data
from claims.services.rights.copies.formats.page import Page
from claims.services.rights.copies.formats.tables import Tables
from claims.services.rights.copies.remove_copies import PATIENCE


class Format(Protocol):
    """A file in the making: it is given the head, then sections with their records, then the end."""

    def begin(self, head: Mapping[str, Any]) -> None: ...
    def section(self, name: str) -> None: ...
    def record(self, section: str, record: Mapping[str, Any]) -> None: ...
    def end(self, counts: Mapping[str, int]) -> None: ...
    def close(self) -> None: ...


class Left(Exception):
    """It was stopped, or somebody else makes it by now."""


def make_copy(*, base: UUID, copy: UUID) -> bool:
    """Make a copy, from its beginning; says whether it is ready then. It is not where somebody else makes it, it was
    stopped meanwhile, or something was erased meanwhile: then it is begun again."""
    with transaction.atomic():
        head = naming.lock_base(base)  # so that whoever writes still is recorded after the instant of the copy
        if head is None:
            return False
        now = clock.now()
        known_at = max(now, head.head_at or now)
        job = copies.begin(base, copy, at=now, known_at=known_at, patience=PATIENCE)
    if job is None:
        return False
    with _draft(job) as draft:
        counts = _write(draft, job, reading_of(job, head.head))
        return _put_in_place(draft, job, counts, head.head)
    return False


@contextmanager
def _draft(job: Row) -> Iterator[Path]:
    """A folder to write to, of which nothing stays but what was put in place."""
    draft = files.new_draft(job.base_id, job.id, job.attempt)
    try:
        yield draft
    except Left:
        pass
    except FileNotFoundError:  # who stopped it has removed what there was of it
        if copies.is_ours(job):
            raise
    finally:
        files.drop(draft)


def _write(draft: Path, job: Row, reading: Reading) -> Counter[str]:
    counts: Counter[str] = Counter()
    with ExitStack() as stack:
        formats = [stack.enter_context(closing(each)) for each in _formats(draft, reading)]
        head = head_of(reading, job.kind)
        for each in formats:
            each.begin(head)
        for section, record in _records(job, reading):
            if record is None:
                for each in formats:
                    each.section(section)
            else:
                counts[section] += 1
                for each in formats:
                    each.record(section, record)
        counts["covered"] = reading.cover.number
        for each in formats:
            each.end(counts)
    return counts


def _formats(draft: Path, reading: Reading) -> list[Format]:
    return [Page(draft), Data(draft), Tables(draft, given_only=reading.given_only)]


def _records(job: Row, reading: Reading) -> Iterator[tuple[str, dict[str, Any] | None]]:
    """Every section (with ``None``) and its records, in order."""
    yield "claims", None
    for record in _claims(job, reading):
        yield "claims", record
    for name, read in BY_KIND[job.kind].items():
        yield name, None
        for record in read(reading):
            yield name, record


def _claims(job: Row, reading: Reading) -> Iterator[dict[str, Any]]:
    total, done = contents.number_of_claims(reading.base, reading.only), 0
    _beat(job, done, total)
    for page in contents.claims_in_order(reading.base, reading.only):
        yield from statements(reading, page)
        done += len(page)
        _beat(job, done, max(done, total))


def _beat(job: Row, done: int, total: int) -> None:
    """Tell how far it is, and learn whether to go on."""
    if not copies.beat(job, at=clock.now(), done=done, total=total):
        raise Left


def _put_in_place(draft: Path, job: Row, counts: Mapping[str, int], head: int) -> bool:
    made = _manifest(draft, job, counts)
    with transaction.atomic():
        naming.lock_base(job.base_id)
        if copies.erased_since(job.base_id, head):
            if copies.queue_again(job):
                queue(job.base_id, job.id)
            return False
        now = clock.now()
        keep_until = now + timedelta(days=settings.COPY_DAYS)
        sha256 = files.sha256_of(draft / "manifest.json")
        if not copies.finish(job, at=now, keep_until=keep_until, counts=counts, files=made, sha256=sha256):
            return False
        note("make_copy", actor=OPERATOR, chain=job.base_id, targets=[job.id])
        files.put_in_place(draft, job.base_id, job.id)
    return True


def _manifest(draft: Path, job: Row, counts: Mapping[str, int]) -> list[dict[str, Any]]:
    """What was made, with its sums; the manifest itself is the last."""
    wanted = [name for name in ("copy.html", "copy.json", "tables.zip") if (draft / name).exists()]
    made = [_told(draft / name) for name in wanted]
    told = {
        "copy": str(job.id),
        "kind": job.kind,
        "known_at": moment(job.known_at),
        "counts": dict(counts),
        "files": made,
    }
    with files.open_new(draft / "manifest.json") as file:
        file.write(json.dumps(told, indent=2).encode() + b"\n")
    return [*made, _told(draft / "manifest.json")]


def _told(path: Path) -> dict[str, Any]:
    return {"name": path.name, "bytes": path.stat().st_size, "sha256": files.sha256_of(path)}
