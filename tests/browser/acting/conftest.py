"""The demonstration, and Alice or Bob signed in to act on it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page

from claims.models import User
from claims.services.administration.demonstrate import Demonstration, demonstrate

#: Opens a page as somebody of the demonstration: `come("alice", "/", width=320)`.
Come = Callable[..., Page]


@pytest.fixture
def demonstration(server: str) -> Demonstration:
    return demonstrate()


@pytest.fixture
def come(open_page: Callable[..., Page], demonstration: Demonstration) -> Come:
    def come_as(name: str, path: str = "/", **options: Any) -> Page:
        return open_page(path, user=User.objects.get(email=f"{name}@rectify.example"), **options)

    return come_as


def statement(page: Page, sentence: str) -> Page:
    """Goes to the page of a statement that the overview shows."""
    page.get_by_role("link", name=sentence, exact=True).click()
    return page


def press(page: Page, button: str) -> None:
    page.get_by_role("button", name=button).click()
