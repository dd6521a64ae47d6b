"""Alice says that something is right, has it held back while it is checked, and lets it go again."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.acting.conftest import Come, press, statement
from tests.browser.conftest import suits_everyone


def test_what_alice_finds_right_is_marked_checked_until_she_takes_it_back(come: Come) -> None:
    page = statement(come("alice"), "You live in Malmö.")
    page.get_by_role("link", name="It is right").click()
    expect(page.get_by_role("region", name="What would happen")).to_contain_text("1 is checked")
    suits_everyone(page)
    press(page, "Confirm that it is right")
    expect(page.get_by_text("Checked on")).to_be_visible()
    page.get_by_role("link", name="To the statement").click()
    expect(page.locator(".belief-head").get_by_text("Checked", exact=True)).to_be_visible()
    expect(page.get_by_role("region", name="Why it is believed")).to_contain_text("You checked it here on")
    page.get_by_role("listitem").filter(has_text="Found right").get_by_role("link", name="Take this back").click()
    expect(page.get_by_role("region", name="What would happen")).to_contain_text("1 is no longer marked Checked")
    press(page, "Take it back")
    page.get_by_role("link", name="To the statement").click()
    expect(page.locator(".belief-head").get_by_text("You said")).to_be_visible()


def test_what_alice_disputes_is_given_to_nobody_until_it_is_passed_on_again(come: Come) -> None:
    page = statement(come("alice"), "You live in Malmö.")
    page.get_by_role("link", name="I disagree, check it").click()
    page.get_by_label("Why").fill("I only have a room there.")
    expect(page.get_by_role("region", name="What would happen")).to_contain_text("1 is held back")
    press(page, "Hold it back")
    expect(page.get_by_text("I only have a room there.")).to_be_visible()
    expect(page.get_by_text("Restriction of processing, Article 18 GDPR.")).to_be_visible()
    suits_everyone(page)
    page.set_viewport_size({"width": 1280, "height": 800})
    page.get_by_role("link", name="To the statement").click()
    expect(page.get_by_text("This is held back while it is checked")).to_be_visible()
    page.get_by_role("link", name="Pass it on again").click()
    expect(page.get_by_role("region", name="What would happen")).to_contain_text("1 is passed on again")
    press(page, "Pass it on again")
    page.get_by_role("link", name="To the statement").click()
    expect(page.get_by_text("This is held back while it is checked")).to_have_count(0)


def test_a_dispute_can_be_undone(come: Come) -> None:
    page = statement(come("alice"), "You live in Malmö.")
    page.get_by_role("link", name="I disagree, check it").click()
    press(page, "Hold it back")
    page.get_by_role("link", name="Undo this").click()
    expect(page.get_by_role("region", name="What would happen")).to_contain_text("1 is passed on again")
    press(page, "Take it back")
    page.get_by_role("link", name="To the statement").click()
    expect(page.get_by_role("link", name="I disagree, check it")).to_be_visible()


def test_what_alice_adds_stands_beside_the_statement_until_she_takes_it_back(come: Come) -> None:
    page = statement(come("alice"), "You live in Malmö.")
    page.get_by_role("link", name="Correct this").click()
    page.get_by_role("link", name="Add what is missing").click()
    page.get_by_label("What is to be added").fill("Only on weekdays; at home I am in Lund.")
    suits_everyone(page)
    page.set_viewport_size({"width": 1280, "height": 800})
    page.get_by_role("button", name="Show what would happen").click()
    expect(page.get_by_role("region", name="What would happen")).to_contain_text("given it without these words")
    press(page, "Put it beside the statement")
    expect(page.get_by_text("Rectification, Article 16 GDPR.")).to_be_visible()
    page.get_by_role("link", name="To the statement").click()
    expect(page.get_by_text("Only on weekdays; at home I am in Lund.")).to_be_visible()
    suits_everyone(page)
    page.get_by_role("listitem").filter(has_text="A statement was put beside it").get_by_role(
        "link", name="Take this back"
    ).click()
    press(page, "Take it back")
    page.get_by_role("link", name="To the statement").click()
    expect(page.locator("figure.supplement")).to_have_count(0)
