"""The way of a request: whatever is tried in whatever order, nothing is approved without identity, and nothing closed
without evidence of every step."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from audit.requests.states import BEFORE_CLOSING, NotNow, Proposal, Standing, after, pairs, possible
from audit.requests.words import OVER, SETTLED, Act, Identity, Kind, Outcome, State

PROPOSALS = st.builds(Proposal, st.sampled_from(Outcome), st.booleans())
#: What is tried: now and then any act at all, else one that the request stands right for; with a proposal, should it
#: need one.
TRIES = st.lists(st.tuples(st.integers(0, 7), st.integers(0, 999), PROPOSALS), min_size=15, max_size=40)
#: Acts that lead off the way are tried less often, or few requests would come to their end.
ASIDE = {Act.WITHDRAW, Act.DUPLICATE, Act.HOLD, Act.DOUBT}
BEGUN = st.builds(Standing, kind=st.sampled_from(Kind), about_claims=st.booleans())
YES = Proposal(Outcome.ACCEPT, settled=True)


Tries = list[tuple[int, int, Proposal]]


def tried(standing: Standing, tries: Tries) -> list[tuple[Act, Standing]]:
    """What came of each act that was not refused."""
    gone = []
    for astray, place, proposal in tries:
        choices = list(Act) if astray == 0 else _likely(standing)
        act = choices[place % len(choices)]
        try:
            standing = after(standing, act, proposal if act in (Act.PROPOSE, Act.DECIDE) else None)
        except NotNow:
            continue
        gone.append((act, standing))
    return gone


def _likely(standing: Standing) -> list[Act]:
    may = list(possible(standing)) or list(Act)
    return [each for each in may for _ in range(1 if each in ASIDE else 6)]


def done(kind: Kind, *acts: Act, about_claims: bool = True) -> Standing:
    standing = Standing(kind=kind, about_claims=about_claims)
    for act in acts:
        standing = after(standing, act, YES if act is Act.DECIDE else None)
    return standing


@given(BEGUN, TRIES)
def test_nothing_is_approved_before_identity_is_proven(begun: Standing, tries: Tries) -> None:
    for _, standing in tried(begun, tries):
        if standing.state in SETTLED:
            assert standing.proposal is not None
            assert standing.proposal.settled
            refused = standing.proposal.outcome is Outcome.REFUSE
            assert standing.identity is Identity.PROVEN or (refused and standing.identity is Identity.UNPROVEN)


@given(BEGUN, TRIES)
def test_nothing_is_closed_before_every_step_was_taken(begun: Standing, tries: Tries) -> None:
    gone = tried(begun, tries)
    for place, (_, standing) in enumerate(gone):
        if standing.state is State.CLOSED:
            assert {act for act, _ in gone[: place + 1]} >= set(BEFORE_CLOSING)


@given(BEGUN, TRIES)
def test_what_is_said_to_be_wrong_is_held_back_before_it_is_reviewed(begun: Standing, tries: Tries) -> None:
    for act, standing in tried(begun, tries):
        if act is Act.REVIEW and standing.holds_back:
            assert Act.RESTRICT in standing.done


@given(BEGUN, TRIES)
def test_what_is_over_stays_over_but_a_duplicate_that_was_none(begun: Standing, tries: Tries) -> None:
    before = begun
    for act, standing in tried(begun, tries):
        if before.state in OVER:
            assert (before.state, act) == (State.DUPLICATE, Act.REOPEN)
            assert (standing.state, standing.identity) == (State.ACKNOWLEDGED, Identity.OPEN)
        before = standing


@given(BEGUN, TRIES)
def test_a_request_on_hold_goes_on_where_it_stood(begun: Standing, tries: Tries) -> None:
    stood = None
    for act, standing in tried(begun, tries):
        if act is Act.HOLD:
            stood = standing.held_from
        if act is Act.RESUME:
            assert standing.state is stood
            assert standing.held_from is None


@given(BEGUN, TRIES)
def test_what_is_offered_is_what_leads_somewhere(begun: Standing, tries: Tries) -> None:
    gone = tried(begun, tries)
    standing = gone[-1][1] if gone else begun
    known = {(act, before) for act, before, _ in pairs()}
    assert {(act.value, standing.state.value) for act in possible(standing)} <= known


def test_what_is_tried_goes_far_enough_to_mean_something() -> None:
    reached, acts = set[State](), set[Act]()

    @settings(max_examples=400, database=None, derandomize=True)
    @given(BEGUN, TRIES)
    def walk(begun: Standing, tries: Tries) -> None:
        for act, standing in tried(begun, tries):
            reached.add(standing.state)
            acts.add(act)

    walk()
    assert reached == set(State) - {State.RECEIVED}
    assert acts == set(Act) - {Act.RECEIVE}


def test_no_request_is_closed_while_a_step_is_missing() -> None:
    for missing in BEFORE_CLOSING:
        left = frozenset(BEFORE_CLOSING) - {missing}
        standing = Standing(kind=Kind.ACCESS, state=State.CERTIFIED, identity=Identity.PROVEN, done=left)
        with pytest.raises(NotNow, match="no request is closed before every step has evidence"):
            after(standing, Act.CLOSE)


def test_the_whole_way_of_a_rectification() -> None:
    way = [
        Act.ACKNOWLEDGE, Act.VERIFY, Act.TRIAGE, Act.RESTRICT, Act.REVIEW, Act.EXTEND, Act.DECIDE, Act.EXECUTE,
        Act.CARRY_OUT, Act.NOTIFY, Act.CERTIFY, Act.CLOSE,
    ]  # fmt: skip
    assert done(Kind.RECTIFICATION, *way).state is State.CLOSED


@pytest.mark.parametrize(
    ("kind", "way", "act", "sentence"),
    [
        (Kind.ACCESS, [], Act.VERIFY, "is received, so it cannot be verified"),
        (Kind.ACCESS, [Act.ACKNOWLEDGE], Act.DECIDE, "is acknowledged, so it cannot be decided"),
        (Kind.ACCESS, [Act.ACKNOWLEDGE, Act.DOUBT], Act.TRIAGE, "waiting for proof of identity"),
        (Kind.ACCESS, [Act.ACKNOWLEDGE, Act.DOUBT, Act.GIVE_UP], Act.DECIDE, "not settled that this request comes"),
        (Kind.RECTIFICATION, [Act.ACKNOWLEDGE, Act.VERIFY, Act.TRIAGE], Act.REVIEW, "held back first"),
        (Kind.ACCESS, [Act.ACKNOWLEDGE, Act.VERIFY, Act.TRIAGE], Act.RESTRICT, "nothing is held back"),
        (Kind.ACCESS, [Act.ACKNOWLEDGE, Act.DUPLICATE, Act.REOPEN], Act.TRIAGE, "is acknowledged"),
        (
            Kind.ACCESS,
            [Act.ACKNOWLEDGE, Act.VERIFY, Act.TRIAGE, Act.REVIEW, Act.DECIDE, Act.EXECUTE],
            Act.NOTIFY,
            "Nothing has been carried out yet",
        ),
    ],
)
def test_an_act_out_of_place_says_what_stands_in_its_way(kind: Kind, way: list[Act], act: Act, sentence: str) -> None:
    with pytest.raises(NotNow, match=sentence):
        after(done(kind, *way), act, YES if act is Act.DECIDE else None)


def test_a_decision_that_needs_a_second_person_waits_for_one() -> None:
    standing = done(Kind.ACCESS, Act.ACKNOWLEDGE, Act.VERIFY, Act.TRIAGE, Act.REVIEW)
    proposed = after(standing, Act.PROPOSE, Proposal(Outcome.REFUSE, settled=False))
    assert proposed.state is State.UNDER_REVIEW
    with pytest.raises(NotNow, match="second pair of eyes"):
        after(proposed, Act.DECIDE)
    assert after(proposed, Act.DECIDE, Proposal(Outcome.REFUSE, settled=True)).state is State.DECIDED


def test_whoever_cannot_be_told_from_others_is_refused_and_never_granted() -> None:
    standing = done(Kind.ERASURE, Act.ACKNOWLEDGE, Act.DOUBT, Act.GIVE_UP)
    assert after(standing, Act.DECIDE, Proposal(Outcome.REFUSE, settled=True)).state is State.DECIDED
    for outcome in (Outcome.ACCEPT, Outcome.PARTIAL):
        with pytest.raises(NotNow):
            after(standing, Act.DECIDE, Proposal(outcome, settled=True))


def test_the_identity_of_a_duplicate_is_settled_anew() -> None:
    standing = done(Kind.ERASURE, Act.ACKNOWLEDGE, Act.VERIFY, Act.DUPLICATE, Act.REOPEN)
    assert standing.identity is Identity.OPEN
    assert after(standing, Act.VERIFY).identity is Identity.PROVEN
