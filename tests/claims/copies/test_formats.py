"""Cells that no spreadsheet takes for a formula, and files that are what the manifest says."""

from __future__ import annotations

import csv
import io
import json
import stat
import zipfile
from hashlib import sha256

import pytest

from claims.services.rights.copies.formats.tables import cell
from tests.cast import project
from tests.claims.copies.cast import concerned, state


@pytest.mark.parametrize(
    "text",
    [
        "=1+1",
        "+1",
        "-1",
        "@SUM(A1)",
        "\t=1",
        "\r=1",
        "\n=1",
        " =1",
        "＝1",
        "＋1",
        "－1",
        "＠x",
        '=HYPERLINK("http://x")',
    ],
)
def test_no_cell_begins_a_formula(text: str) -> None:
    assert cell(text) == f"'{text}"


@pytest.mark.parametrize("text", ["Go", "3 - 2", "a=b", "", "“=”"])
def test_other_cells_stay_as_they_are(text: str) -> None:
    assert cell(text) == text


@pytest.mark.django_db
def test_tables_are_csv_as_rfc_4180_has_it() -> None:
    teller = project()
    teller.says('=cmd|"/C calc"!A0, and\nmore', source={"excerpt": '+"quoted", twice'})
    copied = concerned(teller).has_made()
    with zipfile.ZipFile(copied.folder / "tables.zip") as packed:
        assert packed.testzip() is None
        raw = packed.read("statements.csv")
    assert raw.count(b"\r\n") == 2
    (row,) = csv.DictReader(io.StringIO(raw.decode(), newline=""))
    assert row["object"] == '\'=cmd|"/C calc"!A0, and\nmore'
    assert copied.table("said")[0]["quote"] == '\'+"quoted", twice'


@pytest.mark.django_db
def test_the_manifest_tells_the_sum_of_each_file_and_the_row_that_of_the_manifest() -> None:
    teller = project()
    teller.says("Go")
    owner = concerned(teller)
    copied = owner.has_made()
    raw = (copied.folder / "manifest.json").read_bytes()
    manifest = json.loads(raw)
    assert {each["name"]: each["sha256"] for each in manifest["files"]} == {
        name: sha256((copied.folder / name).read_bytes()).hexdigest()
        for name in ("copy.html", "copy.json", "tables.zip")
    }
    row = state(owner, copied.id)
    assert (row.sha256, row.counts["claims"]) == (sha256(raw).hexdigest(), 1)
    assert sorted(each.name for each in copied.folder.iterdir()) == sorted(each["name"] for each in row.files)


@pytest.mark.django_db
def test_its_owner_alone_may_read_the_files() -> None:
    teller = project()
    teller.says("Go")
    copied = concerned(teller).has_made()
    folders = [copied.folder, copied.folder.parent, copied.folder.parent.parent]
    assert {stat.S_IMODE(each.stat().st_mode) for each in folders} == {0o700}
    assert {stat.S_IMODE(each.stat().st_mode) for each in copied.folder.iterdir()} == {0o600}
