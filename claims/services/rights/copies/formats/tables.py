"""The copy as tables: a zip of CSV files (RFC 4180), of which no cell is taken for a formula by who opens it."""

from __future__ import annotations

import csv
import re
import zipfile
from collections.abc import Iterator, Mapping
from io import TextIOWrapper
from pathlib import Path
from typing import Any

from claims.services.rights.copies.files import open_new

#: What a spreadsheet would take for the beginning of a formula, whatever white space stands before it.
_FORMULA = re.compile(r"\s*[=+\-@\uff0b\uff0d\uff1d\uff20]|[\t\r\n]")

#: The tables: of which section, under which key of its records (its own, where empty), with which columns.
TABLES: Mapping[str, tuple[str, str, tuple[str, ...]]] = {
    "statements": (
        "claims",
        "",
        (
            "id", "topic", "statement", "subject", "predicate", "object", "negated", "status", "status_words",
            "restricted", "said_by_you", "confidence",
        ),
    ),
    "periods": (
        "claims",
        "periods",
        ("valid_from", "valid_to", "recorded_from", "recorded_to", "confidence", "words"),
    ),
    "said": (
        "claims",
        "said",
        (
            "recorded_at", "observed_at", "by", "tier", "tier_words", "quote", "reason", "source", "origin", "method",
            "kind", "valid_from", "valid_to", "echo", "taken_back",
        ),
    ),
    "done": ("claims", "done", ("recorded_at", "what", "by", "quote", "reason", "source", "taken_back")),
    "supplements": ("claims", "supplements", ("text", "recorded_at")),
    "given_to": ("claims", "recipients", ("name", "first_at", "last_at")),
    "names": ("names", "", ("name", "also")),
    "recipients": ("recipients", "", ("name", "purpose", "statements", "first_at", "last_at")),
    "decisions": ("decisions", "", ("recorded_at", "what", "by", "quote", "reason", "source", "taken_back")),
    "requests": (
        "requests",
        "",
        ("reference", "kind", "received_at", "words", "correction", "law", "article", "ground", "state"),
    ),
    "request_steps": ("requests", "steps", ("at", "what", "words", "letter")),
    "erasures": ("erasures", "", ("id", "at", "ground", "statements")),
    "not_learned_again": ("not_learned_again", "", ("id", "since", "lifted_at")),
    "looks": ("looks", "", ("at", "at_what", "purpose")),
}  # fmt: skip


class Tables:
    """`tables.zip`. Each table grows in a file of its own beside it, and they are packed in the end."""

    def __init__(self, draft: Path, *, given_only: bool) -> None:
        self._draft = draft
        self._given_only = given_only
        self._files: dict[str, TextIOWrapper] = {}
        self._rows: dict[str, Any] = {}

    def begin(self, head: Mapping[str, Any]) -> None:
        """Nothing of it is a table."""

    def section(self, name: str) -> None:
        """The tables of a section, each with its heads."""
        for table, (section, key, columns) in TABLES.items():
            if section == name and not (self._given_only and key not in ("", "said")):
                file = TextIOWrapper(open_new(self._draft / f"{table}.csv"), encoding="utf-8", newline="")
                self._files[table] = file
                self._rows[table] = csv.writer(file, dialect="excel")
                self._rows[table].writerow([*_owner(section, key), *columns])

    def record(self, section: str, record: Mapping[str, Any]) -> None:
        """A record as a row, and what belongs to it as rows that name it."""
        for table, rows in self._rows.items():
            of, key, columns = TABLES[table]
            if of != section:
                continue
            owner = [record["id" if section == "claims" else "reference"]] if key else []
            for each in record.get(key, ()) if key else (record,):
                rows.writerow([*map(cell, owner), *(cell(each.get(column)) for column in columns)])

    def end(self, counts: Mapping[str, int]) -> None:
        """Pack them."""
        self.close()
        with open_new(self._draft / "tables.zip") as file, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
            for path in self._paths():
                packed.write(path, path.name)
        for path in self._paths():
            path.unlink()

    def close(self) -> None:
        """Let go of the files."""
        for file in self._files.values():
            file.close()

    def _paths(self) -> Iterator[Path]:
        for table in self._files:
            yield self._draft / f"{table}.csv"


def _owner(section: str, key: str) -> tuple[str, ...]:
    return () if not key else ("statement_id",) if section == "claims" else ("reference",)


def cell(value: object) -> str:
    """A value as a cell: what would be taken for a formula begins with an apostrophe instead."""
    match value:
        case None:
            return ""
        case bool():
            return "yes" if value else "no"
        case int() | float():
            return str(value)
        case list():
            text = "; ".join(map(str, value))
        case dict():
            text = "; ".join(f"{name}: {each}" for name, each in value.items())
        case _:
            text = str(value)
    return f"'{text}" if _FORMULA.match(text) else text
