"""What was forgotten is not learned again from what was there before (product.md §3).

A fingerprint is an HMAC-SHA-256 of the keys of a claim under a key of this installation: whoever has the database
alone cannot try out guesses.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from uuid import UUID

from django.conf import settings
from django.utils.crypto import salted_hmac

from claims.models import Forgotten
from claims.queries.rows import Row

_SALT = "claims.rights.forgotten"


def fingerprints_of(base: UUID, subject: str, predicate: str, object_key: str, *, negated: bool) -> list[bytes]:
    """The fingerprints of a claim by its keys: under the key of today, then under those before that are still known."""
    said = "\x00".join((str(base), subject, predicate, object_key, "not" if negated else ""))
    keys = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    return [salted_hmac(_SALT, said, secret=key, algorithm="sha256").digest() for key in keys]


def remember_not_to_learn(base: UUID, claims: Iterable[Row], at: datetime) -> None:
    """Note what was forgotten, so that old words do not bring it back."""
    Forgotten.objects.bulk_create(
        [
            Forgotten(
                base_id=base,
                fingerprint=fingerprints_of(base, subject, row.predicate, row.object_key, negated=row.negated)[0],
                claim_id=row.id,
                at=at,
            )
            for row in claims
            for subject in row.subjects
        ],
        update_conflicts=True,
        unique_fields=["base_id", "fingerprint"],
        update_fields=["claim_id", "at", "lifted_at", "said_anew"],
    )
