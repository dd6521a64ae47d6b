"""A contested pair needs no look any more once nothing is left between the two."""

from __future__ import annotations

from uuid import UUID

import pytest

from claims.models import ReviewItem, Tier
from claims.services.reading.claim_status import claim_view
from tests.cast import claim_of, instant, project

pytestmark = pytest.mark.django_db


class Dispute:
    """Go, and Rust which was seen later at a lower tier: two answers."""

    def __init__(self) -> None:
        self.teller = project()
        self.go = claim_of(self.teller.says("Go", on="2026-05-01", observed_at="2026-05-01"))
        self.rust = claim_of(self.teller.says("Rust", on="2026-05-10", observed_at="2026-05-10", tier=Tier.OBSERVED))
        assert self.verdicts() == [""]
        assert self.marks(self.go, "2026-05-11") == ("disputed",)

    def verdicts(self) -> list[str]:
        items = ReviewItem.objects.filter(base_id=self.teller.base, kind="contested").order_by("opened")
        return [each.verdict for each in items]

    def marks(self, claim: UUID, known_at: str) -> tuple[str, ...]:
        return claim_view(self.teller.base, claim, instant("2026-05-20"), instant(known_at)).marks


@pytest.fixture
def dispute() -> Dispute:
    return Dispute()


@pytest.mark.parametrize("which", ["go", "rust"])
def test_with_one_of_them_withdrawn_it_is_moot(dispute: Dispute, which: str) -> None:
    dispute.teller.withdraws(getattr(dispute, which), on="2026-05-12")
    assert dispute.verdicts() == ["moot"]
    assert dispute.marks(dispute.go, "2026-05-13") == ()
    assert dispute.marks(dispute.go, "2026-05-11") == ("disputed",)  # as it was known then


@pytest.mark.parametrize("which", ["go", "rust"])
def test_with_one_of_them_ended_before_they_meet_it_is_moot(dispute: Dispute, which: str) -> None:
    dispute.teller.ends(getattr(dispute, which), on="2026-05-12", ended_at="2026-05-09")
    assert dispute.verdicts() == ["moot"]
    assert dispute.marks(dispute.go, "2026-05-13") == ()


def test_while_they_still_meet_it_stays_open(dispute: Dispute) -> None:
    dispute.teller.ends(dispute.go, on="2026-05-12", ended_at="2026-05-11")
    assert dispute.verdicts() == [""]
    assert dispute.marks(dispute.go, "2026-05-13") == ("disputed",)


def test_an_act_too_weak_to_decide_leaves_it_open(dispute: Dispute) -> None:
    dispute.teller.withdraws(dispute.go, on="2026-05-12", tier=Tier.INFERRED)
    assert dispute.verdicts()[0] == ""


def test_another_pair_is_left_alone(dispute: Dispute) -> None:
    third = claim_of(dispute.teller.says("Zig", on="2026-05-11", observed_at="2026-05-11", tier=Tier.OBSERVED))
    assert dispute.verdicts() == ["", ""]
    dispute.teller.withdraws(third, on="2026-05-12")
    assert sorted(dispute.verdicts()) == ["", "moot"]
    assert dispute.marks(dispute.go, "2026-05-13") == ("disputed",)


def test_with_the_challenge_undone_it_is_moot(dispute: Dispute) -> None:
    dispute.teller.undoes(2, on="2026-05-12")
    assert dispute.verdicts() == ["moot"]


def test_with_the_withdrawal_undone_it_asks_again(dispute: Dispute) -> None:
    dispute.teller.withdraws(dispute.go, on="2026-05-12")
    dispute.teller.undoes(3, on="2026-05-13")
    assert sorted(dispute.verdicts()) == ["", "moot"]
    assert dispute.marks(dispute.go, "2026-05-14") == ("disputed",)
