"""Compiles the dependencies of pyproject.toml into requirements/*.txt: every version and hash, no address."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
COMPILE = [sys.executable, "-m", "uv", "pip", "compile", "pyproject.toml", "--quiet", "--no-header"]
OPTIONS = ["--universal", "--generate-hashes"]
TARGETS = {"run": [], "dev": ["--group", "dev", "--constraint", "requirements/run.txt"]}


def main(*wishes: str) -> None:
    """Wishes are passed on, such as `--upgrade` or `--upgrade-package django`."""
    for name, options in TARGETS.items():
        output = ["--output-file", f"requirements/{name}.txt"]
        subprocess.run([*COMPILE, *OPTIONS, *wishes, *options, *output], check=True, cwd=ROOT)


if __name__ == "__main__":
    main(*sys.argv[1:])
