"""What the contract names as bad input, row by row: its status, its sentence, and that nothing came of it."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import pytest

from audit.models import AuditEntry
from claims.models import AgentKey, BeliefBase, Membership, ReviewItem, Role, Tier
from claims.services.actor import OPERATOR
from claims.services.administration.revoke_key import revoke_key
from tests.api.client import Api, claim, key_for, problem, user
from tests.api.test_plans import stored

LIKE = "write a time like 2026-05-16T09:00:00Z, or a day, month or year like 2026-05-16, 2026-05 or 2026."
NOT_HERE = "There is no claim “{never}” in this base; name one by its id, its name or its ref."
FOREIGN = NOT_HERE.replace("never", "foreign")
ERASED = NOT_HERE.replace("never", "erased")
FORGOTTEN = "This claim was erased for good; nothing is left of it to act upon."
NOWHERE = "There is no such claim in this base."
IN_ITS_TIME = "Things have changed since this was previewed; look at what would happen now and send its digest."
ABOVE = "Up to “stated” is allowed here, and the source is “verified”; say it at a tier that is allowed."
FIELDS = (
    "subject, predicate, object, negated, name, kind, confidence, valid_from, valid_to, correction, corrects, source, "
    "justifications, supports, preview, digest"
)


@dataclass(frozen=True)
class Scene:
    """Express.js, Vercel that rests on it, one of another base, one that was erased; what stands in braces below."""

    scout: Api
    express: str
    vercel: str
    foreign: str
    erased: str
    #: An id that no base knows.
    never: str = "00000000-0000-4000-8000-000000000000"
    #: A digest that a plan had before Scout went on.
    stale: str = ""

    def fill(self, text: str) -> str:
        for name in ("express", "vercel", "foreign", "erased", "never", "stale"):
            text = text.replace(f"{{{name}}}", getattr(self, name))
        return text


@dataclass(frozen=True)
class Row:
    """What is sent, and the refusal. ``body`` is JSON with names in braces, or text as it is."""

    name: str
    body: Any
    status: int
    sentence: str
    pointer: str | None = None
    path: str = "claims/"
    headers: dict[str, str] = field(default_factory=dict)


def row(name: str, more: dict[str, Any], pointer: str, sentence: str) -> Row:
    """A claim with something amiss."""
    return Row(name, claim("Go") | more, 422, sentence, pointer)


def reasons(*names: str) -> dict[str, Any]:
    return {"justifications": [{"all_of": [*names]}]}


TABLE = [
    Row("an unknown base", claim("Go"), 404, "There is no such base, or it is not yours.",
        path="/api/v1/bases/{never}/claims/"),
    Row("a foreign claim id", {"reading": "ended"}, 404, NOWHERE, path="claims/{foreign}/contract/"),
    Row("an erased claim", {"reading": "ended"}, 422, FORGOTTEN, path="claims/{erased}/contract/"),
    Row("a foreign claim id to justify", {"mode": "lift"}, 404, NOWHERE, path="claims/{foreign}/justifications/"),
    row(
        "a reversed period",
        {"valid_from": "2026-05-15", "valid_to": "2026-05-01"},
        "/valid_to",
        "The period ends (2026-05-01) before it begins (2026-05-15); swap or mend the two.",
    ),
    row(
        "an empty period",
        {"valid_from": "2026-05-15T00:00:00Z", "valid_to": "2026-05-15T00:00:00Z"},
        "/valid_to",
        "The period is empty: it ends at 2026-05-15T00:00:00Z, the moment it begins; give a later end.",
    ),
    row(
        "a naive time",
        {"valid_from": "2026-05-15T09:00:00"},
        "/valid_from",
        f"The time 2026-05-15T09:00:00 has no zone; {LIKE}",
    ),
    row("the year 99999", {"valid_to": "99999"}, "/valid_to", f"“99999” is not a time; {LIKE}"),
    row("a date in the year 99999", {"valid_to": "99999-01-01"}, "/valid_to", f"“99999-01-01” is not a time; {LIKE}"),
    row(
        "a time ahead of the clock",
        {"source": {"kind": "stated", "observed_at": "2999-01-01T00:00:00Z"}},
        "/source/observed_at",
        "The observation lies in the future; give the time at which it was made.",
    ),
    row("an unknown field", {"colour": "red"}, "/colour", f"There is no field “colour” here; there are {FIELDS}."),
    row("confidence 1.2", {"confidence": 1.2}, "/confidence", "A confidence lies between 0 and 1, and 1.2 does not."),
    row(
        "NUL",
        {"object": "G\0o"},
        "/object",
        "A text may not hold the character NUL (U+0000); leave it out.",
    ),
    row("an object of 5,000 characters", {"object": "x" * 5000}, "/object", "At most 4000 characters fit here."),
    row("a blank object", {"object": " \t\n"}, "/object", "This may not be blank."),
    row(
        "resting on itself",
        {"object": "Express.js", **reasons("{express}")},
        "/justifications/0/all_of",
        "A claim cannot rest on itself; name another, or leave the reason out.",
    ),
    row(
        "a circle of reasons",
        {"object": "Express.js", **reasons("{vercel}")},
        "/justifications",
        "A claim cannot rest on itself, not even through others; leave out the reason that leads back.",
    ),
    Row("a circle of reasons by justifying", {"mode": "add", **reasons("{vercel}")}, 422,
        "A claim cannot rest on itself, not even through others; leave out the reason that leads back.",
        "/justifications", "claims/{express}/justifications/"),
    row("resting on a foreign claim", reasons("{foreign}"), "/justifications/0/all_of", FOREIGN),
    row("resting on a claim that is not there", reasons("{never}"), "/justifications/0/all_of", NOT_HERE),
    row("resting on the absence of one that is not there", {"justifications": [{"none_of": ["{never}"]}]},
        "/justifications/0/none_of", NOT_HERE),
    Row("a batch with one bad item", {"items": [claim("Go"), claim("Rust", confidence=1.2)]}, 422,
        "A confidence lies between 0 and 1, and 1.2 does not.", "/items/1/confidence", "claims/batch/"),
    Row("a batch whose last item rests on nothing", {"items": [claim("Go"), claim("Rust", **reasons("{never}"))]}, 422,
        NOT_HERE, "/items/1/justifications/0/all_of", "claims/batch/"),
    Row("a stale digest", claim("Go", digest="{stale}"), 409, IN_ITS_TIME),
    Row("a tier above the ceiling", claim("Go", source={"kind": "verified"}), 403, ABOVE),
    Row("a contraction above the ceiling", {"reading": "ended", "source": {"kind": "verified"}}, 403, ABOVE,
        path="claims/{express}/contract/"),
    row(
        "a correction of no rival",
        {"corrects": "{vercel}"},
        "/corrects",
        "The claim to be corrected is no rival of this one; name one that both cannot be true.",
    ),
    row("resting on an erased claim", reasons("{erased}"), "/justifications/0/all_of", ERASED),
    row("a correction of a foreign claim", {"corrects": "{foreign}"}, "/corrects", FOREIGN),
    Row("another body under the same Idempotency-Key", claim("Rust"), 422,
        "This Idempotency-Key came with another body before; send a new key with a new act.",
        headers={"Idempotency-Key": "used"}),
    Row("no JSON", "subject=project&object=Go", 400, "The body is not JSON in UTF-8."),
    Row("half of some JSON", '{"subject": "project", ', 400, "The body is not JSON in UTF-8."),
    Row("10 MB and more of no JSON", "x" * (10 * 2**20 + 1), 413, "The body is larger than 10 MB; send it in parts."),
    Row("10 MB and more of JSON", "[" + "0," * (5 * 2**20) + "0]", 413,
        "The body is larger than 10 MB; send it in parts."),
    Row("10 MB of JSON", json.dumps(claim("x" * (10 * 2**20 - 200))), 422, "At most 4000 characters fit here.",
        "/object"),
]  # fmt: skip


@pytest.fixture
def scene(scout: Api) -> Scene:
    other = BeliefBase.objects.create(label="Other", kind="project")
    foreign = Api(other.id, key=key_for(other.id)).says("Django").json()["claim"]["id"]
    express = scout.says("Express.js").json()["claim"]["id"]
    stale = scout.says("Go", preview=True).json()["digest"]
    vercel = scout.says("Vercel", "deploys_on", **reasons(express)).json()["claim"]["id"]
    scout.post("claims/", claim("pytest", "uses_tool"), headers={"Idempotency-Key": "used"}, expect=201)
    return Scene(scout, express, vercel, foreign, erased(scout), stale=stale)


def erased(scout: Api) -> str:
    """A claim that compliance had erased."""
    claim_id: str = scout.says("Flask", subject="site", expect=201).json()["claim"]["id"]
    carol = Api(scout.base, person=user("carol", Role.COMPLIANCE))
    carol.post(f"claims/{claim_id}/erase/", {"ground": "17-1-b"}, expect=200)
    return claim_id


def world(base: UUID) -> tuple[Any, ...]:
    """Head revision, rows of every table, every entry of the log."""
    head = BeliefBase.objects.get(id=base).head
    return head, stored(), [*AuditEntry.objects.order_by("chain_id", "number").values_list("chain_id", "act")]


@pytest.mark.parametrize("each", TABLE, ids=[each.name for each in TABLE])
def test_bad_input_is_refused_in_a_sentence_and_nothing_is_stored(scene: Scene, each: Row) -> None:
    before = world(scene.scout.base)
    body = each.body if isinstance(each.body, str) else json.loads(scene.fill(json.dumps(each.body)))
    told = problem(scene.scout.post(scene.fill(each.path), body, headers=each.headers), each.status)
    sentence = scene.fill(each.sentence)
    faults = {fault["pointer"]: fault["message"] for fault in told["errors"]}
    assert told["detail"] == sentence
    if each.pointer is not None:
        assert faults[each.pointer] == sentence
    assert world(scene.scout.base) == before


def test_a_batch_item_by_item_leaves_out_the_bad_one_alone(scene: Scene) -> None:
    head = BeliefBase.objects.get(id=scene.scout.base).head
    sent = {"atomic": False, "items": [claim("Go"), claim("Rust", confidence=1.2), claim("Kubernetes", "deploys_on")]}
    results = scene.scout.post("claims/batch/", sent, expect=200).json()["results"]
    assert [each.get("status") for each in results if "outcome" not in each] == [422]
    assert results[1]["errors"] == [
        {"pointer": "/items/1/confidence", "message": "A confidence lies between 0 and 1, and 1.2 does not."}
    ]
    assert BeliefBase.objects.get(id=scene.scout.base).head == head + 2
    assert "Rust" not in {each["claim"]["object"] for each in results if "outcome" in each}


def expired(base: UUID) -> Api:
    return Api(base, key=key_for(base, expires_at=datetime(2026, 5, 1, tzinfo=UTC)))


def revoked(base: UUID) -> Api:
    api = Api(base, key=key_for(base))
    revoke_key(actor=OPERATOR, key=AgentKey.objects.get(prefix=str(api.key).split("_")[1]).id)
    return api


@pytest.mark.parametrize(
    ("visitor", "sentence"),
    [
        (expired, "This key expired on 2026-05-01; ask an administrator for another."),
        (revoked, "This key was revoked; ask an administrator for another."),
    ],
)
def test_a_key_whose_time_is_over_does_nothing(scene: Scene, visitor: Callable[[UUID], Api], sentence: str) -> None:
    api = visitor(scene.scout.base)
    before = world(scene.scout.base)
    assert problem(api.says("Go"), 401)["detail"] == sentence
    assert problem(api.get(expect=401), 401)["detail"] == sentence
    assert world(scene.scout.base) == before


def test_an_act_too_weak_is_not_refused_but_looked_at_and_nothing_held_changes(scene: Scene) -> None:
    """A guess that a verified claim has ended: a person decides."""
    base = scene.scout.base
    concerned = user("alice")
    Membership.objects.create(base_id=base, user_id=concerned.id)
    alice = Api(base, person=concerned)
    go = alice.says("Go", source={"kind": "verified"}, expect=201).json()["claim"]["id"]
    weak = Api(base, key=key_for(base, agent="Guesser", ceiling=Tier.INFERRED))
    held = alice.held()
    items = ReviewItem.objects.filter(base_id=base).count()
    for reading in ("ended", "never_true"):
        done = weak.post(f"claims/{go}/contract/", {"reading": reading}, expect=200).json()
        assert (done["outcome"], done["superseded"], done["flagged"]) == ("contested", [], [])
        assert weak.held() == held
    shown = weak.get(f"claims/{go}/").json()
    assert (shown["status"], shown["tier"]) == ("active", "verified")
    assert ReviewItem.objects.filter(base_id=base).count() > items
    assert go in {each["claim"]["id"] for each in weak.get("reviews/").json()["results"] if each["claim"]}
