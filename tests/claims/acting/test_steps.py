"""What every step holds to: nothing happens unseen, nothing twice, and nothing that was typed is lost."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from claims.models import Source, Tier
from tests.claims.acting.conftest import Matter, shown

SignIn = Callable[[str], Client]
CHANGED = {"how": "changed", "on": "2026-06-01", "now": "Rust", "why": "We rewrote it."}


def test_a_confirmation_that_is_sent_twice_acts_once(matter: Matter, signed_in: SignIn) -> None:
    alice, url = signed_in("alice"), matter.claim_url(matter.go, "correct/")
    sent = CHANGED | shown(alice.get(url, {**CHANGED, "show": "1"}))
    before = matter.revisions
    first, second = alice.post(url, sent), alice.post(url, sent)
    assert first.status_code == second.status_code == 303
    assert first["Location"] == second["Location"] == matter.url(f"revisions/{before + 1}/")
    assert matter.revisions == before + 1


def test_a_dispute_that_is_sent_twice_acts_once(matter: Matter, signed_in: SignIn) -> None:
    alice, url = signed_in("alice"), matter.claim_url(matter.go, "dispute/")
    sent = shown(alice.get(url))
    before = matter.revisions
    assert alice.post(url, sent)["Location"] == alice.post(url, sent)["Location"]
    assert matter.revisions == before + 1


def test_what_others_do_elsewhere_does_not_hinder(matter: Matter, signed_in: SignIn) -> None:
    alice, url = signed_in("alice"), matter.claim_url(matter.go, "correct/")
    sent = CHANGED | shown(alice.get(url, {**CHANGED, "show": "1"}))
    matter.teller.says("40,000 EUR", predicate="budget")
    assert alice.post(url, sent).status_code == 303


def test_what_changed_meanwhile_is_shown_again_with_all_that_was_typed(matter: Matter, signed_in: SignIn) -> None:
    alice, url = signed_in("alice"), matter.claim_url(matter.go, "correct/")
    sent = CHANGED | shown(alice.get(url, {**CHANGED, "show": "1"}))
    matter.teller.says("Zig", valid_from="2026-05-20")
    before = matter.revisions
    again = alice.post(url, sent)
    assert again.status_code == 409
    assert matter.revisions == before
    page = again.content.decode()
    assert "Something changed here since you looked, so nothing was done yet." in page
    assert "We rewrote it." in page
    assert "uses the framework Zig." in page
    assert alice.post(url, CHANGED | shown(again)).status_code == 303


def test_filling_in_leads_to_an_address_that_shows_the_same_again(matter: Matter, signed_in: SignIn) -> None:
    alice, url = signed_in("alice"), matter.claim_url(matter.go, "correct/")
    before = matter.revisions
    led = alice.post(url, CHANGED)
    assert led.status_code == 303
    assert led["Location"].startswith(f"{url}?")
    page = alice.get(led["Location"])
    assert page.context["preview"].new == "Project uses the framework Rust."
    assert matter.revisions == before


@pytest.mark.parametrize(
    ("filled", "says"),
    [
        ({}, "Choose what is wrong with it."),
        ({"how": "nonsense"}, "Choose what is wrong with it."),
        ({"how": "changed", "now": "Rust"}, "Say when it changed"),
        ({"how": "changed", "on": "2026-06-01", "now": "   "}, "Say what is true now."),
        ({"how": "changed", "on": "31 February 2026", "now": "Rust"}, "is no day that we can read"),
        ({"how": "changed", "on": "2026-06-01T10:00:00", "now": "Rust"}, "is no day that we can read"),
        ({"how": "instead"}, "Say what is right."),
        ({"how": "ended"}, "Say until when it was true"),
        ({"how": "changed", "on": "2026-06-01", "now": "GO"}, "That is what it says already"),
        ({"how": "changed", "on": "2026-06-01", "now": "a\0b"}, "Null characters are not allowed."),
        ({"how": "changed", "on": "2026-06-01", "now": "x" * 4001}, "Ensure this value has at most 4000 characters"),
    ],
)
def test_what_cannot_be_carried_out_is_told_and_changes_nothing(
    matter: Matter, signed_in: SignIn, filled: dict[str, str], says: str
) -> None:
    before = matter.revisions
    refused = signed_in("alice").post(matter.claim_url(matter.go, "correct/"), filled)
    assert refused.status_code == 422
    assert says in refused.content.decode()
    assert matter.revisions == before


def test_what_is_typed_under_another_answer_does_not_count(matter: Matter, signed_in: SignIn) -> None:
    filled = {"how": "never", "on": "some day", "until": "never mind"}
    assert signed_in("alice").post(matter.claim_url(matter.go, "correct/"), filled).status_code == 303


def test_a_person_speaks_at_the_highest_tier_with_the_reason_given(matter: Matter, signed_in: SignIn) -> None:
    alice, url = signed_in("alice"), matter.claim_url(matter.go, "correct/")
    alice.post(url, CHANGED | shown(alice.get(url, {**CHANGED, "show": "1"})))
    source = Source.objects.filter(base_id=matter.teller.base).latest("observed_at")
    assert (source.kind, source.reason) == (Tier.VERIFIED, "We rewrote it.")


def test_an_undone_revision_cannot_be_undone_again_but_its_undo_can(matter: Matter, signed_in: SignIn) -> None:
    alice, number = signed_in("alice"), matter.revisions
    url = matter.url(f"revisions/{number}/undo/")
    undone = alice.post(url, shown(alice.get(url)))
    assert undone["Location"] == matter.url(f"revisions/{number + 1}/")
    assert "has been undone already" in alice.get(url).content.decode()
    back = matter.url(f"revisions/{number + 1}/undo/")
    assert alice.post(back, shown(alice.get(back))).status_code == 303
    assert matter.teller.holds("2026-06-01", "2999-01-01", "uses_framework") == ["Go"]


def test_pages_cost_no_more_for_a_longer_history(matter: Matter, signed_in: SignIn) -> None:
    alice = signed_in("alice")
    pages = [
        (matter.claim_url(matter.go, "correct/"), {**CHANGED, "show": "1"}),
        (matter.claim_url(matter.go), {}),
        (matter.url("revisions/3/"), {}),
        (matter.url("reviews/"), {}),
    ]

    def costs() -> list[int]:
        counted = []
        for url, asked in pages:
            with CaptureQueriesContext(connection) as captured:
                assert alice.get(url, asked).status_code == 200
            counted.append(len(captured))
        return counted

    costs()  # the vocabulary is read once
    before = costs()
    for day in range(1, 6):
        matter.teller.says("Go", on=f"2026-06-0{day}", valid_from="2026-05-15")
    assert costs() == before
    assert [cost <= most for cost, most in zip(before, (25, 75, 15, 25), strict=True)] == [True] * 4
