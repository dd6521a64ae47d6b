"""The page of agents' keys: an administrator makes one, which is shown once, and revokes one at once."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from playwright.sync_api import Page, expect

from audit.log import HOUSE
from audit.models import AuditEntry
from claims.models import AgentKey, BeliefBase, User
from tests.api.client import Api, key_for
from tests.browser.conftest import suits_everyone

OpenPage = Callable[..., Page]


@pytest.fixture
def root(server: str) -> User:
    return User.objects.create_superuser("root@example.org", name="Rut Berg")


@pytest.fixture
def base(server: str) -> BeliefBase:
    return BeliefBase.objects.create(label="Skylark", kind="project")


@pytest.fixture
def scouts(base: BeliefBase) -> str:
    """Scout's key in use, and one that has ended."""
    key_for(base.id, agent="Quill", role="the nightly import", expires_at=datetime(2026, 5, 1, tzinfo=UTC))
    return key_for(base.id, role="pair programming")


def test_pages_of_keys_suit_everyone(open_page: OpenPage, root: User, scouts: str) -> None:
    for path in ("/keys/", "/keys/?show=revoked", "/keys/new/"):
        suits_everyone(open_page(path, user=root))


def test_the_list_says_what_each_key_opens_and_never_the_key(open_page: OpenPage, root: User, scouts: str) -> None:
    page = open_page("/keys/", user=root)
    row = page.get_by_role("row").filter(has_text="Scout")
    for words in ("pair programming", "Skylark", "read, revise", "stated", "never", scouts[:15]):
        expect(row).to_contain_text(words)
    expect(page.get_by_role("row").filter(has_text="Quill")).to_contain_text("1 May 2026")
    assert scouts not in page.content()
    page.get_by_role("link", name="Expired 1").click()
    expect(page.get_by_role("row")).to_have_count(2)


@pytest.mark.parametrize("with_script", [True, False])
def test_a_key_is_made_and_shown_once_and_opens_what_was_ticked(
    open_page: OpenPage, root: User, base: BeliefBase, with_script: bool
) -> None:
    page = open_page("/keys/", user=root, java_script_enabled=with_script)
    page.get_by_role("link", name="Make a key").click()
    page.get_by_label("Agent").fill("Scout")
    page.get_by_label("What the key is for").fill("pair programming")
    page.get_by_role("checkbox", name="Assert claims").check()
    page.get_by_label("The most it may claim").select_option("Stated")
    page.get_by_role("checkbox", name="Skylark").check()
    page.get_by_label("Ends on").fill("2099-01-31")
    page.get_by_role("button", name="Make it").click()
    expect(page.get_by_role("heading", name="The new key of Scout")).to_be_visible()
    text = page.locator("code").first.inner_text()
    assert re.fullmatch(r"rk_\w{12}_\w{43}", text)
    Api(base.id, key=text).says("Go", expect=201)
    made = AgentKey.objects.get()
    assert (made.scopes, made.role, made.expires_at) == (
        ["assert", "read"],
        "pair programming",
        datetime(2099, 1, 31, tzinfo=UTC),
    )
    entry = AuditEntry.objects.get(chain_id=HOUSE)
    assert (entry.act, entry.actor_id) == ("make_key", root.id)
    if with_script:
        suits_everyone(page)
    page.get_by_role("link", name="I have copied it").click()
    assert text not in page.content()


def test_a_form_that_lacks_something_says_what(open_page: OpenPage, root: User, base: BeliefBase) -> None:
    page = open_page("/keys/new/", user=root)
    page.get_by_label("Agent").fill("Scout")
    page.get_by_label("Ends on").fill("2020-01-31")
    page.get_by_role("button", name="Make it").click()
    summary = page.get_by_role("group", name="What to look at again")
    expect(summary).to_be_focused()
    expect(summary).to_contain_text("This day is here already; choose a later one.")
    page.get_by_label("Ends on").fill("")
    page.get_by_role("button", name="Make it").click()
    expect(summary).to_contain_text("Name the bases that the key opens, or open every base; one of the two.")
    suits_everyone(page)
    assert not AgentKey.objects.exists()


def test_a_revoked_key_opens_nothing_from_that_moment(
    open_page: OpenPage, root: User, base: BeliefBase, scouts: str
) -> None:
    agent = Api(base.id, key=scouts)
    agent.get(expect=200)
    page = open_page("/keys/", user=root)
    page.get_by_role("button", name=re.compile("Revoke the key .* of Scout")).click()
    expect(page.get_by_text("The key is revoked. It opens nothing from now on.")).to_be_visible()
    expect(page.get_by_role("row").filter(has_text="Scout")).to_contain_text("Revoked")
    agent.get(expect=401)


def test_only_administrators_are_shown_the_way(open_page: OpenPage, root: User, bob: User) -> None:
    expect(open_page("/", user=bob).get_by_role("link", name="Keys")).to_have_count(0)
    expect(open_page("/", user=root).get_by_role("link", name="Keys").first).to_be_visible()
