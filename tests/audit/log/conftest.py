from pathlib import Path

import pytest
from pytest_django import Settings


@pytest.fixture(autouse=True)
def anchor_file(settings: Settings, tmp_path: Path) -> Path:
    """The anchor file of this test alone."""
    path = tmp_path / "anchors.ndjson"
    settings.ANCHOR_FILE = path
    return path
