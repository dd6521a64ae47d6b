"""Postulates of belief change that hold: K is what is held, a set of cells (claim, instant); see ``theory``.

Each holds over bases of engine.md §3.1 (and §3.3: an exclusive group is one question) without reasons across
questions, for an act that is observed after everything in the base.
"""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given, settings

from claims.engine.acts import Assertion, Claim, Contraction, Tier
from claims.engine.hold import hold
from claims.engine.policy import Policy
from claims.engine.time.periods import Period, Periods
from tests.engine import strategies as some
from tests.engine.postulates import AGM, HANSSON_1991, HANSSON_1999, TABLE, postulate, table
from tests.engine.scene import play
from tests.engine.theory import (
    Acts,
    Cell,
    aliased,
    asked,
    at,
    barred,
    bases,
    cells,
    consistent,
    contractions,
    implies,
    incoming,
    last,
    pairs,
    state,
    subsets,
)  # fmt: skip

CONTRACTION, REVISION = "Contraction", "Revision"

hundreds = settings(max_examples=3 * settings().max_examples)


# --- contraction --------------------------------------------------------------------------------------------


@postulate(
    CONTRACTION,
    "success",
    "what is contracted is not held where it was contracted, if the act outweighs every voice for it",
    f"K÷4, {AGM}; relative to strength as in {HANSSON_1999}",
)
@hundreds
@given(bases, contractions)
def test_contraction_success(base: Acts, act: Contraction) -> None:
    """P ∩ (K ÷ P) = ∅, for P the cells contracted and an act of the highest tier."""
    act = replace(act, tier=Tier.VERIFIED)
    assert not implies(state(*base, act), asked(act))


@postulate(CONTRACTION, "inclusion", "K ÷ p holds nothing that K did not", f"K÷2, {AGM}")
@hundreds
@given(bases, contractions)
def test_contraction_inclusion(base: Acts, act: Contraction) -> None:
    """K ÷ P ⊆ K, whatever the strength of the act."""
    assert state(*base, act) <= state(*base)


@postulate(CONTRACTION, "vacuity", "contracting what is not held changes nothing", f"K÷3, {AGM}")
@hundreds
@given(bases, contractions)
def test_contraction_vacuity(base: Acts, act: Contraction) -> None:
    """If P ∩ K = ∅ then K ÷ P = K."""
    held = state(*base)
    if not implies(held, asked(act)):
        assert state(*base, act) == held


@postulate(
    CONTRACTION,
    "extensionality",
    "two wordings of one claim are contracted to the same effect",
    f"K÷6, {AGM}",
)
@hundreds
@given(bases, contractions)
def test_contraction_extensionality(base: Acts, act: Contraction) -> None:
    """If p ↔ q then K ÷ p = K ÷ q; claims are equivalent where an alias makes them one."""
    alias, by_older, by_newer = aliased(act, act.claim)
    assert state(*base, alias, by_older) == state(*base, alias, by_newer)


@postulate(
    CONTRACTION,
    "relevance",
    "whatever goes helped to imply p: some K' between K ÷ p and K implies p only with it",
    HANSSON_1991,
)
@hundreds
@given(bases, contractions)
def test_contraction_relevance(base: Acts, act: Contraction) -> None:
    """If q ∈ K - (K ÷ P), some K' with K ÷ P ⊆ K' ⊆ K does not imply any of P while K' ∪ {q} does."""
    act = replace(act, tier=Tier.VERIFIED)
    before, after, goal = state(*base), state(*base, act), asked(act)
    for gone in before - after:
        assert any(
            not implies(after | more, goal) and implies(after | more | {gone}, goal) for more in subsets(before - after)
        )


@postulate(
    CONTRACTION,
    "core-retainment",
    "whatever goes helped to imply p: some K' within K implies p only with it",
    HANSSON_1991,
)
@hundreds
@given(bases, contractions)
def test_contraction_core_retainment(base: Acts, act: Contraction) -> None:
    """If q ∈ K - (K ÷ P), some K' ⊆ K does not imply any of P while K' ∪ {q} does; whatever the strength."""
    before, goal = state(*base), asked(act)
    for gone in before - state(*base, act):
        assert any(not implies(some_, goal) and implies(some_ | {gone}, goal) for some_ in subsets(before))


@postulate(
    CONTRACTION,
    "uniformity",
    "p and q that are implied by the same subsets of K are contracted to the same effect",
    HANSSON_1999,
)
@hundreds
@given(bases, contractions, contractions)
def test_contraction_uniformity(base: Acts, act: Contraction, other: Contraction) -> None:
    """If each K' ⊆ K implies one of P iff it implies one of Q, then K ÷ P = K ÷ Q.

    Q is another claim that is as little held, or the same claim over periods that differ only where it is
    not held; both acts are of one strength.
    """
    held = state(*base)
    periods = hold(base, policy=Policy.CASCADE, outside={}, memory={}).held(act.claim.id)
    same_where_held = replace(act, periods=(act.periods & periods) | (other.periods - periods))
    for rival in (replace(other, tier=act.tier), same_where_held):
        if rival.periods and asked(act) & held == asked(rival) & held:
            assert state(*base, act) == state(*base, rival)


# --- revision -----------------------------------------------------------------------------------------------


@postulate(
    REVISION,
    "relative success",
    "at each instant p is held, or nothing has changed: it may lose",
    f"{HANSSON_1999}; weaker than K*2, {AGM}",
)
@hundreds
@given(bases, incoming)
def test_revision_relative_success(base: Acts, act: Assertion) -> None:
    """For each instant of P: p ∈ K * p there, or K * p = K there."""
    before, after = state(*base), state(*base, act)
    for instant in some.GRID:
        accepted = Cell(act.claim.id, instant) in after and instant in act.valid
        assert accepted or at(instant, after) == at(instant, before)


@postulate(REVISION, "inclusion", "K * p holds nothing beyond K and p", f"K*3, {AGM}")
@hundreds
@given(bases, incoming)
def test_revision_inclusion(base: Acts, act: Assertion) -> None:
    """K * p ⊆ K + p."""
    assert state(*base, act) <= state(*base) | asked(act)


@postulate(
    REVISION,
    "vacuity",
    "where nothing held contradicts p, and no contraction of p outweighs it, p is added and nothing goes",
    f"K*4, {AGM}",
)
@hundreds
@given(bases, incoming)
def test_revision_vacuity(base: Acts, act: Assertion) -> None:
    """At each instant at which K + p is consistent and p not barred: K + p ⊆ K * p."""
    before, after, out = state(*base), state(*base, act), barred(act, base)
    for instant in some.GRID:
        expanded = at(instant, before | asked(act))
        if consistent(expanded) and not at(instant, out):
            assert expanded <= after


@postulate(REVISION, "consistency", "no two claims that conflict are held at one instant", f"K*5, {AGM}")
@hundreds
@given(some.sequences(some.CONFLICTS))
def test_revision_consistency(acts: Acts) -> None:
    """K * p is consistent, for any base whatever, with negation, corrections and withdrawals in it."""
    assert consistent(state(*acts))


@postulate(REVISION, "extensionality", "two wordings of one claim revise to the same effect", f"K*6, {AGM}")
@hundreds
@given(bases, incoming)
def test_revision_extensionality(base: Acts, act: Assertion) -> None:
    """If p ↔ q then K * p = K * q."""
    alias, by_older, by_newer = aliased(act, act.claim)
    assert state(*base, alias, by_older) == state(*base, alias, by_newer)


@postulate(
    REVISION,
    "Levi identity",
    "revise is: contract the losers over the overlap with the incoming's strength, then expand",
    f"Levi 1977; {HANSSON_1999}",
)
@hundreds
@given(bases, incoming)
def test_revision_levi_identity(base: Acts, act: Assertion) -> None:
    """K * p = (K ÷ ¬p) + p, belief row by belief row, confidence included."""
    revised = play(base)
    before = {claim: revised.periods(claim) for claim in some.POSITIVE}
    revised.record(act)
    contracted_first = play(base)
    for claim in some.POSITIVE:
        if lost := before[claim] - revised.periods(claim):
            contracted_first.record(_loser(claim, lost, act))
    contracted_first.record(act)
    assert revised.segments() == contracted_first.segments()


def _loser(claim: Claim, lost: Periods, act: Assertion) -> Contraction:
    head = {"id": last(act, 20).id, "revision": 0, "ordinal": 0}
    return Contraction(**head, tier=act.tier, observed_at=act.observed_at, claim=claim, periods=lost)  # type: ignore[arg-type]


@postulate(
    REVISION,
    "K*7 (superexpansion)",
    "revising by p and q together holds nothing beyond revising by p and then adding q",
    f"K*7, {AGM}",
)
@hundreds
@given(bases, pairs)
def test_revision_superexpansion(base: Acts, both: tuple[Assertion, Assertion]) -> None:
    """K * (p ∧ q) ⊆ (K * p) + q, at each instant at which the right side is consistent."""
    one, other = both
    if consistent(asked(one) | asked(other)):
        expanded = state(*base, one) | asked(other)
        for instant in some.GRID:
            if consistent(at(instant, expanded)):
                assert at(instant, state(*base, one, other)) <= expanded


@postulate(
    REVISION,
    "K*8 (subexpansion)",
    "where q contradicts nothing in K * p, revising by both holds all of K * p, and q unless it is barred",
    f"K*8, {AGM}",
)
@hundreds
@given(bases, pairs)
def test_revision_subexpansion(base: Acts, both: tuple[Assertion, Assertion]) -> None:
    """If ¬q ∉ K * p then (K * p) + q ⊆ K * (p ∧ q), at each instant at which q is not barred."""
    one, other = both
    if consistent(asked(one) | asked(other)):
        expanded = state(*base, one) | (asked(other) - barred(other, base))
        for instant in some.GRID:
            if consistent(at(instant, expanded | asked(other))):
                assert at(instant, expanded) <= state(*base, one, other)


def test_the_published_table_is_the_one_that_the_tests_give() -> None:
    assert TABLE.read_text() == table(), "run python -m tests.engine.postulates"


def test_cells_of_an_act_are_those_of_its_periods() -> None:
    claim, period = some.POSITIVE[0], Periods((Period(some.GRID[1], some.GRID[3]),))
    assert cells(claim, period) == {Cell(claim.id, some.GRID[1]), Cell(claim.id, some.GRID[2])}
