"""A request for a copy is carried out by making it; names of other people are covered where that is ticked."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from audit.requests.words import Kind
from claims.models import Entity, Membership, PersonCopy, Tier
from claims.refusals import Invalid
from claims.services.belief_base.operation import Terms
from claims.services.rights.copies import files
from claims.services.rights.copies.make_copy import make_copy
from claims.services.rights.copies.read_copies import copy_for_request
from claims.services.rights.copies.stop_copy import stop_copy
from claims.services.rights.copies.third_persons import COVERED, Cover, proposed
from claims.services.rights.erase.erase_claims import Ground, Wish, erase_claims
from claims.services.rights.requests.close_request import certify_request, close_request
from claims.services.rights.requests.execute_request import carry_out_request, execute_request, notify_recipients
from claims.services.rights.steps import take_named
from tests.cast import claim_of
from tests.claims.copies.cast import Copied, Owner
from tests.claims.requests.cast import REFUSED, Scene

pytestmark = pytest.mark.django_db


@pytest.fixture
def scene() -> Scene:
    return Scene()


def decided(scene: Scene, kind: Kind = Kind.ACCESS, **decision: Any) -> UUID:
    request = scene.files(kind).request
    scene.to_review(request)
    scene.decides(request, **decision)
    scene.does(execute_request, request)
    return request


def copy_of(scene: Scene, request: UUID) -> PersonCopy:
    view = copy_for_request(base=scene.base, request=request)
    assert view is not None
    found: PersonCopy = PersonCopy.objects.get(base_id=scene.base, id=view.id)
    return found


def made(scene: Scene, request: UUID) -> Copied:
    copy = copy_of(scene, request).id
    assert make_copy(base=scene.base, copy=copy)
    return Copied(files.folder_of(scene.base, copy), copy)


@pytest.mark.parametrize("kind", [Kind.ACCESS, Kind.PORTABILITY])
def test_it_is_certified_once_the_copy_is_ready_and_tells_its_sum(scene: Scene, kind: Kind) -> None:
    request = decided(scene, kind)
    carried = scene.does(carry_out_request, request).steps[-1].evidence
    row = copy_of(scene, request)
    assert (carried["copy"], row.kind, row.user_id) == (str(row.id), kind.value, scene.people["alice"].id)
    scene.does(notify_recipients, request)
    with pytest.raises(Invalid, match="The copy is not ready yet"):
        scene.does(certify_request, request)
    made(scene, request)
    view = scene.does(certify_request, request)
    row.refresh_from_db()
    evidence = view.steps[-1].evidence["copy"]
    assert (evidence["id"], evidence["sha256"], evidence["counts"]) == (str(row.id), row.sha256, row.counts)
    assert "2 statements copied" in view.steps[-1].letter_text
    assert row.sha256 in view.steps[-1].letter_text
    assert scene.does(close_request, request).state == "closed"


def test_what_was_looked_at_is_what_is_done_and_looking_makes_no_copy(scene: Scene) -> None:
    request = decided(scene)
    act: dict[str, Any] = {
        "base": scene.base,
        "actor": scene.actor("carol"),
        "request": request,
        "step": "carry_out",
        "said": {},
    }
    with scene.on():
        looked = take_named(**act, terms=Terms(preview=True))
        assert not PersonCopy.objects.exists()
        take_named(**act, terms=Terms(digest=looked.digest))
    assert PersonCopy.objects.count() == 1


def test_a_refused_request_is_given_no_copy(scene: Scene) -> None:
    request = decided(scene, **REFUSED | {"ground": "15-4"})
    scene.does(carry_out_request, request)
    assert not PersonCopy.objects.exists()
    scene.does(notify_recipients, request)
    assert scene.does(certify_request, request).state == "certified"


def test_one_without_an_account_is_given_no_copy_that_nobody_could_take(scene: Scene) -> None:
    Membership.objects.all().delete()
    request = scene.files(Kind.ACCESS, by="bob").request
    scene.to_review(request)
    scene.decides(request)
    scene.does(execute_request, request)
    with pytest.raises(Invalid, match="Only a person with an account"):
        scene.does(carry_out_request, request)


def test_where_the_person_stops_it_the_request_can_end(scene: Scene) -> None:
    request = decided(scene)
    scene.does(carry_out_request, request)
    stop_copy(base=scene.base, actor=scene.actor("alice"), copy=copy_of(scene, request).id)
    scene.does(notify_recipients, request)
    view = scene.does(certify_request, request)
    assert "stopped before it was ready, by the person" in view.steps[-1].letter_text


def test_a_copy_that_an_erasure_removed_is_made_anew_for_the_request(
    scene: Scene, folder: Path, django_capture_on_commit_callbacks: Any
) -> None:
    request = decided(scene)
    scene.does(carry_out_request, request)
    first = made(scene, request)
    scene.does(notify_recipients, request)
    wish = Wish(claims=[scene.claims["Vercel"]], ground=Ground.CONSENT_WITHDRAWN)
    with django_capture_on_commit_callbacks(execute=True), scene.on():
        erase_claims(base=scene.base, actor=scene.actor("alice"), wish=wish)
    assert not first.folder.exists()
    with pytest.raises(Invalid, match="not ready yet"):
        scene.does(certify_request, request)
    assert not made(scene, request).holds("Vercel")
    assert scene.does(certify_request, request).state == "certified"


# --- Other people -----------------------------------------------------------------------------------------------------


def named(scene: Scene) -> dict[str, UUID]:
    return {name: each for each, name in proposed(scene.base)}


def test_other_subjects_and_what_has_a_name_are_proposed(scene: Scene) -> None:
    teller = scene.teller
    teller.says("Lund", subject="Erik Holm", predicate="lives_in", tier=Tier.DOCUMENTED)
    teller.says("Maja Berg", subject="me", predicate="has_friend", tier=Tier.INFERRED)
    assert {"Erik Holm", "Maja Berg"} <= named(scene).keys()
    assert "me" not in named(scene)
    assert "Vercel" not in named(scene)


def test_ticked_names_are_covered_in_what_others_said_in_every_format_and_counted(scene: Scene) -> None:
    teller = scene.teller
    quote = {"excerpt": "We met ERIK HOLM and his dog.", "reason": "Erik  Holm told me."}
    teller.says("Lund", subject="Erik Holm", predicate="lives_in", tier=Tier.DOCUMENTED, source=quote)
    teller.says("Erik Holm", subject="me", predicate="has_friend", tier=Tier.INFERRED)
    teller.says("Erik Holm's dog", subject="me", predicate="wants")
    request = decided(scene)
    scene.does(carry_out_request, request, cover=[named(scene)["Erik Holm"]])
    copied = made(scene, request)
    found = {each["predicate"]: each for each in copied.data["claims"]}
    assert found["lives_in"]["subject"] == COVERED
    assert found["lives_in"]["said"][0]["quote"] == f"We met {COVERED} and his dog."
    assert found["has_friend"]["object"] == COVERED
    assert found["wants"]["object"] == "Erik Holm's dog"
    for text in copied.words():
        assert COVERED in text or "Holm" not in text
        assert "ERIK HOLM" not in text
        assert text.count("Erik Holm") == text.count("Erik Holm&#x27;s dog") + text.count("Erik Holm's dog")
    number = copied.data["counts"]["covered"]
    assert number == str(copied.data["claims"]).count(COVERED) > 4
    assert f"covered {number} times" in copied.page
    scene.does(notify_recipients, request)
    assert f"covered {number} times" in scene.does(certify_request, request).steps[-1].letter_text


def test_nothing_is_covered_where_nothing_is_ticked(scene: Scene) -> None:
    scene.teller.says("Lund", subject="Erik Holm", predicate="lives_in", tier=Tier.DOCUMENTED)
    request = decided(scene)
    scene.does(carry_out_request, request)
    copied = made(scene, request)
    assert copied.holds("Erik Holm")
    assert not copied.holds(COVERED)
    assert copied.data["counts"]["covered"] == 0


def test_only_what_is_here_can_be_covered_and_only_in_a_copy(scene: Scene) -> None:
    request = decided(scene)
    with pytest.raises(Invalid, match="neither a subject nor a statement"):
        scene.does(carry_out_request, request, cover=[UUID(int=7)])
    other = scene.asks_for_rust()
    scene.to_review(other)
    scene.decides(other)
    scene.does(execute_request, other)
    with pytest.raises(Invalid, match="Only in a copy"):
        scene.does(carry_out_request, other, cover=[Entity.objects.latest("id").id])


@pytest.mark.parametrize(
    ("text", "covered"),
    [
        ("Bo lives in Boden.", f"{COVERED} lives in Boden."),
        ("Ask bo, or BO.", f"Ask {COVERED}, or {COVERED}."),
        ("Bo Berg and Bo", f"{COVERED} and {COVERED}"),
        ("Nobody", "Nobody"),
    ],
)
def test_a_name_is_covered_where_it_stands_as_a_word_the_longest_first(text: str, covered: str) -> None:
    assert Cover(["Bo", "Bo Berg", " "]).over(text) == covered


def test_no_name_no_cover() -> None:
    assert Cover([]).over("Bo") == "Bo"


def test_a_claim_can_be_ticked_by_what_it_names(scene: Scene) -> None:
    friend = claim_of(scene.teller.says("Maja Berg", subject="me", predicate="has_friend", tier=Tier.INFERRED))
    alice = Owner(scene.base, scene.people["alice"])
    assert not alice.has_made(cover=(friend,)).holds("Maja Berg")
