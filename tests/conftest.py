"""What every test can ask for.

- `db` (or the mark `django_db`): the usual transaction, rolled back at the end.
- `committed_db`: a database of the test's own, for what must commit: concurrency, locks, truncation.
- `server`: the site over HTTP on such a database; the base URL. `served_module` is one for a whole module.
- `durable_postgres`: a server of the test's own that forces everything to disk, for tests that kill it.

How hard Hypothesis tries: HYPOTHESIS_PROFILE is ``quick`` (as it is), ``thorough``, or ``rough``, which shows the first
failing example as it was drawn, and so answers at once. A busy machine is no fault of a test.
"""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

import pytest
from django.core.handlers.wsgi import WSGIHandler
from django.test.testcases import LiveServerThread
from hypothesis import HealthCheck, Phase, settings
from pytest_django.plugin import DjangoDbBlocker

from beliefs_site import embedded
from tests import databases
from tests.settings import RUN_FOLDER

_PATIENT = [HealthCheck.too_slow, HealthCheck.data_too_large]

settings.register_profile("quick", max_examples=100, deadline=None, suppress_health_check=_PATIENT)
settings.register_profile("thorough", max_examples=2000, deadline=None, suppress_health_check=_PATIENT)
settings.register_profile("rough", settings.get_profile("quick"), phases=[Phase.explicit, Phase.generate])
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
BROWSER_TESTS = Path(__file__).parent / "browser"


class PlainHandler(WSGIHandler):
    """The site as it is: whitenoise serves the static files, in tests as in life."""

    def __init__(self, application: WSGIHandler) -> None:
        super().__init__()


def is_worker(config: pytest.Config) -> bool:
    return hasattr(config, "workerinput")


def pytest_configure(config: pytest.Config) -> None:
    if not is_worker(config) and "TEST_DATABASE_URL" not in os.environ:
        embedded.start(RUN_FOLDER / "postgres", durable=False)


def pytest_unconfigure(config: pytest.Config) -> None:
    if not is_worker(config):
        embedded.stop(RUN_FOLDER / "postgres")
        shutil.rmtree(RUN_FOLDER)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    browser = [item for item in items if BROWSER_TESTS in item.path.parents]
    for item in browser:
        item.add_marker(pytest.mark.browser)
        if CHROMIUM is None:
            item.add_marker(pytest.mark.skip(reason="no Chromium was found"))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    left_out = [report for report in terminalreporter.stats.get("skipped", []) if "browser" in report.keywords]
    if left_out:
        terminalreporter.section("LEFT OUT", red=True, bold=True)
        terminalreporter.line(f"{len(left_out)} browser tests did not run: install Chromium and run again.", red=True)


@pytest.fixture(scope="session")
def django_db_setup(request: pytest.FixtureRequest, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """A copy of the template for each worker process, in place of pytest-django's own migrated database."""
    with django_db_blocker.unblock():
        databases.ensure_template()
        with databases.copy_of_template(f"{RUN_FOLDER.name}-{uuid4().hex[:8]}"):
            yield


@pytest.fixture
def committed_db(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[str]:
    """The name of a fresh database that all connections of this process go to while the test runs."""
    with (
        django_db_blocker.unblock(),
        databases.copy_of_template(f"{RUN_FOLDER.name}-{uuid4().hex[:8]}") as name,
    ):
        yield name


@pytest.fixture
def server(committed_db: str) -> Iterator[str]:
    """The base URL of the site, served by a thread a request on the test's own database."""
    with served() as url:
        yield url


@pytest.fixture(scope="module")
def served_module(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[str]:
    """As `server`, for all tests of a module one after another."""
    name = f"{RUN_FOLDER.name}-{uuid4().hex[:8]}"
    with django_db_blocker.unblock(), databases.copy_of_template(name), served() as url:
        yield url


@contextmanager
def served() -> Iterator[str]:
    """The site, served by a thread a request on whatever database is pointed to."""
    thread = LiveServerThread("localhost", static_handler=PlainHandler)
    thread.daemon = True
    thread.start()
    thread.is_ready.wait()
    if thread.error:
        raise thread.error
    yield f"http://{thread.host}:{thread.port}"
    thread.terminate()


@pytest.fixture
def durable_postgres(tmp_path: Path) -> Iterator[embedded.Server]:
    """A database server of the test's own, with fsync on; the test may kill it and start it again."""
    with embedded.running(tmp_path / "postgres") as server:
        yield server
