"""The page that shows the API's document, in a browser that runs nothing inline."""

from collections.abc import Callable

from playwright.sync_api import Page, expect


def test_the_document_can_be_read_in_a_browser(open_page: Callable[..., Page]) -> None:
    page = open_page("/api/v1/docs/")
    expect(page.get_by_role("heading", name="Rectify")).to_be_visible()
    page.locator("#operations-claims-assert_claim").click()
    expect(page.get_by_text("Assert a claim: 201 where the base did not have it yet")).to_be_visible()
