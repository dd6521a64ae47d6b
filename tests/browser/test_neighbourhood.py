"""Alice looks at what a belief rests on and what rests on it, as a list and as a drawing of the same."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID

import pytest
from playwright.sync_api import Locator, Page, expect

from claims.models import Membership, User
from tests.browser.conftest import suits_everyone
from tests.cast import Teller, claim_of, project, rests_on

OpenPage = Callable[..., Page]
GO = "Project uses the framework Go."
EXPRESS = "Project used the framework Express.js."


@pytest.fixture
def told(alice: User) -> Teller:
    """Go took the place of Express, on which Vercel rests; and on Vercel two previews, three steps away."""
    teller = project()
    Membership.objects.create(base_id=teller.base, user_id=alice.id)
    express = claim_of(teller.says("Express.js", on="2026-03-03"))
    vercel = claim_of(teller.says("Vercel", predicate="deploys_on", justifications=rests_on(express), on="2026-03-04"))
    for name in ("one", "two"):
        teller.says(f"preview {name}", predicate="states", justifications=rests_on(vercel), on="2026-03-05")
    return teller


@pytest.fixture
def go(told: Teller) -> UUID:
    return claim_of(told.says("Go", on="2026-05-15"))


def path(teller: Teller, claim: UUID) -> str:
    return f"/bases/{teller.base}/beliefs/{claim}/"


def drawn(page: Page) -> Locator:
    """The part, once the drawing is there."""
    part = page.locator("#neighbourhood")
    expect(part).to_have_attribute("data-drawn", "true")
    return part


def drawing(page: Page, asked: str) -> Any:
    """Something of the drawing; `cy` is Cytoscape's."""
    return page.evaluate(f"(() => {{ const cy = document.getElementById('neighbourhood').drawing; return {asked} }})()")


def time_to_draw(page: Page) -> float:
    """Milliseconds, once more; the least of a few says what it takes where other work goes on."""
    page.reload()
    drawn(page)
    spent: float = page.evaluate("performance.getEntriesByName('neighbourhood')[0].duration")
    return spent


def tap(page: Page, claim: str) -> None:
    spot = drawing(page, f"cy.getElementById('{claim}').renderedPosition()")
    box = page.locator("[data-graph]").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + spot["x"], box["y"] + spot["y"])


def chosen(page: Page) -> Locator:
    return page.locator("[data-node][aria-pressed=true]")


def test_the_drawing_shows_the_same_as_the_list(open_page: OpenPage, alice: User, told: Teller, go: UUID) -> None:
    page = open_page(path(told, go), user=alice)
    part = drawn(page)
    listed = part.locator("[data-node]")
    expect(listed).to_have_count(3)
    names = listed.evaluate_all("all => all.map((each) => each.dataset.node)")
    assert sorted(drawing(page, "cy.nodes('.claim').map((node) => node.id())")) == sorted(names)
    assert sorted(drawing(page, "cy.edges().map((edge) => edge.data('word'))")) == ["rests on", "took the place of"]
    expect(part.get_by_text("3 statements shown. Left out: 2 further ties, told where they begin.")).to_be_visible()
    expect(part.get_by_role("img")).to_have_accessible_name(
        "The same 3 statements as a drawing. What others rest on lies below them. The list before it says the same."
    )
    suits_everyone(page)


def test_the_list_and_the_drawing_show_one_choice(open_page: OpenPage, alice: User, told: Teller, go: UUID) -> None:
    page = open_page(path(told, go), user=alice)
    drawn(page)
    expect(chosen(page)).to_contain_text(GO)
    page.get_by_role("button", name=EXPRESS).click()
    express = drawing(page, "cy.nodes(':selected').map((node) => node.id())")
    assert [chosen(page).get_attribute("data-node")] == express
    says = page.locator("#neighbourhood [role=status]")
    expect(says).to_have_text(f"{EXPRESS} Replaced. 1 took its place, 1 rests on it.")
    tap(page, str(go))
    expect(chosen(page)).to_contain_text(GO)
    expect(says).to_contain_text(f"{GO} You said so.")
    page.get_by_role("button", name=EXPRESS).focus()
    assert drawing(page, "cy.nodes('.lit').map((node) => node.id())") == express
    expect(page.get_by_role("link", name="Open its page")).to_have_attribute("href", path(told, go))


@pytest.mark.parametrize("java_script_enabled", [True, False])
def test_more_is_shown_around_a_statement(
    open_page: OpenPage, alice: User, told: Teller, go: UUID, java_script_enabled: bool
) -> None:
    page = open_page(path(told, go), user=alice, java_script_enabled=java_script_enabled)
    if java_script_enabled:
        drawn(page)
    page.get_by_role("link", name="Show 2 more around: Project deploys on Vercel.").click()
    expect(page.get_by_text("5 statements shown. Nothing is left out.")).to_be_visible()
    expect(chosen(page)).to_contain_text("Project deploys on Vercel.")
    expect(page.get_by_role("button", name="preview one")).to_be_visible()
    assert "open=" in page.url
    if java_script_enabled:
        drawn(page)
        assert drawing(page, "cy.nodes('.claim').length") == 5
        expect(chosen(page)).to_be_focused()


def test_without_script_a_statement_is_chosen_and_leads_to_its_page(
    open_page: OpenPage, alice: User, told: Teller, go: UUID
) -> None:
    page = open_page(path(told, go), user=alice, java_script_enabled=False)
    expect(page.locator("[data-graph]")).to_be_hidden()
    page.get_by_role("button", name=EXPRESS).click()
    expect(chosen(page)).to_contain_text(EXPRESS)
    page.get_by_role("link", name="Open its page").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(EXPRESS)


def test_a_script_that_does_not_load_leaves_the_list(open_page: OpenPage, alice: User, told: Teller, go: UUID) -> None:
    page = open_page("/", user=alice)
    page.route("**/cytoscape.min.js", lambda route: route.abort())
    page.goto(path(told, go))
    expect(page.get_by_role("button", name=EXPRESS)).to_be_visible()
    expect(page.get_by_text("nothing is missing from the list")).to_be_visible()
    page.get_by_role("button", name=EXPRESS).click()
    expect(chosen(page)).to_contain_text(EXPRESS)


def test_the_drawing_follows_the_theme(open_page: OpenPage, alice: User, told: Teller, go: UUID) -> None:
    page = open_page(path(told, go), user=alice)
    drawn(page)
    asked = f"cy.getElementById('{go}').style('background-color')"
    light = drawing(page, asked)
    page.emulate_media(color_scheme="dark")
    expect(page.locator("html")).to_have_attribute("data-bs-theme", "dark")
    dark = drawing(page, asked)
    assert light != dark
    assert dark == "rgb(30,38,69)"


def test_on_a_phone_the_drawing_waits_behind_a_button(open_page: OpenPage, alice: User, told: Teller, go: UUID) -> None:
    page = open_page(path(told, go), user=alice, width=320)
    drawn(page)
    expect(page.locator("[data-graph]")).to_be_hidden()
    page.get_by_role("button", name="Show it as a drawing too").click()
    expect(page.locator("[data-graph]")).to_be_visible()
    assert drawing(page, "cy.zoom()") >= 0.7
    suits_everyone(page)


def test_zoom_has_buttons(open_page: OpenPage, alice: User, told: Teller, go: UUID) -> None:
    page = open_page(path(told, go), user=alice)
    drawn(page)
    before = drawing(page, "cy.zoom()")
    page.get_by_role("button", name="Make the drawing larger").click()
    assert drawing(page, "cy.zoom()") > before
    page.get_by_role("button", name="Fit all").click()
    seen = drawing(page, "cy.elements().renderedBoundingBox()")
    assert seen["x1"] >= 0
    assert seen["y1"] >= 0


def test_sixty_statements_stand_on_trays_and_are_there_within_a_second(
    open_page: OpenPage, alice: User, told: Teller, go: UUID
) -> None:
    for number in range(60):
        told.says(
            f"conclusion {number} of some length", predicate="states", justifications=rests_on(go), on="2026-05-16"
        )
    page = open_page(f"{path(told, go)}?open={go}", user=alice)
    part = drawn(page)
    expect(part.locator("[data-node]")).to_have_count(60)
    assert drawing(page, "cy.nodes('.claim').length") == 60
    assert drawing(page, "cy.nodes('.tray').length") == 1
    assert min(time_to_draw(page) for _ in range(3)) < 1000
    seen = drawing(page, "cy.nodes('.claim').map((node) => node.boundingBox({ includeLabels: false }))")
    assert not [
        (one, two)
        for place, one in enumerate(seen)
        for two in seen[place + 1 :]
        if one["x1"] < two["x2"] and two["x1"] < one["x2"] and one["y1"] < two["y2"] and two["y1"] < one["y2"]
    ]
