"""What was done in one revision, as the page says it that stays: the receipt."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from claims.queries import revisions
from claims.queries.rows import Row
from claims.refusals import NotFound
from claims.services.pages.acting.difference import difference_made
from claims.services.pages.acting.effects import Effect, effects, marked
from claims.services.pages.acting.taken_back import TakenBack
from claims.services.pages.saying import Reader, Sayings
from claims.services.vocabulary.rekey import VOCABULARY

#: What an operation is called when it is over.
DONE = {
    "assert": "Noted",
    "batch": "Noted",
    "correct": "Corrected",
    "contract": "Ended",
    "withdraw": "Taken back as never true",
    "confirm": "Checked",
    "restrict": "Held back while it is checked",
    "release": "Passed on again",
    "complete": "Completed",
    "erase": "Forgotten for good",
    "forget": "Held back, to be forgotten",
    "resolve": "Decided",
    "undo": "Undone",
    "justify": "Reasons changed",
    "close": "Looked at and decided",
    "report": "Reported",
    VOCABULARY: "The vocabulary changed",
}
#: The right that a person used, where it was their own matter (GDPR).
RIGHTS = {
    "correct": "Rectification, Article 16 GDPR.",
    "contract": "Rectification, Article 16 GDPR.",
    "withdraw": "Rectification, Article 16 GDPR.",
    "complete": "Rectification, Article 16 GDPR.",
    "erase": "Erasure, Article 17 GDPR.",
    "forget": "Erasure, Article 17 GDPR.",
    "restrict": "Restriction of processing, Article 18 GDPR.",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """One revision: what was done, when and by whom, what it changed, and whether it still counts.

    ``claim`` is what it was mainly about; ``undoes`` the revision that it took back, ``undone_by`` the one that took it
    back; ``may_undo`` tells that it can be taken back.
    """

    number: int
    done: str
    at: datetime
    old: str
    new: str
    about: str
    who: str
    reason: str
    right: str
    claim: UUID | None
    effects: tuple[Effect, ...]
    undoes: int | None
    undone_by: int | None
    may_undo: bool
    is_forgetting: bool = False


def receipt(*, reader: Reader, number: int) -> Receipt:
    """The receipt of one revision.

    Raises:
        NotFound: where the base has no such revision.
    """
    base = reader.base
    found = revisions.some(base, [number])
    if not found:
        raise NotFound(f"There is no revision {number} in this base.")
    revision, acts = found[0], revisions.acts_with_sources(base, [number])
    rows = effects(difference_made(base, revision, acts), reader)
    undoes = next((each for act in acts for each in act.detail.get("revisions", ())), None)
    claim = _claim(acts, rows) or (_claim(revisions.acts_with_sources(base, [undoes]), rows) if undoes else None)
    about = Sayings(reader, [claim]).say(claim) if claim else ""
    old, new = marked(rows, about)
    taken = TakenBack(base).by(act.id for act in acts)
    return Receipt(
        number=number,
        done=DONE.get(revision.operation, "Done"),
        at=revision.recorded_at,
        old=old,
        new=new,
        about=about,
        who=who_did(reader, revision),
        reason=next((act.reason for act in acts if act.reason), ""),
        right=RIGHTS.get(revision.operation, "") if reader.is_subject and revision.actor_id == reader.id else "",
        claim=claim,
        effects=rows,
        undoes=undoes,
        undone_by=taken,
        is_forgetting=revision.operation in ("erase", "forget"),
        may_undo=bool(acts) and may_be_undone(revision.operation) and taken is None,
    )


def may_be_undone(operation: str) -> bool:
    """Whether an undo takes such an operation back: the vocabulary is changed back instead, what is forgotten stays
    forgotten, and what is to be is kept after all."""
    return operation not in (VOCABULARY, "erase", "forget")


def who_did(reader: Reader, revision: Row) -> str:
    """Whoever did it: an agent by its name, staff never by theirs."""
    if revision.agent:
        return str(revision.agent)
    if revision.actor_id == reader.id:
        return "You"
    return "A person of the service" if reader.is_subject else "A person signed in here"


def _claim(acts: list[Row], rows: tuple[Effect, ...]) -> UUID | None:
    """What holds now on account of it, or else what was acted upon."""
    now = next((each.claim for row in rows if row.kind in ("begins", "returns") for each in row.named), None)
    upon = next((act.claim_id for act in acts if act.claim_id), None)
    return now or upon or next((each.claim for row in rows for each in row.named), None)
