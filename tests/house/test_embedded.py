"""The embedded server keeps what it was given, however it ends."""

import os
import signal
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from beliefs_site import embedded


def remember(server: embedded.Server, word: str) -> None:
    with psycopg.connect(server.url, autocommit=True) as connection:
        connection.execute("CREATE TABLE IF NOT EXISTS kept (word text)")
        connection.execute("INSERT INTO kept VALUES (%s)", [word])


def remembered(server: embedded.Server) -> list[str]:
    with psycopg.connect(server.url) as connection:
        return [word for (word,) in connection.execute("SELECT word FROM kept ORDER BY word")]


def kill(server: embedded.Server) -> None:
    os.kill(server.pid, signal.SIGKILL)
    deadline = time.monotonic() + 10
    while embedded.found(server.data) and time.monotonic() < deadline:
        time.sleep(0.01)


def test_a_stopped_server_starts_again_with_its_data(durable_postgres: embedded.Server) -> None:
    remember(durable_postgres, "kept")
    embedded.stop(durable_postgres.data)
    assert embedded.found(durable_postgres.data) is None
    assert remembered(embedded.start(durable_postgres.data)) == ["kept"]


def test_a_killed_server_starts_again_with_its_data(durable_postgres: embedded.Server) -> None:
    remember(durable_postgres, "kept")
    with closing(psycopg.connect(durable_postgres.url)):  # whose backend must leave before a new server may come
        kill(durable_postgres)
        assert remembered(embedded.start(durable_postgres.data)) == ["kept"]


def test_a_pid_file_that_names_a_living_stranger_is_no_obstacle(durable_postgres: embedded.Server) -> None:
    kill(durable_postgres)
    pid_file = durable_postgres.data / "postmaster.pid"
    _, rest = pid_file.read_text().split("\n", 1)
    pid_file.write_text(f"{os.getpid()}\n{rest}")
    assert embedded.start(durable_postgres.data).pid not in (os.getpid(), durable_postgres.pid)


def test_a_server_left_running_is_replaced_and_its_data_kept(durable_postgres: embedded.Server) -> None:
    remember(durable_postgres, "kept")
    successor = embedded.start(durable_postgres.data)
    assert successor.pid != durable_postgres.pid
    assert remembered(successor) == ["kept"]


def test_stopping_twice_is_stopping_once(durable_postgres: embedded.Server) -> None:
    embedded.stop(durable_postgres.data)
    embedded.stop(durable_postgres.data)


def test_a_path_too_long_for_a_socket_still_gets_a_server(tmp_path: Path) -> None:
    with embedded.running(tmp_path / ("long" * 40), durable=False) as server:
        remember(server, "kept")
        assert remembered(server) == ["kept"]


def test_a_server_for_run_forces_to_disk_and_listens_to_its_owner_alone(
    durable_postgres: embedded.Server,
) -> None:
    with psycopg.connect(durable_postgres.url) as connection:
        assert connection.execute("SHOW fsync").fetchone() == ("on",)
        assert connection.execute("SHOW listen_addresses").fetchone() == ("",)
        assert connection.execute("SHOW unix_socket_permissions").fetchone() == ("0700",)


def test_the_application_is_no_superuser_and_may_install_what_it_needs(
    durable_postgres: embedded.Server,
) -> None:
    with psycopg.connect(durable_postgres.url) as connection:
        assert connection.execute("SELECT rolsuper FROM pg_roles WHERE rolname = current_user").fetchone() == (False,)
        connection.execute("CREATE EXTENSION btree_gist")
        connection.execute("CREATE EXTENSION pg_trgm")


def test_data_that_are_no_database_are_refused_in_the_words_of_the_server(tmp_path: Path) -> None:
    (tmp_path / "postgres").mkdir()
    (tmp_path / "postgres" / "PG_VERSION").write_text("9\n")
    with pytest.raises(embedded.EmbeddedPostgresError, match="PostgreSQL did not start: "):
        embedded.start(tmp_path / "postgres")


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Ctrl-C is heard, even where whoever started the tests had it ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def test_a_server_ends_with_its_block_even_when_the_block_fails(interruptible: None, tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt), embedded.running(tmp_path / "postgres", durable=False) as server:
        os.kill(os.getpid(), signal.SIGINT)
    assert embedded.found(server.data) is None
