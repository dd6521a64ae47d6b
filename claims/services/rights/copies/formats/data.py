"""The copy as one JSON document, written record by record (its shape: `docs/copy.schema.json`)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from claims.services.rights.copies.files import open_new


class Data:
    """`copy.json`."""

    def __init__(self, draft: Path) -> None:
        self._file = open_new(draft / "copy.json")
        self._first, self._first_section = True, True

    def begin(self, head: Mapping[str, Any]) -> None:
        """What stands before the first record."""
        self._write("{" + ",\n".join(f"{_json(name)}: {_json(value)}" for name, value in head.items()))

    def section(self, name: str) -> None:
        """Records of another kind follow."""
        self._write(f"{'' if self._first_section else chr(10) + ']'},\n{_json(name)}: [")
        self._first, self._first_section = True, False

    def record(self, section: str, record: Mapping[str, Any]) -> None:
        """One more."""
        self._write(("\n" if self._first else ",\n") + _json(record))
        self._first = False

    def end(self, counts: Mapping[str, int]) -> None:
        """What stands after the last."""
        self._write(f"{'' if self._first_section else chr(10) + ']'},\n{_json('counts')}: {_json(counts)}}}\n")
        self.close()

    def close(self) -> None:
        """Let go of the file."""
        self._file.close()

    def _write(self, text: str) -> None:
        self._file.write(text.encode())


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
