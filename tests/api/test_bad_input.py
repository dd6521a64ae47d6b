"""What is refused, with the sentence that says why, and nothing stored."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from claims.models import BeliefBase
from tests.api.client import Api, claim, key_for, problem
from tests.api.test_plans import stored

LIKE = "write a time like 2026-05-16T09:00:00Z, or a day, month or year like 2026-05-16, 2026-05 or 2026."
NUL = "A text may not hold the character NUL (U+0000); leave it out."
HALF = "A text may not hold half a surrogate pair (U+D800 to U+DFFF); send the whole character."
UNKNOWN = "There is no claim “Django” in this base; name one by its id, its name or its ref."
PROPOSED = (
    "subject, predicate, object, negated, name, kind, confidence, valid_from, valid_to, correction, corrects, source, "
    "justifications, supports, preview, digest"
)


TIERS = ("verified", "stated", "observed", "documented", "inferred")


def source(**more: Any) -> dict[str, Any]:
    return {"source": {"kind": "stated", **more}}


TABLE: list[tuple[str, dict[str, Any], str, str]] = [
    (
        "a naive time",
        {"valid_from": "2026-05-15T09:00:00"},
        "/valid_from",
        f"The time 2026-05-15T09:00:00 has no zone; {LIKE}",
    ),
    ("no time", {"valid_from": "last month"}, "/valid_from", f"“last month” is not a time; {LIKE}"),
    ("a number for a time", {"valid_from": 2026}, "/valid_from", f"A time must be text: {LIKE}"),
    ("the year 99999", {"valid_to": "99999"}, "/valid_to", f"“99999” is not a time; {LIKE}"),
    ("the 30th of February", {"valid_to": "2026-02-30"}, "/valid_to", f"“2026-02-30” is not a time; {LIKE}"),
    (
        "a reversed period",
        {"valid_from": "2026-05-15", "valid_to": "2026-05-01"},
        "/valid_to",
        "The period ends (2026-05-01) before it begins (2026-05-15); swap or mend the two.",
    ),
    (
        "an empty period",
        {"valid_from": "2026-05-15T00:00:00Z", "valid_to": "2026-05-15T00:00:00Z"},
        "/valid_to",
        "The period is empty: it ends at 2026-05-15T00:00:00Z, the moment it begins; give a later end.",
    ),
    (
        "an observation in the future",
        source(observed_at="2999-01-01"),
        "/source/observed_at",
        "The observation lies in the future; give the time at which it was made.",
    ),
    ("an unknown field", {"colour": "red"}, "/colour", f"There is no field “colour” here; there are {PROPOSED}."),
    (
        "an unknown field within",
        source(trust=1),
        "/source/trust",
        "There is no field “trust” here; there are kind, uri, excerpt, observed_at, sha256, method, origin.",
    ),
    (
        "an unknown field of a reason",
        {"justifications": [{"any_of": []}]},
        "/justifications/0/any_of",
        "There is no field “any_of” here; there are all_of, none_of.",
    ),
    ("confidence 1.2", {"confidence": 1.2}, "/confidence", "A confidence lies between 0 and 1, and 1.2 does not."),
    ("confidence as text", {"confidence": "0.9"}, "/confidence", "Send a number between 0 and 1 here."),
    ("confidence true", {"confidence": True}, "/confidence", "Send a number between 0 and 1 here."),
    (
        "confidence enormous",
        {"confidence": 10**400},
        "/confidence",
        "A confidence lies between 0 and 1, and this does not.",
    ),
    ("negated as text", {"negated": "yes"}, "/negated", "Send true or false here."),
    ("NUL", {"object": "G\0o"}, "/object", NUL),
    ("NUL within", source(excerpt="\0"), "/source/excerpt", NUL),
    ("half a surrogate pair", {"object": "Go \ud83d"}, "/object", HALF),
    ("half a pair as a key", {"\udc00": 1}, "", HALF),
    ("an object too long", {"object": "x" * 4001}, "/object", "At most 4000 characters fit here."),
    ("an excerpt too long", source(excerpt="x" * 10_001), "/source/excerpt", "At most 10000 characters fit here."),
    ("an address too long", source(uri="ü" * 1001), "/source/uri", "At most 2,000 characters fit here."),
    ("a blank object", {"object": " \n"}, "/object", "This may not be blank."),
    ("an empty subject", {"subject": ""}, "/subject", "This may not be blank."),
    ("a subject not to be seen", {"subject": "\u200b\u2060\x07"}, "/subject", "This may not be blank."),
    ("an object not to be seen", {"object": "\u3164\u200d\ufeff"}, "/object", "This may not be blank."),
    ("a subject that grows", {"subject": "\ufdfa" * 30}, "/subject", "At most 400 characters fit here."),
    ("a predicate that grows", {"predicate": "ß" * 60}, "/predicate", "At most 100 characters fit here."),
    ("a number for text", {"object": 17}, "/object", "Send a text here."),
    ("null for text", {"object": None}, "/object", "This cannot be null; leave it out if there is nothing to say."),
    (
        "a foreign kind",
        {"kind": "rumour"},
        "/kind",
        "“rumour” is none of axiom, warning, observation, derived, prediction.",
    ),
    (
        "a tier that is none",
        {"source": {"kind": "heard"}},
        "/source/kind",
        "“heard” is none of verified, stated, observed, documented, inferred.",
    ),
    ("no tier", {"source": {}}, "/source/kind", f"This is needed: {', '.join(TIERS[:-1])} or {TIERS[-1]}."),
    ("no source", {"source": "stated"}, "/source", "Send a JSON object here."),
    ("a hash that is none", source(sha256="abc"), "/source/sha256", "A SHA-256 is 64 digits, 0 to 9 and a to f."),
    (
        "a reason that names nothing",
        {"justifications": [{}]},
        "/justifications/0",
        "A justification must name at least one claim in all_of or none_of.",
    ),
    ("an unknown reason", {"justifications": [{"all_of": ["Django"]}]}, "/justifications/0/all_of", UNKNOWN),
    ("an unknown support", {"supports": ["Django"]}, "/supports", UNKNOWN),
    ("an unknown rival", {"corrects": "Django"}, "/corrects", UNKNOWN),
    (
        "a correction of no rival",
        {"corrects": "the-platform"},
        "/corrects",
        "The claim to be corrected is no rival of this one; name one that both cannot be true.",
    ),
    (
        "resting on itself",
        {"object": "Express.js", "justifications": [{"all_of": ["the-framework"]}]},
        "/justifications/0/all_of",
        "A claim cannot rest on itself; name another, or leave the reason out.",
    ),
    (
        "a name that is taken",
        {"name": "the-platform"},
        "/name",
        "The name “the-platform” does not go with this claim: one name goes with one claim.",
    ),
]


@pytest.fixture
def told(scout: Api) -> Api:
    """Express.js, named, and Vercel that rests on it."""
    scout.says("Express.js", name="the-framework", expect=201)
    scout.says("Vercel", "deploys_on", name="the-platform", justifications=[{"all_of": ["the-framework"]}], expect=201)
    return scout


@pytest.mark.parametrize(("more", "pointer", "sentence"), [row[1:] for row in TABLE], ids=[row[0] for row in TABLE])
def test_bad_input_is_refused_in_a_sentence(told: Api, more: dict[str, Any], pointer: str, sentence: str) -> None:
    before = stored()
    body = problem(told.post("claims/", claim("Go") | more), 422)
    assert body["errors"] == [{"pointer": pointer, "message": sentence}]
    assert (body["type"], body["detail"]) == ("/problems/invalid", sentence)
    assert stored() == before


def test_a_circle_of_reasons_is_refused(told: Api) -> None:
    before = stored()
    circle = claim("Express.js", justifications=[{"all_of": ["the-platform"]}])
    body = problem(told.post("claims/", circle), 422)
    assert body["errors"][0]["pointer"] == "/justifications"
    assert stored() == before


def test_a_claim_of_another_base_is_no_claim_of_this_one(told: Api) -> None:
    other = BeliefBase.objects.create(label="Other", kind="project")
    foreign = Api(other.id, key=key_for(other.id)).says("Django").json()["claim"]["id"]
    before = stored()
    sentence = f"There is no claim “{foreign}” in this base; name one by its id, its name or its ref."
    for more in ({"justifications": [{"all_of": [foreign]}]}, {"supports": [foreign]}, {"corrects": foreign}):
        problem(told.post("claims/", claim("Go", **more)), 422, sentence)
    for at, body in (("contract", {"reading": "ended"}), ("justifications", {"mode": "lift"})):
        problem(told.post(f"claims/{foreign}/{at}/", body), 404, "There is no such claim in this base.")
    for at in ("", "history/", "explain/"):
        problem(told.get(f"claims/{foreign}/{at}", expect=404), 404, "There is no such claim in this base.")
    assert stored() == before


def test_a_tier_above_the_ceiling_is_refused_and_never_clamped(told: Api) -> None:
    before = stored()
    sentence = "Up to “stated” is allowed here, and the source is “verified”; say it at a tier that is allowed."
    for at, body in (
        ("claims/", claim("Go", source={"kind": "verified"})),
        ("claims/batch/", {"items": [claim("Go", source={"kind": "verified"})]}),
        ("revisions/1/undo/", {"source": {"kind": "verified"}}),
    ):
        assert problem(told.post(at, body), 403)["detail"] == sentence
    assert stored() == before


def test_a_name_that_looks_like_an_id_is_refused(told: Api) -> None:
    known = told.get("beliefs/").json()["results"][0]["id"]
    response = told.says("Rust", name=known)
    problem(response, 422, "A name must not look like an id; choose words.")


def test_what_is_not_there_is_told_so(told: Api) -> None:
    problem(told.get("revisions/99/", expect=404), 404, "There is no revision 99 in this base.")
    problem(told.post("revisions/99/undo/"), 404, "There is no revision 99 in this base.")
    problem(told.get(f"claims/{uuid4()}/", expect=404), 404, "There is no such claim in this base.")
    problem(told.get("/api/v1/nothing/", expect=404), 404, "There is nothing at this path.")
    problem(told.get("/api/v2/bases/", expect=404), 404, "There is nothing at this path.")
    problem(told.post("claims"), 404, "There is nothing at this path. Paths end with a slash.")
    problem(told.get("claims/", expect=405), 405, "This path takes POST, and not GET.")
    told.post("revisions/1/undo/", expect=200)
    again = "Revision 1 has been undone already; undo that undo to bring it back."
    problem(told.post("revisions/1/undo/"), 422, again)


@pytest.mark.parametrize("path", ["/api/v1/nothing/", "/api/v2/bases/", "/api/", "/api/v1/bases"])
def test_a_post_to_where_nothing_is_is_a_problem_too(told: Api, path: str) -> None:
    strict = Client(enforce_csrf_checks=True)
    problem(strict.post(path, "{}", content_type="application/json"), 404)


def test_what_is_missing_is_named_with_what_it_may_be(told: Api) -> None:
    made = told.get("beliefs/").json()["results"][0]["id"]
    problem(told.post(f"claims/{made}/contract/", {}), 422, "This is needed: ended or never_true.")
    problem(told.post(f"claims/{made}/justifications/", {}), 422, "This is needed: add, replace or lift.")


def test_a_failure_of_ours_tells_nothing_of_itself(told: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(**_: Any) -> None:
        raise RuntimeError("Alice lives in Ghent")

    monkeypatch.setattr("claims.api.views.claims.assert_claims", fail)
    before = stored()
    answer = told.post("claims/", claim("Go"))
    body = problem(answer, 500)
    assert body["detail"] == "Nothing was changed. The request id of this answer finds the failure in our log."
    assert b"Ghent" not in answer.content
    assert stored() == before


def test_text_is_kept_as_it_was_said(told: Api) -> None:
    said = "Ω → “naïve” 👩‍🚀\n\tИ так далее"
    shown = told.says(said, "states", source={"kind": "stated", "excerpt": said}, expect=201).json()["claim"]
    assert (shown["object"], shown["sources"][0]["excerpt"]) == (said, said)
