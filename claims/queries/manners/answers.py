"""Answers that are kept to be given again."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import connection

from claims.queries.naming import WITHHELD
from claims.queries.rows import Row, fetch

_THIS = "base_id = %(base)s AND caller_id = %(caller)s AND path = %(path)s AND key = %(key)s"
_NOW = "coalesce(%(now)s::timestamptz, clock_timestamp())"
_NAMED_BY_ACTS = """
    SELECT claim_id FROM act WHERE base_id = %(base)s AND revision = %(revision)s AND claim_id IS NOT NULL
     UNION SELECT (regexp_matches(said, '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}', 'g'))[1]::uuid
             FROM (SELECT detail::text FROM act WHERE base_id = %(base)s AND revision = %(revision)s
                    UNION ALL
                   SELECT result::text FROM revision WHERE base_id = %(base)s AND number = %(revision)s
                  ) s(said)
"""


def take_turn(name: str) -> bool:
    """Whether this transaction alone now carries out what has this name."""
    return bool(fetch("SELECT pg_try_advisory_xact_lock(hashtextextended(%s, 0)) AS mine", [name])[0].mine)


def kept_answer(slot: Mapping[str, Any], now: datetime | None) -> Row | None:
    """The answer kept under ``base``, ``caller``, ``path`` and ``key``, unless its day is over."""
    rows = fetch(
        f"SELECT body_sha256, status, answer, headers, named FROM kept_answer WHERE {_THIS} AND expires_at > {_NOW}",
        {**slot, "now": now},
    )
    return rows[0] if rows else None


def names_restricted(base: UUID, named: Sequence[UUID]) -> bool:
    """Whether one of these ids is of a claim that is restricted now, or of a subject of none but such claims."""
    return bool(
        fetch(
            f"""
            SELECT FROM claim c WHERE c.base_id = %(base)s AND c.id = ANY(%(named)s::uuid[]) AND c.restricted
             UNION ALL
            SELECT FROM entity e WHERE e.base_id = %(base)s AND e.id = ANY(%(named)s::uuid[]) AND {WITHHELD}
             LIMIT 1
            """,
            {"base": base, "named": list(named)},
        )
    )


def keep_answer(slot: Mapping[str, Any], answer: Mapping[str, Any], now: datetime | None) -> None:
    """Keep an answer for a day, in the place of one whose day is over. Its sentences speak of what the acts of its
    ``revision`` and its result name too, so it can be found by that."""
    with connection.cursor() as cursor:
        cursor.execute(
            f"""
            INSERT INTO kept_answer
                   (base_id, caller_id, path, key, body_sha256, status, answer, headers, named, expires_at)
            VALUES (%(base)s, %(caller)s, %(path)s, %(key)s, %(body_sha256)s, %(status)s, %(answer)s, %(headers)s,
                    %(named)s::uuid[] || ARRAY({_NAMED_BY_ACTS}), {_NOW} + interval '1 day')
            ON CONFLICT (base_id, caller_id, path, key) DO UPDATE
               SET body_sha256 = EXCLUDED.body_sha256, status = EXCLUDED.status, answer = EXCLUDED.answer,
                   headers = EXCLUDED.headers, named = EXCLUDED.named, expires_at = EXCLUDED.expires_at
            """,
            {**slot, **answer, "headers": json.dumps(answer["headers"]), "now": now},
        )


def erase_answers(base: UUID, naming: Sequence[UUID] | None = None) -> int:
    """Erase what a base's kept answers say, all of them or those that name one of these ids; the rows stay, so that no
    act is carried out again. Says how many there were."""
    chosen = "" if naming is None else "AND named && %(naming)s::uuid[]"
    with connection.cursor() as cursor:
        cursor.execute(
            f"""
            UPDATE kept_answer SET answer = '', headers = '{{}}', body_sha256 = NULL
             WHERE base_id = %(base)s AND answer <> '' {chosen}
            """,
            {"base": base, "naming": None if naming is None else list(naming)},
        )
        return int(cursor.rowcount)
