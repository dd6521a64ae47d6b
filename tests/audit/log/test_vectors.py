"""The standards that the log rests on, by their own examples: RFC 8785, RFC 3394, RFC 8032."""

from __future__ import annotations

import struct
from datetime import UTC, datetime
from typing import Any

import pytest
import rfc8785
from cryptography.hazmat.primitives.keywrap import InvalidUnwrap
from hypothesis import given, settings
from hypothesis import strategies as some
from pytest_django import Settings

from audit import content, keys
from audit.checkpoints import is_signed, public_key, sign_head
from audit.log import Entry, append
from audit.records import COLUMNS, record_of, written
from tests.audit.log.scene import BEGUN, chain_of, erasure, rows

# --- RFC 8785 --------------------------------------------------------------------------------------------------------


def test_rfc_8785_section_3_2_2_and_3() -> None:
    said: Any = {
        "numbers": [333333333.33333329, 1e30, 4.50, 2e-3, 0.000000000000000000000000001],
        "string": "\u20ac$\u000f\u000aA'\u0042\u0022\u005c\\\"/",
        "literals": [None, True, False],
    }
    canonical = (
        '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],'
        '"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}'
    )
    assert rfc8785.dumps(said).decode() == canonical


def test_rfc_8785_section_3_2_3_sorts_by_utf_16() -> None:
    names = ["\u20ac", "\r", "\ufb33", "1", "\U0001f600", "\u0080", "\u00f6"]
    said = rfc8785.dumps(dict.fromkeys(names, 0)).decode()
    order = ["\\r", "1", "\u0080", "\u00f6", "\u20ac", "\U0001f600", "\ufb33"]
    assert said == "{" + ",".join(f'"{name}":0' for name in order) + "}"


@pytest.mark.parametrize(
    ("bits", "text"),
    [
        ("0000000000000000", "0"),
        ("8000000000000000", "0"),
        ("0000000000000001", "5e-324"),
        ("7fefffffffffffff", "1.7976931348623157e+308"),
        ("4340000000000000", "9007199254740992"),
        ("444b1ae4d6e2ef4f", "999999999999999900000"),
        ("444b1ae4d6e2ef50", "1e+21"),
        ("3eb0c6f7a0b5ed8d", "0.000001"),
        ("41b3de4355555557", "333333333.33333343"),
    ],
)
def test_rfc_8785_appendix_b_writes_numbers(bits: str, text: str) -> None:
    assert rfc8785.dumps(struct.unpack(">d", bytes.fromhex(bits))[0]).decode() == text


TEXTS = some.text(some.characters(exclude_categories=["Cs"], exclude_characters="\x00"), max_size=40)
IDS = some.uuids()


@pytest.mark.django_db
@given(
    at=some.datetimes(datetime(1970, 1, 1), datetime(9000, 1, 1), timezones=some.just(UTC)),  # noqa: DTZ001
    act=TEXTS.filter(lambda text: text != "content_erased"),
    request=TEXTS,
    revision=some.none() | some.integers(0, 2**31 - 1),
    targets=some.lists(IDS, max_size=3),
    actor=IDS,
)
@settings(max_examples=60, deadline=None)
def test_the_database_writes_records_as_rfc_8785_has_them(**told: Any) -> None:
    chain = chain_of(1)
    append(Entry(chain=chain, actor_kind="user", request_id=told.pop("request"), **told))
    for record, *row in rows(f"SELECT record, {COLUMNS} FROM audit_entry WHERE chain_id = %s ORDER BY number", chain):
        assert record == record_of(row)


@pytest.mark.django_db
def test_the_record_of_an_erasure_names_the_numbers() -> None:
    chain = chain_of(3)
    content.erase(chain=chain, numbers=[1, 3], erasure=erasure())
    ((record, *row),) = rows(f"SELECT record, {COLUMNS} FROM audit_entry WHERE chain_id = %s AND number = 4", chain)
    assert '"erased":"{[1,2),[3,4)}"' in record
    assert record == record_of(row)


def test_times_have_as_many_digits_as_they_need() -> None:
    for micros, text in ((0, "2026-03-01T12:00:00Z"), (120_000, "2026-03-01T12:00:00.12Z")):
        assert written(BEGUN.replace(microsecond=micros)) == text


# --- RFC 3394 --------------------------------------------------------------------------------------------------------

KEY, DATA = bytes(range(32)), bytes.fromhex("00112233445566778899AABBCCDDEEFF000102030405060708090A0B0C0D0E0F")
WRAPPED = "28C9F404C4B810F4CBCCB35CFB87F8263F5786E2D80ED326CBC7F0E71A99F43BFB988B9B7A02DD21"


def test_rfc_3394_section_4_6() -> None:
    assert keys.wrap(DATA, KEY) == bytes.fromhex(WRAPPED)
    assert keys.unwrap(bytes.fromhex(WRAPPED), KEY) == DATA
    with pytest.raises(InvalidUnwrap):
        keys.unwrap(bytes.fromhex(WRAPPED), bytes(32))


# --- RFC 8032 --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seed", "public", "message", "signature"),
    [
        (
            "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
            "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
            "",
            "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46b"
            "d25bf5f0595bbe24655141438e7a100b",
        ),
        (
            "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
            "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
            "72",
            "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c"
            "387b2eaeb4302aeeb00d291612bb0c00",
        ),
    ],
)
def test_rfc_8032_section_7_1(settings: Settings, seed: str, public: str, message: str, signature: str) -> None:
    from audit import checkpoints

    settings.SIGNING_KEY = bytes.fromhex(seed)
    assert public_key().hex() == public
    assert checkpoints._private().sign(bytes.fromhex(message)).hex() == signature


@pytest.mark.django_db
def test_a_signed_head_is_refused_where_a_word_of_it_differs() -> None:
    head = sign_head(chain_of(2), BEGUN)
    assert head is not None
    written = head.as_written()
    assert is_signed(written, public_key())
    assert not is_signed({**written, "statement": {**head.statement, "number": 1}}, public_key())
    assert not is_signed({**written, "signature": "!"}, public_key())
    assert not is_signed(written, bytes(32))
