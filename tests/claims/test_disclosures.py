"""What agents were served is noted, cheaply, and what they say of it afterwards is an echo."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import UUID

import pytest
from django.db import DatabaseError, connection, transaction
from django.test.utils import CaptureQueriesContext

from claims.models import Act, Agent, Belief, Disclosure, VouchedOrigin
from claims.services import clock
from claims.services.add_alias import add_alias
from claims.services.administration.note_served import note_served
from claims.services.belief_base.operation import Terms
from claims.services.replay_base import differences
from claims.services.vocabulary.load import touch
from tests.api.client import Api, key_for, user
from tests.cast import Teller, claim_of, instant, project

pytestmark = pytest.mark.django_db

MONDAY = "2026-06-01T09:00"


@pytest.fixture
def told() -> Teller:
    teller = project()
    teller.says("Go", on="2026-05-16", tier=1)
    return teller


def served(teller: Teller, claim: UUID, at: str = MONDAY) -> None:
    with clock.fixed(instant(at)):
        note_served(base=teller.base, agent=teller.actor.agent, claims=[claim])


def go(teller: Teller) -> UUID:
    claim = Act.objects.get(base_id=teller.base, revision=1).claim_id
    assert claim is not None
    return claim


def noted(base: UUID) -> list[tuple[datetime, datetime]]:
    return list(Disclosure.objects.filter(base_id=base).values_list("first_at", "last_at"))


# --- Noting ----------------------------------------------------------------------------------------------------------


def test_a_claim_that_is_served_again_at_once_is_not_noted_again(told: Teller) -> None:
    served(told, go(told))
    served(told, go(told), "2026-06-01T09:09")
    assert noted(told.base) == [(instant(MONDAY), instant(MONDAY))]
    served(told, go(told), "2026-06-01T09:10")
    assert noted(told.base) == [(instant(MONDAY), instant("2026-06-01T09:10"))]


def test_noting_is_one_statement_however_many_claims_are_served(told: Teller) -> None:
    claims = [claim_of(told.says(f"tool {number}", predicate="uses_tool", on="2026-05-17")) for number in range(5)]
    with CaptureQueriesContext(connection) as captured:
        note_served(base=told.base, agent=told.actor.agent, claims=claims)
        note_served(base=told.base, agent=told.actor.agent, claims=claims)
    assert (len(captured), Disclosure.objects.filter(base_id=told.base).count()) == (2, 5)


def test_a_repeated_read_locks_and_writes_no_row(told: Teller) -> None:
    def versions() -> list[Any]:
        with connection.cursor() as cursor:
            cursor.execute("SELECT xmin, xmax, ctid FROM disclosure WHERE base_id = %s", [told.base])
            return list(cursor.fetchall())

    served(told, go(told))
    before = versions()
    served(told, go(told), "2026-06-01T09:05")
    assert versions() == before


def test_people_leave_no_note(told: Teller) -> None:
    note_served(base=told.base, agent=None, claims=[go(told)])
    Api(told.base, person=user("bob", role="support")).get("beliefs/")
    assert noted(told.base) == []


@pytest.mark.parametrize("change", ["first_at = first_at - interval '1 day'", "last_at = last_at - interval '1 day'"])
def test_of_a_note_only_its_last_time_moves_on(told: Teller, change: str) -> None:
    served(told, go(told))
    with pytest.raises(DatabaseError, match="only its last time moves on"):
        run(f"UPDATE disclosure SET {change} WHERE base_id = %s", told.base)
    with pytest.raises(DatabaseError, match="Cannot delete"):
        run("DELETE FROM disclosure WHERE base_id = %s", told.base)


def run(sql: str, *params: Any) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(sql, params)


READS = (
    "beliefs/",
    "beliefs/history/?subject=project&predicate=uses_framework",
    "claims/{go}/",
    "claims/{go}/history/",
    "claims/{go}/explain/",
    "claims/{go}/impact/",
    "compare/?a={go}&b={rust}",
    "graph/?claim={go}",
    "revisions/",
    "revisions/1/",
    "nogoods/",
    "nogoods/{nogood}/",
    "reviews/",
)


@pytest.mark.parametrize("path", READS)
def test_every_read_that_shows_a_claim_notes_it(path: str) -> None:
    base = project().base
    scout = Api(base, key=key_for(base))
    ids = {each.lower(): scout.says(each).json()["claim"]["id"] for each in ("Go", "Rust")}
    nogood = scout.post("nogoods/", {"members": list(ids.values())}, expect=201).json()["nogood"]["id"]
    assert noted(base) == []
    scout.get(path.format(**ids, nogood=nogood))
    row = Disclosure.objects.filter(base_id=base).first()
    assert row is not None
    assert (row.agent_id, str(row.claim_id) in ids.values()) == (Agent.objects.get(name="Scout").id, True)


def test_a_restricted_claim_is_not_served_so_nothing_is_noted(told: Teller) -> None:
    go = claim_of(told.says("Go"))
    told.restricts(go, on="2026-06-01")
    Api(told.base, key=key_for(told.base)).get(f"claims/{go}/")
    assert noted(told.base) == []


def test_what_is_not_sent_again_is_not_noted(told: Teller) -> None:
    scout = Api(told.base, key=key_for(told.base))
    scout.get("beliefs/", headers={"If-None-Match": '"1"'}, expect=304)
    scout.client.head(f"/api/v1/bases/{told.base}/beliefs/", headers={"Authorization": f"Bearer {scout.key}"})
    assert noted(told.base) == []


def test_a_claim_beyond_the_page_was_not_served() -> None:
    base = project().base
    scout = Api(base, key=key_for(base))
    for each in ("a", "b", "c"):
        scout.says(each, "uses_tool")
    shown = scout.get("beliefs/", limit=2).json()["results"]
    assert {str(row.claim_id) for row in Disclosure.objects.filter(base_id=base)} == {each["id"] for each in shown}


# --- Echoes ----------------------------------------------------------------------------------------------------------


def act(teller: Teller, revision: int) -> Act:
    return Act.objects.get(base_id=teller.base, revision=revision)


def test_a_guess_that_comes_back_through_the_user_stays_a_guess(told: Teller) -> None:
    served(told, go(told))
    told.says("Go", on="2026-06-02")
    said = act(told, 2)
    assert (said.echo, said.tier, said.said_tier) == (True, 1, 4)
    assert differences(told.base) == []


def test_an_agent_that_only_got_its_own_outcome_back_was_not_served(told: Teller) -> None:
    told.says("Go", on="2026-06-02")
    assert (act(told, 2).echo, act(told, 2).tier) == (False, 4)


def test_what_another_agent_was_served_makes_no_echo(told: Teller) -> None:
    note_served(base=told.base, agent=UUID(int=7), claims=[go(told)])
    told.says("Go", on="2026-06-02")
    assert not act(told, 2).echo


def test_the_user_who_answers_for_it_is_no_echo(told: Teller) -> None:
    served(told, go(told))
    told.says("Go", on="2026-06-02", source={"method": "affirmation"})
    assert (act(told, 2).echo, act(told, 2).tier) == (False, 4)


def test_a_stated_claim_that_was_served_and_is_stated_again_adds_no_confidence() -> None:
    for name in ("the user", "the wiki"):
        VouchedOrigin.objects.create(name=name)
    touch()
    confidences = []
    for read in (False, True):
        teller = project()
        first = claim_of(teller.says("Go", on="2026-05-16", confidence=700, source={"origin": "the user"}))
        if read:
            served(teller, first)
        teller.says("Go", on="2026-06-02", confidence=700, source={"origin": "the wiki"})
        assert (act(teller, 2).echo, act(teller, 2).tier) == (read, 4)
        confidences.append(
            Belief.objects.get(base_id=teller.base, closed=None, valid__contains=instant("2026-07-01")).confidence
        )
    assert confidences == [910, 700]


def test_going_back_to_what_was_served_once_still_wins() -> None:
    teller = project()
    first = claim_of(teller.says("Go", on="2026-05-16"))
    served(teller, first)
    teller.says("Rust", on="2026-06-02")
    teller.says("Go", on="2026-06-03")
    assert teller.holds("2026-07-01", "2026-07-01") == ["Go"]


def test_the_echo_stands_in_the_act_so_that_replay_asks_for_no_note(told: Teller) -> None:
    served(told, go(told))
    told.says("Go", on="2026-06-02")
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE disclosure DISABLE TRIGGER USER")
        cursor.execute("DELETE FROM disclosure WHERE base_id = %s", [told.base])
        cursor.execute("ALTER TABLE disclosure ENABLE TRIGGER USER")
    assert differences(told.base) == []


def test_a_plan_seen_before_the_agent_was_served_the_claim_is_another_one(told: Teller) -> None:
    seen = told.says("Go", on="2026-06-02", terms=Terms(preview=True)).digest
    served(told, go(told))
    assert told.says("Go", on="2026-06-02", terms=Terms(preview=True)).digest != seen


def test_what_was_served_under_another_name_counts(told: Teller) -> None:
    other = claim_of(told.says("Go", subject="Rocket", on="2026-05-17", tier=1))
    served(told, other)
    with told.on("2026-06-02"):
        add_alias(base=told.base, actor=told.actor, entity=entity_of(told), alias="Rocket")
    told.says("Go", on="2026-06-03")
    assert (act(told, 4).echo, act(told, 4).tier) == (True, 1)


def entity_of(teller: Teller) -> UUID:
    found: UUID = act(teller, 1).claim.entity_id
    return found
