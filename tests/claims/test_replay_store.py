"""Any sequence of operations, replayed from its acts alone into an empty schema, gives the same rows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from django.db import connection
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from claims.models import NogoodMember, ReviewItem, Revision, Tier
from claims.queries.naming import entity_called
from claims.refusals import Refusal
from claims.services.add_alias import add_alias
from claims.services.belief_base.proposals import Origin, Reason
from claims.services.replay_base import belief_rows, differences, edge_rows, replayed
from tests.cast import Teller, administrator, claim_of, instant, project

#: Columns of a table as replay gives them, and how a row of it is written.
BELIEF = (
    "claim_id, question_id, object_id, negated, valid, recorded, confidence, tier, restricted, opened, closed",
    "%s, %s, %s, %s, %s, tstzrange(%s, %s), %s, %s, %s, %s, %s",
)
EDGE = ("kind, source_id, target_id, act_id, number, recorded", "%s, %s, %s, %s, %s, tstzrange(%s, %s)")

DAYS = [f"2026-01-{day:02}" for day in range(1, 29)]

tiers = st.integers(1, 5).map(Tier)

places = st.integers(0, 9)

sayings = st.tuples(
    st.just("says"),
    st.sampled_from(["Go", "Express.js", "Rust"]),
    st.sampled_from(["uses_framework", "states", "uses_database", "unheard_of"]),
    st.fixed_dictionaries(
        {
            "tier": st.integers(1, 4),
            "negated": st.booleans(),
            "correction": st.booleans(),
            "confidence": st.sampled_from([300, 600, 900]),
            "observed_at": st.sampled_from(DAYS),
            "valid_from": st.sampled_from(DAYS[:14]),
            "valid_to": st.sampled_from([None, *DAYS[14:]]),
        }
    ),
    st.one_of(st.none(), places),
)
moves = st.one_of(
    sayings,
    sayings,
    st.tuples(st.just("ends"), places, st.sampled_from(DAYS), tiers),
    st.tuples(st.just("withdraws"), places, tiers),
    st.tuples(st.just("undoes"), places),
    st.tuples(st.just("confirms"), places),
    st.tuples(st.just("restricts"), places, st.booleans()),
    st.tuples(st.just("reports"), places, places, places),
    st.tuples(st.just("resolves"), places, places, tiers),
    st.tuples(st.just("decides"), places, st.integers(0, 1), tiers),
    st.tuples(st.just("decides"), places, st.integers(0, 1), tiers),
    st.tuples(st.just("merges"), places, places),
)

#: Those that follow each kind of item, the first and the other.
VERDICTS = {
    "contested": ("keep", "replace"),
    "dependent": ("still_holds", "no_longer_holds"),
    "duplicate": ("merge", "distinct"),
    "predicate": ("single", "multi"),
}


def carry_out(teller: Teller, sequence: list[tuple[Any, ...]]) -> None:
    """Every move that is not refused, a day apart; a number means a claim, an item or a revision made before."""
    made: list[UUID] = []
    for number, (kind, *rest) in enumerate(sequence):
        day = (instant("2026-02-01") + timedelta(days=number)).date().isoformat()
        try:
            if kind == "says":
                value, predicate, more, leans_on = rest
                reasons = (Reason(all_of=(str(one_of(made, leans_on)),)),) if made and leans_on is not None else ()
                made.append(claim_of(teller.says(value, on=day, predicate=predicate, justifications=reasons, **more)))
            else:
                MOVES[kind](teller, day, made, *rest)
        except Refusal:
            continue


def one_of(what: Sequence[Any], place: int) -> Any:
    return what[place % len(what)]


def reports(teller: Teller, day: str, made: list[UUID], *members: int) -> None:
    teller.reports(*{one_of(made, each) for each in members}, on=day)


def resolves(teller: Teller, day: str, made: list[UUID], place: int, kept: int, tier: Tier) -> None:
    if nogoods := [item.nogood_id for item in teller.asked() if item.nogood_id]:
        nogood = one_of(nogoods, place)
        members = list(NogoodMember.objects.filter(base_id=teller.base, nogood_id=nogood).order_by("claim_id"))
        teller.resolves(nogood, one_of(members, kept).claim_id, on=day, source=Origin(kind=tier))


def decides(teller: Teller, day: str, _: list[UUID], place: int, which: int, tier: Tier) -> None:
    if items := teller.asked():
        item = one_of(items, place)
        verdict = VERDICTS[item.kind][which]
        teller.decides(item.id, verdict, on=day, actor=administrator(), source=Origin(kind=tier))


def merges(teller: Teller, day: str, made: list[UUID], one: int, other: int) -> None:
    claims = {"claim_id": one_of(made, one), "other_id": one_of(made, other)}
    item = ReviewItem.objects.create(base_id=teller.base, kind="duplicate", opened=1, opened_at=instant(day), **claims)
    teller.decides(item.id, "merge", on=day)


MOVES: dict[str, Callable[..., Any]] = {
    "ends": lambda teller, day, made, place, at, tier: teller.ends(one_of(made, place), on=day, ended_at=at, tier=tier),
    "withdraws": lambda teller, day, made, place, tier: teller.withdraws(one_of(made, place), on=day, tier=tier),
    "undoes": lambda teller, day, made, place: teller.undoes(1 + place, on=day, tier=Tier.VERIFIED),
    "confirms": lambda teller, day, made, place: teller.confirms(one_of(made, place), on=day),
    "restricts": lambda teller, day, made, place, back: teller.restricts(one_of(made, place), on=day, released=back),
    "reports": reports,
    "resolves": resolves,
    "decides": decides,
    "merges": merges,
}


@pytest.mark.django_db
@pytest.mark.parametrize("policy", ["flag", "cascade"])
def test_replay_gives_the_stored_rows_after_any_sequence(policy: str) -> None:
    @settings(
        max_examples=60,
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
    )
    @given(st.lists(sayings, min_size=1, max_size=4), st.lists(moves, min_size=1, max_size=12))
    def holds(told: list[tuple[Any, ...]], sequence: list[tuple[Any, ...]]) -> None:
        teller = project(policy)
        carry_out(teller, told + sequence)
        assert differences(teller.base) == []

    holds()


@pytest.mark.django_db
def test_replay_into_an_empty_schema_is_equal_row_for_row() -> None:
    teller = project("cascade")
    express = teller.says("Express.js", on="2026-03-03", valid_from="2026-03-01")
    teller.says(
        "Vercel", predicate="deploys_on", on="2026-03-04", justifications=(Reason(all_of=(str(claim_of(express)),)),)
    )
    teller.says("Go", on="2026-05-16", valid_from="2026-05-15")
    teller.undoes(3, on="2026-05-17")
    teller.undoes(4, on="2026-05-18")
    again = replayed(teller.base)
    with connection.cursor() as cursor:
        cursor.execute("CREATE SCHEMA again")
        for table, columns, rows in (
            ("belief", BELIEF, belief_rows(teller.base, again)),
            ("edge", EDGE, edge_rows(again)),
        ):
            cursor.execute(f"CREATE TABLE again.{table} (LIKE public.{table} INCLUDING ALL)")
            for shown in ("from_precision", "to_precision", "opened"):  # how a row is shown or filed, not what it says
                cursor.execute(f"ALTER TABLE again.{table} ADD COLUMN IF NOT EXISTS {shown} int")
                cursor.execute(f"ALTER TABLE again.{table} ALTER COLUMN {shown} SET DEFAULT 1")
            names, values = columns
            cursor.executemany(
                f"INSERT INTO again.{table} (base_id, id, {names}) VALUES (%s, gen_random_uuid(), {values})",
                [(teller.base, *row) for row in rows],
            )
            plain = names.replace("recorded", "lower(recorded), upper(recorded)")
            for left, right in (("public", "again"), ("again", "public")):
                cursor.execute(f"SELECT {plain} FROM {left}.{table} EXCEPT ALL SELECT {plain} FROM {right}.{table}")
                assert cursor.fetchall() == []
            cursor.execute(f"SELECT count(*) FROM again.{table}")
            assert cursor.fetchone()[0] == len(rows) > 0


@pytest.mark.django_db
def test_replay_looks_at_nothing_but_acts() -> None:
    teller = project()
    teller.says("Go", on="2026-03-03")
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE belief DISABLE TRIGGER USER")
        cursor.execute("DELETE FROM belief WHERE base_id = %s", [teller.base])
        cursor.execute("ALTER TABLE belief ENABLE TRIGGER USER")
    found = differences(teller.base)
    assert [(each.side, each.table) for each in found] == [("missing", "belief")]
    assert Revision.objects.filter(base_id=teller.base).count() == 1


#: Of two subjects, and of what was said of them: one goes by the name of the other, and that is taken back.
names = st.one_of(
    st.tuples(st.just("says"), st.sampled_from(["project", "rocket", "comet"]), st.sampled_from(["Go", "Rust"]),
              st.sampled_from(["uses_framework", "states"]), st.integers(1, 4), st.booleans(),
              st.one_of(st.none(), st.integers(0, 9))),
    st.tuples(st.just("ends"), st.integers(0, 9)),
    st.tuples(st.just("alias"), st.permutations(["project", "rocket", "comet", "skylark"])),
    st.tuples(st.just("parts"), st.integers(0, 2)),
    st.tuples(st.just("merges"), places, places),
    st.tuples(st.just("restricts"), places, st.booleans()),
    st.tuples(st.just("undoes"), st.integers(1, 12)),
)  # fmt: skip


def rename(teller: Teller, sequence: list[tuple[Any, ...]]) -> None:
    """As `carry_out`, with subjects that are made one and parted."""
    made: list[UUID] = []
    joined: list[int] = []
    for number, (kind, *rest) in enumerate(sequence):
        day = (instant("2026-02-01") + timedelta(days=number)).date().isoformat()
        try:
            if kind == "says":
                subject, value, predicate, tier, negated, leans_on = rest
                known = leans_on is not None and leans_on < len(made)
                reasons = (Reason(all_of=(str(made[leans_on]),)),) if known else ()
                done = teller.says(
                    value, on=day, subject=subject, predicate=predicate, tier=tier, negated=negated,
                    justifications=reasons,
                )  # fmt: skip
                made.append(claim_of(done))
            elif kind == "ends" and rest[0] < len(made):
                teller.ends(made[rest[0]], on=day)
            elif kind == "undoes":
                teller.undoes(rest[0], on=day, tier=Tier.VERIFIED)
            elif kind in ("merges", "restricts") and made:
                MOVES[kind](teller, day, made, *rest)
            elif kind == "alias" and (entity := entity_called(teller.base, rest[0][0])):
                with teller.on(day):
                    done = add_alias(base=teller.base, actor=teller.actor, entity=entity, alias=rest[0][1])
                joined.append(done.revision or 0)
            elif kind == "parts" and rest[0] < len(joined):
                teller.undoes(joined[-1 - rest[0]], on=day)
        except Refusal:
            continue


@pytest.mark.django_db
@pytest.mark.parametrize("policy", ["flag", "cascade"])
def test_replay_gives_the_stored_rows_where_subjects_are_made_one_and_parted(policy: str) -> None:
    @settings(
        max_examples=40,
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
    )
    @given(st.lists(names, min_size=3, max_size=12))
    def holds(sequence: list[tuple[Any, ...]]) -> None:
        teller = project(policy)
        rename(teller, sequence)
        assert differences(teller.base) == []
        assert stands_elsewhere(teller.base) == []

    holds()


def stands_elsewhere(base: UUID) -> list[Any]:
    """Claims that are not found where their subject's question is, redirects of more than one step, what is held of a
    claim elsewhere or served otherwise than it, and claims that say the same."""
    with connection.cursor() as cursor:
        cursor.execute(
            """
            SELECT c.id FROM claim c JOIN question q ON q.base_id = c.base_id AND q.id = c.question_id
             WHERE c.base_id = %s AND c.redirect_id IS NULL AND (q.entity_id, q.predicate) <> (c.entity_id, c.predicate)
            UNION ALL
            SELECT c.id FROM claim c JOIN claim r ON r.base_id = c.base_id AND r.id = c.redirect_id
             WHERE c.base_id = %s AND (r.redirect_id IS NOT NULL OR r.question_id <> c.question_id
                                       OR r.object_id <> c.object_id)
            UNION ALL
            SELECT c.id FROM belief b JOIN claim c ON c.base_id = b.base_id AND c.id = b.claim_id
             WHERE b.base_id = %s AND upper_inf(b.recorded)
               AND (c.redirect_id IS NOT NULL
                    OR (b.question_id, b.object_id, b.restricted) <> (c.question_id, c.object_id, c.restricted))
            UNION ALL
            SELECT question_id FROM claim WHERE base_id = %s AND redirect_id IS NULL
             GROUP BY question_id, object_id, negated HAVING count(*) > 1
            """,
            [base] * 4,
        )
        return list(cursor.fetchall())
