"""What the log says in words: opened, searched, and erased, which the log says too."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import connection, transaction
from psycopg.types.multirange import Multirange

from audit import keys, log
from audit.sealing import ContentAmiss, Item, commitment_to, read, unseal

#: So many contents are opened at a time.
BLOCK = 1_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Erasure:
    """Who has contents erased, when, on which ground of the law and at whose request."""

    at: datetime
    actor_kind: str
    actor: UUID
    ground: str
    request_id: str = ""
    targets: Sequence[UUID] = ()


@dataclass(frozen=True, slots=True)
class Opened:
    """A content, open: ``said`` is its padded JSON. ``fits`` says whether the entry is bound to just this one."""

    number: int
    salt: bytes
    said: bytes
    fits: bool

    @property
    def content(self) -> dict[str, Any]:
        return read(self.said)


def erase(*, chain: UUID, numbers: Iterable[int], erasure: Erasure) -> int:
    """Erase the contents of some entries: ciphertext, key and salt. Says how many there were.

    The entries stay, and so does the chain; another entry names their numbers.
    """
    asked = sorted(set(numbers))
    return _erase(chain, "number = ANY(%s)", [asked], erasure) if asked else 0


def erase_all(*, chain: UUID, erasure: Erasure) -> int:
    """Erase every content of a chain, and the key of its person: no copy of either can be opened again."""
    with transaction.atomic(), connection.cursor() as cursor:
        erased = _erase(chain, "TRUE", [], erasure)
        cursor.execute("UPDATE audit_head SET key_id = NULL WHERE chain_id = %s", [chain])
        cursor.execute("DELETE FROM audit_key WHERE chain_id = %s", [chain])
    return erased


def _erase(chain: UUID, which: str, values: list[Any], erasure: Erasure) -> int:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT FROM audit_head WHERE chain_id = %s FOR UPDATE", [chain])
        cursor.execute(
            "SELECT range_agg(int8range(number, number + 1)) FROM audit_content WHERE chain_id = %s AND " + which,
            [chain, *values],
        )
        erased: Multirange[int] | None = cursor.fetchone()[0]
        if not erased:
            return 0
        log.append(
            log.Entry(
                chain=chain,
                at=erasure.at,
                actor_kind=erasure.actor_kind,
                actor=erasure.actor,
                act=log.ERASED,
                request_id=erasure.request_id,
                ground=erasure.ground,
                targets=erasure.targets,
                erased=erased,
            )
        )
        cursor.execute("DELETE FROM audit_content WHERE chain_id = %s AND " + which, [chain, *values])
        return int(cursor.rowcount)


def count(chain: UUID) -> int:
    """How many contents of a chain are kept."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM audit_content WHERE chain_id = %s", [chain])
        return int(cursor.fetchone()[0])


def numbers_mentioning(chain: UUID, texts: Iterable[str]) -> list[int]:
    """The entries in whose contents one of these texts stands, in whatever case. Every content is opened for it."""
    wanted = [json.dumps(text, ensure_ascii=False)[1:-1].casefold() for text in texts if text]
    if not wanted:
        return []
    return [
        each.number
        for each in opened(chain)
        if any(text in said for said in [each.said.decode().casefold()] for text in wanted)
    ]


def contents_of(chain: UUID, numbers: Sequence[int]) -> dict[int, dict[str, Any]]:
    """What some entries say in words, by number; of those whose contents are kept."""
    return {each.number: each.content for each in _opened(chain, "c.number = ANY(%s)", [list(numbers)])}


def opened(chain: UUID, first: int = 1, last: int | None = None) -> Iterator[Opened]:
    """The contents of a chain in order, opened a block at a time.

    Raises:
        ContentAmiss: at the first one that cannot be opened.
    """
    after = first - 1
    while True:
        block = _opened(
            chain,
            "c.number > %s AND (%s::bigint IS NULL OR c.number <= %s::bigint) ORDER BY c.number LIMIT %s",
            [after, last, last, BLOCK],
        )
        yield from block
        if len(block) < BLOCK:
            return
        after = block[-1].number


def _opened(chain: UUID, which: str, values: list[Any]) -> list[Opened]:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT c.number, c.salt, c.ciphertext, c.wrapped, e.commitment FROM audit_content c"
            " JOIN audit_entry e ON e.chain_id = c.chain_id AND e.number = c.number"
            " WHERE c.chain_id = %s AND " + which,
            [chain, *values],
        )
        rows = cursor.fetchall()
    if not rows:
        return []
    key = _key_of(chain, rows[0][0])
    return [
        _fitted(chain, number, Item(bytes(salt), bytes(sealed), bytes(wrapped)), commitment, key)
        for number, salt, sealed, wrapped, commitment in rows
    ]


def _fitted(chain: UUID, number: int, item: Item, commitment: bytes | None, key: bytes) -> Opened:
    said = unseal(chain, number, item, key)
    return Opened(number, item.salt, said, commitment_to(item.salt, number, said) == commitment)


def _key_of(chain: UUID, number: int) -> bytes:
    with connection.cursor() as cursor:
        cursor.execute("SELECT subject_id, root, wrapped FROM audit_key WHERE chain_id = %s", [chain])
        row = cursor.fetchone()
    if row is None:
        raise ContentAmiss(number, "The key of the person is gone, so the content of entry {number} cannot be opened.")
    return keys.opened(keys.Wrapped(row[0], row[1], bytes(row[2])))
