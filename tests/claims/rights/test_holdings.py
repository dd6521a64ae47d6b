"""No column that can hold words is left out when claims are forgotten: ours, and those of the packages we use."""

from __future__ import annotations

import pytest
from django.apps import apps
from django.db import connection

from claims.queries.rights import sweep as tables
from claims.services.rights.erase.holdings import APART, CODES, unclaimed
from claims.services.rights.erase.stores import STORES

pytestmark = pytest.mark.django_db


def worded() -> list[tuple[str, str]]:
    """Every column of the database that can hold words."""
    return [(table.table, column) for table in tables.columns() for column in table.columns]


def test_every_column_that_can_hold_words_is_let_go_by_a_store_or_is_excused() -> None:
    assert unclaimed(worded()) == []


def test_a_column_that_is_added_is_missed() -> None:
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE claim ADD COLUMN diary text")
        cursor.execute("CREATE TABLE diary (words text)")
    assert unclaimed(worded()) == ["claim.diary", "diary.words"]


def test_nothing_is_claimed_or_excused_that_is_not_there() -> None:
    there = worded()
    claimed = {tuple(column.split(".")) for store in STORES for column in store.columns}
    excused = {(table, column) for table, columns in CODES.items() for column in columns}
    assert (claimed | excused) - set(there) == set()
    assert APART.keys() - {table for table, _ in there} == set()
    assert claimed & excused == set()


def test_what_a_table_declares_as_personal_is_let_go_by_a_store() -> None:
    claimed = {column for store in STORES for column in store.columns}
    declared = {
        f"{model._meta.db_table}.{field}" for model in apps.get_models() for field in getattr(model, "personal", ())
    }
    assert {each for each in declared if each.split(".")[0] not in APART} <= claimed
    assert declared
