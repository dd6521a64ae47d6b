"""Files of rows: JSON lines, gzipped or plain."""

from __future__ import annotations

import gzip
import json
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

Json = dict[str, Any]


@dataclass(frozen=True)
class File:
    """A file of rows, one JSON object a line."""

    path: Path

    @property
    def name(self) -> str:
        """The name without folder and endings: `sgd_state` of `data/sgd_state.dev.jsonl.gz`."""
        return self.path.name.split(".", 1)[0]

    @cached_property
    def rows(self) -> list[Json]:
        packed = self.path.read_bytes()
        content = gzip.decompress(packed) if packed.startswith(b"\x1f\x8b") else packed
        return [json.loads(line) for line in content.decode().split("\n") if line.strip()]
