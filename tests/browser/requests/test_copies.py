"""Alice asks for her copy, waits, and takes it along; or Carol has it made for her request, and does not read it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from pytest_django import Settings

from audit.requests.words import Kind
from claims.models import PersonCopy
from claims.services.administration.demonstrate import Demonstration
from claims.services.rights.copies.make_copy import make_copy
from tests.browser.acting.conftest import Come, press
from tests.browser.conftest import suits_everyone
from tests.browser.requests.test_filing import wide
from tests.browser.requests.test_working import filed, goes


@pytest.fixture(autouse=True)
def folder(settings: Settings, tmp_path: Path) -> Path:
    here = tmp_path / "copies"
    settings.COPIES = here
    return here


def works() -> None:
    """The worker makes what waits."""
    for row in PersonCopy.objects.filter(state="queued"):
        assert make_copy(base=row.base_id, copy=row.id)


def downloaded(page: Page, link: str) -> Path:
    with page.expect_download() as downloading:
        page.get_by_role("link", name=link).first.click()
    assert downloading.value.suggested_filename.startswith("rectify-")
    return Path(downloading.value.path())


@pytest.mark.parametrize("java_script_enabled", [True, False])
def test_alice_asks_for_her_copy_waits_and_takes_it_along(
    come: Come, demonstration: Demonstration, java_script_enabled: bool
) -> None:
    page = come("alice", "/requests/", java_script_enabled=java_script_enabled)
    page.get_by_role("link", name="My copy", exact=True).click()
    expect(page.get_by_text("None yet.")).to_be_visible()
    press(page, "Make my copy")
    expect(page.get_by_text("Waits for its turn")).to_be_visible()
    if java_script_enabled:
        suits_everyone(page)
        wide(page)
    works()
    if not java_script_enabled:
        page.get_by_role("link", name="look again now").click()
    expect(page.get_by_text("Ready:")).to_be_visible()  # with a script, the page looks again by itself
    assert "You live in Malmö." in downloaded(page, "To read").read_text()
    assert downloaded(page, "For programs").read_text().startswith('{"format": "rectify-copy"')
    if java_script_enabled:
        suits_everyone(page)
        wide(page)
    press(page, "Remove it")
    expect(page.get_by_text("Removed at your wish")).to_be_visible()


def test_alice_stops_it(come: Come, demonstration: Demonstration) -> None:
    page = come("alice", f"/bases/{demonstration.bases['project']}/copies/")
    page.get_by_label("What I gave, to take along").check()
    press(page, "Make my copy")
    press(page, "Make my copy")
    expect(page.get_by_text("Everything that is kept, asked for")).to_have_count(1)
    press(page, "Make my copy")
    expect(page.get_by_text("A copy of this kind is being made for you already")).to_be_visible()
    page.get_by_role("article").filter(has_text="What you gave").get_by_role("button", name="Stop it").click()
    expect(page.get_by_text("It is stopped, and nothing of it is kept.")).to_be_visible()
    expect(page.get_by_text("Stopped.")).to_be_visible()


def test_carol_has_a_copy_made_covers_a_name_and_reads_nothing_and_alice_takes_it(
    come: Come, demonstration: Demonstration
) -> None:
    path = filed(demonstration, Kind.ACCESS)
    page = come("carol", path)
    goes(page, "Settle the ground", "Show what would happen", "Settle it")
    goes(page, "Begin the review", "Begin")
    page.get_by_role("link", name="Decide", exact=True).click()
    page.get_by_label("It is granted", exact=True).check()
    press(page, "Show what would happen")
    press(page, "Decide, and send the letter")
    goes(page, "Begin to carry it out", "Begin")
    page.get_by_role("link", name="Carry it out").click()
    page.get_by_role("group", name="Cover these names").get_by_role("checkbox").first.check()
    suits_everyone(page)
    press(wide(page), "Show what would happen")
    press(page, "Carry it out")
    expect(page.get_by_role("article").get_by_text("Waits for its turn")).to_be_visible()
    works()
    page.reload()
    expect(page.get_by_text("Ready:")).to_be_visible()
    expect(page.get_by_role("link", name="To read")).to_have_count(0)
    suits_everyone(page)
    goes(wide(page), "See to the recipients", "Show what would happen", "Write it down")
    goes(page, "Give the certificate", "Give it")
    seen = come("alice", path)
    assert "[another person]" in downloaded(seen, "To read").read_text()
    suits_everyone(seen)
    wide(seen).get_by_role("link", name="To the certificate").click()
    expect(seen.get_by_text("statements copied", exact=False)).to_be_visible()


def test_the_document_suits_everyone_as_a_file_alone(
    come: Come, demonstration: Demonstration, open_page: Callable[..., Page]
) -> None:
    page = come("alice", f"/bases/{demonstration.bases['alice']}/copies/")
    press(page, "Make my copy")
    works()
    expect(page.get_by_text("Ready:")).to_be_visible()
    file = downloaded(page, "To read")
    document = file.rename(file.with_suffix(".html"))
    page.goto(document.as_uri())
    expect(page.get_by_role("heading", level=1)).to_have_text("What is kept about Alice Lindqvist")
    page.context.set_offline(True)
    suits_everyone(page)
