"""Imports go one way. Each contract is proven by an import that breaks it, in a copy of the tree."""

import ast
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
PACKAGES = ("beliefs_site", "claims", "audit")

LAYERS = "Imports go one way"
WIRING = "Nobody imports the wiring"
BRIDGE = "Only services use the engine"
PURE = "The engine knows neither Django nor a database nor the rest of the house"
LOG = "The audit log knows nothing of claims"


def contracts(tree: Path) -> dict[str, str]:
    """What import-linter says of a tree: KEPT or BROKEN, by the contract's name."""
    lint = Path(sys.executable).parent / "lint-imports"
    done = subprocess.run([lint, "--no-cache"], cwd=tree, capture_output=True, text=True, check=False)
    verdicts = (line.rpartition(" ") for line in done.stdout.splitlines())
    found = {name: verdict for name, _, verdict in verdicts if verdict in ("KEPT", "BROKEN")}
    assert found, done.stdout + done.stderr
    return found


def test_the_tree_keeps_every_contract() -> None:
    assert contracts(ROOT) == dict.fromkeys((LAYERS, WIRING, BRIDGE, PURE, LOG), "KEPT")


@pytest.mark.parametrize(
    ("importer", "imported", "broken"),
    [
        ("audit", "claims.models", LAYERS),
        ("audit", "claims.models", LOG),
        ("claims.models", "claims.queries", LAYERS),
        ("claims.queries", "claims.services", LAYERS),
        ("claims.services", "claims.web", LAYERS),
        ("claims.services", "claims.ingest", LAYERS),
        ("claims.interchange", "claims.api", LAYERS),
        ("claims.web", "claims.api", LAYERS),
        ("claims.services", "beliefs_site.settings", WIRING),
        ("audit", "beliefs_site.settings", WIRING),
        ("claims.web", "claims.engine", BRIDGE),
        ("claims.queries", "claims.engine", BRIDGE),
        ("beliefs_site", "claims.engine", BRIDGE),
        ("claims.engine", "django.utils.timezone", PURE),
        ("claims.engine", "psycopg", PURE),
        ("claims.engine", "claims.models", PURE),
        ("claims.engine", "audit", PURE),
    ],
)
def test_an_import_the_wrong_way_breaks_its_contract(tmp_path: Path, importer: str, imported: str, broken: str) -> None:
    for package in PACKAGES:
        shutil.copytree(ROOT / package, tmp_path / package, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    (tmp_path / importer.replace(".", "/") / "wrong_way.py").write_text(f"import {imported}\n")
    assert contracts(tmp_path)[broken] == "BROKEN"


def test_services_alone_may_use_the_engine(tmp_path: Path) -> None:
    for package in PACKAGES:
        shutil.copytree(ROOT / package, tmp_path / package, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    (tmp_path / "claims" / "services" / "right_way.py").write_text("import claims.engine\n")
    assert "BROKEN" not in contracts(tmp_path).values()


def imports(module: Path) -> set[str]:
    tree = ast.walk(ast.parse(module.read_text()))
    names = [
        [alias.name for alias in node.names] if isinstance(node, ast.Import) else [node.module or "."]
        for node in tree
        if isinstance(node, ast.Import | ast.ImportFrom)
    ]
    return {name for group in names for name in group}


def test_the_engine_imports_itself_and_the_standard_library_only() -> None:
    foreign = {
        f"{module.relative_to(ROOT)} imports {name}"
        for module in (ROOT / "claims" / "engine").rglob("*.py")
        for name in imports(module)
        if name.split(".")[0] not in sys.stdlib_module_names and not name.startswith("claims.engine")
    }
    assert not foreign
