"""The only writer of the log. An entry is written in the transaction of what it records.

The database numbers, seals and chains it (`audit.guards.SEALED`): whoever appends says what happened, and in which
words, which are encrypted before they leave this process. The application owns the tables, since it brings them up to
date, and a right that an owner takes from itself it can give itself again; so triggers bind it, and no grant. Who runs
Rectify under a role that is not the owner grants it SELECT and INSERT on ``audit_entry``, and no more.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import connection, transaction
from psycopg.types.multirange import Multirange

from audit import keys
from audit.sealing import Item, seal

#: The chain of what concerns no one base: keys, the vocabulary.
HOUSE = UUID(int=0)
#: The act by which contents are erased; its entry names their numbers.
ERASED = "content_erased"


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One act to be logged: ``chain`` is the belief base it happened in, ``targets`` what it was about, by bare id.

    ``content`` says who, what and why in words; it is kept apart, encrypted, and can be erased. ``erased`` are the
    numbers of entries whose contents this one erases.
    """

    chain: UUID
    at: datetime
    actor_kind: str
    actor: UUID
    act: str
    request_id: str = ""
    ground: str = ""
    revision: int | None = None
    targets: Sequence[UUID] = ()
    content: Mapping[str, Any] | None = field(default=None, repr=False)
    erased: Multirange[int] | None = None


@dataclass(frozen=True, slots=True)
class _Head:
    number: int
    key: keys.Wrapped | None


_ENTRY = """
INSERT INTO audit_entry
       (chain_id, number, previous, at, actor_kind, actor_id, act, request_id, ground, revision, targets, commitment,
        erased)
VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s)
"""
_BOTH = (
    "WITH entry AS ("
    + _ENTRY
    + """)
INSERT INTO audit_content (chain_id, number, subject_id, salt, ciphertext, wrapped) VALUES (%s, %s, %s, %s, %s, %s)
"""
)
_HEAD = """
SELECT h.number, h.key_id, k.root, k.wrapped
  FROM audit_head h LEFT JOIN audit_key k ON k.chain_id = h.chain_id AND k.subject_id = h.key_id
 WHERE h.chain_id = %s FOR UPDATE OF h
"""


def append(entry: Entry) -> int:
    """Append an entry under the next number of its chain, which it tells; writers of one chain take turns."""
    with transaction.atomic(savepoint=False), connection.cursor() as cursor:
        head = _locked(cursor, entry.chain)
        number = head.number + 1
        if entry.content is None:
            cursor.execute(_ENTRY, _values(entry, number, None))
            return number
        stored, key = _key(cursor, entry.chain, head)
        item, commitment = seal(entry.chain, number, entry.content, key)
        cursor.execute(_BOTH, [*_values(entry, number, commitment), *_kept(entry.chain, number, stored, item)])
    return number


def _values(entry: Entry, number: int, commitment: bytes | None) -> list[Any]:
    return [
        entry.chain,
        number,
        number - 1 or None,
        entry.at,
        entry.actor_kind,
        entry.actor,
        entry.act,
        entry.request_id,
        entry.ground,
        entry.revision,
        list(entry.targets),
        commitment,
        entry.erased,
    ]


def _kept(chain: UUID, number: int, stored: keys.Wrapped, item: Item) -> list[Any]:
    return [chain, number, stored.subject, item.salt, item.ciphertext, item.wrapped]


def _locked(cursor: Any, chain: UUID) -> _Head:
    """The head of a chain, which is ours until the transaction ends, and the key that its contents are kept under."""
    cursor.execute(_HEAD, [chain])
    row = cursor.fetchone()
    if row is None:
        cursor.execute("INSERT INTO audit_head (chain_id, number) VALUES (%s, 0) ON CONFLICT DO NOTHING", [chain])
        return _locked(cursor, chain)
    number, subject, root, wrapped = row
    if subject is not None and wrapped is None:  # the key changed while we waited for our turn
        return _locked(cursor, chain)
    return _Head(number, keys.Wrapped(subject, root, bytes(wrapped)) if subject is not None else None)


def _key(cursor: Any, chain: UUID, head: _Head) -> tuple[keys.Wrapped, bytes]:
    """The key of the chain's person; made where there is none."""
    if head.key is not None:
        return head.key, keys.opened(head.key)
    stored, key = keys.for_person()
    cursor.execute(
        "INSERT INTO audit_key (chain_id, subject_id, root, wrapped) VALUES (%s, %s, %s, %s)",
        [chain, stored.subject, stored.root, stored.wrapped],
    )
    cursor.execute("UPDATE audit_head SET key_id = %s WHERE chain_id = %s", [stored.subject, chain])
    return stored, key
