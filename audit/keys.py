"""The keys of the content plane: one an item, wrapped by one a person, wrapped by a root key that no database holds.

Wrapping is AES-KW (RFC 3394). The root keys come from the environment, newest first: new keys are wrapped by the first,
and what an older one wraps is opened by it until `rotate` has wrapped it anew.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from hashlib import sha256
from uuid import UUID, uuid4

from cryptography.hazmat.primitives.keywrap import aes_key_unwrap, aes_key_wrap
from django.conf import settings
from django.db import connection, transaction

_NAMED = b"rectify root key\x00"


@dataclass(frozen=True, slots=True)
class Root:
    """A root key, and what it is called where something wrapped by it is stored."""

    id: str
    key: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class Wrapped:
    """The key of a person as it is stored: ``subject`` is an opaque id that dies with it."""

    subject: UUID
    root: str
    wrapped: bytes = field(repr=False)


class RootKeyMissing(Exception):
    """What an older root key wraps cannot be opened without it."""

    def __init__(self, root: str) -> None:
        super().__init__(f"ROOT_KEYS lacks the key {root}, under which contents of the log are kept; put it back.")


def roots() -> list[Root]:
    """The root keys, newest first."""
    return [Root(root_id(key), key) for key in settings.ROOT_KEYS]


def root_id(key: bytes) -> str:
    """What a root key is called; it tells nothing of the key."""
    return sha256(_NAMED + key).hexdigest()[:16]


def fresh() -> bytes:
    """A new key of 256 bits."""
    return secrets.token_bytes(32)


def wrap(key: bytes, under: bytes) -> bytes:
    """A key wrapped by another: 40 bytes for 32."""
    return aes_key_wrap(under, key)


def unwrap(wrapped: bytes, under: bytes) -> bytes:
    """A key that another wraps.

    Raises:
        cryptography.hazmat.primitives.keywrap.InvalidUnwrap: where it is not wrapped by that one.
    """
    return aes_key_unwrap(under, wrapped)


def for_person() -> tuple[Wrapped, bytes]:
    """A new key for a person: as it is to be stored, and open."""
    key, root = fresh(), roots()[0]
    return Wrapped(uuid4(), root.id, wrap(key, root.key)), key


def opened(stored: Wrapped) -> bytes:
    """The key of a person, open.

    Raises:
        RootKeyMissing: where the root key that wraps it is not among those of today.
    """
    for root in roots():
        if root.id == stored.root:
            return unwrap(stored.wrapped, root.key)
    raise RootKeyMissing(stored.root)


def rotate() -> int:
    """Wrap by the newest root key what older ones wrap; says how many keys were. Contents stay as they are.

    Raises:
        RootKeyMissing: where one is wrapped by a root key that is not given.
    """
    newest = roots()[0]
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(
            "SELECT chain_id, subject_id, root, wrapped FROM audit_key WHERE root <> %s FOR UPDATE", [newest.id]
        )
        old = [(chain, Wrapped(subject, root, bytes(wrapped))) for chain, subject, root, wrapped in cursor.fetchall()]
        for chain, stored in old:
            cursor.execute(
                "UPDATE audit_key SET root = %s, wrapped = %s WHERE chain_id = %s",
                [newest.id, wrap(opened(stored), newest.key), chain],
            )
    return len(old)
