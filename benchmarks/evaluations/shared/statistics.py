"""Keeps the database's knowledge of its tables fresh, as it does by itself within a minute or so of ordinary life."""

from __future__ import annotations

from collections import Counter

from django.db import connection

_TABLES = "act, act_reach, belief, claim, edge, entity, entity_alias, question, review_item, revision, source, support"
_FIRST = 50

_told: Counter[str] = Counter()


def told(claims: int) -> None:
    """Count claims that were told; look at the tables whenever as many have come again as there were."""
    database = str(connection.settings_dict["NAME"])
    before = _told[database]
    _told[database] = now = before + claims
    if max(before, _FIRST // 2).bit_length() < max(now, _FIRST // 2).bit_length():
        with connection.cursor() as cursor:
            cursor.execute(f"ANALYZE {_TABLES}")
