"""What a superuser does past every guard, and the verdict that finds it. What needs an anchor to be found says so."""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

import psycopg
import pytest
from django.core.management import CommandError, call_command
from pytest_django import Settings

from audit import content
from audit.checkpoints import sign_head
from audit.log import append
from audit.verify import Fault, Report, Verdict, verify
from tests.audit.log.scene import BEGUN, chain_of, entry, erasure, superuser

Hand = psycopg.Connection[tuple[Any, ...]]
COLUMNS = "at, actor_kind, actor_id, act, request_id, ground, revision, targets, commitment, erased, previous_hash"


@pytest.fixture
def chain(committed_db: str) -> UUID:
    """Nine entries, of which two contents were lawfully erased by the tenth."""
    made = chain_of(9)
    content.erase(chain=made, numbers=[2, 3], erasure=erasure())
    return made


@pytest.fixture
def history(committed_db: str) -> UUID:
    """Ten entries; the head was signed, and anchored outside the database, at the fourth and at the tenth."""
    made = uuid4()
    for number in range(1, 11):
        append(entry(made, number))
        if number in (4, 10):
            sign_head(made, BEGUN)
    return made


def sql(hand: Hand, chain: UUID, *statements: str) -> None:
    hand.execute("ALTER TABLE audit_entry DROP CONSTRAINT audit_entry_without_gaps")
    hand.execute("ALTER TABLE audit_entry DROP CONSTRAINT audit_entry_sealed")
    for each in statements:
        hand.execute(each.replace("{chain}", f"'{chain}'"))


def shift(after: int, by: int) -> list[str]:
    """Number all entries after one anew."""
    where = f"chain_id = {{chain}} AND number > {after}"
    return [
        f"UPDATE audit_entry SET number = -(number + {by}) WHERE {where}",
        "UPDATE audit_entry SET number = -number, previous = -number - 1 WHERE chain_id = {chain} AND number < 0",
    ]


def swap(one: int, other: int) -> list[str]:
    return [
        f"UPDATE audit_entry SET number = -1 WHERE chain_id = {{chain}} AND number = {one}",
        f"UPDATE audit_entry SET number = {one} WHERE chain_id = {{chain}} AND number = {other}",
        f"UPDATE audit_entry SET number = {other} WHERE chain_id = {{chain}} AND number = -1",
    ]


def another(number: int, like: int) -> str:
    slipped = COLUMNS.replace("act,", "'slipped_in',")
    return (
        f"INSERT INTO audit_entry (chain_id, number, previous, {COLUMNS}) SELECT chain_id, {number}, {number - 1},"
        f" {slipped} FROM audit_entry WHERE chain_id = {{chain}} AND number = {like}"
    )


def drop(which: str) -> str:
    return f"DELETE FROM audit_entry WHERE chain_id = {{chain}} AND {which}"


def change(which: str, what: str = "act = 'confirm'") -> str:
    return f"UPDATE audit_entry SET {what} WHERE chain_id = {{chain}} AND number = {which}"


def head_at(number: int) -> str:
    """Set the head back too."""
    return (
        f"UPDATE audit_head SET number = {number}, hash = (SELECT sha256(convert_to(record, 'UTF8')) FROM audit_entry"
        f" WHERE chain_id = {{chain}} AND number = {number}) WHERE chain_id = {{chain}}"
    )


REHASH = """
DO $$ DECLARE entry record; before bytea; BEGIN
    FOR entry IN SELECT * FROM audit_entry WHERE chain_id = {chain} ORDER BY number LOOP
        UPDATE audit_entry SET previous_hash = before WHERE chain_id = {chain} AND number = entry.number;
        SELECT sha256(convert_to(record, 'UTF8')) INTO before FROM audit_entry
         WHERE chain_id = {chain} AND number = entry.number;
        UPDATE audit_head SET number = entry.number, hash = before WHERE chain_id = {chain};
    END LOOP;
END $$
"""

#: What is done, and what is found without any anchor.
WITHIN: dict[str, tuple[list[str], Fault, int]] = {
    "flip the first": ([change("1")], Fault.FLIPPED, 1),
    "flip one": ([change("5")], Fault.FLIPPED, 5),
    "flip the last": ([change("10", "ground = 'x'")], Fault.FLIPPED, 10),
    "flip the time of one": ([change("5", "at = at + interval '1 microsecond'")], Fault.FLIPPED, 5),
    "flip the commitment of one": ([change("5", "commitment = sha256('')")], Fault.FLIPPED, 5),
    "flip whom one names before it": ([change("5", "previous_hash = sha256('')")], Fault.FLIPPED, 5),
    "delete the first": ([drop("number = 1")], Fault.MISSING, 1),
    "delete one": ([drop("number = 5")], Fault.MISSING, 5),
    "delete some": ([drop("number IN (5, 6)")], Fault.MISSING, 5),
    "delete one and close the gap": ([drop("number = 5"), *shift(5, -1)], Fault.MISSING, 5),
    "insert one": ([*shift(4, 1), another(5, 4)], Fault.INSERTED, 5),
    "insert one that names the one before": ([*shift(4, 1), another(5, 6)], Fault.INSERTED, 5),
    "insert one at the end": ([another(11, 9)], Fault.INSERTED, 11),
    "swap two neighbours": (swap(5, 6), Fault.REORDERED, 5),
    "swap two": (swap(4, 7), Fault.REORDERED, 4),
    "swap the first and another": (swap(1, 4), Fault.REORDERED, 1),
    "truncate": ([drop("number > 6")], Fault.TRUNCATED, 7),
    "truncate to nothing": ([drop("number > 0")], Fault.TRUNCATED, 1),
    "delete a content": (["DELETE FROM audit_content WHERE chain_id = {chain} AND number = 5"], Fault.MISSING, 5),
    "put an erased content back": (
        ["INSERT INTO audit_content SELECT chain_id, 2, subject_id, salt, ciphertext, wrapped FROM audit_content"
         " WHERE chain_id = {chain} AND number = 4"], Fault.INSERTED, 2,
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", WITHIN)
def test_what_is_done_to_a_part_is_found_without_an_anchor(chain: UUID, name: str) -> None:
    statements, fault, number = WITHIN[name]
    with superuser() as hand:
        sql(hand, chain, *statements)
    report = verify(chain)
    assert (report.verdict, found(report)) == (Verdict.BROKEN, (fault, number))
    assert str(number) in report.sentence


def found(report: Report) -> tuple[Fault, int] | None:
    return (report.finding.fault, report.finding.number) if report.finding else None


#: What is done to the whole: it is hashed anew behind the change, and every signed head in the database goes.
WHOLE: dict[str, tuple[list[str], Fault, int]] = {
    "rewrite it": ([change("1"), REHASH], Fault.REWRITTEN, 4),
    "roll it back": (
        ["DELETE FROM audit_content WHERE chain_id = {chain} AND number > 6", drop("number > 6"), head_at(6)],
        Fault.ROLLED_BACK, 10,
    ),
    "fork it": ([change("5"), REHASH], Fault.FORKED, 10),
    "take all of it": (
        ["DELETE FROM audit_content", drop("number > 0"), "DELETE FROM audit_head"], Fault.ROLLED_BACK, 4,
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", WHOLE)
def test_what_is_done_to_the_whole_needs_an_anchor_to_be_found(history: UUID, settings: Settings, name: str) -> None:
    statements, fault, number = WHOLE[name]
    with superuser() as hand:
        sql(hand, history, "DELETE FROM audit_checkpoint", *statements)
    report = verify(history)
    assert (report.verdict, found(report)) == (Verdict.DIVERGED, (fault, number))
    assert str(number) in report.sentence
    settings.ANCHOR_FILE = settings.ANCHOR_FILE.with_name("none.ndjson")
    report = verify(history)
    assert (report.verdict, found(report)) == (Verdict.CONSISTENT, None)
    assert "no signed head outside the database" in report.proves_not


def test_signed_heads_left_in_the_database_show_it_too(history: UUID, settings: Settings) -> None:
    settings.ANCHOR_FILE = settings.ANCHOR_FILE.with_name("none.ndjson")
    with superuser() as hand:
        sql(hand, history, change("5"), REHASH)
    assert (verify(history).verdict, found(verify(history))) == (Verdict.DIVERGED, (Fault.FORKED, 10))


def test_two_signed_heads_of_one_number_tell_of_two_histories(history: UUID) -> None:
    with superuser() as hand:
        sql(hand, history, "DELETE FROM audit_checkpoint", change("5"), REHASH)
    sign_head(history, BEGUN)
    assert (verify(history).verdict, found(verify(history))) == (Verdict.DIVERGED, (Fault.FORKED, 10))


def test_an_untouched_chain_is_anchored_up_to_where_it_was_signed(history: UUID) -> None:
    append(entry(history, 11))
    report = verify(history, contents=True)
    assert (report.verdict, report.entries, report.contents, report.anchors) == (Verdict.ANCHORED, 11, 11, 2)
    assert report.anchored_to == 10
    assert report.sentence == "Intact."
    assert "up to entry 10, nothing was changed since 2026-03-01T12:00:00Z" in report.proves
    assert "after entry 10" in report.proves_not


def test_what_was_lawfully_erased_leaves_the_chain_intact(chain: UUID) -> None:
    report = verify(chain, contents=True)
    assert (report.verdict, report.erased, report.contents) == (Verdict.CONSISTENT, 2, 7)
    assert report.sentence == "Intact, 2 entries lawfully erased."
    content.erase_all(chain=chain, erasure=erasure())
    assert verify(chain, contents=True).sentence == "Intact, 9 entries lawfully erased."


@pytest.mark.parametrize(
    ("statements", "number"),
    [
        (["UPDATE audit_content SET ciphertext = ciphertext || '\\x00' WHERE chain_id = {chain} AND number = 5"], 5),
        (["UPDATE audit_content SET salt = sha256('') WHERE chain_id = {chain} AND number = 6"], 6),
        (["ALTER TABLE audit_entry ALTER COLUMN record DROP EXPRESSION", change("7")], 7),
    ],
)
def test_contents_and_columns_are_held_against_records_where_that_is_asked(
    chain: UUID, statements: list[str], number: int
) -> None:
    with superuser() as hand:
        sql(hand, chain, *statements)
    assert verify(chain).verdict is Verdict.CONSISTENT
    assert found(verify(chain, contents=True)) == (Fault.FLIPPED, number)


def test_anchors_of_others_prove_nothing(history: UUID, settings: Settings) -> None:
    settings.SIGNING_KEY = bytes(32)
    report = verify(history)
    assert (report.verdict, report.anchors, report.strangers) == (Verdict.CONSISTENT, 0, 4)


def test_the_command_tells_of_each_log_and_fails_where_one_is_amiss(
    chain: UUID, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("verify_log", str(chain), "--contents")
    assert capsys.readouterr().out.startswith(
        f"{chain}: consistent. Intact, 2 entries lawfully erased.\n  Proves: All 10"
    )
    chain_of(2)
    with superuser() as hand:
        sql(hand, chain, change("5"))
    with pytest.raises(CommandError, match="1 log is not what was written"):
        call_command("verify_log", "--all")
    assert "broken. Entry 5 was changed after it was written." in capsys.readouterr().out
    with pytest.raises(CommandError, match="Name a base, or say --all"):
        call_command("verify_log")
