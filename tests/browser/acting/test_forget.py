"""Alice has something forgotten: held back first, kept after all, and then gone for good."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.acting.conftest import Come, press, statement
from tests.browser.conftest import suits_everyone


def test_alice_forgets_a_statement_changes_her_mind_and_then_does_not(come: Come) -> None:
    page = statement(come("alice"), "You live in Malmö.")
    page.get_by_role("link", name="Forget this").click()
    page.get_by_label("This statement", exact=True).check()
    suits_everyone(page)
    page.set_viewport_size({"width": 1280, "height": 800})
    page.get_by_role("button", name="Show what would happen").click()
    expect(page.get_by_role("region", name="What would happen")).to_contain_text("1 is held back")
    press(page, "Forget it")
    expect(page.get_by_text("Erasure, Article 17 GDPR.")).to_be_visible()
    page.get_by_role("link", name="When it is due").click()
    expect(page.get_by_text("1 statement will be forgotten on")).to_be_visible()
    suits_everyone(page)
    page.set_viewport_size({"width": 1280, "height": 800})
    page.get_by_role("button", name="Keep after all").click()
    expect(page.get_by_text("Kept after all on")).to_be_visible()

    page.get_by_role("navigation", name="Where you are").get_by_role("link", name="Overview").click()
    page = statement(page, "You live in Malmö.")
    page.get_by_role("link", name="Forget this").click()
    page.get_by_label("This statement", exact=True).check()
    page.get_by_label("At once; there is no way back").check()
    page.get_by_role("button", name="Show what would happen").click()
    expect(page.get_by_role("region", name="What would happen")).to_contain_text("1 ends")
    press(page, "Forget it")
    expect(page.get_by_text("Forgotten for good on")).to_be_visible()
    expect(page.get_by_text("Malmö")).to_have_count(0)
    page.get_by_role("link", name="When it is due").click()
    expect(page.get_by_role("button", name="Let it be learned again")).to_be_visible()
