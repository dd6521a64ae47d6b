"""Take a file of a copy along: for the person whom it is for, and written down."""

from __future__ import annotations

from dataclasses import dataclass
from typing import BinaryIO
from uuid import UUID

from django.db import transaction

from claims.refusals import NotFound
from claims.services.actor import Actor
from claims.services.administration.entries import note
from claims.services.rights.copies import files
from claims.services.rights.copies.read_copies import copy_of
from claims.services.words import in_words

_GONE = "There is no such file, or it is there no more."


@dataclass(frozen=True, slots=True)
class Taken:
    """A file to be read, and what it is called where it goes."""

    file: BinaryIO
    name: str


def take_file(*, base: UUID, actor: Actor, copy: UUID, name: str) -> Taken:
    """Note that the person takes a file of their copy, and say where it is.

    Raises:
        NotFound: where there is none, it is for somebody else, or it is there no more.
    """
    actor.must_be_person("take a copy")
    view = copy_of(base=base, user=actor.id, copy=copy)
    file = next((each for each in view.files if each.name == name), None)
    if file is None:
        raise NotFound(_GONE)
    try:
        opened = (files.folder_of(base, copy) / file.name).open("rb")
    except FileNotFoundError:
        raise NotFound(_GONE) from None
    with transaction.atomic():
        note("take_copy", actor=actor, chain=base, targets=[copy])
    day = f"{view.known_at:%Y-%m-%d}" if view.known_at else in_words(view.asked_at)
    stem, _, suffix = name.partition(".")
    return Taken(opened, f"rectify-{view.kind}-{day}-{stem}.{suffix}")
