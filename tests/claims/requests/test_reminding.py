"""What the worker does for requests: it reminds once of each deadline, and tells people that there is a letter."""

from __future__ import annotations

import pytest
from django.core import mail
from procrastinate.contrib.django.models import ProcrastinateJob

from audit.models import AuditEntry
from audit.requests.words import Kind
from claims.services.rights.remind import remind
from claims.services.rights.requests.settle_identity import doubt_identity
from claims.services.rights.tell_person import send_note
from tests.claims.requests.cast import Scene

pytestmark = pytest.mark.django_db


@pytest.fixture
def scene() -> Scene:
    return Scene()


def reminders(scene: Scene) -> list[str]:
    acts = ("request_soon", "request_overdue")
    return list(AuditEntry.objects.filter(chain_id=scene.base, act__in=acts).values_list("act", flat=True))


def test_each_deadline_is_reminded_of_once_when_near_and_once_when_over(scene: Scene) -> None:
    scene.files(Kind.ACCESS)
    for day, expected in (
        ("2026-06-10", []),
        ("2026-06-11", ["request_soon"]),
        ("2026-06-18T23:59", ["request_soon"]),
        ("2026-06-19", ["request_soon", "request_overdue"]),
        ("2026-06-30", ["request_soon", "request_overdue"]),
    ):
        with scene.on(day):
            remind()
        assert sorted(reminders(scene), reverse=True) == expected


def test_what_waits_for_the_person_is_not_reminded_of(scene: Scene) -> None:
    request = scene.files(Kind.ACCESS, by="bob").request
    scene.does(doubt_identity, request, reason="Another address.")
    with scene.on("2026-09-01"):
        assert remind() == 0


def test_alice_is_told_that_there_is_a_letter_and_not_what_it_says(scene: Scene) -> None:
    scene.asks_for_rust()
    jobs = ProcrastinateJob.objects.filter(task_name="tell_person")
    assert [job.args for job in jobs] == [{"user": str(scene.people["alice"].id)}]
    send_note(user=scene.people["alice"].id)
    (note,) = mail.outbox
    assert note.to == ["alice@rectify.example"]
    assert "Rust" not in f"{note.subject} {note.body}"
