"""The act of erasing: a claim is forgotten, whatever became of it (engine.md §5)."""

from __future__ import annotations

from dataclasses import dataclass

from claims.engine.acts import Act, Contraction
from claims.engine.time.periods import ALWAYS, Periods


@dataclass(frozen=True, slots=True, kw_only=True)
class Erasure(Contraction):
    """The claim is forgotten (GDPR Art. 17), which says nothing on whether it was true: what was recorded of it before
    is held no longer, whatever its tier, and keeps down what it had superseded; if it ``restores``, that returns."""

    periods: Periods = ALWAYS
    restores: bool = False

    def outweighs(self, other: Act) -> bool:
        return other.recorded < self.recorded
