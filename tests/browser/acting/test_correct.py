"""Alice corrects a statement: she says what is wrong, sees what would follow, confirms, and can take it back."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.acting.conftest import Come, press, statement
from tests.browser.conftest import suits_everyone

GO, RUST = "Skylark uses the framework Go.", "Skylark uses the framework Rust."


def correcting(page: Page, sentence: str = GO) -> Page:
    statement(page, sentence).get_by_role("link", name="Correct this").click()
    return page


def changed(page: Page, day: str = "20 May 2026", value: str = "Rust") -> None:
    page.get_by_label("It was true, and it changed").check()
    page.get_by_label("It changed on").fill(day)
    page.get_by_label("What is true now").fill(value)
    press(page, "Show what would happen")


@pytest.mark.parametrize("java_script_enabled", [True, False])
def test_a_change_is_shown_confirmed_and_undone(come: Come, java_script_enabled: bool) -> None:
    page = correcting(come("alice", java_script_enabled=java_script_enabled))
    changed(page)
    preview = page.get_by_role("region", name="What would happen")
    expect(preview.locator("del")).to_have_text("Go")
    expect(preview.locator("ins")).to_have_text("Rust")
    expect(preview).to_contain_text("Stays in the history: true from 15 May to 20 May 2026.")
    expect(preview).to_contain_text("True from 20 May 2026. Marked Checked, because a person says so here.")
    expect(preview).to_contain_text("1 asks for your eye")
    assert "how=changed" in page.url
    press(page, "Confirm this correction")
    expect(page.get_by_text("Corrected on")).to_be_visible()
    assert re.search(r"/revisions/\d+/$", page.url)
    page.get_by_role("link", name="Undo this").click()
    expect(page.get_by_role("region", name="What would happen")).to_contain_text("1 comes back")
    press(page, "Take it back")
    expect(page.get_by_text("Undone on")).to_be_visible()
    page.get_by_role("link", name="To the statement").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(GO)


def test_every_step_suits_everyone(come: Come) -> None:
    page = correcting(come("alice"))
    suits_everyone(page)
    changed(page)
    expect(page.get_by_role("button", name="Confirm this correction")).to_be_visible()
    suits_everyone(page)
    press(page, "Confirm this correction")
    expect(page.get_by_text("Corrected on")).to_be_visible()
    suits_everyone(page)
    page.get_by_role("link", name="Undo this").click()
    suits_everyone(page)


@pytest.mark.parametrize("java_script_enabled", [True, False])
def test_something_that_was_never_so_gives_way_to_what_always_was(come: Come, java_script_enabled: bool) -> None:
    page = correcting(come("alice", java_script_enabled=java_script_enabled), "You live in Malmö.")
    page.get_by_label("It was always something else").check()
    page.get_by_label("What is right").fill("Lund")
    press(page, "Show what would happen")
    preview = page.get_by_role("region", name="What would happen")
    expect(preview).to_contain_text("It goes altogether. The history keeps that it was believed.")
    expect(preview).to_contain_text("True from January 2026.")
    press(page, "Confirm this correction")
    page.get_by_role("link", name="To the statement").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("You live in Lund.")


def test_what_can_stand_beside_others_is_taken_back_when_it_is_corrected(come: Come) -> None:
    page = correcting(come("alice"), "You have a daughter, Mira.")
    changed(page, day="2025", value="Miranda")
    preview = page.get_by_role("region", name="What would happen")
    expect(preview).to_contain_text("You have a daughter, Mira.")
    expect(preview).to_contain_text("Stays in the history: true from 2017 to 2025.")
    expect(preview).to_contain_text("You have a daughter, Miranda.")


@pytest.mark.parametrize("java_script_enabled", [True, False])
def test_what_is_missing_is_said_beside_its_field_and_nothing_typed_is_lost(
    come: Come, java_script_enabled: bool
) -> None:
    page = correcting(come("alice", java_script_enabled=java_script_enabled))
    changed(page, day="the day before yesterday", value="")
    expect(page.get_by_role("group", name="What to look at again")).to_be_focused()
    day = page.get_by_label("It changed on")
    expect(day).to_have_value("the day before yesterday")
    expect(day).to_have_accessible_description(re.compile("is no day that we can read; write a day"))
    expect(page.get_by_label("What is true now")).to_have_accessible_description(re.compile("Say what is true now."))
    if java_script_enabled:
        suits_everyone(page)


@pytest.mark.parametrize("day", ["20/5/2026", "20.5.2026", "20 May 2026", "2026-05-20", "20th May 2026"])
def test_a_day_is_read_as_people_write_it(come: Come, day: str) -> None:
    page = correcting(come("alice"))
    changed(page, day=day)
    expect(page.get_by_role("region", name="What would happen")).to_contain_text("True from 20 May 2026.")


def test_the_same_value_is_refused_beside_its_field(come: Come) -> None:
    page = correcting(come("alice"))
    changed(page, value="go")
    expect(page.get_by_label("What is true now")).to_have_accessible_description(
        re.compile("That is what it says already; give what it should say instead.")
    )


def test_a_preview_can_be_read_again_at_its_address(come: Come) -> None:
    page = correcting(come("alice"))
    changed(page)
    expect(page.get_by_role("button", name="Confirm this correction")).to_be_visible()
    page.reload()
    expect(page.get_by_role("region", name="What would happen")).to_contain_text(RUST)
    expect(page.get_by_label("What is true now")).to_have_value("Rust")


def test_what_was_typed_after_the_preview_is_shown_before_it_is_done(come: Come) -> None:
    page = correcting(come("alice"))
    changed(page)
    expect(page.get_by_role("button", name="Confirm this correction")).to_be_visible()
    page.get_by_label("What is true now").fill("Zig")
    press(page, "Confirm this correction")
    expect(page.get_by_text("Something changed here since you looked, so nothing was done yet.")).to_be_visible()
    expect(page.get_by_role("region", name="What would happen")).to_contain_text("Skylark uses the framework Zig.")
    press(page, "Confirm this correction")
    expect(page.get_by_text("Corrected on")).to_be_visible()


def test_a_receipt_that_is_loaded_again_does_nothing(come: Come) -> None:
    page = correcting(come("alice"))
    changed(page)
    press(page, "Confirm this correction")
    expect(page.get_by_text("Corrected on")).to_be_visible()
    address = page.url
    page.reload()
    assert page.url == address
    page.get_by_role("link", name="To the statement").click()
    expect(page.get_by_role("listitem").filter(has_text="Corrected:")).to_have_count(1)
