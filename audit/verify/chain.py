"""The way along a chain: block by block, each link looked at, in memory that does not grow with it."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass
from hashlib import sha256
from itertools import count
from typing import Any
from uuid import UUID

from django.db import connection

from audit.verify import anchored
from audit.verify.anchored import Anchored
from audit.verify.blocks import Block, blocks
from audit.verify.contents import check_contents, returned
from audit.verify.diagnose import Head, diagnose
from audit.verify.verdicts import BY_ANCHORS, Fault, Finding, Report, Verdict, finding

_LACKING = """
SELECT count(*) FILTER (WHERE erased), min(number) FILTER (WHERE NOT erased)
  FROM (SELECT e.number, EXISTS (SELECT FROM audit_entry x WHERE x.chain_id = e.chain_id
                                    AND x.act = 'content_erased' AND x.erased @> e.number) AS erased
          FROM audit_entry e
         WHERE e.chain_id = %s AND e.number BETWEEN %s AND %s AND e.commitment IS NOT NULL
           AND NOT EXISTS (SELECT FROM audit_content c WHERE c.chain_id = e.chain_id AND c.number = e.number)) lacking
"""


_NUMBER = '"number":'


@dataclass(slots=True)
class _Walk:
    """How far one has come along a chain, and what was seen."""

    chain: UUID
    head: Head
    anchored: Anchored
    entries: int = 0
    erased: int = 0
    last: str | None = None

    def go(self) -> Finding | None:
        """Up to the head, or to the first thing amiss."""
        with closing(blocks(self.chain, self.head.number)) as ahead:
            for block in ahead:
                wrong = self._unlinked(block)
                if wrong is not None:
                    break
                if block.kept != block.bound and (found := self._lacking(block.first, block.last)):
                    return found
            else:
                return self._end()
        return diagnose(self.chain, *wrong, self.head)

    def _unlinked(self, block: Block) -> tuple[int, str | None] | None:
        """The first entry that does not follow on the one before, and the hash of that one."""
        lines = block.records.encode().split(b"\n") if block.count else []
        hashes = [sha256(line).hexdigest() for line in lines]
        wrong = _first_unlinked(block.records, block.first, [self.last, *hashes])
        if wrong is not None or len(lines) != block.last - block.first + 1:
            place = len(lines) if wrong is None else wrong
            self.entries = block.first + place - 1
            return block.first + place, hashes[place - 1] if place else self.last
        self.anchored.passed(block.first, hashes)
        self.entries, self.last = block.last, hashes[-1]
        return None

    def _lacking(self, first: int, last: int) -> Finding | None:
        """Contents that are not there must have been erased, as an entry says."""
        erased, missing = _fetch(_LACKING, [self.chain, first, last])
        self.erased += erased
        if missing is None:
            return None
        return finding(
            Fault.MISSING, missing, f"The content of entry {missing} is gone, and no entry says that it was erased."
        )

    def _end(self) -> Finding | None:
        if self.head.latest > self.head.number:
            return finding(Fault.INSERTED, self.head.number + 1)
        if self.last != self.head.hash:
            return finding(Fault.FLIPPED, self.head.number)
        return returned(self.chain)


def _first_unlinked(records: str, first: int, before: list[str | None]) -> int | None:
    """The place of the first entry that has not its number, or does not name the one before it by its hash.

    The two stand side by side in a record. No text within a record can look like a key, since its quotes would be
    escaped; so what follows the key is cut out of all records at once.
    """
    told = records.split(_NUMBER)[1:]
    linked = [
        text.startswith(f'{number},"previous_hash":"{hashed}"')
        for number, text, hashed in zip(count(first), told, before, strict=False)
    ]
    if first == 1 and told:
        linked[0] = told[0].startswith('1,"previous_hash":null')
    return None if all(linked) else linked.index(False)


def verify(chain: UUID, *, contents: bool = False) -> Report:
    """Go through a chain from its first entry to its head; ``contents`` says to open what it says in words too.

    What is appended meanwhile is left for the next time.
    """
    anchors = anchored.of(chain)
    walk = _Walk(chain, _head(chain), anchors)
    found = walk.go()
    opened = None
    if contents and found is None:
        opened, found = check_contents(chain, walk.head.number)
    found = found or anchors.difference(walk.head.number)
    return Report(
        chain=chain,
        verdict=_verdict(found, anchors),
        finding=found,
        entries=walk.entries,
        erased=walk.erased,
        contents=opened,
        hash=walk.last,
        anchors=anchors.matched,
        anchored_to=anchors.latest.number if anchors.latest else 0,
        anchored_at=anchors.latest.at if anchors.latest else "",
        strangers=anchors.strangers,
    )


def _verdict(found: Finding | None, anchors: Anchored) -> Verdict:
    if found is not None:
        return Verdict.DIVERGED if found.fault in BY_ANCHORS else Verdict.BROKEN
    return Verdict.ANCHORED if anchors.matched else Verdict.CONSISTENT


def _head(chain: UUID) -> Head:
    number, last, latest = _fetch(
        "SELECT coalesce(max(h.number), 0), encode(max(h.hash), 'hex'),"
        " (SELECT coalesce(max(e.number), 0) FROM audit_entry e WHERE e.chain_id = %s)"
        " FROM audit_head h WHERE h.chain_id = %s",
        [chain, chain],
    )
    return Head(number, last, latest)


def _fetch(sql: str, values: list[Any]) -> tuple[Any, ...]:
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        row: tuple[Any, ...] = cursor.fetchone()
    return row
