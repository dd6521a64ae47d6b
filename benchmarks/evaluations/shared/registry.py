"""A base that follows a registry of beliefs row by row."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from uuid import UUID

from benchmarks.evaluations.shared.files import Json
from benchmarks.evaluations.shared.store import Store, claims_of
from claims.models import Tier
from claims.services.belief_base.operation import Done
from claims.services.belief_base.proposals import Origin, Proposal, Reason

STEP = timedelta(milliseconds=1)


class Registry:
    """A base, and what the registry's ids stand for in it. ``flagged`` are the claims flagged since last cleared.

    Reasons may name claims that the registry does not have: no reason holds that needs one, and none fails for it. They
    are sent as far as they can be, and again when the claim is there.
    """

    def __init__(self, label: str, policy: str) -> None:
        self.policy = policy
        self.store = Store(label, policy=policy)
        self.claims: dict[str, UUID] = {}
        self.retractions: dict[str, int] = {}
        self.verdicts: dict[str, int] = {}
        self.flagged: set[str] = set()
        self.moment = datetime.min.replace(tzinfo=UTC)
        self._added: dict[str, tuple[datetime, Json]] = {}
        self._partial: dict[str, tuple[list[Json], tuple[Reason, ...]]] = {}

    def held(self) -> set[str]:
        return {row.object for row in self.store.held()}

    def out(self) -> set[str]:
        """The claims that are not held."""
        return self.claims.keys() - self.held()

    def add(self, rows: Sequence[Json]) -> None:
        """Add claims as one atomic batch; they may name each other in any order."""
        at = self._tick()
        self._added |= {row["id"]: (at, row) for row in rows}
        done = self.store.tell([self._proposal(row, row["text"], at) for row in rows], at)
        self.claims |= dict(zip((row["id"] for row in rows), claims_of(done), strict=True))
        for row in rows:
            if row.get("justifications") and not self._reasons(row["id"], row["justifications"]):
                self._replace(row["id"], ())
        self._complete()

    def add_remains(self) -> None:
        """Add what is left of an export that lost a part: a claim, and one that rests on what is gone."""
        at = self._tick()
        source = _source(at)
        gone = (Reason(all_of=("a claim of the part that is gone",)),)
        names = ("remains of a broken export", "what rested on the rest of it")
        self.store.tell(
            [
                Proposal(subject=name, predicate="states", object=name, source=source, justifications=reasons)
                for name, reasons in zip(names, ((), gone), strict=True)
            ],
            at,
        )

    def edit(self, row: Json) -> None:
        """The same claim in other words: no new observation, so it keeps its time and whatever was done to it."""
        at, added = self._added[row["id"]]
        self.store.tell([self._proposal(added, row["text"], at)], self._tick())

    def rejustify(self, row: Json) -> None:
        """Replace the reasons of a claim."""
        self._replace(row["id"], self._reasons(row["id"], row["justifications"]))

    def retract(self, row: Json) -> None:
        """End a claim: what rests on it is flagged, or follows."""
        done = self._end(row["id"], row.get("reason"))
        self.retractions[row["id"]] = done.revision or 0
        called = {claim: name for name, claim in self.claims.items()}
        self.flagged |= {called[claim] for claim in done.plan.flagged}

    def lift(self, row: Json) -> None:
        """Take a retraction back."""
        self._undo(self.retractions.pop(row["id"]))

    def decide(self, out: set[str]) -> None:
        """Be the person who looks at what lost its reason, and decide as the registry did: end what it has out, and
        take back what was decided of a claim that it has in again."""
        for name in sorted(self.verdicts.keys() - out):
            self._undo(self.verdicts.pop(name))
        while lingering := self.held() & out:
            for name in sorted(lingering):
                self.verdicts[name] = self._end(name, "its reason is gone").revision or 0

    def _end(self, name: str, reason: str | None) -> Done:
        at = self._tick()
        return self.store.end(self.claims[name], _source(at, reason=reason), at)

    def _undo(self, revision: int) -> None:
        at = self._tick()
        self.store.undo(revision, _source(at), at)

    def _tick(self) -> datetime:
        """The time of the next row: each a little after the one before."""
        self.moment += STEP
        return self.moment

    def _proposal(self, row: Json, text: str, at: datetime) -> Proposal:
        name = row["id"]
        return Proposal(
            subject=name,
            predicate="states",
            object=name,
            name=name,
            ref=name,
            source=_source(at, uri=row.get("source"), excerpt=text),
            justifications=self._reasons(name, row.get("justifications") or []),
        )

    def _reasons(self, claim: str, justifications: list[Json]) -> tuple[Reason, ...]:
        known = self._added.keys()
        reasons = tuple(
            Reason(all_of=tuple(each["all_of"]), none_of=tuple(name for name in each["none_of"] if name in known))
            for each in justifications
            if known >= set(each["all_of"])
        )
        self._partial.pop(claim, None)
        if any(not known >= {*each["all_of"], *each["none_of"]} for each in justifications):
            self._partial[claim] = justifications, reasons
        return reasons

    def _replace(self, claim: str, reasons: tuple[Reason, ...]) -> None:
        at = self._tick()
        self.store.replace_reasons(self.claims[claim], reasons, _source(at), at)

    def _complete(self) -> None:
        for claim, (justifications, sent) in list(self._partial.items()):
            if (reasons := self._reasons(claim, justifications)) != sent:
                self._replace(claim, reasons)


def _source(at: datetime, uri: str | None = None, excerpt: str = "", reason: str | None = None) -> Origin:
    return Origin(kind=Tier.DOCUMENTED, observed_at=at, uri=uri or "", excerpt=excerpt, reason=reason or "")
