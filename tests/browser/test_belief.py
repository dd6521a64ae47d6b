"""Alice asks why something is believed, what hangs on it, and since when."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from claims.models import User
from claims.services.administration.demonstrate import demonstrate
from tests.browser.conftest import suits_everyone

OpenPage = Callable[..., Page]


@pytest.fixture
def concerned(server: str) -> User:
    demonstrate()
    return User.objects.get(email="alice@rectify.example")


@pytest.fixture
def go(open_page: OpenPage, concerned: User) -> Page:
    page = open_page("/", user=concerned)
    page.get_by_role("link", name="Skylark uses the framework Go.").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Skylark uses the framework Go.")
    return page


def test_a_belief_shows_who_said_it_and_when(go: Page) -> None:
    why = go.get_by_role("region", name="Why it is believed")
    expect(why.locator("mark").first).to_have_text("Go")
    expect(why).to_contain_text("You said it on 15 May 2026, noted by Scout. It arrived here on 16 May 2026.")
    expect(why).to_contain_text("It was seen on 18 May 2026, noted by Scout.")
    suits_everyone(go)


def test_a_belief_leads_to_what_it_replaced_and_to_what_rested_on_that(go: Page) -> None:
    go.get_by_role("link", name="Skylark used the framework Express.js.").click()
    expect(go.get_by_text("something else took its place")).to_be_visible()
    said = go.get_by_role("region", name="What was said")
    expect(said).to_contain_text(
        "It does not count now: something observed later says otherwise (stated, 15 May 2026)."
    )
    web = go.get_by_role("region", name="What it rests on, and what rests on it")
    expect(web.get_by_role("link", name="Skylark deploys on Vercel.")).to_be_visible()
    expect(web.get_by_role("link", name="Skylark needs Node 20.")).to_be_visible()
    suits_everyone(go)


def test_the_history_tells_both_clocks(go: Page) -> None:
    history = go.get_by_role("region", name="History, on two clocks")
    expect(history.get_by_role("listitem")).to_have_count(3)
    expect(history.get_by_role("listitem").nth(1)).to_contain_text("16 May 2026")
    expect(history.get_by_role("listitem").nth(1)).to_contain_text("True from 15 May 2026.")
    expect(history.get_by_role("img")).to_have_accessible_name(
        "Two lines of time. Express.js from 1 March 2026 to 15 May 2026; Go from 15 May 2026 on. The list below says "
        "the same."
    )


def test_a_belief_is_read_without_script(open_page: OpenPage, concerned: User) -> None:
    page = open_page("/", user=concerned, java_script_enabled=False)
    page.get_by_role("link", name="You live in Malmö.").click()
    expect(page.get_by_role("region", name="Why it is believed")).to_contain_text("We moved to Malmö in January.")
    expect(page.get_by_role("link", name="You lived in Gothenburg.")).to_be_visible()


def test_a_belief_of_somebody_else_is_not_found(open_page: OpenPage, go: Page) -> None:
    dave = User.objects.get(email="dave@rectify.example")
    page = open_page(go.url, user=dave)
    expect(page.get_by_text("404")).to_have_count(0)
    assert "Malm" not in page.content()
    assert "Go." not in page.content()
