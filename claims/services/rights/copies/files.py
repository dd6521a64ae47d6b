"""The files of copies on disk: readable by their owner alone, under opaque names, and there whole or not at all."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import suppress
from hashlib import file_digest
from pathlib import Path
from typing import BinaryIO
from uuid import UUID

from django.conf import settings

_DRAFT = ".draft"


def folder_of(base: UUID, copy: UUID) -> Path:
    """Where the files of a copy stand once it is ready."""
    return Path(settings.COPIES) / str(base) / str(copy)


def new_draft(base: UUID, copy: UUID, attempt: int) -> Path:
    """A folder to make a copy in; whatever earlier attempts left is gone."""
    remove(base, copy)
    home = folder_of(base, copy)
    for each in (home.parent.parent, home.parent):
        each.mkdir(mode=0o700, parents=True, exist_ok=True)
    draft = home.with_name(f"{copy}.{attempt}{_DRAFT}")
    draft.mkdir(mode=0o700)
    return draft


def open_new(path: Path) -> BinaryIO:
    """A new file that its owner alone may read."""
    return os.fdopen(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb")


def put_in_place(draft: Path, base: UUID, copy: UUID) -> None:
    """Make a finished draft the copy."""
    draft.rename(folder_of(base, copy))


def drop(draft: Path) -> None:
    """Remove a draft of which nothing comes."""
    shutil.rmtree(draft, ignore_errors=True)


def remove(base: UUID, copy: UUID) -> None:
    """Remove every file of a copy, and what was begun of it."""
    shutil.rmtree(folder_of(base, copy), ignore_errors=True)
    remove_drafts(base, copy)


def remove_drafts(base: UUID, copy: UUID, before: int | None = None) -> None:
    """Remove what was begun of a copy by any attempt, or by those ``before`` one."""
    for each in folder_of(base, copy).parent.glob(f"{copy}.*{_DRAFT}"):
        if before is None or int(each.name.split(".")[1]) < before:
            drop(each)


def kept() -> Iterator[tuple[UUID, UUID]]:
    """Every copy of which there are files, finished or not: its base and id."""
    for home in Path(settings.COPIES).glob("*/*"):
        with suppress(ValueError):
            yield UUID(home.parent.name), UUID(home.name[:36])


def sha256_of(path: Path) -> str:
    """The SHA-256 of a file, read piece by piece."""
    with path.open("rb") as file:
        return file_digest(file, "sha256").hexdigest()
