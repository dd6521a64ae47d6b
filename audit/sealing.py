"""What an entry says in words: sealed under a key of its own, and bound to the entry by a commitment.

A commitment is SHA-256 over a tag, a salt of 32 bytes, the number (8 bytes, big-endian) and the padded RFC 8785 JSON.
Once salt, key and ciphertext are gone, nobody can try out guesses on what is left.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any
from uuid import UUID

import rfc8785
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.keywrap import InvalidUnwrap

from audit import keys

TAG = b"rectify audit content 1\x00"
#: Contents are padded with blanks to a multiple of this, so that their length tells little.
STEP = 256
_NONCE = 12


@dataclass(frozen=True, slots=True)
class Item:
    """A content as it is stored: ``ciphertext`` (AES-256-GCM) begins with its nonce; ``wrapped`` is its key."""

    salt: bytes = field(repr=False)
    ciphertext: bytes = field(repr=False)
    wrapped: bytes = field(repr=False)


class ContentAmiss(Exception):
    """A content that cannot be opened: it, its key or its place was changed."""

    def __init__(self, number: int, sentence: str = "The content of entry {number} cannot be opened.") -> None:
        self.number = number
        super().__init__(sentence.format(number=number))


def padded(content: Mapping[str, Any]) -> bytes:
    """The RFC 8785 JSON of a content, with blanks behind."""
    said = rfc8785.dumps(dict(content))
    return said.ljust(-(-len(said) // STEP) * STEP)


def commitment_to(salt: bytes, number: int, said: bytes) -> bytes:
    """What binds an entry to a padded content."""
    return sha256(TAG + salt + number.to_bytes(8, "big") + said).digest()


def seal(chain: UUID, number: int, content: Mapping[str, Any], key: bytes) -> tuple[Item, bytes]:
    """A content under a new key, which the key of a person wraps; and the commitment to it."""
    said, salt, own, nonce = padded(content), secrets.token_bytes(32), keys.fresh(), secrets.token_bytes(_NONCE)
    sealed = nonce + AESGCM(own).encrypt(nonce, said, _place(chain, number))
    return Item(salt, sealed, keys.wrap(own, key)), commitment_to(salt, number, said)


def unseal(chain: UUID, number: int, item: Item, key: bytes) -> bytes:
    """The padded JSON of a content.

    Raises:
        ContentAmiss: where it cannot be opened.
    """
    try:
        own = keys.unwrap(item.wrapped, key)
        return AESGCM(own).decrypt(item.ciphertext[:_NONCE], item.ciphertext[_NONCE:], _place(chain, number))
    except (InvalidUnwrap, InvalidTag, ValueError):
        raise ContentAmiss(number) from None


def read(said: bytes) -> dict[str, Any]:
    """A padded JSON as what it says."""
    content: dict[str, Any] = json.loads(said)
    return content


def _place(chain: UUID, number: int) -> bytes:
    return chain.bytes + number.to_bytes(8, "big")
