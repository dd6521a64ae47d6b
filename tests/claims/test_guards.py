"""What the database refuses, whatever the code does."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.db.utils import DatabaseError

from tests.cast import Teller, claim_of, project, rests_on

pytestmark = pytest.mark.django_db

APPEND_ONLY = ("act", "act_reach", "revision", "nogood", "nogood_member", "nogood_resolution", "support", "audit_entry")
KEPT = ("belief", "edge")


@pytest.fixture
def told() -> Teller:
    teller = project()
    express = teller.says("Express.js", on="2026-03-03")
    teller.says("Vercel", predicate="deploys_on", on="2026-03-04", justifications=rests_on(claim_of(express)))
    teller.says("Go", on="2026-05-16", tier=3)  # contested: one tier lower, observed later
    teller.undoes(3, on="2026-05-17")
    return teller


def run(sql: str, *params: Any) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(sql, params)


@pytest.mark.parametrize("table", [*APPEND_ONLY, *KEPT])
def test_history_is_not_deleted(told: Teller, table: str) -> None:
    key = "chain_id" if table == "audit_entry" else "base_id"
    if table not in ("nogood_resolution",):
        with pytest.raises(DatabaseError, match=r"Cannot|stays, unless its claim was erased"):
            run(f"DELETE FROM {table} WHERE {key} = %s", told.base)


@pytest.mark.parametrize("table", [*APPEND_ONLY, *KEPT])
def test_history_is_not_emptied(told: Teller, table: str) -> None:
    with pytest.raises(DatabaseError, match="is not emptied"):
        run(f"TRUNCATE {table} CASCADE")


@pytest.mark.parametrize("table", ["act", "revision", "nogood", "support", "audit_entry"])
def test_history_is_not_rewritten(told: Teller, table: str) -> None:
    key = "chain_id" if table == "audit_entry" else "base_id"
    with pytest.raises(DatabaseError, match=r"Cannot|stays as it is"):
        run(f"UPDATE {table} SET {key} = {key} WHERE {key} = %s", told.base)


@pytest.mark.parametrize(
    "change",
    [
        "confidence = confidence + 1",
        "valid = tstzrange('2020-01-01', NULL)",
        "recorded = tstzrange('2020-01-01', upper(recorded))",
        "recorded = tstzrange(lower(recorded), now())",  # closed, but by no revision
        "claim_id = gen_random_uuid()",
    ],
)
def test_a_belief_row_can_only_be_closed(told: Teller, change: str) -> None:
    with pytest.raises(DatabaseError, match="can only be closed, and only once"):
        run(f"UPDATE belief SET {change} WHERE base_id = %s AND upper_inf(recorded)", told.base)


def test_a_closed_row_stays_closed(told: Teller) -> None:
    run(
        "UPDATE belief SET recorded = tstzrange(lower(recorded), '2026-07-01'), closed = 4"
        " WHERE base_id = %s AND upper_inf(recorded)",
        told.base,
    )
    with pytest.raises(DatabaseError, match="can only be closed, and only once"):
        run("UPDATE belief SET recorded = tstzrange(lower(recorded), '2026-08-01') WHERE base_id = %s", told.base)


def insert_belief(teller: Teller, **columns: str) -> None:
    chosen = {
        "valid": "valid",
        "recorded": "recorded",
        "claim_id": "claim_id",
        "object_id": "gen_random_uuid()",
    } | columns
    run(
        f"""
        INSERT INTO belief (base_id, id, claim_id, question_id, object_id, negated, valid, from_precision, to_precision,
                            recorded, confidence, tier, restricted, opened)
        SELECT base_id, gen_random_uuid(), {chosen["claim_id"]}, question_id, {chosen["object_id"]}, negated,
               {chosen["valid"]}, 4, 4, {chosen["recorded"]}, 900, 4, FALSE, 1
          FROM belief WHERE base_id = %s AND upper_inf(recorded) LIMIT 1
        """,
        teller.base,
    )


def test_two_answers_to_one_question_are_never_both_held(told: Teller) -> None:
    with pytest.raises(IntegrityError, match="belief_one_answer"):
        insert_belief(told, valid="tstzrange('2026-04-01', NULL)")


def test_answers_that_only_touch_stand_side_by_side(told: Teller) -> None:
    insert_belief(told, valid="tstzrange('2020-01-01', lower(valid))")


def test_a_claim_and_its_denial_are_never_both_held(told: Teller) -> None:
    with pytest.raises(IntegrityError, match="belief_one_"):
        insert_belief(told, object_id="object_id", valid="tstzrange('2026-04-01', NULL)")


def test_no_row_points_into_another_base(told: Teller) -> None:
    other = project()
    foreign = claim_of(other.says("Rust", on="2026-03-03"))
    with pytest.raises(IntegrityError, match="belief_claim_id_fk"):
        insert_belief(told, claim_id=f"'{foreign}'::uuid", valid="tstzrange('2019-01-01', '2019-02-01')")


@pytest.mark.parametrize(("number", "previous"), [(9, 8), (6, 4), (5, None), (4, 3)])
def test_revisions_are_numbered_without_gaps(told: Teller, number: int, previous: int | None) -> None:
    with pytest.raises(IntegrityError):
        run(
            "INSERT INTO revision (base_id, number, previous, operation, recorded_at, request_id, digest, result)"
            " VALUES (%s, %s, %s, 'assert', now(), '', '', '{}')",
            told.base,
            number,
            previous,
        )


def test_log_entries_are_numbered_without_gaps(told: Teller) -> None:
    with pytest.raises(IntegrityError):
        run(
            "INSERT INTO audit_entry (chain_id, number, previous, at, actor_kind, actor_id, act, request_id, ground,"
            " targets) VALUES (%s, 9, 8, now(), 'user', gen_random_uuid(), 'assert', '', '', '{}')",
            told.base,
        )
