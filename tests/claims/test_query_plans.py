"""An assert in a base of 100,000 claims: as many statements as ever, and no table is read from end to end."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from uuid import UUID, uuid4

import pytest
from django.db import connection, transaction
from pytest_django.plugin import DjangoDbBlocker

from claims.models import Tier
from claims.queries import naming
from claims.queries.beliefs import Asked, turned_between
from claims.services.add_alias import add_alias
from claims.services.administration.note_served import note_served
from claims.services.belief_base.operation import Done, Terms
from claims.services.belief_base.proposals import Origin
from claims.services.entities.list_entities import entity_view, list_entities
from claims.services.reading.around.impact import impact_of, impact_of_plan
from claims.services.reading.around.read_graph import Around, Graph, read_graph
from claims.services.reading.claim_status import claim_view
from claims.services.reading.clocks import Clocks
from claims.services.reading.read_claims import held_views
from claims.services.undo_revision import undo_revision
from tests import databases
from tests.api.client import Api, key_for
from tests.cast import Teller, claim_of, instant, project, rests_on
from tests.plans import MANY, have_plans_told, watched
from tests.settings import RUN_FOLDER

CLAIMS = 100_000
#: The tables that the base fills; in the others there is nothing to skip.
FILLED = {
    "entity", "entity_alias", "question", "claim", "source", "act", "belief", "edge", "nogood_member", "disclosure",
}  # fmt: skip

#: One entity, question, claim, source, assertion and belief row a claim, all recorded by one revision.
FILL = """
CREATE TEMP TABLE made ON COMMIT DROP AS
SELECT n, gen_random_uuid() AS entity, gen_random_uuid() AS question, gen_random_uuid() AS claim,
       gen_random_uuid() AS object, gen_random_uuid() AS source, gen_random_uuid() AS act
  FROM generate_series(1, %(claims)s) AS n;
INSERT INTO revision (base_id, number, previous, operation, recorded_at, request_id, digest, result)
SELECT %(base)s, 1, NULL, 'import', '2026-01-01', '', '', '{}';
INSERT INTO entity (base_id, id, name) SELECT %(base)s, entity, 'thing ' || n FROM made;
INSERT INTO entity_alias (base_id, key, entity_id) SELECT %(base)s, 'thing ' || n, entity FROM made;
INSERT INTO question (base_id, id, entity_id, predicate, scope_sha256, plain)
SELECT %(base)s, question, entity, 'uses_framework', sha256(''), TRUE FROM made;
INSERT INTO claim (base_id, id, entity_id, question_id, predicate, object_id, object, object_key, object_sha256,
                   negated, restricted)
SELECT %(base)s, claim, entity, question, 'uses_framework', object, 'value ' || n, 'value ' || n,
       sha256(('value ' || n)::bytea), FALSE, FALSE FROM made;
INSERT INTO source (base_id, id, kind, uri, excerpt, sha256, method, origin, reason, observed_at)
SELECT %(base)s, source, 4, '', '', '', '', '', '', '2026-01-01' FROM made;
INSERT INTO act (base_id, id, revision, ordinal, kind, claim_id, question_id, object_id, negated, tier, said_tier,
                 observed_at, source_id, valid, from_precision, to_precision, confidence, band, weighty, claim_kind,
                 kind_raw, correction, origin, echo, justifications, supports, detail)
SELECT %(base)s, act, 1, n, 'assertion', claim, question, object, FALSE, 4, 4, '2026-01-01', source,
       tstzrange('2026-01-01', NULL), 4, 4, 900, 2, FALSE, 'observation', '', FALSE, 'agent:scout', FALSE, '[]', '{}',
       '{}' FROM made;
INSERT INTO belief (base_id, id, claim_id, question_id, object_id, negated, valid, from_precision, to_precision,
                    recorded, confidence, tier, restricted, opened)
SELECT %(base)s, gen_random_uuid(), claim, question, object, FALSE, tstzrange('2026-01-01', NULL), 4, 4,
       tstzrange('2026-01-01', NULL), 900, 4, FALSE, 1 FROM made;
INSERT INTO edge (base_id, id, kind, source_id, target_id, number, recorded, opened)
SELECT %(base)s, gen_random_uuid(), 'supports', claim, lag(claim) OVER (ORDER BY n), 0, tstzrange('2026-01-01', NULL), 1
  FROM made ORDER BY n OFFSET 1;
INSERT INTO edge (base_id, id, kind, source_id, target_id, number, recorded, opened)
SELECT %(base)s, gen_random_uuid(), 'depends_on', claim, (SELECT claim FROM made WHERE n = 50000), 0,
       tstzrange('2026-01-01', NULL), 1 FROM made WHERE n BETWEEN 50002 AND 60001;
INSERT INTO nogood (base_id, id, revision, found_by, recorded_at)
SELECT %(base)s, act, 1, 'reported', '2026-01-01' FROM made WHERE n > %(claims)s * 0.8;
INSERT INTO nogood_member (base_id, nogood_id, claim_id)
SELECT %(base)s, act, claim FROM made WHERE n > %(claims)s * 0.8;
INSERT INTO disclosure (base_id, agent_id, claim_id, first_at, last_at)
SELECT %(base)s, %(agent)s, claim, '2026-01-01', '2026-01-01' FROM made;
UPDATE base SET head = 1, head_at = '2026-01-01' WHERE id = %(base)s;
"""


@pytest.fixture(scope="module")
def full(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Teller]:
    """A base of 100,000 claims, with fresh statistics; beside it a small one, as there always are."""
    with django_db_blocker.unblock(), filled(CLAIMS) as teller:
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")
        yield teller


@pytest.fixture
def young(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Teller]:
    """A base that has grown to 20,000 claims before the tables were ever analysed."""
    with django_db_blocker.unblock(), filled(20_000, analysed=False) as teller:
        yield teller


@contextmanager
def filled(claims: int, *, analysed: bool = True) -> Iterator[Teller]:
    with databases.copy_of_template(f"{RUN_FOLDER.name}-{uuid4().hex[:8]}") as name:
        have_plans_told(name)
        with connection.cursor() as cursor:
            for table in () if analysed else sorted(FILLED):
                cursor.execute(f'ALTER TABLE "{table}" SET (autovacuum_enabled = off)')
        project().says("Go", on="2026-01-01")
        teller = project()
        with transaction.atomic(), connection.cursor() as cursor:
            for statement in FILL.split(";\n"):
                if statement.strip():
                    cursor.execute(statement, {"base": teller.base, "claims": claims, "agent": teller.actor.agent})
        yield teller


def test_an_assert_reads_no_table_from_end_to_end(full: Teller) -> None:
    plans = watched(lambda: full.says("Go", subject="thing 1"))
    assert plans.wide == []
    assert plans.statements <= 30


def test_an_assert_takes_as_many_statements_as_in_an_empty_base(full: Teller) -> None:
    small = project()
    small.says("Express.js", subject="thing 2")
    few = watched(lambda: small.says("Go", subject="thing 2"))
    many = watched(lambda: full.says("Go", subject="thing 2"))
    assert many.statements == few.statements


def test_the_walk_reads_no_table_from_end_to_end_either(full: Teller) -> None:
    express = claim_of(full.says("Express.js", subject="thing 3"))
    full.says("Vercel", subject="thing 3", predicate="deploys_on", justifications=rests_on(express))
    plans = watched(lambda: full.says("Go", subject="thing 3", correction=True))
    assert plans.wide == []


def test_reading_one_question_reads_no_table_from_end_to_end(full: Teller) -> None:
    claim = claim_of(full.says("Go", subject="thing 4"))
    at = instant("2999-01-01")
    asked = Asked(valid_at=at, known_at=at, subject="thing 4", predicate="uses_framework")
    assert watched(lambda: held_views(full.base, asked)).wide == []
    assert watched(lambda: claim_view(full.base, claim, at, at)).wide == []


def test_a_neighbourhood_reads_no_table_from_end_to_end(full: Teller) -> None:
    first = claim_of(full.says("Go", subject="thing 5"))
    plans = watched(lambda: around(full, first))
    assert plans.wide == []
    assert plans.statements <= 30


def test_a_claim_that_ten_thousand_lean_on_shows_some_of_them_and_says_that_there_are_more(full: Teller) -> None:
    hub, lone = claim_of(full.says("value 50000", subject="thing 50000")), claim_of(full.says("Go", subject="thing 6"))
    found = around(full, hub)
    assert len(found.claims) == 40
    assert found.claims[0].at_least
    assert found.claims[0].left_out > 50
    assert around(full, hub) == found
    plans = watched(lambda: around(full, hub))
    assert plans.wide == []
    assert plans.statements <= watched(lambda: around(full, lone)).statements


def test_of_the_ten_thousand_only_a_window_is_read(full: Teller) -> None:
    hub = claim_of(full.says("value 50000", subject="thing 50000"))
    assert 0 < watched(lambda: around(full, hub)).rows["edge"] < MANY


def around(teller: Teller, claim: UUID) -> Graph:
    at = instant("2999-01-01")
    return read_graph(base=teller.base, around=Around(claim=claim), at=Clocks(at, at))


def test_saying_again_what_was_served_reads_no_table_from_end_to_end(full: Teller) -> None:
    plans = watched(lambda: full.says("value 5", subject="thing 5"))
    assert plans.wide == []


def test_noting_what_is_served_reads_no_table_from_end_to_end(full: Teller) -> None:
    claims = [claim_of(full.says(f"Go {number}", subject=f"thing {number}")) for number in range(20, 25)]
    plans = watched(lambda: note_served(base=full.base, agent=full.actor.agent, claims=claims))
    assert (plans.wide, plans.statements) == ([], 1)


def test_what_leans_on_a_claim_is_found_without_reading_a_table_from_end_to_end(full: Teller) -> None:
    express = claim_of(full.says("Express.js", subject="thing 6"))
    vercel = full.says("Vercel", subject="thing 6", predicate="deploys_on", justifications=rests_on(express))
    full.says("live", subject="thing 6", predicate="status", justifications=rests_on(claim_of(vercel)))
    at = Clocks(instant("2999-01-01"), instant("2999-01-01"))
    assert watched(lambda: impact_of(base=full.base, claim=express, clocks=at)).wide == []
    seen = full.says("Rust", subject="thing 6", terms=Terms(preview=True))
    assert watched(lambda: impact_of_plan(seen)).wide == []


def test_subjects_are_found_made_one_and_parted_without_reading_a_table_from_end_to_end(full: Teller) -> None:
    full.says("Go", subject="thing 7")
    full.says("Go", subject="thing 8")
    entity = naming.entity_called(full.base, "thing 7")
    assert entity is not None
    seen: list[Done] = []
    plans = watched(lambda: seen.append(add_alias(base=full.base, actor=full.actor, entity=entity, alias="thing 8")))
    assert plans.wide == []
    source = Origin(kind=Tier.STATED)
    number = seen[0].revision or 0
    undo = watched(lambda: undo_revision(base=full.base, actor=full.actor, number=number, source=source))
    assert undo.wide == []
    assert watched(lambda: list_entities(base=full.base, text=None, after=entity, limit=100)).wide == []
    assert watched(lambda: entity_view(base=full.base, entity=entity)).wide == []


def test_whether_time_has_changed_an_answer_is_read_from_what_was_said_ahead_alone(full: Teller) -> None:
    plans = watched(lambda: turned_between(full.base, instant("2026-01-02"), instant("2026-12-01")))
    assert plans.wide == []
    assert plans.indexes == {"belief_begins_ahead", "belief_ends_ahead", "act_begins_ahead", "act_ends_ahead"}


def test_a_base_that_was_never_analysed_is_not_read_from_end_to_end_either(young: Teller) -> None:
    claim = claim_of(young.says("Go", subject="thing 5"))
    at = instant("2999-01-01")
    asked = Asked(valid_at=at, known_at=at, subject="thing 5", predicate="uses_framework")
    before = Asked(valid_at=at, known_at=instant("2026-01-02"), subject="thing 5", predicate="uses_framework")
    works: list[Callable[[], object]] = [
        lambda: held_views(young.base, asked),
        lambda: held_views(young.base, before),
        lambda: claim_view(young.base, claim, at, at),
        lambda: young.says("Rust", subject="thing 5"),
    ]
    assert [watched(work).wide for work in works] == [[]] * len(works)


def test_a_question_that_goes_back_and_forth_is_read_from_a_few_rows_however_often_it_did(full: Teller) -> None:
    at = instant("2999-01-01")
    asked = Asked(valid_at=at, known_at=at, subject="thing 9", predicate="uses_framework")
    for number in range(200):
        full.says(("Go", "Rust")[number % 2], subject="thing 9")
    read = watched(lambda: held_views(full.base, asked)).rows
    assert {table: number for table, number in read.items() if number > 60} == {}
    assert watched(lambda: full.says("Go", subject="thing 9")).wide == []


READS = (
    "beliefs/", "beliefs/?predicate=uses_framework&limit=5", "beliefs/?subject=thing%2040",
    "beliefs/?subject=thing%2040&predicate=uses_framework", "beliefs/?subject=thing%2040&known_at=2026-01-02",
    "beliefs/history/?subject=thing%2040&predicate=uses_framework", "claims/{go}/", "claims/{go}/history/",
    "claims/{go}/explain/", "claims/{go}/impact/", "compare/?a={go}&b={rust}", "graph/?claim={go}", "reviews/",
    "revisions/?limit=2", "revisions/3/", "entities/",
)  # fmt: skip


@pytest.mark.parametrize("path", READS)
def test_what_an_agent_reads_reads_no_table_from_end_to_end(full: Teller, path: str) -> None:
    scout = Api(full.base, key=key_for(full.base))
    go, rust = (claim_of(full.says(each, subject="thing 40")) for each in ("Go", "Rust"))
    entity = naming.entity_called(full.base, "thing 40")
    asked = path.format(go=go, rust=rust, entity=entity)
    for _ in range(2):
        scout.get(asked, expect=200)
    assert watched(lambda: scout.get(asked, expect=200)).wide == []
