"""Contents held against the entries they belong to, and records against their columns."""

from __future__ import annotations

from uuid import UUID

from django.db import connection

from audit.content import opened
from audit.keys import RootKeyMissing
from audit.records import COLUMNS, record_of
from audit.sealing import ContentAmiss
from audit.verify.verdicts import Fault, Finding, finding

#: So many entries are held against their columns at a time.
BLOCK = 1_000


def check_contents(chain: UUID, last: int) -> tuple[int, Finding | None]:
    """Open what entries up to ``last`` say in words; says how many contents were as they were written, and the first
    one that is not. Records are made a second time from their columns, too.

    Raises:
        RootKeyMissing: where they cannot be opened for want of a root key.
    """
    count, wrong = 0, None
    try:
        for each in opened(chain, 1, last):
            if not each.fits:
                wrong = each.number
                break
            count += 1
    except RootKeyMissing:
        raise
    except ContentAmiss as amiss:
        wrong = amiss.number
    if wrong is not None:
        return count, finding(Fault.FLIPPED, wrong, f"The content of entry {wrong} is not the one that was written.")
    return count, _unlike_columns(chain, last)


def _unlike_columns(chain: UUID, last: int) -> Finding | None:
    for first in range(1, last + 1, BLOCK):
        with connection.cursor() as cursor:
            cursor.execute(
                f"SELECT record, {COLUMNS} FROM audit_entry WHERE chain_id = %s AND number BETWEEN %s AND %s"
                " ORDER BY number",
                [chain, first, min(first + BLOCK - 1, last)],
            )
            for place, (record, *row) in enumerate(cursor.fetchall(), first):
                if record_of(row) != record:
                    return finding(Fault.FLIPPED, place, f"Entry {place} is shown otherwise than it was written.")
    return None


def returned(chain: UUID) -> Finding | None:
    """A content that is there although the log says that it was erased."""
    with connection.cursor() as cursor:
        cursor.execute(
            """
            SELECT c.number FROM audit_entry e, unnest(e.erased) AS span, audit_content c
             WHERE e.chain_id = %s AND e.act = 'content_erased' AND c.chain_id = e.chain_id
               AND c.number >= lower(span) AND c.number < upper(span)
             ORDER BY c.number LIMIT 1
            """,
            [chain],
        )
        row = cursor.fetchone()
    if row is None:
        return None
    sentence = f"The content of entry {row[0]} is there again, although an entry says that it was erased."
    return finding(Fault.INSERTED, row[0], sentence)
