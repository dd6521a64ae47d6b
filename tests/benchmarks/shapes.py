"""Small files of each shape that is evaluated, all made up."""

from typing import Any

Rows = list[dict[str, Any]]


def conversation() -> Rows:
    """Alice changes her mind, returns to what she said first, and drops a request; Scout's guesses stay guesses."""
    trip = "alice-1/Trips"

    def said(op: str, slot: str, value: str, **more: Any) -> dict[str, Any]:
        return {"op": op, "subject": trip, "predicate": slot, "object": value, "surface": [value.lower()], **more}

    def offered(slot: str, value: str) -> dict[str, Any]:
        return {"subject": trip, "predicate": slot, "object": value, "act": "offer"}

    def turn(number: int, text: str, **rows: Any) -> dict[str, Any]:
        return {"turn": number, "speaker": "system" if "proposals" in rows else "user", "text": text, **rows}

    turns = [
        turn(0, "To Bern, by train.", claims=[said("expand", "to", "Bern"), said("expand", "category", "Train")]),
        turn(1, "There is one at nine, with a dining car.", proposals=[offered("time", "9:00"), offered("car", "Yes")]),
        turn(2, "Rather to Chur, at nine.", claims=[said("revise", "to", "Chur"), said("expand", "time", "9:00")]),
        turn(3, "To Basel, perhaps?", proposals=[offered("to", "Basel")]),
        turn(
            4, "No, Bern after all, by bus.", claims=[said("revise", "to", "Bern"), said("revise", "category", "Bus")]
        ),
        turn(6, "Now for a hotel.", claims=[said("contract", "time", "9:00", source="state_dropped")]),
        turn(8, "As I said, Bern.", claims=[said("reaffirm", "to", "bern")]),
    ]
    final = [("to", "Bern", ["bern", "Berne"]), ("category", "Bus", ["coach"])]
    return [
        {
            "conversation": "alice-1",
            "turns": turns,
            "expected_final": [
                {"subject": trip, "predicate": slot, "object": value, "surface": surface}
                for slot, value, surface in final
            ],
            "expected_superseded": 4,
        }
    ]


def intervals() -> Rows:
    """Where Bob lived and what he played, with dates of every kind."""

    def group(kind: str, predicate: str, facts: Rows, as_of: dict[str, list[str]]) -> dict[str, Any]:
        probes = [{"at": at, "objects": objects} for at, objects in as_of.items()]
        return {
            "dataset": "made up",
            "subject": "Bob",
            "predicate": predicate,
            "kind": kind,
            "facts": facts,
            "as_of": probes,
        }

    def fact(value: str, start: str | None, end: str | None, arrival: int) -> dict[str, Any]:
        return {"object": value, "from": start, "to": end, "arrival": arrival}

    lived = [fact("Bonn", "2011-##-##", "2013-##-##", 3), fact("Ulm", "2013-##-##", None, 1)]
    played = [
        fact("chess", None, "2012-05-##", 2),
        fact("go", "2010-06-01", "2014-##-##", 5),
        fact("go", "2013-##-##", None, 4),
    ]
    ruled = [fact("Rome", "416-##-##", "420-##-##", 6)]
    return [
        group("sequential", "lives in", lived, {"2010-07-01": [], "2012-07-01": ["Bonn"], "2020-07-01": ["Ulm"]}),
        group(
            "overlapping",
            "plays",
            played,
            {"2009-07-01": ["chess"], "2011-07-01": ["chess", "go"], "2019-07-01": ["go"]},
        ),
        group("single", "ruled", ruled, {"0418-07-01": ["Rome"]}),
    ]


def reversed_intervals() -> Rows:
    return [{"subject": "Dave", "predicate": "works for", "object": "Acme", "from": "2014-##-##", "to": "2007-##-##"}]


def chains() -> Rows:
    """Three songs, their singers, the singers' coaches, their countries and capitals, edited across each other."""
    return [
        _case(
            1,
            ["Green Door", "Alice", "Bob", "Norland", "Aston"],
            ["Green Door", "Carol", "Bob", "Sudland", "Corva"],
            ["Alice", "Dave", "Norland", "Brig"],
            alone=[0, 2],
            together=[0, 1, 2, 3],
            flagged=(True, True),
        ),
        _case(
            2,
            ["Blue Gate", "Dave", "Erin", "Westland", "Delt"],
            ["Blue Gate", "Alice", "Erin", "Norland", "Fenn"],
            ["Dave", "Bob", "Westland", "Aston"],
            alone=[0, 2],
            together=[0, 1, 2],
            flagged=(True, True),
        ),
        _case(
            3,
            ["Red Wall", "Grace", "Heidi", "Eastland", "Gorm"],
            ["Red Wall", "Dave", "Ivan", "Oldland", "Ister"],
            ["Grace", "Erin", "Eastland", "Hamm"],
            alone=[0],
            together=[0],
            flagged=(False, False),
        ),
    ]


def _case(
    case: int,
    old: list[str],
    new: list[str],
    before: list[str],
    *,
    alone: list[int],
    together: list[int],
    flagged: tuple[bool, bool],
) -> dict[str, Any]:
    relations = ["performer", "head coach", "country of citizenship", "capital"]

    def chain(names: list[str]) -> Rows:
        hops = zip(names, relations, names[1:], strict=False)
        return [{"subject": one, "predicate": relation, "object": other} for one, relation, other in hops]

    edits = [
        {"subject": hop["subject"], "predicate": hop["predicate"], "old": was, "new": hop["object"]}
        for hop, was in zip(chain(new), before, strict=True)
    ]
    suffixes = [
        {"depends_on_old": places, "flagged_whole_part": each}
        for places, each in zip(([1, 2, 3], [2, 3]), flagged, strict=True)
    ]
    expected = {
        "superseded": 4,
        "contracted_base": alone,
        "untouched_base": [place for place in range(4) if place not in alone],
        "derived_flagged": True,
        "contracted_base_whole_part": together,
        "suffix_derived": suffixes,
        "new_answer_holds_whole_part": True,
    }
    derived = {"old_answer": old[-1], "new_answer": new[-1], "depends_on_old": [0, 1, 2, 3]}
    return {
        "case": case,
        "base_chain": chain(old),
        "edits": edits,
        "new_chain": chain(new),
        "derived": derived,
        "expected": expected,
    }


def registry() -> Rows:
    """Tea for Alice rests on a kettle; a reason names a claim that comes later, and one export is broken."""
    kettle = {"all_of": ["alice-likes-tea", "kettle-works"], "none_of": []}

    def row(type_: str, seq: int, name: str, **more: Any) -> dict[str, Any]:
        return {"type": type_, "seq": seq, "id": name, **more}

    def add(seq: int, name: str, *justifications: dict[str, list[str]]) -> dict[str, Any]:
        more = {"justifications": list(justifications)} if justifications else {}
        kind = "derived" if justifications else "premise"
        return row("add", seq, name, text=f"The text of {name}", kind=kind, source="kitchen.md", truth="IN", **more)

    def snapshot(seq: int) -> dict[str, Any]:
        return {"type": "snapshot", "seq": seq, "at": f"2026-03-0{seq}T09:00:00+01:00"}

    def expect(
        seq: int, all_out: str, explicit: str = "", cascade: str = "", direct: str = "", back: str = ""
    ) -> dict[str, Any]:
        return {
            "type": "expect",
            "seq": seq,
            "all_out": all_out.split(),
            "explicit_out": explicit.split(),
            "newly_retracted": [],
            "cascade_out": cascade.split(),
            "direct_dependents_of_newly_retracted": direct.split(),
            "restored": back.split(),
        }

    return [
        snapshot(1),
        add(1, "tea-for-alice", kettle),
        add(1, "alice-likes-tea"),
        add(1, "kettle-works"),
        add(1, "coffee-for-alice", {"all_of": [], "none_of": ["kettle-works"]}),
        add(1, "bob-buys-tea", {"all_of": ["tea-for-alice"], "none_of": []}),
        add(1, "dave-brings-milk", {"all_of": ["dave-comes"], "none_of": []}),
        expect(1, "coffee-for-alice dave-brings-milk"),
        snapshot(2),
        row("retract", 2, "kettle-works", reason="It leaks", was="IN"),
        expect(
            2,
            "kettle-works tea-for-alice bob-buys-tea dave-brings-milk",
            explicit="kettle-works",
            cascade="tea-for-alice bob-buys-tea",
            direct="tea-for-alice",
            back="coffee-for-alice",
        ),
        snapshot(3),
        {"type": "broken_export", "seq": 3},
        expect(3, "kettle-works tea-for-alice bob-buys-tea dave-brings-milk", explicit="kettle-works"),
        snapshot(4),
        add(4, "dave-comes"),
        row("edit", 4, "tea-for-alice", text="Alice gets tea"),
        row("rejustify", 4, "bob-buys-tea", justifications=[{"all_of": ["alice-likes-tea"], "none_of": []}]),
        row("lift", 4, "kettle-works"),
        expect(
            4,
            "coffee-for-alice",
            cascade="coffee-for-alice",
            back="kettle-works tea-for-alice bob-buys-tea dave-brings-milk",
        ),
    ]  # fmt: skip


def poisoned() -> Rows:
    """Two questions; to the second, both answers are one claim."""

    def question(name: str, subject: str, truth: str, poison: str) -> dict[str, Any]:
        return {
            "id": name,
            "subject": subject,
            "predicate": "answer",
            "true_object": truth,
            "poison_object": poison,
            "poison_texts": [f"Text {number} says {poison}." for number in range(5)],
            "same_after_casefold": truth.casefold() == poison.casefold(),
        }

    return [
        question("q1", "who keeps the keys of the house", "Carol", "Dave"),
        question("q2", "what does Scout carry", "a lamp", "A Lamp"),
    ]


def memory() -> Rows:
    """What an agent wrote about Bob's shed, one thing twice."""

    def event(seq: int, subject: str, predicate: str, value: str) -> dict[str, Any]:
        return {
            "seq": seq,
            "commit": f"c{seq}",
            "at": f"2025-03-2{seq}T17:00:00+01:00",
            "op": "add",
            "subject": subject,
            "predicate": predicate,
            "object": value,
            "stated_at": f"2025-03-2{seq}T14:00:00.500Z",
        }

    return [
        event(1, "shed", "is a", "Building"),
        event(1, "shed", "observation", "Is painted green"),
        event(1, "shed", "observation", "Is painted red"),
        event(2, "shed", "is a", "building"),
        event(2, "shed", "contains", "ladder"),
        event(2, "shed", "contains", "spade"),
    ]


def memory_labels() -> Rows:
    painted = [{"subject": "shed", "object": f"Is painted {colour}", "seq": 1} for colour in ("green", "red")]
    return [
        {"label": "superseded", "old": painted[:1], "new": painted[1:], "note": "colour"},
        {"label": "same_subject", "names": ["shed", "Shed", "the shed"]},
    ]
