"""`make run`: everything starts, says where it is, and stops in order."""

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from beliefs_site import embedded, environment


@pytest.fixture
def port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        chosen: int = free.getsockname()[1]
        return chosen


@contextmanager
def rectify(var: Path, port: int) -> Iterator["subprocess.Popen[str]"]:
    inherited = {key: value for key, value in os.environ.items() if key in ("PATH", "HOME", "TMPDIR", "LANG")}
    chosen = {"VAR_DIR": str(var), "PORT": str(port)}
    with subprocess.Popen(
        [sys.executable, "-m", "beliefs_site.run"],
        cwd=environment.ROOT,
        env=inherited | chosen,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            yield process
        finally:
            process.terminate()


def address(process: "subprocess.Popen[str]") -> str:
    for line in process.stdout or ():
        if line.startswith("Rectify is at "):
            return line
    raise AssertionError(process.stderr and process.stderr.read())


def wait_until_free(port: int) -> None:
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) != 0:
                return
        time.sleep(0.05)
    raise AssertionError(f"Something still listens on port {port}.")


def test_it_starts_says_where_it_is_and_stops_with_its_database(tmp_path: Path, port: int) -> None:
    with rectify(tmp_path, port) as process:
        line = address(process)
        assert f"http://127.0.0.1:{port}" in line
        assert "alice@rectify.example" in line
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz/") as ready:
            assert ready.status == 200
        process.send_signal(signal.SIGTERM)
        assert process.wait(60) == 0
    assert embedded.found(tmp_path / "postgres") is None


def test_killed_outright_it_leaves_nothing_in_the_way_of_the_next_start(tmp_path: Path, port: int) -> None:
    with rectify(tmp_path, port) as process:
        address(process)
        process.kill()
    wait_until_free(port)
    with rectify(tmp_path, port) as process:
        assert f"http://127.0.0.1:{port}" in address(process)
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 0
    assert embedded.found(tmp_path / "postgres") is None


def test_a_taken_port_is_told_in_one_sentence(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with rectify(tmp_path, port) as process:
            _, words = process.communicate(timeout=60)
    assert process.returncode == 1
    assert words == (f"Port {port} of 127.0.0.1 is taken; stop what uses it, or choose another: PORT=8001 make run.\n")
