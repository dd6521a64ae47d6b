"""Conversations whose state is known after every turn (Schema-Guided Dialogue).

What the user says is `stated`; what the agent offers or asks to have confirmed is its own guess, `inferred`. The last
word of the user must be held, every change of mind counted, and no guess be read as something the user said.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from benchmarks.evaluations.shared.files import File, Json
from benchmarks.evaluations.shared.report import Report
from benchmarks.evaluations.shared.store import Store
from claims.models import Tier
from claims.normal_form import key_of, predicate_key
from claims.queries.rows import Row
from claims.services.belief_base.operation import Done
from claims.services.belief_base.proposals import Origin, Proposal

DAY = datetime(2019, 3, 1, tzinfo=UTC)

Key = tuple[str, str]


@dataclass(slots=True)
class Run:
    """All conversations in one base, each a subject a service; and how often a stated value was superseded in each."""

    store: Store
    report: Report
    superseded: dict[str, int] = field(default_factory=lambda: defaultdict(int))


def evaluate(files: Sequence[File], report: Report) -> None:
    """Send all conversations turn by turn, the first turn of each, then the second, and compare where they end."""
    conversations = [row for file in files for row in file.rows]
    run = Run(Store("what users said"), report)
    turns: dict[int, list[tuple[str, Json]]] = defaultdict(list)
    for each in conversations:
        for turn in each["turns"]:
            turns[turn["turn"]].append((each["conversation"], turn))
    for number in sorted(turns):
        _send(run, number, turns[number])
    everything, stated = _by_key(run.store.held()), _by_key(run.store.held(tier=Tier.STATED))
    for each in conversations:
        report.judge("conversations right", _faults(each, everything, stated, run.superseded[each["conversation"]]))
    report.sent["conversations"] = len(conversations)


def _send(run: Run, number: int, turns: Sequence[tuple[str, Json]]) -> None:
    """One turn of every conversation: first what was dropped, then all that was said, as one batch."""
    at = DAY + timedelta(minutes=number)
    said: list[tuple[str, Proposal]] = []
    dropped: list[tuple[str, Json, Origin]] = []
    for conversation, turn in turns:
        run.report.sent["turns"] += 1
        for tier, place, row in _rows(turn):
            source = _source(conversation, turn, tier, at + timedelta(seconds=place))
            run.report.sent[f"claims: {row['op']}" if tier is Tier.STATED else "proposals"] += 1
            if row.get("op") == "contract":
                dropped.append((conversation, row, source))
            else:
                said.append((conversation, _proposal(row, source)))
    later = at + timedelta(minutes=1)
    for conversation, row, source in dropped:
        run.superseded[conversation] += _drop(run, conversation, row, source, later)
    if said:
        done = run.store.tell([proposal for _, proposal in said], later)
        for (conversation, _), count in zip(said, _superseded(done), strict=True):
            run.superseded[conversation] += count


def _rows(turn: Json) -> Iterator[tuple[Tier, int, Json]]:
    rows = [(Tier.STATED, row) for row in turn.get("claims", [])]
    rows += [(Tier.INFERRED, row) for row in turn.get("proposals", [])]
    yield from ((tier, place, row) for place, (tier, row) in enumerate(rows))


def _source(conversation: str, turn: Json, tier: Tier, at: datetime) -> Origin:
    uri = f"conversation:{conversation}/turn/{turn['turn']}"
    return Origin(kind=tier, uri=uri, excerpt=turn["text"], observed_at=at)


def _proposal(row: Json, source: Origin) -> Proposal:
    return Proposal(subject=row["subject"], predicate=_slot(row), object=row["object"], source=source)


def _slot(row: Json) -> str:
    """A slot has one value at a time, whatever a predicate of the vocabulary with the same name may have."""
    return f"{row['predicate']} (slot)"


def _superseded(done: Done) -> Iterator[int]:
    """How many stated rivals each assertion took the place of."""
    for told in done.plan.told:
        yield sum(each.row == "takes" and int(each.rival.tier) == Tier.STATED for each in told.against)


def _drop(run: Run, conversation: str, row: Json, source: Origin, at: datetime) -> int:
    """Contract what the user no longer asks for, and count it if it was held until now."""
    wordings = {key_of(str(each)) for each in (row.get("object"), row.get("previous"), *row.get("surface", [])) if each}
    held = [
        each
        for each in run.store.held(subject=key_of(row["subject"]), predicate=predicate_key(_slot(row)))
        if each.tier >= Tier.STATED and (each.object_key in wordings or not wordings)
    ]
    if not held:
        where = f"{row['subject']} {row['predicate']}"
        run.report.differences.append(f"{where}: {row.get('object')} was dropped and is not held")
    return sum(run.store.end(each.id, source, at).plan.told[0].outcome == "contracted" for each in held)


def _by_key(rows: Iterable[Row]) -> dict[str, dict[Key, list[str]]]:
    """The object keys held, by conversation, then by subject and predicate."""
    found: dict[str, dict[Key, list[str]]] = defaultdict(lambda: defaultdict(list))
    for row in rows:
        conversation = row.subject.rsplit("/", 1)[0]
        found[conversation][row.subject, row.predicate].append(row.object_key)
    return found


def _faults(conversation: Json, everything: dict[str, Any], stated: dict[str, Any], superseded: int) -> Iterator[str]:
    name = conversation["conversation"]
    expected = {(row["subject"], predicate_key(_slot(row))): row for row in conversation["expected_final"]}
    for key, row in expected.items():
        right = {key_of(wording) for wording in (row["object"], *row["surface"])}
        for told, held in (("held", everything[name][key]), ("held as stated", stated[name][key])):
            if len(held) != 1 or held[0] not in right:
                yield f"{' '.join(key)}: expected {row['object']}, {told} {held}"
    for key in stated[name].keys() - expected.keys():
        yield f"{' '.join(key)}: the user said no such thing at the end, and stated is {stated[name][key]}"
    if superseded != conversation["expected_superseded"]:
        yield f"{name}: expected {conversation['expected_superseded']} superseded, got {superseded}"
