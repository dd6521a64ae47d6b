"""How much memory the site takes, as it is really served: web server and worker, after a look at it."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

import psutil

PATIENCE = 180
MEGABYTE = 1 << 20


def served() -> list[tuple[str, int, float, float]]:
    """By kind of process: how many, and what they take together, resident and proportional, in megabytes."""
    with tempfile.TemporaryDirectory(prefix="rectify-memory-") as folder:
        Path(folder).chmod(0o755)  # as root, the database server runs as somebody else and must get in
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        kept = {name: value for name, value in os.environ.items() if name in ("PATH", "HOME", "TMPDIR", "LANG")}
        run = subprocess.Popen(
            [sys.executable, "-m", "beliefs_site.run"],
            env=kept | {"VAR_DIR": folder, "PORT": str(port)},
            stdout=subprocess.DEVNULL,
        )
        try:
            _look(run, f"http://127.0.0.1:{port}")
            return _taken(psutil.Process(run.pid))
        finally:
            run.send_signal(signal.SIGTERM)
            run.wait(PATIENCE)


def _look(run: subprocess.Popen[bytes], url: str) -> None:
    deadline = time.monotonic() + PATIENCE
    while run.poll() is None and time.monotonic() < deadline:
        try:
            for path in ("/readyz/", "/api/v1/docs/", "/accounts/login/") * 10:
                with urllib.request.urlopen(url + path, timeout=10):  # noqa: S310  our own address
                    pass
        except OSError:
            time.sleep(0.2)
        else:
            return
    raise RuntimeError(f"The site did not answer within {PATIENCE} s.")


def _taken(run: psutil.Process) -> list[tuple[str, int, float, float]]:
    found: dict[str, list[psutil.Process]] = {"supervisor": [run], "web server": [], "worker": []}
    for process in run.children(recursive=True):
        words = " ".join(process.cmdline())
        if "granian" in words:
            found["web server"].append(process)
        elif "procrastinate" in words:
            found["worker"].append(process)
    return [(kind, len(each), *_sum(each)) for kind, each in found.items()]


def _sum(processes: list[psutil.Process]) -> tuple[float, float]:
    taken = [each.memory_full_info() for each in processes]
    return sum(each.rss for each in taken) / MEGABYTE, sum(each.pss for each in taken) / MEGABYTE
