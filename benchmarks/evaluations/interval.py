"""Facts with dates (YAGO11k, Wikidata12k): what was true at a given time, in whatever order the facts arrive.

A fact is observed at a time that belongs to it, in the order of its source, so that arrival decides nothing. Facts that
end before they begin must be refused whole.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import groupby
from operator import itemgetter

from benchmarks.evaluations.shared.files import File, Json
from benchmarks.evaluations.shared.report import Report
from benchmarks.evaluations.shared.store import Store
from claims.engine.time.dates import Stated, read_time
from claims.models import Act, Belief, Claim, Entity, Question, Revision, Source, Tier
from claims.normal_form import key_of, predicate_key
from claims.refusals import Invalid
from claims.services.belief_base.proposals import Origin, Proposal

START = datetime(2020, 1, 1, tzinfo=UTC)
RECORDED = START + timedelta(days=365)

SHUFFLES = 3

#: Small enough for the facts of one subject to arrive in different revisions.
BATCH = 200


@dataclass(frozen=True, slots=True)
class Fact:
    """A fact of a group; the groups are told apart by whether their predicate has one value at a time or many."""

    group: Json
    row: Json

    @property
    def many(self) -> bool:
        return bool(self.group["kind"] == "overlapping")


def evaluate(files: Sequence[File], report: Report) -> None:
    """Each file in four orders of arrival, each order in bases of its own; then the facts that must be refused."""
    for file in files:
        groups = [row for row in file.rows if "facts" in row]
        report.sent["groups"] += len(groups)
        if groups:
            _evaluate_groups(file.name, groups, report)
        if bad := [row for row in file.rows if "facts" not in row]:
            _evaluate_bad(bad, report)


def _evaluate_groups(name: str, groups: Sequence[Json], report: Report) -> None:
    facts = [Fact(group, row) for group in groups for row in group["facts"]]
    facts.sort(key=lambda fact: fact.row["arrival"])
    wrong: dict[tuple[int, int], list[str]] = {}
    for shuffle in range(1 + SHUFFLES):
        order = facts if shuffle == 0 else random.Random(shuffle).sample(facts, len(facts))  # noqa: S311  no secret
        report.sent["facts, in four orders"] += len(order)
        for place, faults in _probe(groups, _tell(f"{name}, order {shuffle}", order)):
            report.sent["probes, in four orders"] += 1
            wrong.setdefault(place, []).extend(f"{fault} (order {shuffle})" for fault in faults)
    for faults in wrong.values():
        report.judge("probes right in all orders", faults)


def _tell(label: str, facts: Sequence[Fact]) -> dict[bool, Store]:
    """A base for predicates of one value, and one for those of many; each is told its facts in order."""
    stores = {many: Store(label, many=many) for many in (False, True)}
    for many, store in stores.items():
        proposals = [_proposal(fact) for fact in facts if fact.many == many]
        for _ in store.tell_in_batches(proposals, RECORDED, BATCH):
            pass
    return stores


def _proposal(fact: Fact) -> Proposal:
    observed = START + timedelta(seconds=fact.row["arrival"])
    return Proposal(
        subject=fact.group["subject"],
        predicate=_predicate(fact.group),
        object=fact.row["object"],
        source=Origin(kind=Tier.DOCUMENTED, uri=f"{fact.group['dataset']}:{fact.row['arrival']}", observed_at=observed),
        **_valid(fact.row),
    )


def _predicate(group: Json) -> str:
    return f"{group['predicate']} ({'many' if group['kind'] == 'overlapping' else 'one'})"


def _valid(row: Json) -> Json:
    start = _date(row["from"])
    return {"valid_from": start, "open_start": start is None, "valid_to": _date(row["to"])}


def _date(text: str | None) -> Stated | None:
    """`1952-##-##` means the year, `1952-05-##` the month, `416-##-##` the year 416."""
    if text is None:
        return None
    year, *rest = (part for part in text.split("-") if "#" not in part)
    return read_time("-".join([year.zfill(4), *rest]))


def _probe(groups: Sequence[Json], stores: dict[bool, Store]) -> Iterator[tuple[tuple[int, int], list[str]]]:
    """What is held at each instant that the file asks about, each base read once an instant."""
    asked = sorted(
        (group["kind"] == "overlapping", probe["at"], number, place)
        for number, group in enumerate(groups)
        for place, probe in enumerate(group["as_of"])
    )
    for (many, at), probes in groupby(asked, key=itemgetter(0, 1)):
        held = defaultdict(list)
        for row in stores[many].held(datetime.fromisoformat(at).replace(tzinfo=UTC)):
            held[key_of(row.subject), row.predicate].append(row.object_key)
        for *_, number, place in probes:
            group = groups[number]
            got = sorted(held[key_of(group["subject"]), predicate_key(_predicate(group))])
            expected = sorted(map(key_of, group["as_of"][place]["objects"]))
            where = f"{group['subject']} {group['predicate']} at {at}"
            yield (number, place), [] if got == expected else [f"{where}: expected {expected}, got {got}"]


def _evaluate_bad(rows: Sequence[Json], report: Report) -> None:
    store = Store("facts that end before they begin")
    for row in rows:
        report.sent["reversed facts"] += 1
        before = _stored(store)
        report.judge("reversed facts refused with their sentence", _not_refused(store, row))
        report.check("reversed facts of which nothing is stored", str(row), expected=before, got=_stored(store))


def _not_refused(store: Store, row: Json) -> Iterator[str]:
    source = Origin(kind=Tier.DOCUMENTED, observed_at=START)
    names = {"subject": row["subject"], "predicate": f"{row['predicate']} (one)", "object": row["object"]}
    try:
        store.tell([Proposal(**names, source=source, **_valid(row))], RECORDED)
    except Invalid as refusal:
        start, end = (row[side].split("-#")[0].zfill(4) for side in ("from", "to"))
        sentence = f"The period ends ({end}) before it begins ({start}); swap or mend the two."
        if refusal.sentence != sentence:
            yield f"{row}: expected “{sentence}”, got “{refusal.sentence}”"
    else:
        yield f"{row}: was not refused"


def _stored(store: Store) -> int:
    tables = (Entity, Question, Claim, Source, Act, Belief, Revision)
    return sum(table.objects.filter(base_id=store.base).count() for table in tables) + store.head
