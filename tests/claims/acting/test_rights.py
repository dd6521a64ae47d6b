"""Alice acts on her own, Bob with a reason; Carol sees and never changes; for Dave there is nothing there."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from audit.models import AuditEntry
from claims.models import ReviewItem
from tests.claims.acting.conftest import Matter, shown

SignIn = Callable[[str], Client]
STEPS = ("correct/", "confirm/", "dispute/", "release/")


def acting_pages(matter: Matter) -> list[str]:
    item = ReviewItem.objects.get(base_id=matter.teller.base, kind="dependent")
    return [
        *(matter.claim_url(matter.go, step) for step in STEPS),
        matter.url("revisions/3/undo/"),
        matter.url(f"reviews/{item.id}/still_holds/"),
    ]


def reading_pages(matter: Matter) -> list[str]:
    return [matter.claim_url(matter.go), matter.url("revisions/3/"), matter.url("reviews/")]


def test_carol_reads_and_never_changes(matter: Matter, signed_in: SignIn) -> None:
    carol, before = signed_in("carol"), matter.revisions
    assert {carol.get(url).status_code for url in reading_pages(matter)} == {200}
    for url in acting_pages(matter):
        assert carol.get(url).status_code == 403
        assert carol.post(url, {"digest": "0", "how": "never", "why": "Because."}).status_code == 403
    assert matter.revisions == before
    page = carol.get(matter.claim_url(matter.go)).content.decode()
    assert "Correct this" not in page
    assert "Take this back" not in page


def test_for_dave_there_is_nothing_there(matter: Matter, signed_in: SignIn) -> None:
    dave = signed_in("dave")
    for url in [*reading_pages(matter), *acting_pages(matter)]:
        assert dave.get(url).status_code == 404
        assert dave.post(url, {"digest": "0", "how": "never"}).status_code == 404


def test_nobody_acts_without_signing_in(matter: Matter) -> None:
    for url in acting_pages(matter):
        assert Client().post(url, {"digest": "0"})["Location"].startswith("/accounts/login/")


@pytest.mark.parametrize("step", ["confirm/", "dispute/"])
def test_bob_must_say_why_and_each_of_his_looks_is_logged(matter: Matter, signed_in: SignIn, step: str) -> None:
    bob, url, before = signed_in("bob"), matter.claim_url(matter.go, step), matter.revisions
    sent = shown(bob.get(url))
    refused = bob.post(url, sent)
    assert refused.status_code == 422
    assert "Say why; it stays with the change" in refused.content.decode()
    assert matter.revisions == before
    assert bob.post(url, sent | {"why": "She asked for it by telephone."}).status_code == 303
    looks = AuditEntry.objects.filter(chain_id=matter.teller.base, act="view")
    assert looks.count() == 3
    assert all(look.targets == [matter.go] for look in looks)


def test_the_person_reads_that_staff_acted_and_why_but_no_name(matter: Matter, signed_in: SignIn) -> None:
    bob, url = signed_in("bob"), matter.claim_url(matter.go, "dispute/")
    receipt = bob.post(url, shown(bob.get(url)) | {"why": "It looks odd."})["Location"]
    page = signed_in("alice").get(receipt).content.decode()
    assert "A person of the service" in page
    assert "It looks odd." in page
    assert "Bob" not in page


def test_a_claim_a_revision_or_a_question_that_is_not_there_is_not_found(matter: Matter, signed_in: SignIn) -> None:
    alice, nobody = signed_in("alice"), "00000000-0000-0000-0000-000000000000"
    item = ReviewItem.objects.get(base_id=matter.teller.base, kind="dependent")
    for rest in (
        f"beliefs/{nobody}/correct/",
        "revisions/99/",
        "revisions/99/undo/",
        f"reviews/{nobody}/still_holds/",
        f"reviews/{item.id}/keep/",
        f"reviews/{item.id}/nonsense/",
    ):
        assert alice.get(matter.url(rest)).status_code == 404


def test_a_new_word_is_shown_to_staff_and_decided_by_administrators_alone(matter: Matter, signed_in: SignIn) -> None:
    matter.teller.says("a capybara", predicate="mascot_of_choice")
    item = ReviewItem.objects.get(base_id=matter.teller.base, kind="predicate")
    url = matter.url(f"reviews/{item.id}/multi/")
    assert "mascot of choice" not in signed_in("alice").get(matter.url("reviews/")).content.decode()
    bob = signed_in("bob")
    assert "An administrator decides on it" in bob.get(matter.url("reviews/")).content.decode()
    assert "only an administrator decides" in bob.get(url).content.decode()
