"""What every page has: its bar, its themes, its width, and that it works without script."""

from collections.abc import Callable

import pytest
from django.template.loader import render_to_string
from playwright.sync_api import Page, expect

from claims.models import User
from tests.browser.conftest import accessible, suits_everyone

OpenPage = Callable[..., Page]
STRANGERS_PAGES = ["/accounts/login/", "/accounts/password/reset/", "/accounts/signup/", "/nowhere/"]
OWN_PAGES = [
    "/",
    "/accounts/logout/",
    "/accounts/password/change/",
    "/accounts/2fa/",
    "/accounts/2fa/webauthn/",
    "/accounts/sessions/",
]


@pytest.mark.parametrize("path", STRANGERS_PAGES)
def test_pages_before_sign_in_suit_everyone(open_page: OpenPage, path: str) -> None:
    suits_everyone(open_page(path))


@pytest.mark.parametrize("path", OWN_PAGES)
def test_pages_after_sign_in_suit_everyone(open_page: OpenPage, alice: User, path: str) -> None:
    suits_everyone(open_page(path, user=alice))


def test_pages_of_staff_suit_everyone(open_page: OpenPage, bob: User) -> None:
    suits_everyone(open_page("/", user=bob))


@pytest.mark.parametrize("density", ["roomy", "dense"])
@pytest.mark.usefixtures("styleguide_is_on")
def test_every_part_suits_everyone(open_page: OpenPage, density: str) -> None:
    suits_everyone(open_page(f"/styleguide/?density={density}"))


def test_the_style_guide_is_only_for_builders(open_page: OpenPage) -> None:
    expect(open_page("/styleguide/").get_by_role("heading")).to_have_text("What you look for is here elsewhere.")


@pytest.mark.usefixtures("styleguide_is_on")
def test_a_refused_form_takes_the_focus_and_leads_to_each_field(open_page: OpenPage) -> None:
    page = open_page("/styleguide/")
    page.get_by_role("button", name="Confirm this correction").click()
    summary = page.get_by_role("group", name="What to look at again")
    expect(summary).to_be_focused()
    summary.get_by_role("link", name="It changed on").click()
    field = page.get_by_label("It changed on")
    expect(field).to_be_focused()
    expect(field).to_have_accessible_description("This field is required.")
    accessible(page)


@pytest.mark.usefixtures("styleguide_is_on")
def test_a_branch_of_the_tree_can_be_chosen_without_script(open_page: OpenPage) -> None:
    page = open_page("/styleguide/", java_script_enabled=False)
    page.get_by_role("button", name="Skylark needs Node 20").click()
    expect(page.get_by_role("button", name="Skylark needs Node 20")).to_have_attribute("aria-pressed", "true")


def test_the_theme_is_the_readers_until_they_choose(open_page: OpenPage) -> None:
    page = open_page("/accounts/signup/", color_scheme="dark")
    expect(page.locator("html")).to_have_attribute("data-bs-theme", "dark")
    page.goto("/nowhere/")
    page.get_by_role("button", name="Switch between light and dark").click()
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-bs-theme", "light")


def test_the_bar_says_whose_matters_these_are(open_page: OpenPage, alice: User, bob: User) -> None:
    expect(open_page("/", user=alice).get_by_role("banner").get_by_role("link", name="Overview")).to_be_visible()
    staff = open_page("/", user=bob).get_by_role("banner")
    expect(staff).to_contain_text("Support")
    expect(staff.get_by_role("link", name="Bases")).to_be_visible()


@pytest.mark.parametrize("script", [True, False])
def test_the_menu_of_a_phone_opens_with_and_without_script(open_page: OpenPage, alice: User, *, script: bool) -> None:
    page = open_page("/accounts/2fa/", width=320, user=alice, java_script_enabled=script)
    page.locator("summary", has_text="Menu").click()
    page.get_by_role("navigation", name="Main, as a menu").get_by_role("link", name="Overview").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Nothing is believed about you yet.")


def test_escape_closes_the_menu_and_keeps_the_place(open_page: OpenPage, alice: User) -> None:
    page = open_page("/", width=320, user=alice)
    menu = page.locator("summary", has_text="Menu")
    menu.click()
    page.keyboard.press("Tab")
    page.keyboard.press("Escape")
    expect(page.get_by_role("navigation", name="Main, as a menu")).to_be_hidden()
    expect(menu).to_be_focused()


def test_the_first_stop_of_the_keyboard_skips_the_bar(open_page: OpenPage, alice: User) -> None:
    page = open_page("/accounts/2fa/", user=alice)
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Password")).to_be_focused()


@pytest.mark.parametrize("name", ["400.html", "403.html", "403_csrf.html", "404.html", "500.html"])
def test_pages_about_failures_need_nothing_that_may_have_failed(name: str) -> None:
    assert "Back to the start" in render_to_string(name)
