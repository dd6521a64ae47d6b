"""Alice says that something is no longer true, or never was."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.acting.conftest import Come, press, statement
from tests.browser.conftest import suits_everyone


@pytest.mark.parametrize("java_script_enabled", [True, False])
def test_what_ended_stays_in_the_history_up_to_its_day(come: Come, java_script_enabled: bool) -> None:
    page = statement(come("alice", java_script_enabled=java_script_enabled), "You live in Malmö.")
    page.get_by_role("link", name="Correct this").click()
    page.get_by_label("It is no longer true").check()
    page.get_by_label("It was true until").fill("October 2026")
    press(page, "Show what would happen")
    preview = page.get_by_role("region", name="What would happen")
    expect(preview.locator("ins")).to_have_text("lived")
    expect(preview).to_contain_text("Stays in the history: true from January to October 2026.")
    press(page, "Confirm this correction")
    expect(page.get_by_text("Ended on")).to_be_visible()
    page.get_by_role("link", name="To the statement").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("You lived in Malmö.")
    page.get_by_role("listitem").filter(has_text="No longer true").get_by_role("link", name="Take this back").click()
    press(page, "Take it back")
    page.get_by_role("link", name="To the statement").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("You live in Malmö.")


@pytest.mark.parametrize("java_script_enabled", [True, False])
def test_what_was_never_true_goes_and_what_it_pushed_aside_comes_back(come: Come, java_script_enabled: bool) -> None:
    page = statement(come("alice", java_script_enabled=java_script_enabled), "Skylark uses the framework Go.")
    page.get_by_role("link", name="Correct this").click()
    page.get_by_label("It was never true").check()
    press(page, "Show what would happen")
    preview = page.get_by_role("region", name="What would happen")
    expect(preview).to_contain_text("It goes altogether.")
    expect(preview).to_contain_text("1 comes back")
    expect(preview).to_contain_text("Skylark uses the framework Express.js.")
    press(page, "Confirm this correction")
    expect(page.get_by_text("Taken back as never true on")).to_be_visible()
    page.get_by_role("link", name="Undo this").click()
    press(page, "Take it back")
    page.get_by_role("link", name="To the statement").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Skylark uses the framework Go.")


def test_what_is_left_of_a_statement_that_was_taken_back_says_so(come: Come) -> None:
    page = statement(come("alice"), "Skylark is released on Thursdays.")
    page.get_by_role("link", name="Take this back").click()
    press(page, "Take it back")
    page.get_by_role("link", name="To the statement").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Skylark is released on Thursdays.")
    expect(page.get_by_text("All that was said of this has been taken back, so it is not believed.")).to_be_visible()
    suits_everyone(page)
    page.set_viewport_size({"width": 1280, "height": 800})
    history = page.get_by_role("region", name="History, on two clocks")
    history.get_by_role("listitem").filter(has_text="Taken back:").get_by_role("link", name="Take this back").click()
    press(page, "Take it back")
    page.get_by_role("link", name="To the statement").click()
    expect(page.get_by_role("region", name="History, on two clocks")).to_contain_text("Brought back:")
    expect(page.get_by_role("link", name="I disagree, check it")).to_be_visible()
