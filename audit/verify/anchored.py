"""Signed heads, held against a chain as one goes along it: those kept outside the database, and those in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from uuid import UUID

from audit.checkpoints import SignedHead, anchors, checkpoints
from audit.verify.verdicts import Fault, Finding, finding


@dataclass(slots=True)
class Anchored:
    """The signed heads of a chain, by number, with whether each is kept ``outside`` the database: only of those one
    says that a chain is anchored, since whoever changes the database can put its own heads back too."""

    heads: Sequence[tuple[SignedHead, bool]]
    strangers: int
    matched: int = 0
    latest: SignedHead | None = None
    wrong: SignedHead | None = None
    _agreed: bool = False
    _place: int = field(default=0)

    def passed(self, first: int, hashes: Sequence[str]) -> None:
        """Hold what was signed against the hashes of the entries from ``first`` on."""
        while self._place < len(self.heads) and self.heads[self._place][0].number < first + len(hashes):
            head, outside = self.heads[self._place]
            self._place += 1
            agrees = hashes[head.number - first] == head.hash.hex()
            if not agrees:
                self.wrong = self.wrong or head
            elif self.wrong is None or self.wrong.number == head.number:
                self._agreed = True
            if agrees and outside:
                self.matched, self.latest = self.matched + 1, head

    def difference(self, last: int) -> Finding | None:
        """Where the chain, whole up to its ``last`` entry, is not the one that was signed."""
        if self.wrong is not None:
            return finding(Fault.FORKED if self._agreed else Fault.REWRITTEN, self.wrong.number)
        beyond = next((head.number for head, _ in self.heads if head.number > last), None)
        return None if beyond is None else finding(Fault.ROLLED_BACK, beyond)


def of(chain: UUID) -> Anchored:
    """What was signed of a chain by this installation; what others signed is counted, and proves nothing."""
    found = [(head, True) for head in anchors(chain)] + [(head, False) for head in checkpoints(chain)]
    ours = [each for each in found if each[0].number > 0 and each[0].is_ours]
    return Anchored(sorted(ours, key=lambda each: each[0].number), len(found) - len(ours))
