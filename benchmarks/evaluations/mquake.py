"""Chains of facts that are edited, and answers that rest on them (MQuAKE, the hard subset).

The cases are told to one base, where they share facts, and once more apart, each with subjects of its own. An edit
must supersede the fact it changes and nothing else; an answer is flagged when a fact that it rests on is superseded,
and left alone when none is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import count
from uuid import UUID

from benchmarks.evaluations.shared.files import File, Json
from benchmarks.evaluations.shared.report import Report
from benchmarks.evaluations.shared.store import Store, claims_of
from claims.models import Tier
from claims.normal_form import key_of, predicate_key
from claims.services.belief_base.proposals import Origin, Proposal, Reason

START = datetime(2024, 1, 1, tzinfo=UTC)
RECORDED = START + timedelta(days=1)

#: Subject and predicate, as keys.
Key = tuple[str, str]


@dataclass(slots=True)
class World:
    """A base that cases are told to, and what became of the claims: each known by its key and its object's."""

    store: Store
    apart: bool
    names: dict[UUID, tuple[Key, str]] = field(default_factory=dict)
    ids: dict[tuple[Key, str], UUID] = field(default_factory=dict)
    answers: dict[tuple[int, int], UUID] = field(default_factory=dict)
    superseded: set[UUID] = field(default_factory=set)
    flagged: set[UUID] = field(default_factory=set)

    def tell(self, proposals: Sequence[Proposal]) -> list[UUID]:
        """Assert claims; the ids of their claims, in order."""
        told = []
        for done in self.store.tell_in_batches(proposals, RECORDED):
            self.superseded |= set(done.plan.superseded)
            self.flagged = (self.flagged | set(done.plan.flagged)) - set(done.plan.cleared)
            told += claims_of(done)
        for proposal, claim in zip(proposals, told, strict=True):
            name = (key_of(proposal.subject), predicate_key(proposal.predicate)), key_of(proposal.object)
            self.names[claim], self.ids[name] = name, claim
        return told

    def fact(self, case: Json, row: Json, value: str, at: datetime = START) -> Proposal:
        """One fact of a case. In this data every relation has one value, whatever the vocabulary says of its name."""
        subject = f"{case['case']}: {row['subject']}" if self.apart else row["subject"]
        source = Origin(kind=Tier.DOCUMENTED, observed_at=at)
        return Proposal(subject=subject, predicate=f"{row['predicate']} (one)", object=row[value], source=source)

    def name(self, case: Json, row: Json, value: str) -> tuple[Key, str]:
        """What a fact of a case is known by."""
        fact = self.fact(case, row, value)
        return (key_of(fact.subject), predicate_key(fact.predicate)), key_of(fact.object)

    def gone(self) -> set[tuple[Key, str]]:
        """The facts that were superseded and are not held now."""
        return {self.names[claim] for claim in self.superseded} - self.held()

    def held(self) -> set[tuple[Key, str]]:
        return {((key_of(row.subject), row.predicate), row.object_key) for row in self.store.held()}


def evaluate(files: Sequence[File], report: Report) -> None:
    """All cases of each file together, then apart."""
    for file in files:
        report.sent["cases"] += len(file.rows)
        together = World(Store("all cases together"), apart=False)
        _tell(together, file.rows, report)
        _compare_together(together, file.rows, report)
        apart = World(Store("each case apart"), apart=True)
        _tell(apart, file.rows, report)
        _compare_apart(apart, file.rows, report)


def _tell(world: World, cases: Sequence[Json], report: Report) -> None:
    """Base chains and old facts, then the answers that rest on them, then the edits, one
    second apart: as a revision a case, or where the cases are apart, as one."""
    facts = [world.fact(case, row, "object") for case in cases for row in case["base_chain"]]
    facts += [world.fact(case, row, "old") for case in cases for row in case["edits"]]
    world.tell(facts)
    places = [(case, first) for case in cases for first in range(len(case["base_chain"]) - 1)]
    answers = world.tell([_answer(world, case, first) for case, first in places])
    world.answers = {(case["case"], first): claim for (case, first), claim in zip(places, answers, strict=True)}
    edits = _edits(world, cases)
    for revision in [[edit for each in edits for edit in each]] if world.apart else edits:
        world.tell(revision)
    for kind, sent in (
        ("base and old facts", facts),
        ("derived answers", answers),
        ("edits", [edit for each in edits for edit in each]),
    ):
        report.sent[f"{kind}, together and apart"] += len(sent)


def _edits(world: World, cases: Sequence[Json]) -> list[list[Proposal]]:
    seconds = count(1)
    return [
        [world.fact(case, row, "new", START + timedelta(seconds=next(seconds))) for row in case["edits"]]
        for case in cases
    ]


def _answer(world: World, case: Json, first: int) -> Proposal:
    """The end of the chain, derived from its hops from ``first`` on."""
    hops = case["base_chain"][first:]
    return Proposal(
        subject=f"case {case['case']}, from hop {first + 1} on",
        predicate="end of the chain (one)",
        object=case["derived"]["old_answer"],
        source=Origin(kind=Tier.INFERRED, method="derivation", observed_at=START),
        justifications=(Reason(all_of=tuple(str(world.ids[world.name(case, row, "object")]) for row in hops)),),
    )


def _compare_together(world: World, cases: Sequence[Json], report: Report) -> None:
    said, last = _said(world, cases)
    held, held_answers = world.held(), {row.id for row in world.store.held()}
    for key, value in last.items():
        found = {other for place, other in held if place == key}
        report.check("together: facts held", " ".join(key), expected={value}, got=found)
    gone, expected_gone = world.gone(), said - set(last.items())
    report.total("together: facts superseded", expected=len(expected_gone), got=len(gone & expected_gone))
    report.differences += [f"superseded and should not be: {each}" for each in sorted(gone - expected_gone)]
    for case in cases:
        where, expected = f"case {case['case']}", case["expected"]
        contracted = _contracted(world, case, held)
        report.check(
            "together: cases' base facts", where, expected=expected["contracted_base_whole_part"], got=contracted
        )
        holds = all(world.name(case, row, "object") in held for row in case["new_chain"])
        report.check("together: new answers", where, expected=expected["new_answer_holds_whole_part"], got=holds)
        for suffix in expected["suffix_derived"]:
            answer = world.answers[case["case"], suffix["depends_on_old"][0]]
            measure = f"together: suffix answers {'flagged' if suffix['flagged_whole_part'] else 'left alone'}"
            got = answer in world.flagged if answer in held_answers else "not held"
            place = f"{where}, {suffix['depends_on_old']} flagged"
            report.check(measure, place, expected=suffix["flagged_whole_part"], got=got)


def _said(world: World, cases: Sequence[Json]) -> tuple[set[tuple[Key, str]], dict[Key, str]]:
    """Every fact that was said, and the last word on each key."""
    said = [world.name(case, row, "object") for case in cases for row in case["base_chain"]]
    said += [world.name(case, row, value) for value in ("old", "new") for case in cases for row in case["edits"]]
    return set(said), dict(said)


def _contracted(world: World, case: Json, held: set[tuple[Key, str]]) -> list[int]:
    chain = case["base_chain"]
    return [place for place, row in enumerate(chain) if world.name(case, row, "object") not in held]


def _compare_apart(world: World, cases: Sequence[Json], report: Report) -> None:
    held, gone = world.held(), world.gone()
    for case in cases:
        where, expected = f"case {case['case']} alone", case["expected"]
        superseded = len(gone & {world.name(case, row, "old") for row in case["edits"]})
        report.check("apart: superseded by a case", where, expected=expected["superseded"], got=superseded)
        contracted = _contracted(world, case, held)
        untouched = [place for place in range(len(case["base_chain"])) if place not in contracted]
        report.check(
            "apart: cases' base facts",
            where,
            expected=(expected["contracted_base"], expected["untouched_base"]),
            got=(contracted, untouched),
        )
        flagged = world.answers[case["case"], 0] in world.flagged
        report.check("apart: derived answers flagged", where, expected=expected["derived_flagged"], got=flagged)
