"""Alice asks for something, follows it, and takes it back; Bob writes down what reached him."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from claims.services.administration.demonstrate import Demonstration
from tests.browser.acting.conftest import Come, press, statement
from tests.browser.conftest import suits_everyone


def wide(page: Page) -> Page:
    page.set_viewport_size({"width": 1280, "height": 800})
    page.emulate_media(color_scheme="light")
    return page


@pytest.mark.parametrize("java_script_enabled", [True, False])
def test_alice_says_that_a_statement_is_wrong_and_it_is_held_back(come: Come, java_script_enabled: bool) -> None:
    page = statement(come("alice", java_script_enabled=java_script_enabled), "You live in Malmö.")
    page.get_by_role("link", name="Ask for something else").click()
    page.get_by_role("link", name="Something is wrong").click()
    expect(page.get_by_label("You live in Malmö.")).to_be_checked()
    page.get_by_label("It was always something else").check()
    page.get_by_role("textbox", name="What is right").fill("Lund")
    page.get_by_label("In your own words").fill("I never lived there.")
    press(page, "Send the request")
    expect(page.get_by_role("heading", level=1)).to_have_text("You asked to have something corrected")
    expect(page.get_by_text("We have your request.", exact=True)).to_be_visible()
    expect(page.get_by_text("It was always: Lund")).to_be_visible()
    expect(page.get_by_text("I never lived there.")).to_be_visible()
    page.get_by_role("link", name="You live in Malmö.").click()
    expect(page.get_by_text("This is held back while it is checked")).to_be_visible()


def test_what_can_be_asked_for_suits_everyone(come: Come, demonstration: Demonstration) -> None:
    page = come("alice", "/requests/")
    expect(page.get_by_text("You have asked for nothing yet.")).to_be_visible()
    suits_everyone(page)
    wide(page).get_by_role("link", name="Ask about you").click()
    suits_everyone(page)
    for name in ("Something is wrong", "Something should be erased"):
        wide(page).get_by_role("link", name=name).click()
        suits_everyone(page)
        page.go_back()


@pytest.mark.parametrize("java_script_enabled", [True, False])
def test_alice_follows_her_request_and_takes_it_back(come: Come, java_script_enabled: bool) -> None:
    page = come("alice", "/requests/", java_script_enabled=java_script_enabled)
    page.get_by_role("link", name="Ask about you").click()
    page.get_by_role("link", name="A copy of everything").click()
    press(page, "Send the request")
    page.get_by_role("link", name="Requests", exact=True).first.click()
    line = page.get_by_role("listitem").filter(has_text="You asked for a copy of everything")
    expect(line).to_contain_text("days left")
    line.get_by_role("link").click()
    page.get_by_role("link", name="Take it back").click()
    press(page, "Show what would happen")
    expect(page.get_by_role("region", name="What would happen")).to_contain_text("nothing more is done about it")
    press(page, "Take it back")
    expect(page.get_by_text("Taken back.").first).to_be_visible()
    expect(page.get_by_role("link", name="Take it back")).to_have_count(0)


def test_a_request_and_its_letters_suit_everyone(come: Come) -> None:
    page = come("alice", "/requests/")
    page.get_by_role("link", name="Ask about you").click()
    page.get_by_role("link", name="A copy of everything").click()
    press(page, "Send the request")
    page.get_by_text("Read the letter").click()
    expect(page.get_by_text("You can follow it, or take it back")).to_be_visible()
    suits_everyone(page)
    with wide(page).expect_download() as downloading:
        page.get_by_role("link", name="Keep it as a document").click()
    assert re.fullmatch(r"R-\d{4}-\d{4}-[0-9A-F]{4}-acknowledgement\.txt", downloading.value.suggested_filename)
    page.get_by_role("link", name="Requests", exact=True).first.click()
    suits_everyone(page)


def test_what_is_missing_in_a_request_is_said_beside_it(come: Come) -> None:
    page = statement(come("alice"), "You live in Malmö.")
    page.get_by_role("link", name="Ask for something else").click()
    page.get_by_role("link", name="Something is wrong").click()
    press(page, "Send the request")
    expect(page.get_by_text("Choose what is wrong with it.").first).to_be_visible()
    page.get_by_label("It was always something else").check()
    press(page, "Send the request")
    expect(page.get_by_text("Say what is right.").first).to_be_visible()
    page.get_by_label("You live in Malmö.").uncheck()
    page.get_by_role("textbox", name="What is right").fill("Lund")
    press(page, "Send the request")
    expect(page.get_by_text("Name the statements that it is about.").first).to_be_visible()
    suits_everyone(page)


def test_bob_writes_down_what_reached_him_and_may_go_no_further(come: Come, demonstration: Demonstration) -> None:
    page = come("bob", f"/bases/{demonstration.bases['alice']}/")
    page.get_by_role("link", name="Write a request down").click()
    suits_everyone(page)
    wide(page).get_by_role("link", name="Something should be erased").click()
    page.get_by_label("I take back my consent.").check()
    page.get_by_label("In the person's own words").fill("She telephoned.")
    suits_everyone(page)
    press(wide(page), "Write it down")
    expect(page.get_by_text("Acknowledged", exact=False).first).to_be_visible()
    expect(page.get_by_role("link", name="It is the person")).to_have_count(0)
    suits_everyone(page)
