"""The copies of a base: who asked, how far each has come, and whoever makes one. Each statement is within one base."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from claims.queries.rows import Row, fetch

_COLUMNS = """
    c.base_id, c.id, c.kind, c.user_id, c.request_id, c.claims, c.cover, c.asked_at, c.state, c.gone, c.attempt,
    c.known_at, c.beat_at, c.done, c.total, c.finished_at, c.keep_until, c.counts, c.files, c.sha256
"""


def by_id(base: UUID, copy: UUID) -> Row | None:
    """One copy."""
    rows = fetch(f"SELECT {_COLUMNS} FROM person_copy c WHERE c.base_id = %s AND c.id = %s", [base, copy])
    return rows[0] if rows else None


def of_person(base: UUID, user: UUID, limit: int) -> list[Row]:
    """The copies made for a person, the latest first."""
    return fetch(
        f"SELECT {_COLUMNS} FROM person_copy c WHERE c.base_id = %s AND c.user_id = %s"
        " ORDER BY c.asked_at DESC, c.id LIMIT %s",
        [base, user, limit],
    )


def of_request(base: UUID, request: UUID) -> Row | None:
    """The copy made for a request: the latest, if several had to be."""
    rows = fetch(
        f"SELECT {_COLUMNS} FROM person_copy c WHERE c.base_id = %s AND c.request_id = %s"
        " ORDER BY c.state = 'removed', c.asked_at DESC LIMIT 1",
        [base, request],
    )
    return rows[0] if rows else None


def begin(base: UUID, copy: UUID, *, at: datetime, known_at: datetime, patience: timedelta) -> Row | None:
    """Take up a copy that waits, or that nobody has gone on with for so long; nothing where somebody else has it."""
    rows = fetch(
        f"""
        UPDATE person_copy c SET state = 'making', attempt = c.attempt + 1, beat_at = %(at)s, known_at = %(known_at)s,
                                 done = 0, total = 0
         WHERE c.base_id = %(base)s AND c.id = %(copy)s
           AND (c.state = 'queued' OR c.state = 'making' AND c.beat_at < %(at)s - %(patience)s::interval)
        RETURNING {_COLUMNS}
        """,
        {"base": base, "copy": copy, "at": at, "known_at": known_at, "patience": patience},
    )
    return rows[0] if rows else None


def beat(job: Row, *, at: datetime, done: int, total: int) -> bool:
    """Note how far it has come; false where it was stopped, or is somebody else's by now."""
    return bool(
        fetch(
            f"UPDATE person_copy c SET beat_at = %(at)s, done = %(done)s, total = %(total)s WHERE {_OURS} RETURNING 1",
            {**_whose(job), "at": at, "done": done, "total": total},
        )
    )


def is_ours(job: Row) -> bool:
    """Whether whoever began it may go on with it."""
    return bool(fetch(f"SELECT 1 FROM person_copy c WHERE {_OURS}", _whose(job)))


def finish(
    job: Row, *, at: datetime, keep_until: datetime, counts: Mapping[str, int], files: Sequence[Any], sha256: str
) -> bool:
    """It is ready; false where it was stopped, or is somebody else's by now."""
    return bool(
        fetch(
            f"""
            UPDATE person_copy c SET state = 'ready', beat_at = %(at)s, finished_at = %(at)s, keep_until = %(until)s,
                                     done = total, counts = %(counts)s::jsonb, files = %(files)s::jsonb,
                                     sha256 = %(sha256)s
             WHERE {_OURS} RETURNING 1
            """,
            {
                **_whose(job),
                "at": at,
                "until": keep_until,
                "counts": json.dumps(counts),
                "files": json.dumps(files),
                "sha256": sha256,
            },
        )
    )


#: As long as nobody else has taken it up, and nobody has stopped it.
_OURS = "c.base_id = %(base)s AND c.id = %(copy)s AND c.state = 'making' AND c.attempt = %(attempt)s"


def _whose(job: Row) -> dict[str, Any]:
    return {"base": job.base_id, "copy": job.id, "attempt": job.attempt}


def queue_again(job: Row) -> bool:
    """Let it be begun again by whoever comes next."""
    sql = f"UPDATE person_copy c SET state = 'queued' WHERE {_OURS} RETURNING 1"
    return bool(fetch(sql, _whose(job)))


def stop(base: UUID, copy: UUID) -> bool:
    """Stop one that is not ready yet."""
    return bool(
        fetch(
            "UPDATE person_copy c SET state = 'stopped' WHERE c.base_id = %s AND c.id = %s"
            " AND c.state IN ('queued', 'making') RETURNING 1",
            [base, copy],
        )
    )


def remove(base: UUID, copy: UUID, why: str) -> bool:
    """Its files are no more; that there were some stays written down."""
    return bool(
        fetch(
            "UPDATE person_copy c SET state = 'removed', gone = %s WHERE c.base_id = %s AND c.id = %s"
            " AND c.state = 'ready' RETURNING 1",
            [why, base, copy],
        )
    )


def remove_all(base: UUID) -> list[Row]:
    """Every copy of a base that has files is removed, since something in it was erased."""
    return fetch(
        f"UPDATE person_copy c SET state = 'removed', gone = 'erased' WHERE c.base_id = %s AND c.state = 'ready'"
        f" RETURNING {_COLUMNS}",
        [base],
    )


def begin_all_again(base: UUID) -> list[Row]:
    """Every copy of a base that is being made is to be begun again."""
    return fetch(
        f"UPDATE person_copy c SET state = 'queued', attempt = c.attempt + 1, done = 0, total = 0"
        f" WHERE c.base_id = %s AND c.state = 'making' RETURNING {_COLUMNS}",
        [base],
    )


def erased_since(base: UUID, revision: int) -> bool:
    """Whether something was erased in a base after a revision."""
    return bool(fetch("SELECT 1 FROM erasure WHERE base_id = %s AND revision > %s LIMIT 1", [base, revision]))
