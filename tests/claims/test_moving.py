"""What is told of claims that go by another name from now on."""

from __future__ import annotations

import pytest

from claims.models import Tier
from claims.queries import naming
from claims.services.add_alias import add_alias
from claims.services.belief_base.operation import Done, Terms
from claims.services.outcomes import outcomes
from tests.cast import Teller, claim_of, project

pytestmark = pytest.mark.django_db


@pytest.fixture
def teller() -> Teller:
    """The project was on Vercel until April; of a rocket, which is the same thing, it is said from then on."""
    teller = project()
    teller.says("Vercel", predicate="deploys_on", on="2026-03-01", valid_to="2026-04-01")
    teller.says("Vercel", predicate="deploys_on", subject="Rocket", on="2026-03-02", valid_from="2026-04-01")
    return teller


def join(teller: Teller, on: str, *, preview: bool = False) -> Done:
    entity = naming.entity_called(teller.base, "project")
    assert entity is not None
    with teller.on(on):
        terms = Terms(preview=preview)
        return add_alias(base=teller.base, actor=teller.actor, entity=entity, alias="Rocket", terms=terms)


@pytest.mark.parametrize("preview", [True, False])
def test_a_claim_that_merely_moved_does_not_hold_again(teller: Teller, *, preview: bool) -> None:
    told = outcomes(join(teller, "2026-05-01", preview=preview))[0]
    assert told.explanation == (
        "“Rocket” is another name of “project” from now on. 1 claim follows.",
        "Vercel is now held under “project”: Project deploys on Vercel.",
    )
    assert (told.restored, told.superseded) == ((), ())


def test_nor_does_it_when_it_moves_back(teller: Teller) -> None:
    join(teller, "2026-05-01")
    told = outcomes(teller.undoes(3, on="2026-05-02"))[0]
    assert told.explanation == (
        "What was recorded then is taken back, as if it had not been.",
        "Vercel is now held under “Rocket”: Rocket deploys on Vercel.",
    )


def test_what_was_kept_down_and_is_free_holds_again(teller: Teller) -> None:
    go = claim_of(teller.says("Go", on="2026-05-01", valid_from="2026-01-01"))
    teller.says("Rust", on="2026-05-02", valid_from="2026-01-01", tier=Tier.STATED)
    told = outcomes(teller.undoes(4, on="2026-05-03"))[0]
    assert told.restored == (go,)
    assert told.explanation[1:] == ("Go holds again: Project uses the framework Go.",)
