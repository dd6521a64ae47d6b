"""What asks for an eye is answered by Alice, and by Bob with a reason."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from claims.services.administration.demonstrate import Demonstration
from tests.browser.acting.conftest import Come, press
from tests.browser.conftest import suits_everyone


def asked(page: Page, sentence: str) -> Page:
    page.get_by_role("link", name=re.compile(rf"^Answer.*{re.escape(sentence)}")).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Please check")
    return page


def test_the_overview_leads_to_what_asks_for_an_eye(come: Come) -> None:
    page = asked(come("alice"), "Skylark needs Node 20.")
    expect(page.get_by_role("listitem").filter(has_text="Skylark needs Node 20.")).to_contain_text(
        "It rests on something that no longer holds: Skylark used the framework Express.js."
    )
    expect(page.get_by_text("These cannot both be true. Which is right?")).to_be_visible()
    expect(page.get_by_text("Someone said that Fly would be closer to the port.")).to_be_visible()
    suits_everyone(page)


@pytest.mark.parametrize("java_script_enabled", [True, False])
def test_of_two_answers_the_one_that_is_right_takes_the_place(come: Come, java_script_enabled: bool) -> None:
    page = asked(come("alice", java_script_enabled=java_script_enabled), "Skylark deploys on Vercel.")
    page.get_by_role("link", name=re.compile(r"^This is right.*Fly\.io")).click()
    preview = page.get_by_role("region", name="What would happen")
    expect(preview.locator("del")).to_have_text("Vercel")
    expect(preview.locator("ins")).to_have_text("Fly.io")
    press(page, "Confirm this answer")
    expect(page.get_by_text("Looked at and decided on")).to_be_visible()
    page.get_by_role("link", name="To the statement").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Skylark deploys on Fly.io.")
    expect(page.get_by_role("region", name="History, on two clocks")).to_contain_text("Disputed:")


def test_what_is_still_true_is_not_asked_again_and_is_when_that_is_taken_back(come: Come) -> None:
    page = asked(come("alice"), "Skylark needs Node 20.")
    address = page.url
    node = page.get_by_role("listitem").filter(has_text="Skylark needs Node 20.")
    node.get_by_role("link", name="Still true").click()
    expect(page.get_by_role("region", name="What would happen")).to_contain_text("stands on its own from now on")
    suits_everyone(page)
    press(page, "Confirm this answer")
    receipt = page.url
    page.goto(address)
    expect(node).to_have_count(0)
    page.goto(receipt)
    page.get_by_role("link", name="Undo this").click()
    press(page, "Take it back")
    page.goto(address)
    expect(node).to_have_count(1)


def test_what_is_no_longer_true_ends(come: Come) -> None:
    page = asked(come("alice"), "Skylark needs Node 20.")
    page.get_by_role("listitem").filter(has_text="Skylark needs Node 20.").get_by_role(
        "link", name="No longer true"
    ).click()
    expect(page.get_by_role("region", name="What would happen")).to_contain_text("1 ends")
    press(page, "Confirm this answer")
    expect(page.get_by_text("Ended", exact=True)).to_be_visible()


def test_an_answer_that_was_given_already_says_so(come: Come) -> None:
    page = asked(come("alice"), "Skylark needs Node 20.")
    node = page.get_by_role("listitem").filter(has_text="Skylark needs Node 20.")
    node.get_by_role("link", name="Still true").click()
    address = page.url
    press(page, "Confirm this answer")
    page.goto(address)
    expect(page.get_by_text("This was decided already")).to_be_visible()
    expect(page.get_by_role("button", name="Confirm this answer")).to_have_count(0)
    suits_everyone(page)


def test_bob_answers_with_a_reason_which_alice_can_read(come: Come, demonstration: Demonstration) -> None:
    path = f"/bases/{demonstration.bases['project']}/reviews/"
    page = come("bob", path, java_script_enabled=False)
    page.get_by_role("listitem").filter(has_text="Skylark needs Node 20.").get_by_role(
        "link", name="Still true"
    ).click()
    page.get_by_label("Why").evaluate("field => field.removeAttribute('required')")
    press(page, "Confirm this answer")
    expect(page.get_by_text("Say why; it stays with the change").first).to_be_visible()
    page.get_by_label("Why").fill("She said so on the telephone.")
    press(page, "Confirm this answer")
    expect(page.get_by_text("She said so on the telephone.")).to_be_visible()
    seen = come("alice", page.url.removeprefix(page.url.split("/bases/")[0]))
    expect(seen.get_by_text("A person of the service")).to_be_visible()
    expect(seen.get_by_text("Bob")).to_have_count(0)


def test_carol_sees_what_is_asked_and_answers_nothing(come: Come, demonstration: Demonstration) -> None:
    page = come("carol", f"/bases/{demonstration.bases['project']}/reviews/")
    expect(page.get_by_text("Skylark needs Node 20.")).to_be_visible()
    expect(page.get_by_role("link", name=re.compile("Still true|This is right"))).to_have_count(0)
    suits_everyone(page)
