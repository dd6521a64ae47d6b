"""Each evaluation is right on a small file of its shape, and says so when one answer is another."""

import gzip
import json
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from benchmarks import evaluate
from benchmarks.evaluations import poisonedrag
from benchmarks.evaluations.shared.files import File
from tests.benchmarks import shapes

pytestmark = pytest.mark.django_db

Change = Callable[[shapes.Rows], Any]

FILES: dict[str, tuple[str, Callable[[], shapes.Rows]]] = {
    "sgd_state": ("sgd_state", shapes.conversation),
    "interval": ("interval_made_up", shapes.intervals),
    "interval_bad": ("interval_bad_made_up", shapes.reversed_intervals),
    "mquake": ("mquake_hard", shapes.chains),
    "registry": ("registry_events", shapes.registry),
    "poisonedrag": ("poisonedrag", shapes.poisoned),
    "memoryfile": ("memoryfile_events", shapes.memory),
}


def write(folder: Path, shape: str, change: Change | None = None) -> str:
    name, made = FILES[shape]
    rows = made()
    if change:
        change(rows)
    path = folder / f"{name}.dev.jsonl.gz"
    path.write_bytes(gzip.compress("\n".join(map(json.dumps, rows)).encode()))
    return str(path)


@pytest.mark.parametrize("shape", FILES)
def test_an_evaluation_is_right_on_a_file_of_its_shape(
    shape: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert evaluate.main([write(tmp_path, shape)]) == 0, capsys.readouterr().out
    assert "WRONG" not in capsys.readouterr().out


def expectation(rows: shapes.Rows, seq: int) -> dict[str, Any]:
    return next(row for row in rows if row["type"] == "expect" and row["seq"] == seq)


WRONG: dict[str, tuple[str, Change]] = {
    "another last value": ("sgd_state", lambda rows: rows[0]["expected_final"][0].update(object="Thun", surface=[])),
    "another number superseded": ("sgd_state", lambda rows: rows[0].update(expected_superseded=3)),
    "a last value fewer": ("sgd_state", lambda rows: rows[0]["expected_final"].pop()),
    "a guess taken for a statement": (
        "sgd_state",
        lambda rows: rows[0]["expected_final"].append(
            {"subject": "alice-1/Trips", "predicate": "car", "object": "Yes", "surface": []}
        ),
    ),
    "another object at an instant": ("interval", lambda rows: rows[1]["as_of"][1].update(objects=["chess"])),
    "an object too many": ("interval", lambda rows: rows[0]["as_of"][0].update(objects=["Ulm"])),
    "a period that is not reversed": ("interval_bad", lambda rows: rows[0].update(to="2015-##-##")),
    "another number of edits": ("mquake", lambda rows: rows[0]["expected"].update(superseded=3)),
    "another fact contracted alone": ("mquake", lambda rows: rows[2]["expected"].update(contracted_base=[1])),
    "another fact contracted": ("mquake", lambda rows: rows[1]["expected"].update(contracted_base_whole_part=[0, 2])),
    "an answer left alone": (
        "mquake",
        lambda rows: rows[0]["expected"]["suffix_derived"][1].update(flagged_whole_part=False),
    ),
    "an answer flagged": (
        "mquake",
        lambda rows: rows[2]["expected"]["suffix_derived"][0].update(flagged_whole_part=True),
    ),
    "a new answer that fails": ("mquake", lambda rows: rows[0]["expected"].update(new_answer_holds_whole_part=False)),
    "an edit with another new fact": ("mquake", lambda rows: rows[0]["new_chain"][3].update(object="Brig")),
    "a claim fewer out": ("registry", lambda rows: expectation(rows, 2)["all_out"].pop()),
    "another direct dependent": (
        "registry",
        lambda rows: expectation(rows, 2)["direct_dependents_of_newly_retracted"].append("bob-buys-tea"),
    ),
    "another claim back": ("registry", lambda rows: expectation(rows, 4)["restored"].pop()),
    "two wordings that are two claims": ("poisonedrag", lambda rows: rows[0].update(same_after_casefold=True)),
    "one value at a time": (
        "memoryfile",
        lambda rows: [row.update(predicate="lives in") for row in rows if row["predicate"] == "contains"],
    ),
}


@pytest.mark.parametrize(("shape", "change"), WRONG.values(), ids=WRONG)
def test_an_evaluation_says_where_one_answer_is_another(
    shape: str, change: Change, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert evaluate.main([write(tmp_path, shape, change)]) == 1
    told = capsys.readouterr().out
    assert "WRONG" in told
    assert "  differs   " in told
    assert "Something differs: " in told


def test_a_poisoned_answer_that_is_held_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(
        poisonedrag,
        "_held",
        lambda store: defaultdict(lambda: ["dave"]),
    )
    assert evaluate.main([write(tmp_path, "poisonedrag")]) == 1
    assert (
        "truth held where it is stated and comes first: q1: expected ['carol'], got ['dave']" in capsys.readouterr().out
    )


def test_labels_are_told_beside_their_events_and_decide_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    labels = tmp_path / "memoryfile_labels.jsonl"
    labels.write_text("\n".join(map(json.dumps, shapes.memory_labels())) + "\n")
    assert evaluate.main([write(tmp_path, "memoryfile"), str(labels)]) == 0
    told = capsys.readouterr().out
    assert "label: superseded, colour: 1 of 1 older ones still held" in told
    assert "label: one subject, shed, Shed, the shed: kept as 2" in told


def test_a_name_says_what_a_file_of_any_name_is(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = Path(write(tmp_path, "poisonedrag")).rename(tmp_path / "mine.gz")
    assert evaluate.main(["poisonedrag", str(file), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [each["evaluation"] for each in told["evaluations"]] == ["poisonedrag"]
    assert told["evaluations"][0]["sent"] == {"questions": 2, "answers": 72}
    assert told["evaluations"][0]["measures"]["rows whose two answers are one claim"] == {"expected": 1, "got": 1}


def test_files_that_no_evaluation_knows_are_skipped_aloud(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    strange = tmp_path / "locomo.dev.jsonl.gz"
    strange.touch()
    assert evaluate.main([str(strange), write(tmp_path, "poisonedrag")]) == 0
    assert f"skipped   {strange}: no evaluation goes by this name" in capsys.readouterr().out
    assert evaluate.main([str(strange)]) == 1


def test_a_refusal_is_a_difference(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    circle = {"all_of": ["bob-buys-tea"], "none_of": []}
    path = write(tmp_path, "registry", lambda rows: rows[2].update(justifications=[circle]))
    assert evaluate.main([path]) == 1
    assert "refused: A claim cannot rest on itself" in capsys.readouterr().out


def test_files_are_read_packed_or_plain(tmp_path: Path) -> None:
    packed = File(Path(write(tmp_path, "memoryfile")))
    plain = tmp_path / "memoryfile_events.jsonl"
    plain.write_text("\n".join(map(json.dumps, shapes.memory())))
    assert packed.name == File(plain).name == "memoryfile_events"
    assert packed.rows == File(plain).rows == shapes.memory()
