"""What was done to a chain, told from where its links stop to hold.

An entry's hash covers its number. So where entries were moved, an entry put back to the number that it must have had
hashes again to what its successor names.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import rfc8785
from django.db import connection

from audit.records import hash_of
from audit.verify.verdicts import Fault, Finding, finding


@dataclass(frozen=True, slots=True)
class Head:
    """The head of a chain as stored, and the number of the latest entry that there really is."""

    number: int
    hash: str | None
    latest: int


def diagnose(chain: UUID, number: int, before: str | None, head: Head) -> Finding:
    """Why entry ``number`` does not follow on the one before it, whose hash is ``before``."""
    return _Place(chain, number, before, head).finding()


@dataclass(frozen=True, slots=True)
class _Place:
    chain: UUID
    number: int
    before: str | None
    head: Head

    def finding(self) -> Finding:
        here = self._record(self.number)
        if here is None:
            gone = Fault.MISSING if self.head.latest > self.number else Fault.TRUNCATED
            return finding(gone, self.number)
        named = here["previous_hash"]
        if self.number > 1 and named == self._named_by(self.number - 1):  # two entries name the same one before them
            this = self._next_names(self.before or "", after=self.number)
            return finding(Fault.INSERTED, self.number if this else self.number - 1)
        if moved := self._successor():
            return finding(self._moved_to(moved), self.number)
        if self._next_names(self._as(here, number=self.number + 1), after=self.number):
            return finding(Fault.MISSING, self.number)  # those behind it have moved up
        itself = self._next_names(self._as(here, previous_hash=self.before), after=self.number)
        return finding(Fault.FLIPPED, self.number if itself or self.number == 1 else self.number - 1)

    def _moved_to(self, place: int) -> Fault:
        """Whether the true successor, found elsewhere, was pushed on by one entry or took another's place."""
        record = self._record(place)
        if record is None or place != self.number + 1:
            return Fault.REORDERED
        return (
            Fault.INSERTED if self._next_names(self._as(record, number=self.number), after=place) else Fault.REORDERED
        )

    def _successor(self) -> int | None:
        """Another entry that names the one before this place."""
        rows = self._fetch(
            "SELECT number FROM audit_entry WHERE chain_id = %s AND number > %s"
            " AND previous_hash IS NOT DISTINCT FROM decode(%s, 'hex') ORDER BY number LIMIT 1",
            [self.chain, self.number, self.before],
        )
        return rows[0][0] if rows else None

    def _next_names(self, hashed: str, *, after: int) -> bool:
        """Whether whatever comes after an entry, or else the head, names this hash."""
        return (self._named_by(after + 1) if after < self.head.latest else self.head.hash) == hashed

    def _named_by(self, number: int) -> str | None:
        record = self._record(number)
        return None if record is None else record["previous_hash"]

    def _as(self, record: dict[str, Any], **changed: Any) -> str:
        return hash_of(rfc8785.dumps({**record, **changed}).decode())

    def _record(self, number: int) -> dict[str, Any] | None:
        rows = self._fetch("SELECT record FROM audit_entry WHERE chain_id = %s AND number = %s", [self.chain, number])
        return json.loads(rows[0][0]) if rows else None

    def _fetch(self, sql: str, values: list[Any]) -> list[tuple[Any, ...]]:
        with connection.cursor() as cursor:
            cursor.execute(sql, values)
            return list(cursor.fetchall())
