"""The page that shows the API's document, in a browser that runs nothing inline."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from claims.models import BeliefBase
from tests.api.client import DOCUMENT, key_for

OpenPage = Callable[..., Page]


def test_the_document_can_be_read_in_a_browser(open_page: OpenPage) -> None:
    page = open_page("/api/v1/docs/")
    expect(page.get_by_role("heading", name="Rectify")).to_be_visible()
    expect(page.locator(".opblock")).to_have_count(sum(len(methods) for methods in DOCUMENT["paths"].values()))
    page.locator("#operations-claims-assert_claim").click()
    expect(page.get_by_text("Assert a claim: 201 where the base did not have it yet")).to_be_visible()
    expect(page.get_by_text("Idempotency-Key").last).to_be_visible()


def test_it_says_how_to_come_in_and_can_be_tried_with_a_key(open_page: OpenPage, server: str) -> None:
    base = BeliefBase.objects.create(label="Skylark", kind="project")
    page = open_page("/api/v1/docs/")
    expect(page.get_by_text("on this page, put the key into")).to_be_visible()
    page.get_by_role("button", name="Authorize").first.click()
    page.locator(".auth-container", has_text="bearer").get_by_role("textbox").fill(key_for(base.id))
    page.locator(".auth-container", has_text="bearer").get_by_role("button", name="Apply credentials").click()
    page.locator(".dialog-ux").get_by_role("button", name="Close").last.click()
    page.locator("#operations-bases-list_bases").get_by_role("button").first.click()
    page.get_by_role("button", name="Try it out").click()
    page.get_by_role("button", name="Execute").click()
    expect(page.locator(".live-responses-table")).to_contain_text("Skylark")
    expect(page.locator(".live-responses-table .response .response-col_status").first).to_have_text(re.compile("200"))
