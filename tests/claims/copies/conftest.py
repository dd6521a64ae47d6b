"""Files of copies stand in a folder of each test's own."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytest_django import Settings


@pytest.fixture(autouse=True)
def folder(settings: Settings, tmp_path: Path) -> Path:
    here = tmp_path / "copies"
    settings.COPIES = here
    return here
