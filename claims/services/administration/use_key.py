"""Let an agent in by its key."""

from __future__ import annotations

import re
from hashlib import sha256
from secrets import compare_digest

from claims.access import Visitor
from claims.models import Tier
from claims.queries import keys
from claims.refusals import NotSignedIn

_KEY = re.compile(r"rk_([0-9a-z]{1,16})_([0-9A-Za-z]{43})")


def use_key(text: str) -> Visitor:
    """The agent whose key this is, as far as the key goes. Its use is noted, once a minute at most.

    Raises:
        NotSignedIn: where it is no key, or one that was revoked or has expired.
    """
    found = _KEY.fullmatch(text)
    row = keys.key_with_prefix(found[1]) if found else None
    if found is None or row is None or not compare_digest(row.secret_sha256, sha256(found[2].encode()).digest()):
        raise NotSignedIn("This key is not known here; send it whole, as it was shown when it was made.")
    if row.revoked_at is not None:
        raise NotSignedIn("This key was revoked; ask an administrator for another.")
    if row.expired:
        raise NotSignedIn(f"This key expired on {row.expires_at:%Y-%m-%d}; ask an administrator for another.")
    if row.to_note:
        keys.note_use(row.id)
    return Visitor(
        id=row.id,
        ceiling=Tier(row.ceiling),
        scopes=frozenset(row.scopes),
        everywhere=row.every_base,
        agent=row.agent_id,
    )
