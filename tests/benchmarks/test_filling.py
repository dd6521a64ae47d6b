"""Filled bases are what the services would have made of them."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import pytest
from django.db import connection

from benchmarks import filling, store
from claims.models import BeliefBase
from claims.services.replay_base import check_replay

pytestmark = pytest.mark.django_db

#: What differs from base to base, by nature.
OWN = {
    "id", "at", "recorded_at", "recorded", "observed_at", "valid", "digest", "result", "targets", "record", "hash",
    "previous_hash", "commitment",
}  # fmt: skip
TABLES = (
    "revision", "entity", "entity_alias", "question", "claim", "source", "act", "belief", "audit_entry", "audit_head",
)  # fmt: skip


def rows(table: str, base: UUID) -> list[tuple[Any, ...]]:
    """What a base has in a table, but for what differs by nature."""
    key = "chain_id" if table.startswith("audit") else "base_id"
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT * FROM {table} WHERE {key} = %s", [base])
        names = [column.name for column in cursor.description]
        kept = [place for place, name in enumerate(names) if name not in OWN and not name.endswith("_id")]
        return sorted(tuple(str(row[place]) for place in kept) for row in cursor.fetchall())


def test_a_filled_base_has_the_rows_that_the_services_write() -> None:
    filled = store.filled(30)[0]
    told = BeliefBase.objects.create(label="bench", kind="project").id
    store.assert_batch(told, [store.proposal(number, "Express.js") for number in range(30)])
    for table in TABLES:
        assert rows(table, filled) == rows(table, told), table


def test_a_filled_base_is_replayed_row_for_row(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(filling, "BATCH", 10)
    first, second = store.filled(25, bases=2)
    store.supersede(first, 3, "Go")
    for base, revisions in ((first, 4), (second, 3)):
        checked = check_replay(base)
        assert (checked.revisions, checked.differences) == (revisions, ())
