"""What would happen, as a page shows it before somebody confirms it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from claims.engine.acts import Completion, Remark, StillHolds
from claims.engine.walking.told import Outcome
from claims.services.belief_base.operation import Done
from claims.services.pages.acting.difference import difference_planned
from claims.services.pages.acting.effects import Effect, effects, marked
from claims.services.pages.saying import Reader

NOTES = {
    Outcome.CONTESTED: "This alone does not settle it: what stands against it weighs as much. Both are kept, and a"
    " person decides.",
    Outcome.REJECTED: "This would be kept, but not believed: a more trusted source says otherwise.",
    Outcome.SUPERSEDED: "This would be kept, but not believed: something later says otherwise.",
    Outcome.UNSUPPORTED: "This would be kept, but not believed: no reason for it holds.",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Preview:
    """What would happen. ``digest`` binds a confirmation to it, ``since`` is the head it was made at."""

    digest: str
    since: int
    made_at: datetime
    old: str
    new: str
    effects: tuple[Effect, ...]
    notes: tuple[str, ...]

    @property
    def is_quiet(self) -> bool:
        """Whether nothing that is believed changes."""
        return not self.effects


def preview_of(done: Done, reader: Reader, *, since: int, about: str = "") -> Preview:
    """What an operation that was only looked at would do. ``about`` is the sentence that it is about."""
    rows = effects(difference_planned(done), reader)
    old, new = marked(rows, about)
    return Preview(
        digest=done.digest,
        since=since,
        made_at=done.recorded_at,
        old=old,
        new=new,
        effects=rows,
        notes=tuple(dict.fromkeys(_notes(done))),
    )


def _notes(done: Done) -> Iterator[str]:
    for told in done.plan.told:
        if told.outcome in NOTES:
            yield NOTES[told.outcome]
        elif isinstance(told.act, StillHolds):
            yield "It stays, and stands on its own from now on, whatever becomes of what it rested on."
        elif isinstance(told.act, Completion):
            yield "It stays, and from then on no assistant is given it without these words."
        elif isinstance(told.act, Remark):
            yield "Everything stays as it is, and it is not asked again."
