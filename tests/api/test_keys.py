"""Keys, sessions, and who may do what."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from io import StringIO
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from pytest_django import Settings

from audit.log import HOUSE
from audit.models import AuditEntry
from claims.models import AgentKey, BeliefBase, Membership, Role, Tier
from claims.refusals import Invalid
from claims.services.actor import OPERATOR
from claims.services.administration.make_key import make_key
from claims.services.administration.revoke_key import revoke_key
from tests.api.client import Api, claim, key_for, problem, user
from tests.api.test_plans import stored

NOT_YOURS = "There is no such base, or it is not yours."


@pytest.fixture
def told(scout: Api) -> str:
    """A claim that is there."""
    made: str = scout.says("Express.js", expect=201).json()["claim"]["id"]
    return made


def test_a_key_is_kept_as_a_hash_alone(base: BeliefBase) -> None:
    text = key_for(base.id)
    prefix, secret = text.removeprefix("rk_").split("_")
    with connection.cursor() as cursor:
        cursor.execute("SELECT agent_key::text FROM agent_key")
        (row,) = cursor.fetchone()
    assert prefix in row
    assert secret not in row
    assert AuditEntry.objects.get(chain_id=HOUSE).act == "make_key"


@pytest.mark.parametrize("sent", ["rk_nothing", "", "rk_abcdefghijkl_" + "x" * 43, "rk_\0", "x" * 5000])
def test_no_key_opens_nothing(base: BeliefBase, sent: str) -> None:
    answer = Api(base.id, key=sent or "-").get(expect=401)
    problem(answer, 401, "This key is not known here; send it whole, as it was shown when it was made.")
    assert answer.headers["WWW-Authenticate"] == 'Bearer realm="rectify"'


def test_nobody_is_asked_who_they_are(base: BeliefBase) -> None:
    problem(Api(base.id).get(expect=401), 401, "Send a key as “Authorization: Bearer rk_…”, or sign in.")
    basic = {"Authorization": "Basic YTpi"}
    problem(Api(base.id).get(expect=401, headers=basic), 401, "Send a key as “Authorization: Bearer rk_…”, or sign in.")


def test_a_key_of_the_right_prefix_and_another_secret_opens_nothing(base: BeliefBase) -> None:
    one, other = key_for(base.id), key_for(base.id)
    mixed = "_".join([*one.split("_")[:2], other.split("_")[2]])
    problem(Api(base.id, key=mixed).get(expect=401), 401)


def test_a_key_that_expired_or_was_revoked_opens_nothing(base: BeliefBase) -> None:
    expired = Api(base.id, key=key_for(base.id, expires_at=datetime(2026, 5, 1, tzinfo=UTC)))
    before = stored()
    sentence = "This key expired on 2026-05-01; ask an administrator for another."
    problem(expired.post("claims/", claim("Go")), 401, sentence)
    assert stored() == before
    made = make_key(actor=OPERATOR, agent="Scout", scopes=["read"], ceiling=Tier.STATED, bases=[base.id])
    api = Api(base.id, key=made.text)
    api.get()
    revoke_key(actor=OPERATOR, key=made.id)
    problem(api.get(expect=401), 401, "This key was revoked; ask an administrator for another.")


def test_the_use_of_a_key_is_noted_once_a_minute(scout: Api) -> None:
    def used() -> datetime | None:
        return AgentKey.objects.get().last_used_at

    assert used() is None
    scout.get()
    first = used()
    scout.get()
    assert first is not None
    assert used() == first
    AgentKey.objects.update(last_used_at=first - timedelta(minutes=2))
    scout.get()
    assert used() == first  # the clock of a transaction stands still


def test_only_whole_keys_are_made(base: BeliefBase) -> None:
    def made(**more: Any) -> None:
        given: dict[str, Any] = {"actor": OPERATOR, "agent": "Scout", "scopes": ["read"], "ceiling": Tier.STATED}
        make_key(**given | more)

    with pytest.raises(Invalid, match="Only a person signed in gives “verified”"):
        made(ceiling=Tier.VERIFIED, bases=[base.id])
    with pytest.raises(Invalid, match="There is no scope “write”"):
        made(scopes=["write"], bases=[base.id])
    with pytest.raises(Invalid, match="at least one scope"):
        made(scopes=[], bases=[base.id])
    with pytest.raises(Invalid, match="Name the bases that the key opens"):
        made()
    with pytest.raises(Invalid, match="One of these bases does not exist"):
        made(bases=[uuid4()])


def test_the_command_line_makes_and_revokes_keys(base: BeliefBase) -> None:
    out = StringIO()
    call_command(
        "make_key", "Scout", "--scopes", "read", "assert", "--ceiling", "stated", "--base", base.id, stdout=out
    )
    key = out.getvalue().strip()
    Api(base.id, key=key).says("Go", expect=201)
    call_command("revoke_key", key, stdout=out)
    Api(base.id, key=key).get(expect=401)
    with pytest.raises(CommandError, match="Name the bases"):
        call_command("make_key", "Scout")


@pytest.mark.parametrize(
    ("scopes", "path", "needs"),
    [
        (("assert", "revise", "admin"), "beliefs/", "read beliefs"),
        (("read", "revise", "admin"), "claims/", "assert claims"),
        (("read", "revise", "admin"), "claims/batch/", "assert claims"),
        (("read", "assert", "admin"), "revisions/1/undo/", "take claims back or change their reasons"),
        (("read", "assert", "admin"), "claims/{claim}/contract/", "take claims back or change their reasons"),
        (("read", "assert", "admin"), "claims/{claim}/justifications/", "take claims back or change their reasons"),
        (("read", "assert", "revise"), "/api/v1/bases/", "make bases or edit the vocabulary"),
        (("read", "assert", "revise"), "/api/v1/vocabulary/", "make bases or edit the vocabulary"),
    ],
)
def test_a_scope_that_is_lacking_is_told(
    base: BeliefBase, told: str, scopes: tuple[str, ...], path: str, needs: str
) -> None:
    api = Api(base.id, key=key_for(base.id, scopes=scopes))
    before = stored()
    answer = api.get(path, expect=403) if path == "beliefs/" else api.post(path.format(claim=told), claim("Go"))
    body = problem(answer, 403)
    assert body["detail"].startswith("This key lacks the scope “")
    assert body["detail"].endswith(f"and may not {needs}.")
    assert without_use(stored()) == without_use(before)


def queried(query: str) -> dict[str, Any]:
    return dict(part.split("=") for part in query.split("&") if part)


def without_use(counts: dict[str, int]) -> dict[str, int]:
    return {table: count for table, count in counts.items() if table != "agent_key"}


READS = (
    "",
    "beliefs/",
    "beliefs/history/?subject=project&predicate=uses_framework",
    "revisions/",
    "revisions/1/",
    "reviews/",
    "claims/{claim}/",
    "claims/{claim}/history/",
    "claims/{claim}/explain/",
)
WRITES: dict[str, dict[str, Any]] = {
    "claims/": claim("Go"),
    "claims/batch/": {"items": [claim("Rust", "uses_language")]},
    "claims/{claim}/contract/": {"reading": "ended"},
    "claims/{claim}/justifications/": {"mode": "lift"},
    "revisions/1/undo/": {},
}

#: Who, what reading answers, what writing answers, whether reading leaves an entry.
MATRIX = [
    ("member", 200, 200, False),
    ("support", 200, 200, True),
    ("compliance", 200, 403, True),
    ("dave", 404, 404, False),
    ("administrator", 404, 404, False),
    ("scout", 200, 200, False),
    ("agent of every base", 200, 200, False),
    ("key of another base", 404, 404, False),
    ("nobody", 401, 401, False),
]


def visitor(who: str, base: UUID) -> Api:
    match who:
        case "member":
            alice = user("alice")
            Membership.objects.create(base_id=base, user_id=alice.id)
            return Api(base, person=alice)
        case "support" | "compliance":
            return Api(base, person=user(who, Role(who)))
        case "dave":
            return Api(base, person=user("dave"))
        case "administrator":
            return Api(base, person=user("root", is_superuser=True))
        case "scout":
            return Api(base, key=key_for(base))
        case "agent of every base":
            return Api(base, key=key_for(every_base=True))
        case "key of another base":
            return Api(base, key=key_for(BeliefBase.objects.create(label="Other", kind="project").id))
    return Api(base)


@pytest.mark.parametrize(("who", "read", "write", "leaves_a_trace"), MATRIX, ids=[row[0] for row in MATRIX])
def test_who_may_do_what(base: BeliefBase, told: str, who: str, read: int, write: int, leaves_a_trace: bool) -> None:
    api = visitor(who, base.id)
    for path in READS:
        path, _, query = path.format(claim=told).partition("?")
        answer = api.get(path, expect=read, **queried(query))
        if read == 404:
            problem(answer, 404, NOT_YOURS)
    looks = AuditEntry.objects.filter(chain_id=base.id, act="view")
    assert looks.count() == (len(READS) if leaves_a_trace else 0)
    if leaves_a_trace:
        assert {look.actor_kind for look in looks} == {"user"}
        assert sum(look.targets == [UUID(told)] for look in looks) == 3
    before = stored()
    for path, body in WRITES.items():
        answer = api.post(path.format(claim=told), body)
        assert answer.status_code in ((200, 201) if write == 200 else (write,)), answer.content
    if write != 200:
        assert stored() == before


def test_a_person_verifies_and_an_agent_cannot(base: BeliefBase, told: str) -> None:
    verified = {"kind": "verified"}
    problem(Api(base.id, key=key_for(base.id)).says("Go", source=verified), 403)
    done = visitor("member", base.id).says("Go", source=verified, expect=201).json()
    assert (done["outcome"], done["claim"]["tier"], done["claim"]["sources"][0]["agent"]) == (
        "revised",
        "verified",
        None,
    )


def test_a_source_left_out_is_the_ceiling_now(base: BeliefBase, told: str) -> None:
    low = Api(base.id, key=key_for(base.id, ceiling=Tier.OBSERVED))
    weak = low.post(f"claims/{told}/contract/", {"reading": "ended"}, expect=200).json()
    assert (weak["outcome"], weak["rivals"]) == ("contested", [])
    act = low.get("revisions/2/").json()["acts"][0]
    assert act["source"]["kind"] == "observed"
    done = visitor("member", base.id).post(f"claims/{told}/contract/", {"reading": "ended"}, expect=200).json()
    assert done["outcome"] == "contracted"


def test_a_session_needs_the_csrf_token_and_a_key_does_not(base: BeliefBase) -> None:
    alice = user("alice")
    Membership.objects.create(base_id=base.id, user_id=alice.id)
    strict = Api(base.id, person=alice, client=Client(enforce_csrf_checks=True))
    strict.get()
    sentence = "The CSRF token is missing or wrong; send it as X-CSRFToken."
    problem(strict.says("Go"), 403, sentence)
    strict.client.cookies["csrftoken"] = "a" * 32
    strict.post("claims/", claim("Go"), headers={"X-CSRFToken": "a" * 32}, expect=201)
    Api(base.id, key=key_for(base.id), client=strict.client).says("Rust", expect=201)


def test_staff_without_a_second_factor_are_told_to_set_one_up(base: BeliefBase, settings: Settings) -> None:
    settings.STAFF_NEED_MFA = True
    answer = visitor("support", base.id).get(expect=403)
    assert problem(answer, 403)["detail"] == "Your role needs a second factor; set one up on the pages, then come back."


def test_everyone_sees_their_own_bases_only(base: BeliefBase) -> None:
    other = BeliefBase.objects.create(label="Other", kind="project")
    both, none = {str(base.id), str(other.id)}, set[str]()
    for who, seen in (
        ("member", {str(base.id)}),
        ("support", both),
        ("compliance", both),
        ("dave", none),
        ("administrator", none),
        ("scout", {str(base.id)}),
        ("agent of every base", both),
    ):
        found = visitor(who, base.id).get("/api/v1/bases/").json()["results"]
        assert {each["id"] for each in found} == seen, who


def test_who_makes_a_base_may_use_it(base: BeliefBase) -> None:
    keeper = Api(base.id, key=key_for(base.id, scopes=("read", "assert", "admin")))
    made = keeper.post("/api/v1/bases/", {"label": "New", "kind": "person", "policy": "cascade"}, expect=201)
    new = made.json()
    assert (made.headers["Location"], new["head"], new["policy"]) == (new["url"], 0, "cascade")
    keeper.post(f"{new['url']}claims/", claim("Go"), expect=201)
    assert list(AuditEntry.objects.filter(chain_id=new["id"]).values_list("act", flat=True)) == ["make_base", "assert"]
    root = Api(base.id, person=user("root", is_superuser=True))
    made = root.post("/api/v1/bases/", {"label": "Newer", "kind": "project"}, expect=201)
    root.get(made.json()["url"], expect=404)


def test_a_predicate_is_added_with_its_synonyms_and_used_at_once(base: BeliefBase) -> None:
    keeper = Api(base.id, key=key_for(base.id, scopes=("read", "assert", "admin")))
    entry = {
        "name": "sings in",
        "topic": "general",
        "cardinality": "multi",
        "phrase": "{subject} sings in {object}.",
        "negative": "{subject} does not sing in {object}.",
        "synonyms": ["is a singer of"],
    }
    made = keeper.post("/api/v1/vocabulary/", entry, expect=201).json()
    assert (made["name"], made["synonyms"], made["past"]) == ("sings_in", ["is_a_singer_of"], entry["phrase"])
    said = keeper.says("the choir", "is a singer of", expect=201).json()["claim"]
    assert (said["predicate"], said["statement"]) == ("sings_in", "Project sings in the choir.")
    more = keeper.post("/api/v1/vocabulary/", {"name": "sings_in", "synonyms": ["sings with"]}, expect=200).json()
    assert more["synonyms"] == ["is_a_singer_of", "sings_with"]


@pytest.mark.parametrize(
    ("body", "pointer", "sentence"),
    [
        (
            {"name": "uses_framework", "cardinality": "multi"},
            "/cardinality",
            "“uses_framework” is in the vocabulary already, and here only synonyms can be added to it; "
            "to change it, see what follows first, on the vocabulary page.",
        ),
        ({"name": "sings_in"}, "/topic", "A new predicate needs its topic."),
        (
            {"name": "uses_framework", "synonyms": ["budget"]},
            "/synonyms/0",
            "“budget” is a predicate itself; a synonym is another name for one.",
        ),
        (
            {"name": "uses_framework", "synonyms": ["hums"]},
            "/synonyms/0",
            "There are claims made with “hums” already, and they would come to mean something else; "
            "decide on it in the queue, where you see what follows.",
        ),
        ({"name": "sings_in", "phrase": "sings"}, "/phrase", "The sentence must hold {subject} and {object}."),
    ],
)
def test_the_vocabulary_changes_no_meaning_here(
    base: BeliefBase, body: dict[str, Any], pointer: str, sentence: str
) -> None:
    keeper = Api(base.id, key=key_for(base.id, scopes=("read", "assert", "admin")))
    keeper.says("a tune", "hums", expect=201)
    before = stored()
    answer = problem(keeper.post("/api/v1/vocabulary/", body), 422)
    assert answer["errors"] == [{"pointer": pointer, "message": sentence}]
    assert stored() == before
