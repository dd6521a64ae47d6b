"""Signed heads: how far a chain had come at a time, vouched for by Ed25519 (RFC 8032), and kept outside the database.

What is signed is the RFC 8785 JSON of the statement. A signed head proves that the chain was so at that time; a copy
that whoever has the database cannot change is what makes it worth something, so each goes to the anchor file too.
"""

from __future__ import annotations

import base64
import fcntl
import json
import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import Any
from uuid import UUID

import rfc8785
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from django.conf import settings
from django.db import connection, transaction

from audit.records import written

KIND = "rectify head 1"


@dataclass(frozen=True, slots=True, kw_only=True)
class SignedHead:
    """The head of a chain, signed: its latest number then, and the hash of that entry."""

    chain: UUID
    number: int
    hash: bytes
    at: str
    key: str
    signature: bytes = field(repr=False)

    @property
    def statement(self) -> dict[str, Any]:
        """What is signed."""
        return {
            "at": self.at, "chain": str(self.chain), "hash": self.hash.hex(), "key": self.key, "kind": KIND,
            "number": self.number,
        }  # fmt: skip

    @property
    def is_ours(self) -> bool:
        """Whether it was signed by the key of this installation."""
        if self.key != key_id():
            return False
        try:
            _private().public_key().verify(self.signature, rfc8785.dumps(self.statement))
        except InvalidSignature:
            return False
        return True

    def as_written(self) -> dict[str, Any]:
        """As it is kept and given away."""
        return {"signature": base64.b64encode(self.signature).decode(), "statement": self.statement}


def public_key() -> bytes:
    """The key that signatures are checked with: the 32 bytes of RFC 8032."""
    return _private().public_key().public_bytes_raw()


def key_id(public: bytes | None = None) -> str:
    """What a signing key is called: the first 16 hexadecimal digits of the SHA-256 of its public key."""
    return sha256(public or public_key()).hexdigest()[:16]


def _private() -> Ed25519PrivateKey:
    return Ed25519PrivateKey.from_private_bytes(settings.SIGNING_KEY)


def is_signed(head: Mapping[str, Any], public: bytes) -> bool:
    """Whether a head as written is signed by a key."""
    try:
        signature = base64.b64decode(head["signature"])
        Ed25519PublicKey.from_public_bytes(public).verify(signature, rfc8785.dumps(head["statement"]))
    except (InvalidSignature, KeyError, ValueError, TypeError):
        return False
    return True


def sign_head(chain: UUID, at: datetime) -> SignedHead | None:
    """Sign how far a chain has come, unless that is signed already; ``None`` where it has not begun.

    The anchor is written when the caller's transaction commits, so that it never names what did not stay.
    """
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT number, hash FROM audit_head WHERE chain_id = %s AND number > 0", [chain])
        row = cursor.fetchone()
        if row is None:
            return None
        number, last = row[0], bytes(row[1])
        known = next((each for each in checkpoints(chain, number) if each.number == number and each.is_ours), None)
        if known is not None and known.hash == last:
            return known
        head = _signed(chain, number, last, at)
        cursor.execute(
            "INSERT INTO audit_checkpoint (chain_id, number, key_id, hash, at, signature)"
            " VALUES (%s, %s, %s, %s, %s, %s) ON CONFLICT DO NOTHING",
            [chain, number, head.key, last, at, head.signature],
        )
        transaction.on_commit(lambda: anchor([head]))
        return head


def sign_heads(at: datetime) -> int:
    """Sign the heads of all chains that have moved; says how many those were."""
    with connection.cursor() as cursor:
        cursor.execute(
            """
            SELECT h.chain_id FROM audit_head h
             WHERE h.number > coalesce((SELECT max(c.number) FROM audit_checkpoint c
                                         WHERE c.chain_id = h.chain_id AND c.key_id = %s), 0)
            """,
            [key_id()],
        )
        moved = [row[0] for row in cursor.fetchall()]
    for chain in moved:
        sign_head(chain, at)
    return len(moved)


def _signed(chain: UUID, number: int, last: bytes, at: datetime) -> SignedHead:
    given: dict[str, Any] = {"chain": chain, "number": number, "hash": last, "at": written(at), "key": key_id()}
    unsigned = SignedHead(**given, signature=b"")
    return SignedHead(**given, signature=_private().sign(rfc8785.dumps(unsigned.statement)))


def checkpoints(chain: UUID, first: int = 0) -> Iterator[SignedHead]:
    """The signed heads of a chain that the database keeps, in order, from a number on."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT number, hash, at, key_id, signature FROM audit_checkpoint"
            " WHERE chain_id = %s AND number >= %s ORDER BY number, at",
            [chain, first],
        )
        for number, last, at, key, signature in cursor.fetchall():
            yield SignedHead(
                chain=chain,
                number=number,
                hash=bytes(last),
                at=written(at),
                key=key,
                signature=bytes(signature),
            )


def anchor(heads: Iterable[SignedHead]) -> None:
    """Write signed heads behind those that the anchor file holds, and see that they are on disk."""
    path = Path(settings.ANCHOR_FILE)
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = b"".join(rfc8785.dumps(head.as_written()) + b"\n" for head in heads)
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600), "ab") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        file.write(lines)
        file.flush()
        os.fsync(file.fileno())


def anchors(chain: UUID) -> Iterator[SignedHead]:
    """The signed heads of a chain that the anchor file holds, in the order in which they were written. Lines that
    cannot be read are passed over: whoever could write them could as well have left them out."""
    path = Path(settings.ANCHOR_FILE)
    if not path.exists():
        return
    named = str(chain).encode()
    with path.open("rb") as file:
        for line in file:
            if named in line and (head := _read(line)) is not None and head.chain == chain:
                yield head


def _read(line: bytes) -> SignedHead | None:
    try:
        written = json.loads(line)
        said = written["statement"]
        head = SignedHead(
            chain=UUID(said["chain"]),
            number=int(said["number"]),
            hash=bytes.fromhex(said["hash"]),
            at=said["at"],
            key=said["key"],
            signature=base64.b64decode(written["signature"]),
        )
    except (ValueError, KeyError, TypeError, AttributeError):
        return None
    return head if head.statement == said else None
