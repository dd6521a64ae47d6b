"""What the log says in words is kept encrypted, found, and erased for good, while its entries stay."""

from __future__ import annotations

from uuid import UUID, uuid4

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, transaction
from pytest_django import Settings

from audit import content, keys, log
from audit.sealing import ContentAmiss, padded, seal, unseal
from tests.audit.log.scene import chain_of, entry, erasure, rows, said

pytestmark = pytest.mark.django_db

TABLES = ("audit_entry", "audit_content", "audit_key", "audit_head")


def dump() -> str:
    """Every row of every table of the log, as text and as bytes."""
    return "\n".join(
        str(bytes(str(row), "utf-8")) for table in TABLES for row in rows(f"SELECT t::text FROM {table} t")
    )


def read_bytes() -> bytes:
    return b"".join(bytes(part) for row in rows("SELECT salt, ciphertext, wrapped FROM audit_content") for part in row)


def test_an_entry_is_read_as_it_was_written() -> None:
    chain = chain_of(3)
    assert content.contents_of(chain, [2]) == {2: said(2)}
    assert [each.number for each in content.opened(chain)] == [1, 2, 3]
    assert all(each.fits for each in content.opened(chain))


def test_no_word_stands_in_the_tables_in_plain() -> None:
    chain = chain_of(3)
    assert "canary" not in dump()
    assert b"canary" not in read_bytes()
    assert content.count(chain) == 3


def test_an_entry_that_says_nothing_has_no_content_and_no_commitment() -> None:
    chain = uuid4()
    log.append(entry(chain, content=None))
    assert rows("SELECT commitment FROM audit_entry WHERE chain_id = %s", chain) == [(None,)]
    assert content.count(chain) == 0


def test_contents_of_one_length_hide_how_much_they_say() -> None:
    assert len(padded(said(1))) == len(padded(said(1, why="because"))) == 256


def test_what_is_erased_is_gone_and_the_log_says_so() -> None:
    chain = chain_of(5)
    assert content.erase(chain=chain, numbers=[2, 3, 5, 9], erasure=erasure()) == 3
    assert [each.number for each in content.opened(chain)] == [1, 4]
    (told,) = rows(
        "SELECT number, act, erased::text, request_id, ground, commitment FROM audit_entry"
        " WHERE chain_id = %s AND act = 'content_erased'",
        chain,
    )
    assert told == (6, "content_erased", "{[2,4),[5,6)}", "req-erase", "17-1-b", None)


def test_erasing_what_is_not_there_says_nothing() -> None:
    chain = chain_of(1)
    assert content.erase(chain=chain, numbers=[2], erasure=erasure()) == 0
    assert rows("SELECT count(*) FROM audit_entry WHERE chain_id = %s", chain) == [(1,)]


def test_with_all_contents_goes_the_key_and_another_is_used_from_then_on() -> None:
    chain = chain_of(3)
    (before,) = rows("SELECT subject_id FROM audit_key WHERE chain_id = %s", chain)
    assert content.erase_all(chain=chain, erasure=erasure()) == 3
    assert rows("SELECT FROM audit_key WHERE chain_id = %s", chain) == []
    log.append(entry(chain, 5))
    assert content.contents_of(chain, [5]) == {5: said(5)}
    assert rows("SELECT subject_id FROM audit_key WHERE chain_id = %s", chain) != [before]


def test_texts_are_found_in_whatever_case_and_writing() -> None:
    chain = chain_of(2)
    log.append(entry(chain, 3, content={"what": ['Zoë said "Ja\\nein".']}))
    for text, numbers in (("CANARY-2", [2]), ("zoë", [3]), ('said "Ja\\nein"', [3]), ("nothing of it", []), ("", [])):
        assert content.numbers_mentioning(chain, [text]) == numbers


def test_one_chain_knows_nothing_of_another() -> None:
    chain, other = chain_of(2), chain_of(2)
    content.erase_all(chain=chain, erasure=erasure())
    assert content.count(other) == 2


def test_a_content_is_opened_in_its_own_place_alone() -> None:
    key, chain = keys.fresh(), uuid4()
    item, _ = seal(chain, 1, said(1), key)
    assert unseal(chain, 1, item, key) == padded(said(1))
    for where, number, under in ((chain, 2, key), (uuid4(), 1, key), (chain, 1, keys.fresh())):
        with pytest.raises(ContentAmiss, match=f"The content of entry {number} cannot be opened"):
            unseal(where, number, item, under)


# --- Root keys -------------------------------------------------------------------------------------------------------


def test_a_new_root_key_wraps_all_anew_and_the_old_one_can_go(settings: Settings) -> None:
    chain = chain_of(2)
    old, new = settings.ROOT_KEYS[0], keys.fresh()
    settings.ROOT_KEYS = [new, old]
    assert content.contents_of(chain, [1]) == {1: said(1)}
    assert keys.rotate() == 1
    assert keys.rotate() == 0
    settings.ROOT_KEYS = [new]
    assert content.contents_of(chain, [1]) == {1: said(1)}
    log.append(entry(chain, 3))
    assert [each.fits for each in content.opened(chain)] == [True] * 3


def test_without_its_root_key_nothing_is_opened(settings: Settings) -> None:
    chain = chain_of(1)
    missing = keys.roots()[0].id
    settings.ROOT_KEYS = [keys.fresh()]
    for act in (lambda: list(content.opened(chain)), keys.rotate, lambda: log.append(entry(chain, 2))):
        with pytest.raises(keys.RootKeyMissing, match=f"ROOT_KEYS lacks the key {missing}"):
            act()


def test_the_command_says_how_many_keys_it_wrapped(settings: Settings, capsys: pytest.CaptureFixture[str]) -> None:
    chain_of(1)
    settings.ROOT_KEYS = [keys.fresh(), *settings.ROOT_KEYS]
    call_command("rotate_root_key")
    assert capsys.readouterr().out == f"1 keys are wrapped by {keys.roots()[0].id} now, as all others are.\n"
    settings.ROOT_KEYS = [keys.fresh()]
    with pytest.raises(CommandError, match="ROOT_KEYS lacks the key"):
        call_command("rotate_root_key")


# --- What the database refuses ---------------------------------------------------------------------------------------

NAMED = (
    "INSERT INTO audit_entry (chain_id, number, previous, at, actor_kind, actor_id, act, request_id, ground, targets"
)
NOW = "now(), 'user', gen_random_uuid()"


@pytest.mark.parametrize(
    ("statement", "sentence"),
    [
        ("UPDATE audit_content SET salt = salt WHERE chain_id = %s", "Cannot update"),
        ("DELETE FROM audit_content WHERE chain_id = %s AND number = 1", "goes only where an entry says"),
        ("DELETE FROM audit_key WHERE chain_id = %s", "stays as long as contents are kept"),
        ("UPDATE audit_key SET subject_id = gen_random_uuid() WHERE chain_id = %s", "stays as long as"),
        ("UPDATE audit_head SET hash = sha256('') WHERE chain_id = %s", "moves with its entries alone"),
        ("UPDATE audit_head SET number = 1 WHERE chain_id = %s", "moves with its entries alone"),
        ("DELETE FROM audit_head WHERE chain_id = %s", "Cannot delete"),
        (f"{NAMED}) VALUES (%s, 3, 2, {NOW}, 'x', '', '', '{{}}')", "Entry 4 of a chain comes after entry 3"),
        (f"{NAMED}) VALUES (%s, 9, 8, {NOW}, 'x', '', '', '{{}}')", "Entry 4 of a chain comes after entry 3"),
        (
            f"{NAMED}, previous_hash) VALUES (%s, 4, 3, {NOW}, 'x', '', '', '{{}}', sha256(''))",
            "Entry 4 names another one before it",
        ),
        (f"{NAMED}, erased) VALUES (%s, 4, 3, {NOW}, 'x', '', '', '{{}}', '{{[1,2)}}')", "audit_entry_erases"),
        (f"{NAMED}) VALUES (%s, 4, 3, {NOW}, 'content_erased', '', '', '{{}}')", "audit_entry_erases"),
        (
            f"{NAMED}, erased) VALUES (%s, 4, 3, {NOW}, 'content_erased', '', '', '{{}}', '{{[1,2)}}');"
            " SET CONSTRAINTS ALL IMMEDIATE",
            "which are still there",
        ),
    ],
)
def test_the_database_refuses(statement: str, sentence: str) -> None:
    chain = chain_of(3)
    with pytest.raises(DatabaseError, match=sentence), transaction.atomic():
        run(*statement.split(";"), chain=chain)


def run(*statements: str, chain: UUID) -> None:
    for each in statements:
        rows(each, *([chain] if "%s" in each else []))


@pytest.mark.parametrize("table", ["audit_content", "audit_key", "audit_head", "audit_entry", "audit_checkpoint"])
def test_no_table_of_the_log_is_emptied(table: str) -> None:
    with pytest.raises(DatabaseError, match="is not emptied"), transaction.atomic():
        rows(f"TRUNCATE {table} CASCADE")


def test_a_content_cannot_be_put_back_after_it_was_erased() -> None:
    chain = chain_of(1)
    (kept,) = rows("SELECT * FROM audit_content WHERE chain_id = %s", chain)
    content.erase(chain=chain, numbers=[1], erasure=erasure())
    with pytest.raises(DatabaseError, match="comes with its entry"), transaction.atomic():
        rows(f"INSERT INTO audit_content VALUES ({', '.join(['%s'] * len(kept))})", *kept)
