"""Postulates that are waived, and where the others fail by design: each with the smallest case that shows why."""

from __future__ import annotations

from claims.engine.acts import Claim, Rekeying, Tier
from claims.engine.time.periods import ALWAYS, Periods
from tests.engine.postulates import AGM, HANSSON_1991, HANSSON_1999, Status, postulate
from tests.engine.scene import (
    EXPRESS,
    GO,
    MEMCACHED,
    NOT_GO,
    REDIS,
    RUST,
    VERCEL,
    because,
    between,
    claim,
    ends,
    fresh,
    minute,
    never_was,
    play,
    recorded,
    says,
)  # fmt: skip
from tests.engine.theory import Acts, asked, cells, state

CONTRACTION, REVISION = "Contraction", "Revision"
INCLUSION = "K ÷ p ⊆ K"
EXPANSION = "K * p ⊆ K + p"


def everywhere(*claims: Claim) -> frozenset[object]:
    return frozenset(each for what in claims for each in cells(what, ALWAYS))


# --- recovery


@postulate(
    CONTRACTION,
    "recovery",
    "K ⊆ (K ÷ p) + p",
    f"K÷5, {AGM}; given up for bases in {HANSSON_1991}",
    status=Status.WAIVED,
    because="what was said for p is not believed again because somebody says p again",
)
def test_recovery_is_waived_as_saying_it_again_does_not_bring_back_what_was_known_of_it() -> None:
    """The belief comes back on the new voice alone, and not at all on one too weak for the contraction."""
    voices: Acts = (
        says(GO, 1, confidence=800, origin="a wiki"),
        says(GO, 2, confidence=800, origin="a chat", tier=Tier.VERIFIED),
    )
    contracted = (*voices, ends(GO, 3, tier=Tier.VERIFIED))
    again = (*contracted, says(GO, 4, confidence=500, tier=Tier.VERIFIED))
    assert state(*recorded(again)) == everywhere(GO)
    assert confidence(voices) == 960
    assert confidence(again) == 500
    weakly = (*contracted, says(GO, 4, tier=Tier.INFERRED))
    assert state(*recorded(voices)) == everywhere(GO)
    assert state(*recorded(weakly)) == frozenset()


def confidence(acts: Acts) -> int:
    (segment,) = play(acts).segments()
    return segment.confidence


# --- negation


@postulate(
    REVISION,
    "inclusion",
    EXPANSION,
    f"K*3, {AGM}",
    status=Status.EXCEPTION,
    because="negation: a denial that only a rival of p kept down stands again once p has beaten that rival",
)
def test_negation_breaks_inclusion_as_a_denial_returns_when_what_kept_it_down_has_lost() -> None:
    base = recorded([says(NOT_GO, 1), says(GO, 2), says(EXPRESS, 3)])
    assert state(*base[:2]) == everywhere(GO)
    assert state(*base) == everywhere(EXPRESS, NOT_GO)


# --- groups


@postulate(
    REVISION,
    "vacuity",
    "what contradicts nothing held takes nothing away",
    f"K*4, {AGM}",
    status=Status.EXCEPTION,
    because="groups: when the vocabulary puts two held objects into one exclusive group, the weaker goes",
)
def test_a_new_exclusive_group_breaks_vacuity_as_claims_that_agreed_now_conflict() -> None:
    """Within a group, that is one question, every postulate holds: the generated bases have one."""
    alone = claim("uses: Memcached", "Memcached")
    grouped = Rekeying(
        id=fresh(), revision=9, ordinal=0, tier=Tier.VERIFIED, observed_at=minute(9), claim=alone, becomes=MEMCACHED
    )  # fmt: skip
    base = recorded([says(alone, 1), says(REDIS, 2)])
    assert state(*base) == everywhere(alone, REDIS)
    assert state(*base, grouped) == everywhere(REDIS)


# --- correction


@postulate(
    REVISION,
    "inclusion",
    EXPANSION,
    f"K*3, {AGM}",
    status=Status.EXCEPTION,
    because="correction: the rival was wrong for its whole period, so what it alone kept down returns",
)
def test_a_correction_breaks_inclusion_as_what_the_corrected_kept_down_returns() -> None:
    base = recorded([says(RUST, 1), says(GO, 2)])
    correction = says(EXPRESS, 3, valid=between(0, 2), correction=True, corrects=GO.id)
    before, after = state(*base), state(*base, correction)
    assert before == everywhere(GO)
    assert after == asked(correction) | (everywhere(RUST) - cells(RUST, Periods((between(0, 2),))))


@postulate(
    REVISION,
    "Levi identity",
    "contract the losers over the overlap, then expand",
    HANSSON_1999,
    status=Status.EXCEPTION,
    because="correction: the rival leaves beyond the overlap too, and is not contracted but taken out",
)
def test_a_correction_breaks_levi_as_the_corrected_leaves_for_its_whole_period() -> None:
    base = recorded([says(GO, 2)])
    correction = says(EXPRESS, 3, valid=between(0, 2), correction=True)
    contracted = ends(GO, 3, over=[correction.valid])
    assert state(*base, correction) == asked(correction)
    assert state(*base, contracted, says(EXPRESS, 3, valid=between(0, 2))) > asked(correction)


# --- withdrawal


@postulate(
    CONTRACTION,
    "inclusion",
    INCLUSION,
    f"K÷2, {AGM}",
    status=Status.EXCEPTION,
    because="withdrawal: what was never true has kept nothing down",
)
def test_a_withdrawal_breaks_inclusion_as_what_the_withdrawn_kept_down_returns() -> None:
    base = recorded([says(EXPRESS, 1), says(GO, 2)])
    assert state(*base) == everywhere(GO)
    assert state(*base, never_was(GO, 3)) == everywhere(EXPRESS)


# --- reasons


@postulate(
    CONTRACTION,
    "relevance and core-retainment",
    "only what helped to imply p goes",
    HANSSON_1991,
    status=Status.EXCEPTION,
    because="all_of: under cascade what rests on p goes with it, though it did not help to imply p",
)
def test_all_of_breaks_core_retainment_as_what_rested_on_the_contracted_goes_too() -> None:
    base = recorded([says(EXPRESS, 1), says(VERCEL, 2, justifications=(because(EXPRESS),))])
    assert state(*base) == everywhere(EXPRESS, VERCEL)
    assert state(*base, ends(EXPRESS, 3)) == frozenset()


@postulate(
    REVISION,
    "inclusion",
    EXPANSION,
    f"K*3, {AGM}",
    status=Status.EXCEPTION,
    because="all_of: what has waited for p as its reason is held with it",
)
def test_all_of_breaks_inclusion_as_what_waited_for_its_reason_is_held_too() -> None:
    base = recorded([says(VERCEL, 2, justifications=(because(EXPRESS),))])
    assert state(*base) == frozenset()
    assert state(*base, says(EXPRESS, 3)) == everywhere(EXPRESS, VERCEL)


@postulate(
    CONTRACTION,
    "inclusion",
    INCLUSION,
    f"K÷2, {AGM}",
    status=Status.EXCEPTION,
    because="none_of: what was held unless p is held once p is not",
)
def test_none_of_breaks_inclusion_as_what_held_unless_the_contracted_is_held() -> None:
    base = recorded([says(GO, 1), says(VERCEL, 2, justifications=(because(unless=[GO]),))])
    assert state(*base) == everywhere(GO)
    assert state(*base, ends(GO, 3)) == everywhere(VERCEL)


# --- late arrivals


@postulate(
    CONTRACTION,
    "inclusion",
    INCLUSION,
    f"K÷2, {AGM}",
    status=Status.EXCEPTION,
    because="late arrival: a contraction observed before other acts ends where it would have, had it come in time",
)
def test_a_late_contraction_breaks_inclusion_as_order_of_arrival_must_not_matter() -> None:
    """Whatever is said after a contraction is free, also where the contraction is heard of later."""
    go, end, express = says(GO, 1, tier=Tier.VERIFIED), ends(GO, 2, tier=Tier.VERIFIED), says(EXPRESS, 3)
    assert state(*recorded([go, express])) == everywhere(GO)
    assert state(*recorded([go, express, end])) == state(*recorded([go, end, express])) == everywhere(EXPRESS)
