"""Carol works on a request from its deadline to its certificate; where the law wants it, with a second pair of eyes."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from audit.requests.words import Kind
from claims.access import visitor_signed_in
from claims.models import Role, User
from claims.services import clock
from claims.services.actor import actor_of
from claims.services.administration.demonstrate import Demonstration
from claims.services.pages.overview import Look, overview
from claims.services.rights.requests.file_request import Asked, file_request
from claims.services.rights.requests.wish import Wish
from tests.browser.acting.conftest import Come, press
from tests.browser.conftest import suits_everyone
from tests.browser.requests.test_filing import wide


def filed(demonstration: Demonstration, kind: Kind, sentence: str = "", wish: Wish | None = None) -> str:
    """A request of Alice's about a statement; the path of its page."""
    alice = User.objects.get(email="alice@rectify.example")
    base, now = demonstration.bases["alice"], clock.now()
    look = Look(valid_at=now, known_at=now, text="", kind="", page=1, now=True, to_subject=True)
    lines = [line for topic in overview(base=base, look=look).topics for line in topic.statements]
    claims = [line.claim for line in lines if line.sentence == sentence]
    asked = Asked(kind=kind, claims=claims, wish=wish)
    gone = file_request(base=base, actor=actor_of(visitor_signed_in(alice)), asked=asked, by_subject=True)
    return f"/bases/{base}/requests/{gone.request}/"


def goes(page: Page, link: str, *buttons: str) -> None:
    page.get_by_role("link", name=link, exact=True).click()
    for button in buttons:
        press(page, button)


@pytest.mark.parametrize("java_script_enabled", [True, False])
def test_carol_carries_a_correction_through_to_its_certificate(
    come: Come, demonstration: Demonstration, java_script_enabled: bool
) -> None:
    path = filed(demonstration, Kind.RECTIFICATION, "You live in Malmö.", Wish(how="instead", value="Lund"))
    page = come("carol", "/deadlines/", java_script_enabled=java_script_enabled)
    page.get_by_role("link", name="Rectification, Alice Lindqvist").click()
    goes(page, "Begin the review", "Begin")
    page.get_by_role("link", name="Decide", exact=True).click()
    page.get_by_label("It is granted", exact=True).check()
    press(page, "Show what would happen")
    expect(page.get_by_role("group", name="The letter")).to_contain_text("We do as you ask.")
    press(page, "Decide, and send the letter")
    goes(page, "Begin to carry it out", "Begin")
    goes(page, "Carry it out", "Carry it out")
    expect(page.get_by_text("Stores: beliefs:", exact=False)).to_be_visible()
    goes(page, "See to the recipients", "Show what would happen", "Write it down")
    goes(page, "Give the certificate", "Give it")
    goes(page, "Close it", "Close it")
    expect(page.get_by_text("Closed. Granted.")).to_be_visible()
    seen = come("alice", f"{path}certificate/", java_script_enabled=java_script_enabled)
    expect(seen.get_by_text("1 corrected")).to_be_visible()
    suits_everyone(seen) if java_script_enabled else None
    wide(seen).goto("/")
    expect(seen.get_by_role("link", name="You live in Lund.")).to_be_visible()


def test_a_refusal_cannot_be_sent_without_its_parts_and_is_seen_before_it_goes_out(
    come: Come, demonstration: Demonstration
) -> None:
    page = come("carol", filed(demonstration, Kind.RECTIFICATION, "You live in Malmö.", Wish(how="never")))
    suits_everyone(page)
    goes(wide(page), "Begin the review", "Begin")
    page.get_by_role("link", name="Decide", exact=True).click()
    page.get_by_label("It is refused").check()
    press(page, "Show what would happen")
    expect(page.get_by_text("a refusal cannot be sent without them").first).to_be_visible()
    suits_everyone(page)
    wide(page).get_by_label("Reasons").fill("The register says so, since 2024.")
    press(page, "Show what would happen")
    expect(page.get_by_text("Choose the ground in law").first).to_be_visible()
    page.get_by_label("The ground in law of a refusal").select_option(label="It was checked, and it is right.")
    press(page, "Show what would happen")
    letter = page.get_by_role("group", name="The letter")
    for part in ("The register says so, since 2024.", "You can complain", "to court", "The law gave us until"):
        expect(letter).to_contain_text(part)
    suits_everyone(page)
    press(wide(page), "Decide, and send the letter")
    expect(page.get_by_text("Decided. Refused.")).to_be_visible()


def test_a_refusal_as_excessive_waits_for_a_second_person(come: Come, demonstration: Demonstration) -> None:
    User.objects.create_user("chris@rectify.example", name="Chris Vega", role=Role.COMPLIANCE)
    path = filed(demonstration, Kind.ACCESS)
    page = come("carol", path)
    goes(page, "Settle the ground", "Show what would happen", "Settle it")
    goes(page, "Begin the review", "Begin")
    page.get_by_role("link", name="Decide", exact=True).click()
    page.get_by_label("It is refused").check()
    page.get_by_label("Reasons").fill("The fortieth this week.")
    page.get_by_label("The ground in law of a refusal").select_option(
        label="It is manifestly unfounded or excessive (Article 12(5))."
    )
    press(page, "Show what would happen")
    press(page, "Decide, and send the letter")
    expect(page.get_by_text("It waits for a second person to agree.")).to_be_visible()
    goes(page, "Agree to the decision")
    expect(page.get_by_text("You proposed this yourself")).to_be_visible()
    second = come("chris", path)
    suits_everyone(second)
    goes(wide(second), "Agree to the decision", "Agree, and send the letter")
    expect(second.get_by_text("Decided. Refused.")).to_be_visible()


def test_what_changed_meanwhile_is_shown_before_anything_is_done(come: Come, demonstration: Demonstration) -> None:
    path = filed(demonstration, Kind.RECTIFICATION, "You live in Malmö.", Wish(how="never"))
    page = come("carol", f"{path}review/")
    goes(come("alice", path), "Take it back", "Show what would happen", "Take it back")
    press(page, "Begin")
    expect(page.get_by_text("This request is withdrawn, so it cannot be reviewed now.")).to_be_visible()


def test_the_deadlines_are_a_board_and_a_table(come: Come, demonstration: Demonstration) -> None:
    filed(demonstration, Kind.ACCESS)
    filed(demonstration, Kind.RECTIFICATION, "You live in Malmö.", Wish(how="never"))
    page = come("carol", "/deadlines/")
    lane = page.get_by_role("region", name="Later")
    expect(lane.get_by_role("listitem")).to_have_count(2)
    suits_everyone(page)
    wide(page).get_by_role("navigation", name="Filter by kind").get_by_role("link", name="Access").click()
    expect(lane.get_by_role("listitem")).to_have_count(1)
    page.get_by_role("link", name="As a table").click()
    expect(page.get_by_role("row")).to_have_count(2)
    suits_everyone(page)
