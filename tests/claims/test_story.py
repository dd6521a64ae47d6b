"""The story that everything else stands on: Express.js, Vercel that rests on it, then Go."""

from __future__ import annotations

from uuid import UUID

import pytest

from audit.models import AuditEntry
from claims.models import ReviewItem, Revision
from claims.services.outcomes import outcomes
from claims.services.replay_base import differences
from tests.cast import Teller, claim_of, project, rests_on

pytestmark = pytest.mark.django_db

LATER = "2026-06-01"


@pytest.fixture
def told() -> Teller:
    """Express.js valid 1 March, recorded 3 March; Vercel rests on it; Go valid 15 May, recorded 16 May."""
    teller = project()
    express = teller.says("Express.js", on="2026-03-03", valid_from="2026-03-01")
    teller.says("Vercel", predicate="deploys_on", on="2026-03-04", justifications=rests_on(claim_of(express)))
    teller.says("Go", on="2026-05-16", valid_from="2026-05-15")
    return teller


def flagged(teller: Teller) -> list[UUID | None]:
    open_items = ReviewItem.objects.filter(base_id=teller.base, kind="dependent", verdict="")
    return list(open_items.values_list("claim_id", flat=True))


def test_a_later_fact_replaces_an_earlier_one_and_flags_what_rested_on_it() -> None:
    teller = project()
    express = teller.says("Express.js", on="2026-03-03", valid_from="2026-03-01")
    vercel = teller.says("Vercel", predicate="deploys_on", on="2026-03-04", justifications=rests_on(claim_of(express)))
    told = outcomes(teller.says("Go", on="2026-05-16", valid_from="2026-05-15"))[0]
    assert told.outcome == "revised"
    assert told.superseded == (claim_of(express),)
    assert told.flagged == (claim_of(vercel),) == tuple(flagged(teller))
    assert told.explanation == (
        "Go (stated, 16 May 2026) replaces Express.js (stated, 3 March 2026) from 15 May 2026.",
        "A reason is gone, so this should be checked: Project deploys on Vercel.",
    )


@pytest.mark.parametrize(
    ("valid_at", "known_at", "answer"),
    [
        ("2026-06-01", LATER, ["Go"]),  # true now
        ("2026-04-01", LATER, ["Express.js"]),  # true in April, as we know today
        ("2026-04-01", "2026-04-01", ["Express.js"]),  # believed in April about April
        ("2026-06-01", "2026-04-01", ["Express.js"]),  # believed in April about now
        ("2026-02-01", LATER, []),  # before anything was true
        ("2026-04-01", "2026-03-02", []),  # before anything was known
    ],
)
def test_all_four_quadrants_answer(told: Teller, valid_at: str, known_at: str, answer: list[str]) -> None:
    assert told.holds(valid_at, known_at, "uses_framework") == answer


def test_i_was_wrong_restores_and_clears_the_flag(told: Teller) -> None:
    back = told.says("Express.js", on="2026-05-20", correction=True)
    assert back.plan.told[0].outcome == "revised"
    assert told.holds("2026-05-17", LATER, "uses_framework") == ["Express.js"]
    assert told.holds("2026-05-17", "2026-05-17", "uses_framework") == ["Go"]
    assert flagged(told) == []


def test_undo_undoes_and_can_be_undone(told: Teller) -> None:
    undone = told.undoes(3, on="2026-05-21")
    assert undone.plan.told[0].outcome == "undone"
    assert told.holds("2026-05-25", LATER, "uses_framework") == ["Express.js"]
    assert flagged(told) == []
    told.undoes(4, on="2026-05-22")
    assert told.holds("2026-05-25", LATER, "uses_framework") == ["Go"]
    assert len(flagged(told)) == 1


def test_every_operation_is_a_revision_with_an_entry_in_the_log(told: Teller) -> None:
    revisions = list(Revision.objects.filter(base_id=told.base).order_by("number").values_list("number", flat=True))
    entries = AuditEntry.objects.filter(chain_id=told.base).order_by("number")
    assert revisions == [1, 2, 3]
    assert [(entry.number, entry.revision, entry.act) for entry in entries] == [
        (1, 1, "assert"),
        (2, 2, "assert"),
        (3, 3, "assert"),
    ]
    assert {entry.request_id for entry in entries} == {"req-scout"}


def test_replaying_the_acts_gives_the_same_rows(told: Teller) -> None:
    told.says("Express.js", on="2026-05-20", correction=True)
    told.undoes(4, on="2026-05-21")
    assert differences(told.base) == []
