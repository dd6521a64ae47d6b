"""Copies as a test asks for them, has them made, and reads them."""

from __future__ import annotations

import csv
import io
import json
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import UUID

from claims.access import visitor_signed_in
from claims.models import BeliefBase, Membership, PersonCopy, User
from claims.services import clock
from claims.services.actor import Actor, actor_of
from claims.services.rights.copies import files
from claims.services.rights.copies.ask_for_copy import Wanted, ask_for_copy
from claims.services.rights.copies.make_copy import make_copy
from tests.cast import Teller
from tests.claims.requests.cast import somebody

LATER = "2999-01-01"


@dataclass(frozen=True)
class Owner:
    """The person whom a base concerns."""

    base: UUID
    user: User

    @property
    def actor(self) -> Actor:
        return actor_of(visitor_signed_in(self.user))

    def asks(self, kind: str = "access", **more: Any) -> UUID:
        return ask_for_copy(base=self.base, actor=self.actor, wanted=Wanted(kind=kind, user=self.user.id, **more))

    def has_made(self, kind: str = "access", **more: Any) -> Copied:
        copy = self.asks(kind, **more)
        assert make_copy(base=self.base, copy=copy)
        return Copied(files.folder_of(self.base, copy), copy)


@dataclass(frozen=True)
class Copied:
    """A copy that is ready."""

    folder: Path
    id: UUID

    @property
    def data(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads((self.folder / "copy.json").read_text())
        return found

    @property
    def page(self) -> str:
        return (self.folder / "copy.html").read_text()

    def table(self, name: str) -> list[dict[str, str]]:
        with zipfile.ZipFile(self.folder / "tables.zip") as packed:
            text = packed.read(f"{name}.csv").decode()
        return list(csv.DictReader(io.StringIO(text, newline="")))

    def words(self) -> Iterator[str]:
        """All that stands in its files."""
        yield self.page
        yield (self.folder / "copy.json").read_text()
        with zipfile.ZipFile(self.folder / "tables.zip") as packed:
            for name in packed.namelist():
                yield packed.read(name).decode()

    def holds(self, word: str) -> bool:
        return any(word in text for text in self.words())


def concerned(teller: Teller, name: str = "alice") -> Owner:
    """The person whom the base of a teller concerns."""
    user = somebody(name)
    Membership.objects.create(base_id=teller.base, user_id=user.id)
    return Owner(teller.base, user)


def person(label: str = "Alice") -> Teller:
    """A base about a person, with Scout to tell it things."""
    return Teller(BeliefBase.objects.create(label=label, kind="person").id)


def state(owner: Owner, copy: UUID) -> PersonCopy:
    found: PersonCopy = PersonCopy.objects.get(base_id=owner.base, id=copy)
    return found


def now() -> Any:
    return clock.now()
