"""The house keeps its measures, so that every file stays one that a newcomer reads at a sitting."""

import ast
import re
import subprocess
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from statistics import quantiles

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
PRODUCT = ("beliefs_site", "claims", "audit", "tools", "benchmarks")

# Pieced together, so that this file does not hold what it forbids.
REGISTRIES = [".".join(parts) for parts in (("pypi", "org"), ("pythonhosted", "org"), ("npmjs", "org"))]
ADDRESSES = ["--index" + "-url", "--find" + "-links", '"resol' + 'ved":']
MACHINE_PATHS = re.compile(r"(?<![\w.<}])/(?:" + "|".join(("work", "tmp", "home", "root", "opt")) + r")/\w")


def tracked() -> list[Path]:
    """Every file that is, or is about to be, in the repository."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
    return [ROOT / name for name in listed if (ROOT / name).is_file()]


def product_modules() -> list[Path]:
    return [
        path
        for path in tracked()
        if path.suffix == ".py"
        and path.relative_to(ROOT).parts[0] in PRODUCT
        and "migrations" not in path.relative_to(ROOT).parts
    ]


def functions(module: Path) -> Iterator[int]:
    for node in ast.walk(ast.parse(module.read_text())):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield (node.end_lineno or node.lineno) - node.lineno + 1


def texts() -> Iterator[tuple[Path, str]]:
    for path in tracked():
        try:
            yield path.relative_to(ROOT), path.read_text()
        except UnicodeDecodeError:
            continue  # a picture or a font


def test_no_module_is_longer_than_300_lines_and_none_of_the_engine_longer_than_200() -> None:
    engine = ROOT / "claims" / "engine"
    lengths = {path: len(path.read_text().splitlines()) for path in product_modules()}
    assert {path: n for path, n in lengths.items() if n > (200 if engine in path.parents else 300)} == {}


def test_nine_functions_in_ten_have_at_most_32_lines() -> None:
    lengths = [length for module in product_modules() for length in functions(module)]
    assert quantiles(lengths, n=10)[-1] <= 32


def test_no_folder_holds_more_than_12_modules() -> None:
    folders = Counter(path.parent for path in product_modules() if path.name != "__init__.py")
    assert {folder: n for folder, n in folders.items() if n > 12} == {}


def test_no_file_says_where_a_package_is_downloaded_from() -> None:
    assert [
        (str(path), word) for path, text in texts() for word in (*REGISTRIES, *ADDRESSES) if word in text.lower()
    ] == []


def test_no_file_names_a_path_of_one_machine() -> None:
    assert [(str(path), match[0]) for path, text in texts() for match in MACHINE_PATHS.finditer(text)] == []


@pytest.mark.parametrize("word", ["ModelSerializer", "ModelForm"])
def test_no_form_or_serializer_is_derived_from_a_table(word: str) -> None:
    """On a composite foreign key they would offer, or silently accept, rows of every base."""
    assert [
        str(path.relative_to(ROOT))
        for path in product_modules()
        if path.relative_to(ROOT).parts[0] == "claims" and re.search(rf"\b{word}\b", path.read_text())
    ] == []
