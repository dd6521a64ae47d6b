"""Makes `.venv` and `node_modules` what the pins say, in no time when they already are.

Standard library only: this runs before anything is installed. Argument: `run` or `dev`.
"""

import hashlib
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
NODE_MODULES = ROOT / "node_modules"


def main(pins: str) -> None:
    if sys.version_info < (3, 11):  # noqa: UP036 (older ones can still read this far)
        sys.exit(f"Rectify needs Python 3.11 or later; this is {sys.version.split()[0]}. Try PYTHON=python3.11.")
    try:
        install_python_packages(pins)
        install_browser_libraries()
    except subprocess.CalledProcessError as error:
        sys.exit(f"Could not install: `{' '.join(error.cmd)}` failed; its own words are above.")


def install_python_packages(pins: str) -> None:
    """The virtual environment with exactly these versions; those of `dev` include those of `run`."""
    if is_stamped(VENV, pins, digest(pins)):
        return
    say(f"Installing Python packages ({pins}); this happens once.")
    if not (VENV / "bin" / "python").exists():
        call(sys.executable, "-m", "venv", str(VENV))
    quiet = ("-qq", "--disable-pip-version-check", "--no-input")
    call(
        f"{VENV}/bin/python",
        "-m",
        "pip",
        "install",
        *quiet,
        "--require-hashes",
        "-r",
        str(requirements(pins)),
    )
    for satisfied in {pins, "run"}:
        stamp(VENV, satisfied, digest(satisfied))


def install_browser_libraries() -> None:
    """What package-lock.json lists, with the npm of the virtual environment; foreign scripts do not run."""
    wanted = hashlib.sha256((ROOT / "package-lock.json").read_bytes()).hexdigest()
    if is_stamped(NODE_MODULES, "npm", wanted):
        return
    say("Installing browser libraries; this happens once.")
    quiet = ("--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")
    call(f"{VENV}/bin/npm", "ci", *quiet)
    stamp(NODE_MODULES, "npm", wanted)


def requirements(pins: str) -> Path:
    return ROOT / "requirements" / f"{pins}.txt"


def digest(pins: str) -> str:
    """Changes with the pins and with the interpreter they were installed for."""
    return hashlib.sha256(requirements(pins).read_bytes() + sys.version.encode()).hexdigest()


def is_stamped(folder: Path, name: str, wanted: str) -> bool:
    mark = folder / f".installed-{name}"
    return mark.exists() and mark.read_text() == wanted


def stamp(folder: Path, name: str, value: str) -> None:
    (folder / f".installed-{name}").write_text(value)


def call(*command: str) -> None:
    path = f"{VENV / 'bin'}{os.pathsep}{os.environ.get('PATH', '')}"
    subprocess.run(command, check=True, cwd=ROOT, env=os.environ | {"PATH": path}, stdout=sys.stderr)


def say(sentence: str) -> None:
    print(sentence, file=sys.stderr, flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
