"""The real files with known answers, where they lie beside the repository."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from benchmarks import evaluate
from benchmarks.evaluations.shared.files import File

DATA = Path(__file__).resolve().parents[3] / "shared" / "data"

#: What must come out right, by the file that says so; the longest first, so that workers share the time well.
EXPECTED = {
    "interval_wikidata12k": {"probes right in all orders": 3021},
    "mquake_hard": {
        "together: facts held": 443,
        "together: facts superseded": 345,
        "together: suffix answers flagged": 296,
        "together: suffix answers left alone": 134,
    },
    "interval_yago11k": {"probes right in all orders": 2391},
    "sgd_state": {"conversations right": 760},
    "registry_events": {"cascade: snapshots, all that is out": 16, "flag: snapshots, direct dependents": 16},
    "poisonedrag": {
        "truth held where it is stated and comes first": 155,
        "first held where the truth comes first": 155,
    },
    "memoryfile_events memoryfile_labels": {"events taken in and held": 345},
    "interval_bad_yago interval_bad_wikidata": {"reversed facts refused with their sentence": 19},
}


def files_of(names: str) -> Sequence[File]:
    return [File(path) for name in names.split() for path in sorted(DATA.glob(f"{name}.dev.jsonl.gz"))]


@pytest.mark.skipif(not DATA.is_dir(), reason="the real data do not lie beside the repository")
@pytest.mark.usefixtures("committed_db")
@pytest.mark.parametrize("names", EXPECTED)
def test_the_real_data_come_out_as_expected(names: str) -> None:
    files = files_of(names)
    evaluation = evaluate.evaluation_of(files[0].name)
    assert evaluation is not None
    report = evaluate.evaluate(evaluation, files)
    assert report.right, "\n".join(report.lines())
    assert {name: report.measures[name].got for name in EXPECTED[names]} == EXPECTED[names]
