"""Signing in, as a person sees it."""

from playwright.sync_api import Page, expect

from claims.models import User


def test_alice_signs_in_by_e_mail(server: str, page: Page) -> None:
    User.objects.create_user("alice@rectify.example", "a long password", name="Alice")
    page.goto(f"{server}/accounts/login/")
    page.locator("[name=login]").fill("alice@rectify.example")
    page.locator("[name=password]").fill("a long password")
    page.locator("[name=password]").press("Enter")
    page.wait_for_url(f"{server}/")
    page.goto(f"{server}/accounts/sessions/")
    expect(page.get_by_text("Chrome").first).to_be_visible()
