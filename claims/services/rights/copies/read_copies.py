"""Copies as they are shown: how far each has come, its files, and until when they are kept."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from claims.models import PersonCopy
from claims.queries.rights import copies
from claims.queries.rows import Row
from claims.refusals import NotFound

#: So many are shown, the latest first.
MOST = 50

KINDS: Mapping[str, str] = {
    PersonCopy.Kind.ACCESS: "Everything that is kept",
    PersonCopy.Kind.PORTABILITY: "What you gave, to take along",
}
FILES: Mapping[str, tuple[str, str]] = {
    "copy.html": ("To read", "a document for any browser, to be read or printed"),
    "copy.json": ("For programs", "JSON"),
    "tables.zip": ("As tables", "CSV files in a zip"),
    "manifest.json": ("Checksums", "SHA-256 of each file"),
}
_GONE: Mapping[str, str] = {
    PersonCopy.Gone.EXPIRED: "Removed, since its time was over",
    PersonCopy.Gone.ERASED: "Removed, because something in it was erased",
    PersonCopy.Gone.PERSON: "Removed at your wish",
}
State = PersonCopy.State


@dataclass(frozen=True, slots=True, kw_only=True)
class CopyFile:
    """A file of a copy."""

    name: str
    title: str
    says: str
    bytes: int
    sha256: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CopyView:
    """A copy. ``share`` is how much of it is done, in hundredths; ``files`` are there while it is ready."""

    base: UUID
    id: UUID
    kind: str
    title: str
    user: UUID
    request: UUID | None
    state: str
    words: str
    asked_at: datetime
    known_at: datetime | None
    done: int
    total: int
    share: int
    finished_at: datetime | None
    keep_until: datetime | None
    counts: dict[str, int]
    sha256: str
    files: tuple[CopyFile, ...]

    @property
    def is_open(self) -> bool:
        return self.state in (State.QUEUED, State.MAKING)

    @property
    def is_ready(self) -> bool:
        return self.state == State.READY


def copies_of(*, base: UUID, user: UUID) -> list[CopyView]:
    """The copies made for a person, the latest first."""
    return [view_of(row) for row in copies.of_person(base, user, MOST)]


def copy_of(*, base: UUID, user: UUID, copy: UUID) -> CopyView:
    """One copy of a person's.

    Raises:
        NotFound: where there is none, or it is for somebody else.
    """
    row = copies.by_id(base, copy)
    if row is None or row.user_id != user:
        raise NotFound("There is no such copy here, or it is not yours.")
    return view_of(row)


def copy_for_request(*, base: UUID, request: UUID) -> CopyView | None:
    """The latest copy made for a request."""
    row = copies.of_request(base, request)
    return view_of(row) if row else None


def view_of(row: Row) -> CopyView:
    """A copy as it stands."""
    return CopyView(
        base=row.base_id,
        id=row.id,
        kind=row.kind,
        title=KINDS[row.kind],
        user=row.user_id,
        request=row.request_id,
        state=row.state,
        words=_words(row),
        asked_at=row.asked_at,
        known_at=row.known_at,
        done=row.done,
        total=row.total,
        share=min(100, 100 * row.done // row.total) if row.total else 0,
        finished_at=row.finished_at,
        keep_until=row.keep_until,
        counts=row.counts,
        sha256=row.sha256,
        files=tuple(_file(each) for each in row.files) if row.state == State.READY else (),
    )


def _words(row: Row) -> str:
    match row.state:
        case State.QUEUED:
            return "Waits for its turn"
        case State.MAKING:
            return f"Being made: {row.done:,} of {row.total:,} statements" if row.total else "Being made"
        case State.READY:
            return "Ready"
        case State.STOPPED:
            return "Stopped"
        case _:
            return _GONE[row.gone]


def _file(stored: Mapping[str, Any]) -> CopyFile:
    title, says = FILES[stored["name"]]
    return CopyFile(name=stored["name"], title=title, says=says, bytes=stored["bytes"], sha256=stored["sha256"])
