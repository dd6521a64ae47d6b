"""A request from its receipt to its end, in words: what the person is told, what is done, and what is left of it."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from audit.models import AuditEntry, Regime
from audit.requests import record
from audit.requests.words import Act, Identity, Kind, Outcome, State
from claims.models import Claim
from claims.refusals import Forbidden, Invalid, NotFound
from claims.services.administration.note_served import note_served
from claims.services.belief_base.operation import Terms
from claims.services.reading.claim_status import claim_row
from claims.services.rights import telling
from claims.services.rights.letters import ASKS
from claims.services.rights.requests.close_request import certify_request
from claims.services.rights.requests.decide_request import agree_to_decision
from claims.services.rights.requests.execute_request import carry_out_request, execute_request, notify_recipients
from claims.services.rights.requests.extend_request import extend_request
from claims.services.rights.requests.hold_request import hold_request, resume_request, withdraw_request
from claims.services.rights.requests.join_requests import join_requests, part_requests
from claims.services.rights.requests.settle_identity import Method, doubt_identity, give_up_identity, verify_identity
from claims.services.rights.requests.taking import StaleStep
from claims.services.rights.requests.triage_request import review_request
from claims.services.rights.requests.wish import Wish
from claims.services.rights.steps import STEPS
from claims.web.requests.words import WORDS
from tests.cast import instant
from tests.claims.requests.cast import REFUSED, Scene

pytestmark = pytest.mark.django_db


@pytest.fixture
def scene() -> Scene:
    return Scene()


def test_what_alice_says_is_wrong_is_held_back_at_once_and_corrected_in_the_end(scene: Scene) -> None:
    request = scene.asks_for_rust()
    assert scene.sees(request).state == "restricted"
    assert claim_row(scene.base, scene.claims["Express.js"]).restricted
    scene.to_review(request)
    scene.decides(request)
    assert scene.teller.holds("2026-06-01", "2026-06-01", "uses_framework") == []
    view = scene.finishes(request)
    assert (view.state, view.due_on) == ("closed", None)
    assert scene.teller.holds("2026-06-01", "2026-06-01", "uses_framework") == ["Rust"]
    assert not claim_row(scene.base, scene.claims["Express.js"]).restricted
    certificate = view.steps[-2].letter_text
    for line in ("1 corrected", "1 passed on again", "Article 16 GDPR", "18 May 2026", view.reference):
        assert line in certificate


def test_every_step_stands_in_the_log_with_its_request(scene: Scene) -> None:
    request = scene.asks_for_rust()
    scene.to_review(request)
    scene.decides(request)
    view = scene.finishes(request)
    logged = AuditEntry.objects.filter(chain_id=scene.base, targets__contains=[request]).order_by("number")
    assert [each.act.removeprefix("request_") for each in logged] == [step.act for step in view.steps]
    assert all(step.evidence for step in view.steps)


def test_words_stand_in_no_step_and_no_log(scene: Scene) -> None:
    request = scene.files(Kind.ERASURE, words="Because of my divorce.", claims=[scene.claims["Vercel"]]).request
    view = scene.sees(request)
    assert view.ask == "Because of my divorce."
    assert "divorce" not in "".join(str(step.evidence) for step in view.steps)
    assert "divorce" not in str(list(AuditEntry.objects.values()))


def test_a_refusal_tells_its_reasons_the_complaint_the_court_and_its_day(scene: Scene) -> None:
    request = scene.asks_for_rust()
    scene.to_review(request)
    view = scene.decides(request, **REFUSED)
    letter = view.steps[-1].letter_text
    assert "The lease says so." in letter
    assert "complain to a supervisory authority" in letter
    assert "take this to court" in letter
    assert "until 18 June 2026" in letter
    assert "passed on again" in letter
    scene.finishes(request)
    assert scene.teller.holds("2026-06-01", "2026-06-01", "uses_framework") == ["Express.js"]


@pytest.mark.parametrize(
    ("lacking", "sentence"),
    [
        ({"reasons": " "}, "cannot be sent without them"),
        ({"ground": ""}, "Choose the ground in law"),
        ({"ground": "because"}, "Choose the ground in law"),
        ({"outcome": Outcome.PARTIAL}, "Name those statements"),
    ],
)
def test_a_refusal_does_not_lack_a_part(scene: Scene, lacking: dict[str, Any], sentence: str) -> None:
    request = scene.asks_for_rust()
    scene.to_review(request)
    with pytest.raises(Invalid, match=sentence):
        scene.decides(request, **REFUSED | lacking)


def test_a_request_that_is_granted_in_part_lets_go_of_the_rest(scene: Scene) -> None:
    express, vercel = scene.claims["Express.js"], scene.claims["Vercel"]
    request = scene.files(Kind.OBJECTION, claims=[express, vercel], ground="21-1").request
    assert {claim_row(scene.base, each).restricted for each in (express, vercel)} == {True}
    scene.to_review(request)
    scene.decides(request, outcome=Outcome.PARTIAL, ground="21-1", reasons="It is needed to deploy.", claims=[express])
    scene.finishes(request)
    assert claim_row(scene.base, express).restricted
    assert not claim_row(scene.base, vercel).restricted


def test_what_was_held_back_before_stays_so(scene: Scene) -> None:
    scene.teller.restricts(scene.claims["Express.js"], on="2026-04-01")
    request = scene.asks_for_rust()
    scene.to_review(request)
    scene.decides(request, **REFUSED)
    scene.finishes(request)
    assert claim_row(scene.base, scene.claims["Express.js"]).restricted


def test_what_another_open_request_is_about_stays_held_back(scene: Scene) -> None:
    first = scene.asks_for_rust()
    scene.files(Kind.RESTRICTION, claims=[scene.claims["Express.js"]], ground="18-1-c")
    scene.to_review(first)
    scene.decides(first, **REFUSED)
    scene.finishes(first)
    assert claim_row(scene.base, scene.claims["Express.js"]).restricted


@pytest.mark.parametrize("last", ["first", "second"])
def test_what_two_requests_held_back_is_let_go_with_the_last_of_them(scene: Scene, last: str) -> None:
    found = {"first": scene.asks_for_rust(), "second": scene.asks_for_rust()}
    express = scene.claims["Express.js"]
    for name in sorted(found, key=lambda each: each == last):
        assert claim_row(scene.base, express).restricted
        scene.to_review(found[name])
        scene.decides(found[name], **REFUSED)
        scene.finishes(found[name])
    assert not claim_row(scene.base, express).restricted


def test_what_a_duplicate_held_back_is_let_go_with_the_one_that_goes_on(scene: Scene) -> None:
    first, second = scene.asks_for_rust(), scene.asks_for_rust()
    scene.does(join_requests, first, of=second)
    scene.to_review(second)
    scene.decides(second, **REFUSED)
    scene.finishes(second)
    assert not claim_row(scene.base, scene.claims["Express.js"]).restricted


def test_what_alice_disputes_herself_after_a_request_no_request_lets_go(scene: Scene) -> None:
    express = scene.claims["Express.js"]
    first = scene.asks_for_rust()
    scene.to_review(first)
    scene.decides(first, **REFUSED)
    scene.finishes(first)
    scene.teller.restricts(express, on="2026-05-20")
    second = scene.asks_for_rust(on="2026-05-21")
    scene.to_review(second, on="2026-05-21")
    scene.decides(second, on="2026-05-21", **REFUSED)
    scene.finishes(second, on="2026-05-21")
    assert claim_row(scene.base, express).restricted


def test_a_refusal_as_excessive_needs_two_people(scene: Scene) -> None:
    request = scene.files(Kind.ACCESS).request
    scene.to_review(request)
    view = scene.decides(request, outcome=Outcome.REFUSE, ground="12-5", reasons="The fortieth this week.")
    assert (view.state, view.waits_for_second) == ("under_review", True)
    with pytest.raises(Forbidden, match="You proposed this yourself"):
        scene.does(agree_to_decision, request)
    assert scene.sees(request).state == "under_review"
    view = scene.does(agree_to_decision, request, by="chris")
    assert (view.state, view.waits_for_second) == ("decided", False)
    with pytest.raises(Invalid, match="cannot be decided now"):
        scene.does(agree_to_decision, request, by="chris")


def test_bob_writes_a_request_down_and_it_is_not_decided_before_it_is_known_whose_it_is(scene: Scene) -> None:
    request = scene.files(Kind.ERASURE, by="bob", claims=[scene.claims["Vercel"]]).request
    view = scene.sees(request)
    assert (view.state, view.identity, view.subject) == ("acknowledged", "open", scene.people["alice"].id)
    for act in (review_request, execute_request, carry_out_request):
        with pytest.raises(Invalid, match="is acknowledged, so it cannot be"):
            scene.does(act, request)
    with pytest.raises(Invalid, match="cannot be decided"):
        scene.decides(request)
    assert scene.does(verify_identity, request, method=Method.CALL_BACK).identity == "proven"


def test_the_clock_stands_while_proof_of_identity_is_waited_for(scene: Scene) -> None:
    request = scene.files(Kind.ACCESS, by="bob").request
    scene.does(doubt_identity, request, on="2026-05-20", reason="The letter came from another address.")
    waiting = scene.sees(request, on="2026-06-01")
    assert (waiting.due_on, waiting.lane, waiting.days_left) == (None, "paused", None)
    view = scene.does(verify_identity, request, on="2026-06-01", method=Method.IN_PERSON)
    assert view.due_on == date(2026, 6, 30)  # 18 June and 12 days
    assert "We have this doubt" in view.steps[2].letter_text


def test_california_has_45_days_and_its_clock_does_not_stand(scene: Scene) -> None:
    request = scene.files(Kind.ACCESS, by="bob", law="ccpa").request
    scene.does(doubt_identity, request, on="2026-05-20", reason="Another address.")
    view = scene.sees(request, on="2026-06-01")
    assert (view.due_on, view.last_on) == (date(2026, 7, 2), date(2026, 8, 16))
    assert view.acknowledge_by == date(2026, 6, 2)  # Memorial Day lies between
    with pytest.raises(Invalid, match="There is no law “lgpd”"):
        scene.files(Kind.ACCESS, by="bob", law="lgpd")


def test_whoever_cannot_be_told_is_refused_and_not_granted(scene: Scene) -> None:
    request = scene.files(Kind.ACCESS, by="bob").request
    scene.does(doubt_identity, request, reason="Another address.")
    view = scene.does(give_up_identity, request, reason="No answer to three letters.")
    assert (view.state, view.identity) == ("under_review", "unproven")
    with pytest.raises(Invalid, match="not settled that this request comes from"):
        scene.decides(request)
    assert scene.decides(request, **REFUSED | {"ground": "11-2"}).state == "decided"


def test_it_takes_longer_only_with_a_reason_told_within_the_month(scene: Scene) -> None:
    request = scene.asks_for_rust()
    scene.to_review(request)
    with pytest.raises(Invalid, match="Say why it takes longer"):
        scene.does(extend_request, request, reason=" ")
    with pytest.raises(Invalid, match="was over on 18 June 2026"):
        scene.does(extend_request, request, on="2026-06-19", reason="There are many.")
    view = scene.does(extend_request, request, on="2026-06-18T23:59", reason="There are many of them.")
    assert (view.state, view.due_on, view.extended) == ("extended", date(2026, 8, 18), True)
    assert "There are many of them." in view.steps[-1].letter_text
    assert scene.decides(request, on="2026-08-18").state == "decided"


def test_a_request_on_hold_goes_on_where_it_stood(scene: Scene) -> None:
    request = scene.asks_for_rust()
    with pytest.raises(Invalid, match="Give a day to come"):
        scene.does(hold_request, request, reason="A court case.", until=date(2026, 5, 18))
    assert scene.does(hold_request, request, reason="A court case.", until=date(2026, 6, 1)).state == "on_hold"
    assert scene.does(resume_request, request).state == "restricted"


def test_alice_takes_her_request_back_and_nobody_decides_on_it(scene: Scene) -> None:
    request = scene.asks_for_rust()
    view = scene.does(withdraw_request, request, by="alice")
    assert (view.state, view.may) == ("withdrawn", ())
    assert "stays so until you let it be passed on again" in view.steps[-1].letter_text
    other = scene.asks_for_rust()
    with pytest.raises(Invalid, match="Say how the person told you"):
        scene.does(withdraw_request, other)


def test_nobody_works_on_their_own_request(scene: Scene) -> None:
    request = scene.asks_for_rust()
    with pytest.raises(Forbidden, match="somebody else works on it"):
        scene.does(review_request, request, by="alice")


def test_two_requests_for_the_same_count_from_the_first(scene: Scene) -> None:
    first = scene.files(Kind.ACCESS, on="2026-05-18").request
    second = scene.files(Kind.ACCESS, on="2026-05-25").request
    view = scene.does(join_requests, second, of=first, on="2026-05-26")
    assert (view.state, view.duplicate_of) == ("duplicate", first)
    assert "18 June 2026" in view.steps[-1].letter_text
    view = scene.does(part_requests, second, on="2026-05-27", reason="They are about two projects.")
    assert (view.state, view.identity, view.due_on) == ("acknowledged", "open", date(2026, 6, 18))


def test_the_one_that_goes_on_takes_the_earlier_clock(scene: Scene) -> None:
    first = scene.files(Kind.ACCESS, on="2026-05-18").request
    second = scene.files(Kind.ACCESS, on="2026-05-25").request
    scene.does(join_requests, first, of=second, on="2026-05-26")
    assert scene.sees(second, on="2026-05-26").due_on == date(2026, 6, 18)


def test_what_was_taken_for_a_duplicate_is_not_approved_on_its_old_identity(scene: Scene) -> None:
    first = scene.files(Kind.ERASURE, claims=[scene.claims["Vercel"]]).request
    second = scene.files(Kind.ERASURE, claims=[scene.claims["Vercel"]]).request
    scene.to_review(second)
    scene.does(join_requests, second, of=first)
    scene.does(part_requests, second, reason="They differ.")
    with pytest.raises(Invalid, match="cannot be decided"):
        scene.decides(second)
    scene.to_review(second)
    assert scene.decides(second).state == "decided"


def test_an_objection_to_everything_holds_everything_back(scene: Scene) -> None:
    request = scene.files(Kind.OBJECTION, ground="21-1").request
    scene.to_review(request)
    scene.decides(request)
    view = scene.finishes(request)
    assert all(claim_row(scene.base, each).restricted for each in scene.claims.values())
    assert scene.teller.holds("2026-06-01", "2026-06-01") == []
    assert "2 held back" in view.steps[-2].letter_text


def test_what_is_to_be_erased_is_erased_and_each_store_says_so(scene: Scene) -> None:
    vercel = scene.claims["Vercel"]
    request = scene.files(Kind.ERASURE, ground="17-1-b", words="Forget where it runs.", claims=[vercel]).request
    scene.to_review(request)
    scene.decides(request)
    scene.does(execute_request, request)
    scene.does(carry_out_request, request)
    assert Claim.objects.get(id=vercel).erased is not None
    stores = next(each.evidence["stores"] for each in scene.sees(request).steps if each.act == "carry_out")
    assert stores["claims"] == "1 removed"


def test_who_had_been_given_it_is_told_or_there_is_a_reason(scene: Scene) -> None:
    agent = scene.teller.actor.agent
    assert agent is not None
    note_served(base=scene.base, agent=agent, claims=[scene.claims["Express.js"]])
    request = scene.asks_for_rust()
    scene.to_review(request)
    scene.decides(request)
    scene.does(execute_request, request)
    scene.does(carry_out_request, request)
    with pytest.raises(Invalid, match="Say why some are not told"):
        scene.does(notify_recipients, request)
    view = scene.does(notify_recipients, request, told=[agent])
    assert view.steps[-1].evidence == {"recipients": 1, "told": [str(agent)], "not_told": []}
    assert "was told" in scene.does(certify_request, request).steps[-1].letter_text


def test_a_look_at_a_step_changes_nothing_and_its_digest_binds(scene: Scene) -> None:
    request = scene.asks_for_rust()
    entries = AuditEntry.objects.count()
    shown = scene.files(Kind.ACCESS, terms=Terms(preview=True))
    assert AuditEntry.objects.count() == entries
    with pytest.raises(NotFound):
        scene.sees(shown.request)
    with scene.on():
        look = review_request(base=scene.base, actor=scene.actor("carol"), request=request, terms=Terms(preview=True))
    assert (look.row.state, scene.sees(request).state) == ("under_review", "restricted")
    scene.does(withdraw_request, request, by="alice")
    other = scene.asks_for_rust()
    with pytest.raises(StaleStep):
        scene.does(review_request, other, terms=Terms(digest="0" * 64))
    assert scene.sees(other).state == "restricted"
    scene.does(review_request, other, terms=Terms(digest=look.digest))


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ({"kind": Kind.RESTRICTION}, "Name the statements"),
        ({"kind": Kind.ACCESS, "ground": "99"}, "is no ground for this; there are 15"),
        ({"kind": Kind.ACCESS, "words": "x" * 4001}, "At most 4,000 characters"),
        ({"kind": Kind.ERASURE, "wish": Wish(how="never")}, "Only a request for rectification"),
    ],
)
def test_a_request_that_lacks_something_is_not_written_down(scene: Scene, asked: dict[str, Any], sentence: str) -> None:
    with pytest.raises(Invalid, match=sentence):
        scene.files(**asked)


@pytest.mark.parametrize(
    ("wish", "sentence"),
    [
        (Wish(how="wrong"), "Say what is wrong"),
        (Wish(how="instead"), "Say what is right"),
        (Wish(how="changed", value="Rust"), "Say when it changed"),
        (Wish(how="ended", until="some day"), "day"),
    ],
)
def test_a_correction_says_what_is_right(scene: Scene, wish: Wish, sentence: str) -> None:
    with pytest.raises(Invalid, match=sentence):
        scene.files(Kind.RECTIFICATION, claims=[scene.claims["Express.js"]], wish=wish)


def test_a_request_that_arrived_earlier_counts_from_then_and_never_from_ahead(scene: Scene) -> None:
    request = scene.files(Kind.ACCESS, by="bob", received_at=instant("2026-04-17")).request
    assert scene.sees(request).due_on == date(2026, 5, 18)  # 17 May is a Sunday
    with pytest.raises(Invalid, match="This lies ahead"):
        scene.files(Kind.ACCESS, by="bob", received_at=instant("2026-05-19"))


def test_what_bob_was_told_in_words_is_corrected_as_carol_reads_it(scene: Scene) -> None:
    request = scene.files(
        Kind.RECTIFICATION, by="bob", claims=[scene.claims["Express.js"]], words="It has been Rust all along."
    ).request
    scene.to_review(request)
    scene.decides(request)
    scene.does(execute_request, request)
    with pytest.raises(Invalid, match="not said what is right instead"):
        scene.does(carry_out_request, request)
    scene.does(carry_out_request, request, correction=Wish(how="instead", value="Rust"))
    assert scene.teller.holds("2026-06-01", "2026-06-01", "uses_framework") == ["Rust"]


def test_a_law_that_changes_meanwhile_leaves_a_request_as_it_was_received(scene: Scene) -> None:
    before = scene.files(Kind.ACCESS, on="2026-05-18").request
    gdpr = Regime.objects.get(code="gdpr")
    stricter = {**gdpr.terms, "unit": "day", "length": 20, "extension": 20}
    Regime.objects.create(code="gdpr", from_day=date(2026, 6, 1), terms=stricter)
    after = scene.files(Kind.ACCESS, on="2026-06-01").request
    assert scene.sees(before, on="2026-06-02").due_on == date(2026, 6, 18)
    assert scene.sees(after, on="2026-06-02").due_on == date(2026, 6, 22)  # 21 June is a Sunday
    scene.to_review(before, on="2026-06-02")
    assert scene.does(extend_request, before, on="2026-06-03", reason="Many.").due_on == date(2026, 8, 18)


def test_the_holidays_of_the_country_that_was_set_at_receipt_count(scene: Scene, settings: Any) -> None:
    settings.LAW_COUNTRY, settings.LAW_ZONE = "DE-BE", "Europe/Berlin"
    request = scene.files(Kind.ACCESS, on="2026-04-22T22:30").request  # past midnight in Berlin
    settings.LAW_COUNTRY, settings.LAW_ZONE = "", "UTC"
    view = scene.sees(request, on="2026-04-24")
    assert (view.received_on, view.due_on) == (date(2026, 4, 23), date(2026, 5, 26))  # a Saturday, then Whit Monday


def test_the_words_of_a_request_are_erased_and_its_course_stays(scene: Scene) -> None:
    request = scene.asks_for_rust(words="Because of Anna.")
    scene.to_review(request)
    scene.decides(request, **REFUSED)
    view = scene.finishes(request)
    record.erase_words(scene.base, instant("2026-08-01"), request)
    bare = scene.sees(request)
    assert [step.act for step in bare.steps] == [step.act for step in view.steps]
    assert (bare.ask, bare.wish, [step.words for step in bare.steps if step.words]) == ("", None, [])
    assert not any(step.letter_text for step in bare.steps)
    assert all(step.erased for step in bare.steps if step.letter)


def test_every_kind_state_act_and_step_has_words() -> None:
    assert set(telling.KINDS) == set(Kind) == set(ASKS)
    assert set(telling.STATES) == set(telling.STATES_TO_PERSON) == set(State)
    assert set(telling.DONE) == set(Act)
    assert set(telling.IDENTITIES) == set(Identity)
    assert set(WORDS) == set(STEPS)
