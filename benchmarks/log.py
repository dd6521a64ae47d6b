"""The log: how fast a chain is verified, beside a floor that only reads and hashes the same rows.

Entries are made as the database makes them, with its guards off for speed; a look at the chain says that they fit.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from statistics import median
from typing import Any
from uuid import UUID, uuid4

from django.db import connection, transaction

from audit.records import record_of
from audit.verify import verify

BEGUN = datetime(2026, 1, 1, tzinfo=UTC)
COLUMNS = (
    "chain_id, number, previous, at, actor_kind, actor_id, act, request_id, ground, revision, targets, commitment,"
    " previous_hash"
)
TABLES = ("audit_entry", "audit_head", "audit_content")
#: That contents are there is all that is looked at while they are not opened.
CONTENTS = """
INSERT INTO audit_content (chain_id, number, subject_id, salt, ciphertext, wrapped)
SELECT chain_id, number, chain_id, commitment, commitment, commitment FROM audit_entry WHERE chain_id = %s
"""
#: A floor reads as many rows at a time as are verified at a time.
BLOCK = 4_096


def verified(entries: int) -> None:
    """Verify a chain of so many entries, three times, and the floor as often."""
    chain = filled(entries)
    ours, floors = [], []
    for _ in range(3):
        floors.append(seconds(lambda: floor(chain, entries)))
        ours.append(seconds(lambda: whole(chain)))
    for name, taken in (("verify", ours), ("floor: read and hash", floors)):
        print(f"{f'{name}, {entries:,} entries':48} {entries / median(taken):9,.0f} entries a second", flush=True)


def whole(chain: UUID) -> None:
    """What is measured."""
    if (found := verify(chain).finding) is not None:
        raise AssertionError(found.sentence)


def floor(chain: UUID, entries: int) -> None:
    """The same rows, read and hashed one by one, and nothing else."""
    with connection.cursor() as cursor:
        for first in range(1, entries + 1, BLOCK):
            cursor.execute(
                "SELECT record FROM audit_entry WHERE chain_id = %s AND number BETWEEN %s AND %s ORDER BY number",
                [chain, first, first + BLOCK - 1],
            )
            for (record,) in cursor.fetchall():
                sha256(record.encode()).digest()


def filled(entries: int) -> UUID:
    """A chain of so many entries."""
    chain, actor = uuid4(), uuid4()
    with transaction.atomic(), connection.cursor() as cursor:
        for table in TABLES:
            cursor.execute(f"ALTER TABLE {table} DISABLE TRIGGER USER")
        before: bytes | None = None
        with cursor.copy(f"COPY audit_entry ({COLUMNS}) FROM STDIN") as copy:
            for number in range(1, entries + 1):
                at = BEGUN + timedelta(seconds=number)
                said, claim = sha256(number.to_bytes(8)).digest(), UUID(int=number)
                rest: list[Any] = ["agent", actor, "assert", f"req-{number}", "", number, [claim]]
                copy.write_row([chain, number, number - 1 or None, at, *rest, said, before])
                before = sha256(record_of([chain, number, at, *rest, said, None, before]).encode()).digest()
        cursor.execute("INSERT INTO audit_head (chain_id, number, hash) VALUES (%s, %s, %s)", [chain, entries, before])
        cursor.execute(CONTENTS, [chain])
        for table in TABLES:
            cursor.execute(f"ALTER TABLE {table} ENABLE TRIGGER USER")
    connection.commit()
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE audit_entry, audit_content")
    gc.collect()
    return chain


def seconds(work: Callable[[], object]) -> float:
    """How long it takes."""
    began = time.perf_counter()
    work()
    return time.perf_counter() - began
