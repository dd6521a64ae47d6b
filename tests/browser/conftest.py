"""A Chromium that looks at `server`, for pytest-playwright's `page`."""

import os

import pytest

from tests.conftest import CHROMIUM

# What a browser does on its own account has no place in a test, and fails slowly where there is no network.
QUIET = ["--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run"]


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, object]) -> dict[str, object]:
    sandbox = [] if os.geteuid() else ["--no-sandbox"]  # Chromium refuses to sandbox itself as root
    return browser_type_launch_args | {"executable_path": CHROMIUM, "args": [*QUIET, *sandbox]}


@pytest.fixture(scope="session", autouse=True)
def _database_beside_the_browser() -> None:
    """Playwright runs an event loop in the thread of the test, where Django refuses its database."""
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
