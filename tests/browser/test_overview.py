"""Alice reads what is believed about her, looks for something, and looks back."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from audit.models import AuditEntry
from claims.models import User
from claims.services.administration.demonstrate import Demonstration, demonstrate
from tests.browser.conftest import suits_everyone

OpenPage = Callable[..., Page]


@pytest.fixture
def demonstration(server: str) -> Demonstration:
    return demonstrate()


@pytest.fixture
def concerned(demonstration: Demonstration) -> User:
    return User.objects.get(email="alice@rectify.example")


def test_the_overview_says_what_is_believed_in_sentences_by_topic(open_page: OpenPage, concerned: User) -> None:
    page = open_page("/", user=concerned)
    expect(page.get_by_role("heading", level=1)).to_have_text("What the assistants believe about you")
    expect(page.get_by_role("link", name="Skylark uses the framework Go.")).to_be_visible()
    expect(page.get_by_role("link", name="You live in Malmö.")).to_be_visible()
    expect(page.get_by_text("Express.js, nothing fancy")).to_have_count(0)
    suits_everyone(page)


def test_what_asks_for_an_eye_comes_first_and_says_why(open_page: OpenPage, concerned: User) -> None:
    page = open_page("/", user=concerned)
    slips = page.get_by_role("region", name="Please check")
    expect(slips).to_contain_text("Skylark needs Node 20.")
    expect(slips).to_contain_text("It rests on something that no longer holds: Skylark used the framework Express.js.")
    expect(slips).to_contain_text("There is another answer: Skylark deploys on Fly.io. Which is right?")


@pytest.mark.parametrize("java_script_enabled", [True, False])
def test_words_narrow_the_list_with_and_without_script(
    open_page: OpenPage, concerned: User, java_script_enabled: bool
) -> None:
    page = open_page("/", user=concerned, java_script_enabled=java_script_enabled)
    page.get_by_role("searchbox", name="Search what is believed").fill("malmö")
    page.get_by_role("button", name="Search").click()
    expect(page.get_by_role("link", name="Skylark uses the framework Go.")).to_have_count(0)
    expect(page.get_by_role("link", name="You live in Malmö.")).to_be_visible()
    assert "q=malm" in page.url


@pytest.mark.parametrize("java_script_enabled", [True, False])
def test_a_date_shows_what_was_believed_then(open_page: OpenPage, concerned: User, java_script_enabled: bool) -> None:
    page = open_page("/?known_at=2026-04-01", user=concerned, java_script_enabled=java_script_enabled)
    expect(page.get_by_role("link", name="Skylark uses the framework Express.js.")).to_be_visible()
    expect(page.get_by_text("What was believed on 1 April 2026")).to_be_visible()
    page.get_by_role("link", name="Back to today").click()
    expect(page.get_by_role("link", name="Skylark uses the framework Go.")).to_be_visible()


def test_both_dates_answer_what_we_know_today_about_april(open_page: OpenPage, concerned: User) -> None:
    page = open_page("/?valid_at=2026-04-01", user=concerned)
    expect(page.get_by_role("link", name="Skylark uses the framework Express.js.")).to_be_visible()
    expect(page.get_by_role("link", name="Skylark uses the framework Go.")).to_have_count(0)


def test_a_filter_keeps_one_kind(open_page: OpenPage, concerned: User) -> None:
    page = open_page("/", user=concerned)
    page.get_by_role("link", name="From a document").click()
    expect(page.get_by_role("link", name="You report to Henrik Aas.")).to_be_visible()
    expect(page.get_by_role("link", name="You live in Malmö.")).to_have_count(0)
    suits_everyone(page)


def test_nothing_found_says_how_to_go_on(open_page: OpenPage, concerned: User) -> None:
    page = open_page("/?q=zeppelin", user=concerned)
    expect(page.get_by_text("No statement has these words.")).to_be_visible()
    suits_everyone(page)


def test_a_stranger_has_an_empty_page_and_no_way_in(open_page: OpenPage, demonstration: Demonstration) -> None:
    dave = User.objects.get(email="dave@rectify.example")
    page = open_page("/", user=dave)
    expect(page.get_by_text("Nothing is believed about you yet.")).to_be_visible()
    response = page.goto(f"/bases/{demonstration.bases['alice']}/")
    assert response is not None
    assert response.status == 404


def test_support_sees_the_bases_and_each_look_is_logged(open_page: OpenPage, demonstration: Demonstration) -> None:
    bob = User.objects.get(email="bob@rectify.example")
    page = open_page("/", user=bob)
    suits_everyone(page)
    page.set_viewport_size({"width": 1280, "height": 800})
    page.get_by_role("link", name="Skylark").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("What is believed about Skylark")
    looks = AuditEntry.objects.filter(chain_id=demonstration.bases["project"], act="view", actor_id=bob.id)
    assert looks.count() == 1
