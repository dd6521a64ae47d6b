"""The browser: Chromium, watched for what the security policy blocks and for errors of scripts."""

import os
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.conf import settings as site
from django.test import Client
from playwright.sync_api import Browser, ConsoleMessage, Page

from claims.models import User
from tests.conftest import CHROMIUM

# Playwright keeps an event loop running in the thread of the tests, which Django takes for an async context.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

# What a browser does on its own account has no place in a test, and fails slowly where there is no network.
QUIET = [
    "--headless", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--no-first-run",
]  # fmt: skip

PASSWORD = "correct horse battery"


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    sandbox = [] if os.geteuid() else ["--no-sandbox"]  # Chromium refuses to sandbox itself as root
    return browser_type_launch_args | {"executable_path": CHROMIUM, "args": [*QUIET, *sandbox]}


@pytest.fixture
def open_page(browser: Browser, server: str) -> Iterator[Callable[..., Page]]:
    """Opens a page of the site in a window of its own: `open_page("/", width=320, color_scheme="dark")`.

    `user` signs someone in first. At the end of the test, nothing may have been blocked or have failed in it.
    """
    complaints: list[str] = []

    def listen(message: ConsoleMessage) -> None:
        if "Content Security Policy" in message.text:
            complaints.append(message.text)

    def open_at(path: str, *, width: int = 1280, user: User | None = None, **options: Any) -> Page:
        options = {"reduced_motion": "reduce"} | options  # no colour is looked at halfway to another
        context = browser.new_context(base_url=server, viewport={"width": width, "height": 800}, **options)
        if user:
            client = Client()
            client.force_login(user)
            cookie = client.cookies[site.SESSION_COOKIE_NAME].value
            context.add_cookies([{"name": site.SESSION_COOKIE_NAME, "value": cookie, "url": server}])
        page = context.new_page()
        page.set_default_timeout(10_000)
        page.on("console", listen)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(path)
        return page

    yield open_at
    for context in browser.contexts:
        context.close()
    assert not complaints


@pytest.fixture
def alice(server: str) -> User:
    return User.objects.create_user("alice@example.org", PASSWORD, name="Alice Lindqvist")


@pytest.fixture
def bob(server: str) -> User:
    return User.objects.create_user("bob@example.org", PASSWORD, name="Bob Marsh", role="support")


@pytest.fixture
def styleguide_is_on(settings: Any) -> None:
    settings.DEBUG = True


def accessible(page: Page) -> None:
    """Asserts that axe finds nothing wrong."""
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


def suits_everyone(page: Page) -> None:
    """Asserts that the page is accessible in both themes, and on a phone, where it never scrolls sideways."""
    accessible(page)
    page.emulate_media(color_scheme="dark")
    accessible(page)
    page.set_viewport_size({"width": 320, "height": 640})
    accessible(page)
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
