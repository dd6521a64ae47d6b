"""Databases for tests: one migrated template, and as many copies as are wanted.

Append-only tables refuse TRUNCATE, so what a test commits cannot be swept up: it gets its own database.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import quote

import psycopg
from django.core.management import call_command, get_commands
from django.db import connections
from filelock import FileLock
from psycopg import sql
from psycopg.conninfo import make_conninfo

from tests.settings import RUN_FOLDER

TEMPLATE = f"{RUN_FOLDER.name}-template"


def ensure_template() -> None:
    """Makes the migrated template with its vocabulary; the first worker process does so, the others wait."""
    done = RUN_FOLDER / "template-made"
    with FileLock(RUN_FOLDER / "template.lock"):
        if done.exists():
            return
        administer("CREATE DATABASE {}", TEMPLATE)
        with connected_to(TEMPLATE):
            call_command("migrate", interactive=False, verbosity=0)
            call_command("createcachetable")
            if "load_vocabulary" in get_commands():
                call_command("load_vocabulary")
        done.touch()


@contextmanager
def copy_of_template(name: str) -> Iterator[str]:
    """A fresh database, to which every connection of this process, in whatever thread, goes meanwhile."""
    administer("CREATE DATABASE {} TEMPLATE {}", name, TEMPLATE)
    try:
        with connected_to(name):
            yield name
    finally:
        drop(name)


def drop(name: str) -> None:
    """Removes a database and whoever is in it.

    Forcing others out is refused while PostgreSQL itself tidies up there, for it does so as somebody else; that alone
    makes way for a plain DROP.
    """
    try:
        administer("DROP DATABASE {} WITH (FORCE)", name)
    except psycopg.errors.InsufficientPrivilege:
        administer("DROP DATABASE {}", name)


@contextmanager
def connected_to(name: str) -> Iterator[None]:
    chosen = connections.settings["default"]
    before = chosen["NAME"]
    connections.close_all()
    chosen["NAME"] = name  # threads make connections from this very dictionary
    try:
        yield
    finally:
        connections.close_all()
        chosen["NAME"] = before


def database_url() -> str:
    """The address of the database pointed to at the moment, for processes that a test starts."""
    chosen = connections.settings["default"]
    user, host = quote(chosen["USER"], safe=""), quote(chosen["HOST"], safe="")
    password = f":{quote(chosen['PASSWORD'], safe='')}" if chosen["PASSWORD"] else ""
    port = f":{chosen['PORT']}" if chosen["PORT"] else ""
    return f"postgresql://{user}{password}@{host}{port}/{chosen['NAME']}"


def administer(statement: str, *names: str, as_superuser: bool = False) -> None:
    """One statement that no transaction may hold, run from beside the databases it is about."""
    chosen = connections.settings["default"]
    where = {key: chosen[key.upper()] for key in ("host", "port", "user", "password") if chosen[key.upper()]}
    if as_superuser and "TEST_DATABASE_URL" not in os.environ:
        where["user"] = "postgres"
    with psycopg.connect(make_conninfo(dbname="postgres", **where), autocommit=True) as connection:
        connection.execute(sql.SQL(statement).format(*map(sql.Identifier, names)))
