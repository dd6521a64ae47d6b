"""Killed in mid-write, many times: nothing acknowledged is lost, and nothing is half."""

from __future__ import annotations

import json
import os
import random
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import psutil
import pytest

from beliefs_site import embedded, environment

ROUNDS = 5
WRITERS = 4
PATIENCE = 60


class Site:
    """The site as it is served, on a database of its own that forces everything to disk."""

    def __init__(self, var: Path) -> None:
        self.var = var
        self.data = var / "postgres"
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        inherited = {name: value for name, value in os.environ.items() if name in ("PATH", "HOME", "TMPDIR", "LANG")}
        self.env = inherited | {
            "VAR_DIR": str(var),
            "LOG_LEVEL": "CRITICAL",
            "DJANGO_SETTINGS_MODULE": "beliefs_site.settings",
        }

    def manage(self, *words: str) -> str:
        command = [sys.executable, "manage.py", *words]
        done = subprocess.run(command, cwd=environment.ROOT, env=self.env, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout

    @contextmanager
    def served(self) -> Iterator[subprocess.Popen[bytes]]:
        web = [
            sys.executable,
            "-m",
            "granian",
            "--interface",
            "asginl",
            "--host",
            "127.0.0.1",
            "--port",
            str(self.port),
        ]
        web += ["--workers", "1", "--no-ws", "--log-level", "critical"]
        web.append("beliefs_site.asgi:application")
        quiet = subprocess.DEVNULL
        process = subprocess.Popen(web, cwd=environment.ROOT, env=self.env, start_new_session=True, stderr=quiet)
        try:
            self.wait_until_ready()
            yield process
        finally:
            kill_all(process.pid)
            process.wait()

    def wait_until_ready(self) -> None:
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/readyz/", timeout=5):
                    return
            except OSError:
                time.sleep(0.05)
        raise AssertionError("The site does not answer.")

    def call(self, method: str, path: str, key: str, body: object = None, *, patience: float = PATIENCE) -> Any:
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}/api/v1/{path}",
            method=method,
            data=None if body is None else json.dumps(body).encode(),
            headers={"Authorization": f"Bearer {key}", "Content-Type": "application/json"},
        )
        with urllib.request.urlopen(request, timeout=patience) as response:  # noqa: S310
            return json.load(response)


def kill_all(pid: int) -> None:
    """Kill a process and all its children at once, as a power cut would."""
    try:
        family = [psutil.Process(pid), *psutil.Process(pid).children(recursive=True)]
    except psutil.NoSuchProcess:
        return
    for each in family:
        try:
            os.kill(each.pid, signal.SIGKILL)
        except ProcessLookupError:
            continue


def write_until_killed(site: Site, base: str, key: str, numbers: Iterator[int], kill: Any, after: int) -> set[str]:
    """Many writers at once, until something is killed under them; returns what was acknowledged."""
    acknowledged: set[str] = set()

    def write(_: int) -> None:
        while True:
            value = f"Task {next(numbers)}"
            body = {"subject": "project", "predicate": "uses_framework", "object": value, "source": {"kind": "stated"}}
            try:
                told = site.call("POST", f"bases/{base}/claims/", key, body, patience=5)
            except (OSError, urllib.error.HTTPError, ValueError):
                return
            acknowledged.add(told["claim"]["id"])
            if len(acknowledged) == after:
                kill()

    with ThreadPoolExecutor(WRITERS) as pool:
        list(pool.map(write, range(WRITERS)))
    return acknowledged


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    made = Site(tmp_path / "var")
    embedded.start(made.data)
    try:
        for command in (("migrate", "-v0"), ("createcachetable",), ("load_vocabulary",), ("demo",)):
            made.manage(*command)
        yield made
    finally:
        embedded.stop(made.data)


def everything_is_whole(site: Site, base: str, key: str, acknowledged: set[str]) -> None:
    said = site.manage("replay", base)
    assert "all equal to what is stored" in said
    with site.served():
        for claim in acknowledged:
            assert site.call("GET", f"bases/{base}/claims/{claim}/", key)["id"] == claim
        revisions, path = [], f"bases/{base}/revisions/?limit=1000"
        while path:
            page = site.call("GET", path, key)
            revisions += [each["number"] for each in page["results"]]
            path = page["next"].partition("/api/v1/")[2] if page["next"] else ""
    assert sorted(revisions) == list(range(1, len(revisions) + 1))


@pytest.mark.parametrize("victim", ["server", "database"])
def test_what_was_acknowledged_survives_and_nothing_is_half(site: Site, victim: str) -> None:
    told = json.loads((site.var / "demo.json").read_text())
    base, key = told["bases"]["project"], told["keys"]["scout"]
    numbers, acknowledged = count(), set[str]()
    chance = random.Random(7)  # noqa: S311
    for _ in range(ROUNDS):
        with site.served() as web:
            database = embedded.found(site.data)
            assert database is not None
            killed = web.pid if victim == "server" else database.pid
            after = chance.randint(3, 40)
            acknowledged |= write_until_killed(site, base, key, numbers, lambda pid=killed: kill_all(pid), after)
        if victim == "database":
            embedded.start(site.data)
    assert len(acknowledged) >= ROUNDS * 3
    everything_is_whole(site, base, key, acknowledged)
