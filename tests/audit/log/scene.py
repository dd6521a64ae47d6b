"""Chains of the log for tests: entries that say something, and a superuser's hand that changes what no role may."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import psycopg
from django.db import connection

from audit.content import Erasure
from audit.log import Entry, append
from tests.databases import database_url

BEGUN = datetime(2026, 3, 1, 12, tzinfo=UTC)
CAROL = UUID(int=7)


def said(number: int, **more: Any) -> dict[str, Any]:
    return {"who": "Carol", "what": [f"canary-{number} is held."], **more}


def entry(chain: UUID, number: int = 1, **more: Any) -> Entry:
    given = {
        "at": BEGUN + timedelta(seconds=number),
        "actor_kind": "user",
        "actor": CAROL,
        "act": "assert",
        "request_id": f"req-{number}",
        "revision": number,
        "targets": [UUID(int=number)],
        "content": said(number),
    }
    return Entry(chain=chain, **{**given, **more})


def chain_of(length: int, chain: UUID | None = None) -> UUID:
    """A chain of its own, with so many entries."""
    chain = chain or uuid4()
    for number in range(1, length + 1):
        append(entry(chain, number))
    return chain


def erasure(**more: Any) -> Erasure:
    return Erasure(
        **{"at": BEGUN, "actor_kind": "user", "actor": CAROL, "ground": "17-1-b", "request_id": "req-erase", **more}
    )


def rows(sql: str, *params: Any) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(sql, params)
        return list(cursor.fetchall()) if cursor.description else []


@contextmanager
def superuser() -> Iterator[psycopg.Connection[tuple[Any, ...]]]:
    """Somebody who has the server: no trigger and no foreign key binds them."""
    url = database_url().replace("postgresql://rectify@", "postgresql://postgres@")
    with psycopg.connect(url) as hand:
        hand.execute("SET session_replication_role = replica")
        yield hand
