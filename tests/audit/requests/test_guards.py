"""What the database refuses of a request, whatever the code does."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import DatabaseError, IntegrityError, connection, transaction

from audit.requests import record
from audit.requests.models import Request, RequestDecision, RequestText
from audit.requests.states import IDENTITY, WAYS, Proposal, Standing, after, pairs
from audit.requests.words import SETTLED, Act, Identity, Kind, Outcome, State
from tests.audit.requests.test_clocks import GDPR
from tests.cast import instant

pytestmark = pytest.mark.django_db

LETTER = record.Letter(template="decision", text="Dear Alice,", way="page")
PARTS: dict[str, Any] = {
    "ground": "16-accurate",
    "reasons": "The lease says so.",
    "complaint": "You can complain.",
    "remedy": "You can go to court.",
    "answer_by": date(2026, 6, 18),
}


@dataclass
class Case:
    """A request, written to the tables without any service."""

    base: UUID = field(default_factory=uuid4)
    id: UUID = field(default_factory=uuid4)
    steps: int = 0

    def __post_init__(self) -> None:
        record.receive(
            record.Filed(
                base=self.base,
                id=self.id,
                kind=Kind.RECTIFICATION,
                regime=GDPR,
                country="",
                zone="Europe/Berlin",
                subject=uuid4(),
                filed_by=uuid4(),
                received_at=instant("2026-05-18"),
                claims=(uuid4(),),
                ground="16",
                first_on=date(2026, 6, 18),
                last_on=date(2026, 8, 18),
            )
        )
        self.step(Act.RECEIVE, State.RECEIVED)

    def step(self, act: Act, state: State, *, at: datetime | None = None, **more: Any) -> None:
        with transaction.atomic():
            record.append(
                record.Step(
                    base=self.base,
                    request=self.id,
                    number=self.steps + 1,
                    act=act,
                    state=state,
                    at=at or instant("2026-05-19"),
                    actor_kind="user",
                    actor=uuid4(),
                    evidence=more.pop("evidence", {"seen": 1}),
                    texts=more.pop("texts", {"reason": "There are many."}),
                    letter=more.pop("letter", LETTER),
                    changes=more,
                )
            )
        self.steps += 1

    def goes(self, *acts: Act) -> None:
        standing = Standing(kind=Kind.RECTIFICATION, about_claims=True)
        for act in acts:
            standing = after(standing, act, Proposal(Outcome.ACCEPT, settled=True))
            self.step(act, standing.state, **self.changes(act, standing))

    def changes(self, act: Act, standing: Standing) -> dict[str, Any]:
        changes: dict[str, Any] = {"held_from": standing.held_from or ""}
        if act is Act.DECIDE:
            changes["decision"] = self.decides()
        if act is Act.DUPLICATE:
            changes["duplicate_of"] = Case(self.base).id
        return changes | ({"identity": standing.identity} if act in IDENTITY else {})

    def decides(self, outcome: Outcome = Outcome.ACCEPT, **more: Any) -> int:
        number = RequestDecision.objects.filter(base_id=self.base, request_id=self.id).count() + 1
        given = {"proposed_by": uuid4(), "proposed_at": instant("2026-05-20")} | more
        with transaction.atomic():
            record.propose(self.base, self.id, number, outcome=outcome, **given)
        return number


def run(sql: str, *params: Any) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(sql, params)


TO_REVIEW = (Act.ACKNOWLEDGE, Act.VERIFY, Act.TRIAGE, Act.RESTRICT, Act.REVIEW)


TO_DECISION = (*TO_REVIEW, Act.DECIDE)
TO_CERTIFICATE = (*TO_DECISION, Act.EXECUTE, Act.CARRY_OUT, Act.NOTIFY, Act.CERTIFY)
WAYS_TO: dict[State, tuple[Act, ...]] = {
    State.RECEIVED: (),
    State.ACKNOWLEDGED: TO_REVIEW[:1],
    State.IDENTITY_PENDING: (Act.ACKNOWLEDGE, Act.DOUBT),
    State.VERIFIED: TO_REVIEW[:2],
    State.TRIAGED: TO_REVIEW[:3],
    State.RESTRICTED: TO_REVIEW[:4],
    State.UNDER_REVIEW: TO_REVIEW,
    State.EXTENDED: (*TO_REVIEW, Act.EXTEND),
    State.DECIDED: TO_DECISION,
    State.EXECUTING: TO_CERTIFICATE[:-3],
    State.NOTIFIED: TO_CERTIFICATE[:-1],
    State.CERTIFIED: TO_CERTIFICATE,
    State.CLOSED: (*TO_CERTIFICATE, Act.CLOSE),
    State.WITHDRAWN: (Act.ACKNOWLEDGE, Act.WITHDRAW),
    State.ON_HOLD: (*TO_REVIEW[:4], Act.HOLD),
    State.DUPLICATE: (Act.ACKNOWLEDGE, Act.DUPLICATE),
}


@pytest.mark.parametrize("state", State)
def test_from_every_state_only_the_acts_of_the_table_lead_on(state: State) -> None:
    case = Case()
    case.goes(*WAYS_TO[state])
    assert Request.objects.get(base_id=case.base, id=case.id).state == state
    known = set(pairs())
    tried = 0
    for act in Act:
        for to in {(WAYS[act][1] if act in WAYS else None) or state, state, State.CLOSED, State.DECIDED}:
            if (act, state, to) not in known:
                tried += 1
                with pytest.raises(DatabaseError, match="No act"):
                    case.step(act, to, identity=IDENTITY.get(act, Identity.PROVEN))
    assert tried > 30


def test_a_request_on_hold_goes_on_only_where_it_stood() -> None:
    case = Case()
    case.goes(*TO_REVIEW[:4], Act.HOLD)
    with pytest.raises(DatabaseError, match="from on_hold to under_review"):
        case.step(Act.RESUME, State.UNDER_REVIEW)
    case.step(Act.RESUME, State.RESTRICTED)


@pytest.mark.parametrize("act", [Act.ACKNOWLEDGE, Act.DOUBT])
@pytest.mark.parametrize("outcome", Outcome)
def test_nothing_is_decided_before_identity_is_settled(act: Act, outcome: Outcome) -> None:
    case = Case()
    case.goes(*dict.fromkeys((Act.ACKNOWLEDGE, act)))
    for to in SETTLED:
        with pytest.raises(DatabaseError):
            case.step(Act.DECIDE, to, decision=case.decides(outcome, **PARTS), identity=Identity.PROVEN)


@pytest.mark.parametrize(
    ("outcome", "stands"), [(Outcome.REFUSE, True), (Outcome.PARTIAL, False), (Outcome.ACCEPT, False)]
)
def test_whoever_cannot_be_told_from_others_is_only_refused(outcome: Outcome, *, stands: bool) -> None:
    case = Case()
    case.goes(Act.ACKNOWLEDGE, Act.DOUBT, Act.GIVE_UP)
    decision = case.decides(outcome, **PARTS)
    if stands:
        case.step(Act.DECIDE, State.DECIDED, decision=decision)
    else:
        with pytest.raises(DatabaseError, match="before identity is settled"):
            case.step(Act.DECIDE, State.DECIDED, decision=decision)


def test_a_duplicate_that_was_none_is_not_decided_on_its_old_identity() -> None:
    case = Case()
    case.goes(Act.ACKNOWLEDGE, Act.VERIFY, Act.DUPLICATE)
    with pytest.raises(DatabaseError, match="No act verify"):
        case.step(Act.VERIFY, State.VERIFIED)
    with pytest.raises(DatabaseError, match="No act reopen"):
        case.step(Act.REOPEN, State.VERIFIED)
    case.step(Act.REOPEN, State.ACKNOWLEDGED, identity=Identity.OPEN)
    with pytest.raises(DatabaseError, match="No act decide"):
        case.step(Act.DECIDE, State.DECIDED, decision=case.decides())


def test_no_step_but_the_right_one_settles_an_identity() -> None:
    case = Case()
    with pytest.raises(DatabaseError, match="settles an identity"):
        case.step(Act.ACKNOWLEDGE, State.ACKNOWLEDGED, identity=Identity.PROVEN)
    case.goes(Act.ACKNOWLEDGE)
    with pytest.raises(DatabaseError, match="settles an identity"):
        case.step(Act.DOUBT, State.IDENTITY_PENDING, identity=Identity.PROVEN)


@pytest.mark.parametrize("missing", ["reasons", "complaint", "remedy", "ground", "answer_by"])
@pytest.mark.parametrize("outcome", [Outcome.REFUSE, Outcome.PARTIAL])
def test_a_refusal_does_not_lack_one_of_its_parts(missing: str, outcome: Outcome) -> None:
    case = Case()
    case.goes(*TO_REVIEW)
    with pytest.raises(IntegrityError, match="refusal_has_its_parts"):
        case.decides(outcome, **PARTS | {missing: None if missing == "answer_by" else " "})
    case.decides(outcome, **PARTS)


def test_a_decision_for_four_eyes_waits_for_another_person_and_stays_as_it_was() -> None:
    case = Case()
    case.goes(*TO_REVIEW)
    carol = uuid4()
    decision = case.decides(Outcome.REFUSE, **PARTS, needs_second=True, proposed_by=carol)
    with pytest.raises(DatabaseError, match="as many agree as are needed"):
        case.step(Act.DECIDE, State.DECIDED, decision=decision)
    with pytest.raises(IntegrityError, match="decision_by_four_eyes"), transaction.atomic():
        record.agree(case.base, case.id, decision, by=carol, at=instant("2026-05-21"))
    with transaction.atomic():
        record.agree(case.base, case.id, decision, by=uuid4(), at=instant("2026-05-21"))
    for change in ("outcome = 'accept'", "reasons = 'Others.'", "seconded_by = gen_random_uuid()"):
        with pytest.raises(DatabaseError, match="stays as it was proposed"):
            run(f"UPDATE audit_request_decision SET {change} WHERE base_id = %s", case.base)
    case.step(Act.DECIDE, State.DECIDED, decision=decision)


def test_no_request_is_closed_before_every_step_was_taken() -> None:
    case = Case()
    case.goes(*TO_DECISION, Act.EXECUTE)
    case.step(Act.NOTIFY, State.NOTIFIED)  # nothing was carried out
    case.step(Act.CERTIFY, State.CERTIFIED)
    with pytest.raises(DatabaseError, match="before every step has evidence"):
        case.step(Act.CLOSE, State.CLOSED)


def test_no_step_is_taken_without_evidence() -> None:
    with pytest.raises(IntegrityError, match="request_step_has_evidence"):
        Case().step(Act.ACKNOWLEDGE, State.ACKNOWLEDGED, evidence={})


def test_an_extension_is_told_with_its_reason_and_in_the_first_month() -> None:
    case = Case()
    case.goes(*TO_REVIEW)
    with pytest.raises(DatabaseError, match="is told by a letter"):
        case.step(Act.EXTEND, State.EXTENDED, letter=None)
    with pytest.raises(DatabaseError, match="is told by a letter"):
        case.step(Act.EXTEND, State.EXTENDED, texts={})
    with pytest.raises(DatabaseError, match="is not extended any more"):
        case.step(Act.EXTEND, State.EXTENDED, at=instant("2026-06-18T22:00"))  # midnight in Berlin
    case.step(Act.EXTEND, State.EXTENDED, at=instant("2026-06-18T21:59"))


def test_what_is_decided_is_told() -> None:
    case = Case()
    case.goes(*TO_REVIEW)
    with pytest.raises(DatabaseError, match="is told by a letter"):
        case.step(Act.DECIDE, State.DECIDED, decision=case.decides(), letter=None)


@pytest.mark.parametrize(
    "change",
    [
        "state = 'closed'",
        "identity = 'proven'",
        "decision = 1",
        "kind = 'access'",
        "received_at = now()",
        "clock_from = clock_from + interval '1 day'",
        "subject_id = gen_random_uuid()",
        "subject_id = NULL",
        "regime_from = '2020-01-01'",
        "steps = steps + 1",
    ],
)
def test_a_request_changes_only_by_a_step(change: str) -> None:
    case = Case()
    with pytest.raises(DatabaseError):
        run(f"UPDATE audit_request SET {change} WHERE base_id = %s", case.base)


def test_the_clock_of_a_request_may_only_begin_earlier() -> None:
    case = Case()
    run("UPDATE audit_request SET clock_from = clock_from - interval '1 day' WHERE base_id = %s", case.base)


@pytest.mark.parametrize(
    "table",
    ["audit_request", "audit_request_step", "audit_request_decision", "audit_request_text", "audit_request_letter"],
)
def test_what_became_of_a_request_is_not_deleted(table: str) -> None:
    case = Case()
    case.goes(*TO_DECISION)
    with pytest.raises(DatabaseError, match="Cannot"):
        run(f"DELETE FROM {table} WHERE base_id = %s", case.base)
    with pytest.raises(DatabaseError, match="is not emptied"):
        run(f"TRUNCATE {table} CASCADE")


@pytest.mark.parametrize("table", ["audit_request_step", "audit_request_letter"])
def test_what_was_done_is_not_rewritten(table: str) -> None:
    case = Case()
    with pytest.raises(DatabaseError, match="Cannot"):
        run(f"UPDATE {table} SET base_id = base_id WHERE base_id = %s", case.base)


def test_a_law_is_not_rewritten() -> None:
    with pytest.raises(DatabaseError, match="Cannot"):
        run("UPDATE audit_regime SET code = code")


def test_words_are_erased_and_leave_the_decision_whole() -> None:
    case, other = Case(), Case()
    case.goes(*TO_REVIEW)
    case.decides(Outcome.REFUSE, **PARTS)
    with pytest.raises(DatabaseError, match="stay as they were, or are erased"):
        run("UPDATE audit_request_text SET text = 'Others.' WHERE base_id = %s", case.base)
    erased = record.erase_words(case.base, instant("2026-07-01"))
    assert erased == 2 * case.steps + 1
    assert not RequestText.objects.filter(base_id=case.base).exclude(text="").exists()
    assert RequestText.objects.filter(base_id=other.base).exclude(text="").exists()
    refused = RequestDecision.objects.get(base_id=case.base)
    assert (refused.reasons, refused.complaint) == ("", "You can complain.")
    assert record.erase_words(case.base, instant("2026-07-02")) == 0


def test_no_step_is_of_a_request_of_another_base() -> None:
    case, other = Case(), Case()
    with pytest.raises(DatabaseError):
        run(
            "INSERT INTO audit_request_text (base_id, request_id, step, purpose, text) VALUES (%s, %s, 1, 'ask', 'x')",
            case.base,
            other.id,
        )
