"""The record of an entry: the RFC 8785 JSON of its control fields, which is what is hashed, signed and given away.

The database generates it (`audit_record`); here it is made a second time, independently, to hold one against the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any

import rfc8785

#: The columns that `record_of` takes, in order.
COLUMNS = (
    "chain_id, number, at, actor_kind, actor_id, act, request_id, ground, revision, targets, commitment, erased::text,"
    " previous_hash"
)


def record_of(row: Sequence[Any]) -> str:
    """The record of an entry by its columns."""
    (
        chain, number, at, actor_kind, actor, act, request_id, ground, revision, targets, commitment, erased, previous,
    ) = row  # fmt: skip
    return rfc8785.dumps(
        {
            "act": act,
            "actor": str(actor),
            "actor_kind": actor_kind,
            "at": written(at),
            "chain": str(chain),
            "commitment": _hex(commitment),
            "erased": erased,
            "ground": ground,
            "number": number,
            "previous_hash": _hex(previous),
            "request_id": request_id,
            "revision": revision,
            "targets": [str(each) for each in targets],
        }
    ).decode()


def hash_of(record: str) -> str:
    """What the next entry names this one by."""
    return sha256(record.encode()).hexdigest()


def written(at: datetime) -> str:
    """A time as records have it: UTC, with as many digits of a second as it needs."""
    text = at.astimezone(UTC).replace(tzinfo=None).isoformat()
    return f"{text.rstrip('0') if '.' in text else text}Z"


def _hex(value: bytes | None) -> str | None:
    return None if value is None else bytes(value).hex()
