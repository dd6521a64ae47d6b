"""What leans on a claim, who was served it, and what two claims weigh."""

from __future__ import annotations

from uuid import UUID, uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from claims.models import Agent, Tier
from claims.refusals import Invalid, NotFound
from claims.services.administration.note_served import note_served
from claims.services.belief_base.operation import Terms
from claims.services.belief_base.proposals import Origin, Reason
from claims.services.reading.around.compare_claims import compare_claims
from claims.services.reading.around.impact import Impact, impact_of, impact_of_plan
from claims.services.reading.clocks import Clocks
from claims.services.undo_revision import undo_revision
from tests.cast import Teller, claim_of, instant, project, rests_on

pytestmark = pytest.mark.django_db


def at(day: str = "2026-07-01", known_at: str | None = None) -> Clocks:
    return Clocks(instant(day), instant(known_at or day))


@pytest.fixture
def told() -> Teller:
    teller = project()
    Agent.objects.create(id=teller.actor.agent, name="Scout")
    return teller


@pytest.fixture
def chain(told: Teller) -> dict[str, UUID]:
    """Express.js; Vercel needs it, a plan needs it gone, a status rests on Vercel, and a pace on that."""
    express = claim_of(told.says("Express.js", on="2026-03-03"))
    vercel = claim_of(told.says("Vercel", predicate="deploys_on", on="2026-03-04", justifications=rests_on(express)))
    unless = (Reason(all_of=(str(vercel),), none_of=(str(express),)),)
    moves = claim_of(told.says("a move", predicate="plans", on="2026-03-05", justifications=unless))
    live = claim_of(told.says("live", predicate="status", on="2026-03-06", justifications=rests_on(vercel)))
    fast = claim_of(told.says("fast", predicate="pace", on="2026-03-07", justifications=rests_on(live, express)))
    slow = claim_of(told.says("slow", predicate="mood", on="2026-03-08", justifications=rests_on(live)))
    return {"express": express, "vercel": vercel, "moves": moves, "live": live, "fast": fast, "slow": slow}


def of(told: Teller, claim: UUID, clocks: Clocks | None = None) -> Impact:
    return impact_of(base=told.base, claim=claim, clocks=clocks or at())


def test_direct_dependents_are_told_with_how_they_lean_and_the_others_are_counted(
    told: Teller, chain: dict[str, UUID]
) -> None:
    found = of(told, chain["express"])
    assert {each.claim.object: each.reason for each in found.dependents} == {
        "Vercel": "all_of", "a move": "unless", "fast": "all_of"
    }  # fmt: skip
    assert (found.direct, found.beyond) == (3, 2)
    assert (of(told, chain["slow"]).direct, of(told, chain["slow"]).beyond) == (0, 0)


def test_it_is_told_as_it_was_known_then(told: Teller, chain: dict[str, UUID]) -> None:
    found = of(told, chain["express"], at("2026-03-05"))
    assert {each.claim.object for each in found.dependents} == {"Vercel", "a move"}
    assert (found.direct, found.beyond) == (2, 0)


def test_the_claims_it_speaks_for_and_the_agents_that_know_it_are_told(told: Teller) -> None:
    go = claim_of(told.says("Go", on="2026-03-03"))
    fast = claim_of(told.says("fast", predicate="pace", on="2026-03-04", supports=(str(go),)))
    assert of(told, fast).supports == (go,)
    assert of(told, go).agents == ()
    with told.on("2026-03-05"):
        note_served(base=told.base, agent=told.actor.agent, claims=[go])
    assert [(each.name, each.first_at) for each in of(told, go).agents] == [("Scout", instant("2026-03-05"))]
    assert of(told, go, at("2026-03-04")).agents == ()


def test_it_takes_as_many_statements_however_much_leans_on_a_claim(told: Teller) -> None:
    few, many = (claim_of(told.says(each, predicate="uses_tool", on="2026-03-03")) for each in ("few", "many"))
    told.says("x", predicate="states", on="2026-03-04", justifications=rests_on(few))
    for number in range(30):
        told.says(f"y {number}", predicate="states", on="2026-03-05", justifications=rests_on(many))
    counts = []
    for claim in (few, many):
        with CaptureQueriesContext(connection) as captured:
            of(told, claim)
        counts.append(len(captured))
    assert counts[0] == counts[1] <= 30


def test_a_plan_tells_what_it_would_change_and_who_knows_that(told: Teller, chain: dict[str, UUID]) -> None:
    with told.on("2026-04-01"):
        note_served(base=told.base, agent=told.actor.agent, claims=[chain["express"]])
        note_served(base=told.base, agent=uuid4(), claims=[chain["slow"]])
    with CaptureQueriesContext(connection) as captured:
        done = told.says("Go", on="2026-05-16", terms=Terms(preview=True))
        before = len(captured)
        found = impact_of_plan(done)
    assert len(captured) - before == 3
    assert (found.superseded, found.restored) == ((chain["express"],), (chain["moves"],))
    assert set(found.flagged) == set(found.dependents) == {chain["vercel"], chain["fast"]}
    assert found.beyond == 2
    assert [each.name for each in found.agents] == ["Scout"]


def test_an_undo_tells_what_it_would_bring_back(told: Teller) -> None:
    express = claim_of(told.says("Express.js", on="2026-03-03"))
    go = claim_of(told.says("Go", on="2026-05-16"))
    with told.on("2026-06-01"):
        source = Origin(kind=Tier.STATED)
        done = undo_revision(base=told.base, actor=told.actor, number=2, source=source, terms=Terms(preview=True))
    found = impact_of_plan(done)
    assert (found.restored, found.superseded) == ((express,), (go,))


def test_another_base_knows_nothing_of_the_claim(told: Teller, chain: dict[str, UUID]) -> None:
    other = project()
    with pytest.raises(NotFound):
        impact_of(base=other.base, claim=chain["express"], clocks=at())
    own = claim_of(other.says("Go", on="2026-03-03"))
    with pytest.raises(NotFound):
        compare_claims(base=other.base, a=own, b=chain["express"], clocks=at())


def test_the_harder_one_to_give_up_is_recommended_with_a_reason(told: Teller) -> None:
    go = claim_of(told.says("Go", on="2026-03-03", source={"method": "test"}))
    guess = claim_of(told.says("Rust", predicate="uses_language", on="2026-06-30", tier=1))
    found = compare_claims(base=told.base, a=guess, b=go, clocks=at())
    assert (found.survivor, found.a.claim.id, found.b.claim.id) == (go, guess, go)
    assert found.sentence == (
        f"Keep “Project uses the framework Go”: it weighs {found.b.total:g} of 100 against {found.a.total:g}, "
        "mostly for its tier and method."
    )
    assert sum(found.b.parts.values()) == pytest.approx(found.b.total, abs=0.1)


def test_a_tie_is_said_plainly(told: Teller) -> None:
    first, second = (claim_of(told.says(each, predicate="uses_tool", on="2026-03-03")) for each in ("a", "b"))
    found = compare_claims(base=told.base, a=first, b=second, clocks=at())
    assert found.survivor is None
    assert found.sentence == (
        f"Both weigh {found.a.total:g} of 100, so neither is recommended over the other; a person has to say."
    )


def test_what_nothing_speaks_for_any_more_weighs_nothing(told: Teller) -> None:
    gone = claim_of(told.says("Go", on="2026-03-03"))
    told.undoes(1, on="2026-03-04")
    kept = claim_of(told.says("Rust", on="2026-03-05"))
    found = compare_claims(base=told.base, a=gone, b=kept, clocks=at())
    assert (found.a.total, found.survivor) == (0, kept)


def test_a_claim_is_not_compared_with_itself(told: Teller) -> None:
    go = claim_of(told.says("Go", on="2026-03-03"))
    with pytest.raises(Invalid, match="Both are the same claim"):
        compare_claims(base=told.base, a=go, b=go, clocks=at())
