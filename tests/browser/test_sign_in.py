import re
from collections.abc import Callable

import pytest
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value, yield_hotp_counters_from_time
from django.core import mail
from playwright.sync_api import Page, expect

from claims.models import User
from tests.browser.conftest import PASSWORD, accessible

OpenPage = Callable[..., Page]


def sign_in(page: Page, password: str = PASSWORD) -> None:
    page.get_by_label("E-mail").fill("alice@example.org")
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Continue").click()


@pytest.mark.parametrize("script", [True, False])
@pytest.mark.usefixtures("alice")
def test_signing_in_and_out(open_page: OpenPage, *, script: bool) -> None:
    page = open_page("/", java_script_enabled=script)
    sign_in(page)
    expect(page.get_by_role("banner")).to_contain_text("Alice Lindqvist")
    page.get_by_role("banner").get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Sign in")
    expect(page.get_by_role("status").filter(has_text="You are signed out.")).to_be_visible()


@pytest.mark.parametrize("script", [True, False])
@pytest.mark.usefixtures("alice")
def test_a_wrong_password_is_said_in_a_sentence_that_has_the_focus(open_page: OpenPage, *, script: bool) -> None:
    page = open_page("/accounts/login/", java_script_enabled=script)
    sign_in(page, "wrong")
    summary = page.get_by_role("group", name="What to look at again")
    expect(summary).to_contain_text("not correct.")
    expect(summary).to_be_focused()
    if script:
        accessible(page)


def test_without_script_no_passkey_is_offered(open_page: OpenPage) -> None:
    offer = "Use a passkey"
    expect(open_page("/accounts/login/").get_by_role("button", name=offer)).to_be_visible()
    expect(open_page("/accounts/login/", java_script_enabled=False).get_by_role("button", name=offer)).to_be_hidden()


@pytest.mark.usefixtures("alice")
def test_a_passkey_is_added_and_lets_in(open_page: OpenPage) -> None:
    page = open_page("/accounts/login/")
    devices = page.context.new_cdp_session(page)
    devices.send("WebAuthn.enable")
    device = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
    }
    options = device | {"isUserVerified": True, "automaticPresenceSimulation": True}
    devices.send("WebAuthn.addVirtualAuthenticator", {"options": options})

    sign_in(page)
    expect(page.get_by_role("banner")).to_contain_text("Alice Lindqvist")
    page.goto("/accounts/2fa/webauthn/add/")
    prove_who(page)
    page.get_by_label("What you call it").fill("My laptop")
    page.get_by_label("A passkey").check()
    page.get_by_role("button", name="Add it").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Codes for when your app and keys are lost")

    page.get_by_role("banner").get_by_role("button", name="Sign out").click()
    page.get_by_role("button", name="Use a passkey").click()
    expect(page.get_by_role("banner")).to_contain_text("Alice Lindqvist")


def test_a_passkey_that_is_not_given_is_said_in_a_sentence(open_page: OpenPage) -> None:
    page = open_page("/accounts/login/")
    page.evaluate("() => { navigator.credentials.get = () => Promise.reject(new DOMException()) }")
    page.get_by_role("button", name="Use a passkey").click()
    expect(page.get_by_role("status").filter(has_text="No passkey was used.")).to_be_visible()
    accessible(page)


@pytest.mark.usefixtures("alice")
def test_the_second_step_is_set_up_asked_for_and_turned_off(open_page: OpenPage) -> None:
    page = open_page("/accounts/login/")
    sign_in(page)
    expect(page.get_by_role("banner")).to_contain_text("Alice Lindqvist")
    page.goto("/accounts/2fa/totp/activate/")
    prove_who(page)
    accessible(page)
    secret = page.locator("code.secret").inner_text()
    page.get_by_label("Code").fill(code_now(secret))
    page.get_by_role("button", name="Turn it on").click()
    expect(page.get_by_role("status").filter(has_text="The app is on.")).to_be_visible()
    accessible(page)
    codes = page.locator("code").all_inner_texts()

    page.get_by_role("banner").get_by_role("button", name="Sign out").click()
    sign_in(page)
    expect(page.get_by_role("heading", level=1)).to_have_text("The second step")
    accessible(page)
    page.get_by_label("Code").fill("000000")
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("group", name="What to look at again")).to_be_focused()
    page.get_by_label("Code").fill(codes[0])
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("banner")).to_contain_text("Alice Lindqvist")

    page.goto("/accounts/2fa/totp/deactivate/")
    prove_who(page)
    accessible(page)
    page.get_by_role("button", name="Turn it off").click()
    expect(page.get_by_role("status").filter(has_text="The app is off.")).to_be_visible()


def prove_who(page: Page) -> None:
    expect(page.get_by_role("heading", level=1)).to_have_text("Is it you?")
    accessible(page)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Go on").click()
    expect(page.get_by_role("heading", level=1)).not_to_have_text("Is it you?")


def code_now(secret: str) -> str:
    counter = next(iter(yield_hotp_counters_from_time()))
    return str(format_hotp_value(hotp_value(secret, counter)))


def test_a_forgotten_password_is_replaced_by_way_of_the_mail(open_page: OpenPage, alice: User) -> None:
    page = open_page("/accounts/login/")
    page.get_by_role("link", name="I have lost access").click()
    page.get_by_label("E-mail").fill(alice.email)
    page.get_by_role("button", name="Send the link").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Look into your mail")
    accessible(page)
    [link] = re.findall(r"https?://\S+/accounts/password/reset/key/\S+", str(mail.outbox[0].body))
    page.goto(link)
    accessible(page)
    page.get_by_label("New password").fill("another horse battery")
    page.get_by_label("Once more").fill("another horse battery")
    page.get_by_role("button", name="Set it").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Your password is changed")
    page.goto(link)
    expect(page.get_by_role("heading", level=1)).to_have_text("This link no longer works")
