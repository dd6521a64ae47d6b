"""The only writer of the log. An entry is written in the transaction of what it records."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import connection

#: The chain of what concerns no one base: keys, the vocabulary.
HOUSE = UUID(int=0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One act to be logged: ``chain`` is the belief base it happened in, ``targets`` what it was about, by bare id."""

    chain: UUID
    at: datetime
    actor_kind: str
    actor: UUID
    act: str
    request_id: str = ""
    ground: str = ""
    revision: int | None = None
    targets: Sequence[UUID] = ()


def append(entry: Entry) -> None:
    """Append an entry under the next number of its chain; writers of one chain take turns."""
    with connection.cursor() as cursor:
        cursor.execute(
            """
            WITH head AS (
                INSERT INTO audit_head AS h (chain_id, number) VALUES (%s, 1)
                ON CONFLICT (chain_id) DO UPDATE SET number = h.number + 1
                RETURNING number
            )
            INSERT INTO audit_entry
                   (chain_id, number, previous, at, actor_kind, actor_id, act, request_id, ground, revision, targets)
            SELECT %s, number, nullif(number - 1, 0), %s, %s, %s, %s, %s, %s, %s, %s FROM head
            """,
            [
                entry.chain,
                entry.chain,
                entry.at,
                entry.actor_kind,
                entry.actor,
                entry.act,
                entry.request_id,
                entry.ground,
                entry.revision,
                list(entry.targets),
            ],
        )
