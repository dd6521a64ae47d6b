"""A real memory file of an agent, as it was written over time: many observations of the same things, none a revision.

Everything must go in beside everything else, and a second import must add nothing. What a person would call superseded
or contested is told and decides nothing: it needs an understanding of the texts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import groupby
from operator import itemgetter

from benchmarks.evaluations.shared.files import File, Json
from benchmarks.evaluations.shared.report import Report
from benchmarks.evaluations.shared.store import Store
from claims.models import Belief, Claim, Tier
from claims.normal_form import key_of
from claims.services.belief_base.operation import Done
from claims.services.belief_base.proposals import Origin, Proposal

Name = tuple[str, str]


def evaluate(files: Sequence[File], report: Report) -> None:
    """Import the events of all files twice, then tell of the labels."""
    rows = [row for file in files for row in file.rows]
    events, labels = [row for row in rows if "op" in row], [row for row in rows if "label" in row]
    report.sent.update({"events": len(events), "labels": len(labels)})
    if not events:
        report.notes.append("labels are told only beside the events that they are about")
        return
    store = Store("a memory file", many=True)
    _compare_first(list(_import(store, events)), store, events, report)
    before = _stored(store)
    again = list(_import(store, events))
    claims, beliefs = (now - then for now, then in zip(_stored(store), before, strict=True))
    report.sent["events, imported again"] += len(events)
    report.check("second imports that add no claim", "claims added", expected=0, got=claims)
    report.check("second imports that add no belief row", "belief rows added", expected=0, got=beliefs)
    outcomes = {told.outcome.value for done in again for told in done.plan.told}
    report.check("second imports that only corroborate", "outcomes", expected={"corroborated"}, got=outcomes)
    _tell_labels(labels, _held(store), report)


def _import(store: Store, events: Sequence[Json]) -> Iterator[Done]:
    """The events in order, those of one commit as one revision."""
    for at, rows in groupby(events, key=itemgetter("at")):
        yield from store.tell_in_batches([_proposal(row) for row in rows], datetime.fromisoformat(at))


def _proposal(row: Json) -> Proposal:
    """An event. Whatever is added stands beside what was there: other ops are not known in files of this kind."""
    assert row["op"] == "add", f"an event that adds nothing: {row['op']}"
    stated = datetime.fromisoformat(row["stated_at"] or row["at"])
    source = Origin(kind=Tier.DOCUMENTED, uri=f"memory.jsonl@{row['commit']}", observed_at=stated)
    return Proposal(subject=row["subject"], predicate=row["predicate"], object=row["object"], source=source)


def _compare_first(done: Sequence[Done], store: Store, events: Sequence[Json], report: Report) -> None:
    told = [each for one in done for each in one.plan.told]
    held = _held(store)
    for row, each in zip(events, told, strict=True):
        where = f"{row['subject']} {row['predicate']} {row['object']}"
        taken = (
            each.outcome.value in ("expanded", "corroborated")
            and (key_of(row["subject"]), key_of(row["object"])) in held
        )
        report.check("events taken in and held", where, expected=True, got=taken)
    superseded = sum(len(one.plan.superseded) for one in done)
    report.check("imports that supersede nothing", "claims superseded", expected=0, got=superseded)


def _held(store: Store) -> set[Name]:
    return {(key_of(row.subject), row.object_key) for row in store.held()}


def _stored(store: Store) -> tuple[int, int]:
    tables = (Claim, Belief)
    claims, beliefs = (table.objects.filter(base_id=store.base).count() for table in tables)
    return claims, beliefs


def _tell_labels(labels: Sequence[Json], held: set[Name], report: Report) -> None:
    for label in labels:
        if label["label"] == "same_subject":
            kept = len({key_of(name) for name in label["names"]})
            report.notes.append(f"label: one subject, {', '.join(label['names'])}: kept as {kept}")
            continue
        old = [(key_of(each["subject"]), key_of(each["object"])) for each in label["old"]]
        count = sum(each in held for each in old)
        report.notes.append(
            f"label: {label['label']}, {label.get('note', '')}: {count} of {len(old)} older ones still held"
        )
