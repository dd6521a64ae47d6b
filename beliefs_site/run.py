"""Runs the whole of Rectify in the foreground: database, web server and worker, until told to stop.

`python -m beliefs_site.run`; HOST and PORT say where, DATABASE_URL replaces the embedded database.
"""

import ctypes
import fcntl
import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NoReturn

import django
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.db import connection

from beliefs_site import embedded, environment

PATIENCE = 30  # seconds until a process that does not answer, or does not stop, is given up
HOST, PORT = os.environ.get("HOST", "127.0.0.1"), os.environ.get("PORT", "8000")
URL = f"http://{HOST}:{PORT}"


def main() -> None:
    """Exits with 0 when stopped by Ctrl-C or SIGTERM, otherwise with a sentence about what went wrong."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "beliefs_site.settings")
    for stop in (signal.SIGTERM, signal.SIGINT):  # a shell may have us ignore the second
        signal.signal(stop, signal.default_int_handler)
    try:
        chosen = environment.read()
        with ExitStack() as stack:
            stack.enter_context(alone(chosen.var))
            refuse_taken_port()
            if not os.environ.get("DATABASE_URL"):
                os.environ.setdefault("LOG_LEVEL", "WARNING")  # a terminal is for the address, not for each request
                stack.enter_context(embedded.running(chosen.var / "postgres"))
            prepare(chosen)
            serve(stack, chosen)
    except KeyboardInterrupt:
        print("Stopped.", file=sys.stderr)
    except (ImproperlyConfigured, embedded.EmbeddedPostgresError) as error:
        sys.exit(str(error))


@contextmanager
def alone(var: Path) -> Iterator[None]:
    """Two of us over one folder would stop each other's database."""
    var.mkdir(parents=True, exist_ok=True)
    with (var / "run.lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            sys.exit("Rectify is running from this folder already; stop it first.")
        yield


def refuse_taken_port() -> None:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, int(PORT)))
        except (OSError, ValueError):
            sys.exit(f"Port {PORT} of {HOST} is taken; stop what uses it, or choose another: PORT=8001 make run.")


def prepare(chosen: environment.Environment) -> None:
    """Brings the tables up to date and gives a new installation its vocabulary and demonstration."""
    django.setup()
    call_command("migrate", interactive=False, verbosity=0)
    call_command("createcachetable", verbosity=0)
    call_command("load_vocabulary", verbosity=0)
    if chosen.debug and not (chosen.var / "demo.json").exists():
        say("Making the demonstration; this happens once.")
        call_command("demo", url=URL, verbosity=0)
    if not chosen.debug:
        call_command("collectstatic", interactive=False, verbosity=0)
    connection.close()
    connection.close_pool()  # type: ignore[attr-defined]  # of PostgreSQL's wrapper alone


def serve(stack: ExitStack, chosen: environment.Environment) -> NoReturn:
    """Runs the web server and the worker; if one ends, so does the other."""
    python = [sys.executable, "-m"]
    web = [*python, "granian", "--interface", "asginl", "--host", HOST, "--port", PORT, "--workers", "2", "--no-ws"]
    web += ["--backpressure", "800", "--http1-header-read-timeout", "10000", "--log-level", "warning"]
    web += ["--workers-kill-timeout", "5", "beliefs_site.asgi:application"]  # a process still starting may not hear
    worker = [*python, "django", "procrastinate", "worker"]
    processes = {"web server": stack.enter_context(child(web)), "worker": stack.enter_context(child(worker))}
    wait_until_ready(processes)
    say(f"Rectify is at {URL}{who_can_sign_in(chosen.var)}")
    while True:
        refuse_ended(processes)
        time.sleep(0.5)


@contextmanager
def child(command: list[str]) -> Iterator["subprocess.Popen[bytes]"]:
    """A process that is told to stop, and then made to, when the block ends."""
    # A session of its own, so that Ctrl-C reaches us alone and everything stops in order, the database last.
    process = subprocess.Popen(command, cwd=environment.ROOT, start_new_session=True, preexec_fn=end_with_parent)
    try:
        yield process
    finally:
        process.terminate()
        try:
            process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def end_with_parent() -> None:
    """Asks Linux to stop the calling process if we are killed outright, so that the port is free again."""
    if sys.platform == "linux":
        pr_set_pdeathsig = 1
        ctypes.CDLL(None).prctl(pr_set_pdeathsig, signal.SIGTERM)


def wait_until_ready(processes: dict[str, "subprocess.Popen[bytes]"]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not answers():
        refuse_ended(processes)
        if time.monotonic() > deadline:
            sys.exit(f"The web server does not answer at {URL}/readyz/ within {PATIENCE} s.")
        time.sleep(0.1)


def answers() -> bool:
    try:
        with urllib.request.urlopen(f"{URL}/readyz/", timeout=5):  # noqa: S310 (our own address)
            return True
    except (urllib.error.URLError, TimeoutError):
        return False


def refuse_ended(processes: dict[str, "subprocess.Popen[bytes]"]) -> None:
    for name, process in processes.items():
        if process.poll() is not None:
            sys.exit(f"The {name} ended by itself (exit code {process.returncode}), so Rectify stops.")


def who_can_sign_in(var: Path) -> str:
    """For the demonstration, whose passwords are nobody's secret; otherwise nothing."""
    demo = var / "demo.json"
    if not demo.exists():
        return ""
    users = json.loads(demo.read_text())["users"]
    return "; sign in as " + ", ".join(f"{name}@rectify.example ({word})" for name, word in users.items())


def say(sentence: str) -> None:
    print(sentence, flush=True)


if __name__ == "__main__":
    main()
