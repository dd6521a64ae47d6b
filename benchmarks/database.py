"""A database to evaluate in: the one of DATABASE_URL, or a server that lives as long as it is needed."""

from __future__ import annotations

import gc
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import django

from beliefs_site import embedded


@contextmanager
def ready_database(*, durable: bool = False) -> Iterator[None]:
    """Django set up on a migrated database with the vocabulary loaded; ``durable`` forces everything to disk."""
    if "DATABASE_URL" in os.environ:
        _set_up()
        yield
        return
    with tempfile.TemporaryDirectory(prefix="rectify-evaluate-") as folder:
        place = Path(folder)
        place.chmod(0o755)  # as root, the server runs as somebody else and must get in
        os.environ["DATABASE_URL"] = embedded.database_url(place / "postgres")
        os.environ["VAR_DIR"] = str(place / "var")
        try:
            with embedded.running(place / "postgres", durable=durable):
                _set_up()
                yield
                _hang_up()
        finally:
            del os.environ["DATABASE_URL"], os.environ["VAR_DIR"]


def _set_up() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "beliefs_site.settings")
    for name, value in (("DEBUG", "on"), ("LOG_LEVEL", "WARNING"), ("DATABASE_POOL", "off")):
        os.environ.setdefault(name, value)
    django.setup()

    from django.core.management import call_command

    from claims.services.vocabulary.load import load_vocabulary

    call_command("migrate", interactive=False, verbosity=0)
    load_vocabulary()
    gc.collect()
    gc.freeze()  # as the site does once it is loaded


def _hang_up() -> None:
    from django.db import connections

    connections.close_all()
