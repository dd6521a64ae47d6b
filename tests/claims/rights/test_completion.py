"""What a person puts beside a claim goes with it wherever it is read (GDPR Art. 16)."""

from __future__ import annotations

from uuid import UUID

import pytest

from audit.requests.words import Kind
from claims.models import Tier
from claims.queries import naming
from claims.refusals import Forbidden, Invalid
from claims.services.add_alias import add_alias
from claims.services.belief_base.operation import Done, Terms
from claims.services.reading.claim_status import claim_view
from claims.services.replay_base import differences
from claims.services.rights.complete_claim import complete_claim
from claims.services.rights.erase.erase_claims import Ground, Wish, erase_claims
from tests.cast import Teller, alice, claim_of, instant, project, scout
from tests.claims.requests.cast import Scene

pytestmark = pytest.mark.django_db

ONLY = "Only for the prototype."


@pytest.fixture
def teller() -> Teller:
    return project()


@pytest.fixture
def go(teller: Teller) -> UUID:
    return claim_of(teller.says("Go", on="2026-03-01"))


def add(teller: Teller, claim: UUID, statement: str = ONLY, *, on: str = "2026-03-02", preview: bool = False) -> Done:
    with teller.on(on):
        terms = Terms(preview=preview)
        return complete_claim(base=teller.base, actor=alice(), claim=claim, statement=statement, terms=terms)


def beside(teller: Teller, claim: UUID, *, at: str = "2999-01-01") -> list[str]:
    view = claim_view(teller.base, claim, instant("2999-01-01"), instant(at))
    return [each.text for each in view.supplements]


def test_it_goes_with_the_claim_as_of_whatever_time_and_changes_nothing_held(teller: Teller, go: UUID) -> None:
    done = add(teller, go)
    assert [told.outcome for told in done.plan.told] == ["completed"]
    assert beside(teller, go) == beside(teller, go, at="2026-03-01T12:00:00Z") == [ONLY]
    assert teller.holds("2999-01-01", "2999-01-01") == ["Go"]
    assert differences(teller.base) == []


def test_a_preview_puts_nothing_there(teller: Teller, go: UUID) -> None:
    assert add(teller, go, preview=True).revision is None
    assert beside(teller, go) == []


def test_it_stays_when_the_claim_is_superseded_and_several_stand_in_their_order(teller: Teller, go: UUID) -> None:
    add(teller, go)
    teller.says("Rust", on="2026-04-01")
    add(teller, go, "And for the tests.", on="2026-04-02")
    assert beside(teller, go) == [ONLY, "And for the tests."]


def test_undone_it_is_gone_and_undone_again_it_is_back(teller: Teller, go: UUID) -> None:
    number = add(teller, go).revision or 0
    back = teller.undoes(number, on="2026-03-03", tier=Tier.VERIFIED).revision or 0
    assert beside(teller, go) == []
    teller.undoes(back, on="2026-03-04", tier=Tier.VERIFIED)
    assert beside(teller, go) == [ONLY]
    assert differences(teller.base) == []


def test_it_goes_with_what_the_claim_becomes_and_back(teller: Teller, go: UUID) -> None:
    rocket = claim_of(teller.says("Go", subject="Rocket", on="2026-03-01"))
    add(teller, rocket)
    entity = naming.entity_called(teller.base, "project")
    assert entity is not None
    with teller.on("2026-03-03"):
        joined = add_alias(base=teller.base, actor=alice(), entity=entity, alias="Rocket").revision or 0
    assert beside(teller, go) == beside(teller, rocket) == [ONLY]
    teller.undoes(joined, on="2026-03-04", tier=Tier.VERIFIED)
    assert (beside(teller, go), beside(teller, rocket)) == ([], [ONLY])


def test_erased_with_the_claim_it_is_gone(teller: Teller, go: UUID) -> None:
    add(teller, go, "canary-statement")
    receipt = erase_claims(
        base=teller.base, actor=alice(), wish=Wish(claims=[go], ground=Ground.CONSENT_WITHDRAWN)
    ).receipt
    assert receipt.swept is not None
    assert (beside(teller, go), receipt.swept.still) == ([], {})


def test_no_agent_puts_words_beside_a_claim(teller: Teller, go: UUID) -> None:
    with pytest.raises(Forbidden, match="Only a person signed in here may put a statement beside a claim"):
        complete_claim(base=teller.base, actor=scout(), claim=go, statement=ONLY)


@pytest.mark.parametrize(
    ("statement", "sentence"),
    [("  \n", "Say what is to be added; this is blank."), ("x" * 4001, "at most 4,000 characters; this one has 4,001")],
)
def test_a_blank_one_and_one_too_long_are_refused(teller: Teller, go: UUID, statement: str, sentence: str) -> None:
    with pytest.raises(Invalid, match=sentence):
        add(teller, go, statement)


def test_a_request_for_completion_ends_with_the_persons_words_beside_the_claim() -> None:
    scene = Scene()
    express = scene.claims["Express.js"]
    request = scene.files(Kind.COMPLETION, words=ONLY, claims=[express]).request
    scene.to_review(request)
    scene.decides(request)
    view = scene.finishes(request)
    assert beside(scene.teller, express) == [ONLY]
    assert "1 completed" in view.steps[-2].letter_text
