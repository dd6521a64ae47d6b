"""Runs every check of style, types, layers and dependencies, and fails if one of them does."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent


def main() -> None:
    templates = [str(path) for path in sorted((ROOT / "templates").rglob("*.html"))]
    checks = [
        ["ruff", "check", "."],
        ["ruff", "format", "--check", "."],
        ["mypy"],
        ["lint-imports", "--no-cache"],
        ["deptry", "."],
        *([["djade", "--check", "--target-version", "5.2", *templates]] if templates else []),
    ]
    failed = [check[0] for check in checks if not passes(check)]
    if failed:
        sys.exit(f"Not yet: {', '.join(failed)}.")


def passes(check: list[str]) -> bool:
    print("—", *check[:3], flush=True)
    return subprocess.run([BIN / check[0], *check[1:]], cwd=ROOT).returncode == 0


if __name__ == "__main__":
    main()
