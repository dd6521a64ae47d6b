"""Questions with a true answer and five documents that state a false one (PoisonedRAG).

However many documents say it, they do not take the place of what a trusted source says. Where no source is trusted
more, the first answer stays held and each later one is contested, for a person to decide: so in either order.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta

from benchmarks.evaluations.shared.files import File, Json
from benchmarks.evaluations.shared.report import Report
from benchmarks.evaluations.shared.store import ALICE, SCOUT, Store
from claims.models import Tier
from claims.normal_form import key_of
from claims.services.belief_base.proposals import Origin, Proposal

START = datetime(2024, 1, 1, tzinfo=UTC)
RECORDED = START + timedelta(days=1)


def evaluate(files: Sequence[File], report: Report) -> None:
    """All questions against one trusted claim of either tier, then without one; truth first, then truth last."""
    for file in files:
        report.sent["questions"] += len(file.rows)
        for tier in (Tier.STATED, Tier.VERIFIED):
            for truth_first in (True, False):
                _evaluate_trusted(file.rows, tier, truth_first, report)
        for truth_first in (True, False):
            _evaluate_equal(file.rows, truth_first, report)
        for row in file.rows:
            _compare_wordings(row, report)


def _evaluate_trusted(rows: Sequence[Json], tier: Tier, truth_first: bool, report: Report) -> None:
    """The documents are surer than the trusted source, later, and each its own origin."""
    store = Store(f"one {tier.label} truth", actor=ALICE if tier is Tier.VERIFIED else SCOUT)
    answers = [_in_order([_truth(row, tier), *_documents(row, hours=1, confidence=1000)], truth_first) for row in rows]
    _tell(store, answers, report)
    held = _held(store)
    order = "first" if truth_first else "last"
    for row in rows:
        expected, got = [key_of(row["true_object"])], held[key_of(row["subject"])]
        report.check(f"truth held where it is {tier.label} and comes {order}", row["id"], expected=expected, got=got)


def _evaluate_equal(rows: Sequence[Json], truth_first: bool, report: Report) -> None:
    """The truth is a document among documents: same tier, confidence, time and key."""
    store = Store("documents alone")
    answers = [_in_order([_truth(row, Tier.DOCUMENTED), *_documents(row)], truth_first) for row in rows]
    outcomes = _tell(store, answers, report)
    held = _held(store)
    order = "the truth" if truth_first else "a poisoned document"
    for row, mine, told in zip(rows, answers, outcomes, strict=True):
        first, *rest = mine
        report.check(
            f"first held where {order} comes first",
            row["id"],
            expected=[key_of(first.object)],
            got=held[key_of(row["subject"])],
        )
        report.check(
            f"rest contested where {order} comes first", row["id"], expected=_expected(first, rest), got=told[1:]
        )


def _compare_wordings(row: Json, report: Report) -> None:
    """Where both answers are one claim in other letters, no document contradicts the truth."""
    one = key_of(row["true_object"]) == key_of(row["poison_object"])
    if row["same_after_casefold"]:
        report.check("rows whose two answers are one claim", row["id"], expected=True, got=one)
    elif one:
        report.notes.append(f"{row['id']}: {row['true_object']} and {row['poison_object']} are one claim here")


def _expected(first: Proposal, rest: Sequence[Proposal]) -> list[str]:
    """A rival is contested; a later document that gives the first answer too corroborates it."""
    same = key_of(first.object)
    return ["corroborated" if key_of(each.object) == same else "contested" for each in rest]


def _truth(row: Json, tier: Tier) -> Proposal:
    source = Origin(kind=tier, uri=f"{row['id']}/truth", observed_at=START)
    return Proposal(subject=row["subject"], predicate=_predicate(row), object=row["true_object"], source=source)


def _documents(row: Json, hours: int = 0, confidence: int | None = None) -> Iterator[Proposal]:
    for number, text in enumerate(row["poison_texts"]):
        uri = f"{row['id']}/document/{number}"
        at = START + timedelta(hours=hours * (number + 1))
        yield Proposal(
            subject=row["subject"],
            predicate=_predicate(row),
            object=row["poison_object"],
            source=Origin(kind=Tier.DOCUMENTED, uri=uri, origin=uri, excerpt=text, observed_at=at),
            confidence=confidence,
        )


def _predicate(row: Json) -> str:
    """A question has one answer, whatever the vocabulary says of the name."""
    return f"{row['predicate']} (one)"


def _in_order(answers: Sequence[Proposal], truth_first: bool) -> list[Proposal]:
    truth, *documents = answers
    return [truth, *documents] if truth_first else [*documents, truth]


def _tell(store: Store, answers: Sequence[Sequence[Proposal]], report: Report) -> list[list[str]]:
    """One answer to every question a revision, in rounds; what each question's answers were told, in order."""
    outcomes: list[list[str]] = [[] for _ in answers]
    for number in range(max(map(len, answers))):
        places = [place for place, mine in enumerate(answers) if number < len(mine)]
        done = store.tell([answers[place][number] for place in places], RECORDED)
        for place, told in zip(places, done.plan.told, strict=True):
            outcomes[place].append(told.outcome.value)
        report.sent["answers"] += len(places)
    return outcomes


def _held(store: Store) -> dict[str, list[str]]:
    held: dict[str, list[str]] = {}
    for row in store.held():
        held.setdefault(key_of(row.subject), []).append(row.object_key)
    return held
