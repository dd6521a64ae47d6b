"""What is erased is gone from everywhere, and what was held otherwise stays as it was (GDPR Art. 17)."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import pytest
from django.db import IntegrityError, connection, transaction

from audit.requests.words import Kind
from claims.models import Claim, Forgotten, Tier
from claims.queries.rights import sweep as tables
from claims.refusals import Invalid
from claims.services.belief_base.operation import Terms
from claims.services.belief_base.proposals import Origin
from claims.services.reading.claim_status import claim_view
from claims.services.replay_base import differences
from claims.services.restrict_claim import restrict_claim
from claims.services.rights.erase.erase_claims import Erasing, Ground, Wish, erase_claims
from claims.services.undo_revision import undo_revision
from tests.cast import Teller, alice, claim_of, instant, project, rests_on
from tests.claims.requests.cast import Scene

pytestmark = pytest.mark.django_db


@pytest.fixture
def teller() -> Teller:
    return project()


def forget(teller: Teller, *claims: UUID, preview: bool = False, **more: Any) -> Erasing:
    wish = Wish(claims=claims, ground=Ground.CONSENT_WITHDRAWN, **more)
    return erase_claims(base=teller.base, actor=alice(), wish=wish, terms=Terms(preview=preview))


def found(teller: Teller, *words: str) -> dict[str, int]:
    return {
        f"{table.table}.{column}": number
        for table in tables.columns()
        for column, number in tables.standing(teller.base, table, list(words)).items()
    }


def held(teller: Teller, predicate: str = "uses_framework") -> list[str]:
    return teller.holds("2999-01-01", "2999-01-01", predicate)


CANARY = {
    "excerpt": "canary-quote", "uri": "mailto:canary-uri", "origin": "mailto:canary-origin",
    "reason": "canary-reason", "method": "canary-method",
}  # fmt: skip


def test_after_an_erasure_its_words_stand_nowhere(teller: Teller) -> None:
    done = teller.says(
        "canary-object", subject="canary-subject", source=CANARY, name="canary-name", kind_raw="canary-kind"
    )
    assert {each.split(".")[0] for each in found(teller, "canary")} >= {"claim", "source", "act", "entity"}
    erasing = forget(teller, claim_of(done))
    assert found(teller, "canary") == {}
    assert erasing.receipt.swept is not None
    assert erasing.receipt.swept.still == {}
    assert erasing.receipt.swept.words > 3


def test_the_look_afterwards_tells_of_words_that_were_left(teller: Teller) -> None:
    done = teller.says("canary-object", source={"excerpt": "as she said: canary-object"})
    teller.says("live", predicate="status", source={"excerpt": "it is live; canary-object too"})
    swept = forget(teller, claim_of(done)).receipt.swept
    assert swept is not None
    assert swept.still == {"source.excerpt": 1}


def test_what_it_had_superseded_stays_down_unless_that_is_asked_for(teller: Teller) -> None:
    teller.says("Express.js", on="2026-01-01")
    go = claim_of(teller.says("Go", on="2026-02-01"))
    looked = forget(teller, go, restores=True, preview=True)
    assert len(looked.done.plan.restored) == 1
    forget(teller, go)
    assert held(teller) == []
    assert differences(teller.base) == []


def test_what_rests_on_it_is_flagged_and_named_as_guessed_from_it(teller: Teller) -> None:
    go = claim_of(teller.says("Go"))
    fly = claim_of(teller.says("Fly.io", predicate="deploys_on", justifications=rests_on(go)))
    erasing = forget(teller, go)
    assert (erasing.done.plan.flagged, erasing.receipt.guessed) == ((fly,), (fly,))
    assert differences(teller.base) == []


def test_what_was_guessed_from_it_goes_along_where_it_is_ticked(teller: Teller) -> None:
    go = claim_of(teller.says("Go"))
    fly = claim_of(teller.says("Fly.io", predicate="deploys_on", justifications=rests_on(go)))
    erasing = forget(teller, go, fly)
    assert (erasing.receipt.guessed, held(teller, "deploys_on")) == ((), [])
    assert differences(teller.base) == []


def test_of_a_question_with_nothing_left_not_even_its_periods_stay(teller: Teller) -> None:
    go, rust = (claim_of(teller.says(each, on=f"2026-0{month}-01")) for month, each in enumerate(("Go", "Rust"), 1))
    forget(teller, go)
    assert rows_left(teller) == {"belief": 3, "edge": 1}
    forget(teller, rust)
    assert rows_left(teller) == {"belief": 0, "edge": 0}
    assert differences(teller.base) == []


def rows_left(teller: Teller) -> dict[str, int]:
    with connection.cursor() as cursor:
        counts = {}
        for table in ("belief", "edge"):
            cursor.execute(f"SELECT count(*) FROM {table} WHERE base_id = %s", [teller.base])
            counts[table] = cursor.fetchone()[0]
    return counts


def test_a_tombstone_says_that_it_was_erased_whatever_time_is_asked_about(teller: Teller) -> None:
    go = claim_of(teller.says("Go", on="2026-01-01"))
    teller.says("Rust", on="2026-02-01")
    forget(teller, go)
    for at in (instant("2026-01-02"), instant("2999-01-01")):
        view = claim_view(teller.base, go, at, instant("2999-01-01"))
        assert (view.status, view.statement, view.object, view.evidence) == ("erased", "This was erased.", "", ())


def test_nothing_is_done_with_a_tombstone(teller: Teller) -> None:
    teller.says("Express.js")
    go = claim_of(teller.says("Go"))
    number = forget(teller, go).done.revision or 0
    for act in (
        lambda: forget(teller, go),
        lambda: restrict_claim(base=teller.base, actor=alice(), claim=go),
    ):
        with pytest.raises(Invalid, match="This claim was erased for good"):
            act()
    source = Origin(kind=Tier.VERIFIED)
    for revision, sentence in ((number, "an erasure is not undone"), (2, "speaks of a claim that was erased since")):
        with pytest.raises(Invalid, match=sentence):
            undo_revision(base=teller.base, actor=alice(), number=revision, source=source)


def test_what_was_there_before_does_not_bring_it_back(teller: Teller) -> None:
    readme = {"uri": "README.md"}
    old: dict[str, Any] = {"tier": Tier.DOCUMENTED, "source": readme, "observed_at": "2026-01-01"}
    forget(teller, claim_of(teller.says("Go", **old)))
    tries: tuple[dict[str, Any], ...] = (
        old,
        {"tier": Tier.INFERRED},
        {"tier": Tier.STATED, "observed_at": "2026-01-01"},
    )
    for more in tries:
        with pytest.raises(Invalid, match="forgotten at the wish of the person"):
            teller.says("Go", **more)
    assert Forgotten.objects.filter(lifted_at=None).count() == 1
    teller.says("Rust", **old)
    assert held(teller) == ["Rust"]


def test_the_person_says_it_anew_and_it_is_known_again(teller: Teller) -> None:
    forget(teller, claim_of(teller.says("Go")))
    teller.says("Go")
    assert held(teller) == ["Go"]
    assert Forgotten.objects.values_list("said_anew", flat=True).get() is True


def test_old_words_bring_it_back_where_the_person_lets_them(teller: Teller) -> None:
    forget(teller, claim_of(teller.says("Go")), learn_again=True)
    teller.says("Go", tier=Tier.DOCUMENTED, observed_at="2026-01-01")
    assert held(teller) == ["Go"]


def test_the_database_lets_no_word_of_a_claim_change_otherwise(teller: Teller) -> None:
    go = claim_of(teller.says("Go"))
    for statement in (
        "UPDATE claim SET object = 'Rust' WHERE id = %s",
        "UPDATE act SET kind_raw = '' WHERE claim_id = %s",
        "UPDATE source SET excerpt = '' WHERE id IN (SELECT source_id FROM act WHERE claim_id = %s)",
        "DELETE FROM belief WHERE claim_id = %s",
        "DELETE FROM act WHERE claim_id = %s",
        "UPDATE revision SET digest = '' WHERE number = 1 AND base_id = (SELECT base_id FROM claim WHERE id = %s)",
    ):
        with pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement, [go])
    forget(teller, go)
    with pytest.raises(IntegrityError), transaction.atomic():
        Claim.objects.filter(id=go).update(erased=None)


def test_of_requests_that_are_over_no_word_of_it_stays() -> None:
    scene = Scene()
    express = scene.claims["Express.js"]
    request = scene.asks_for_rust(words="It never was Express.js, ask Bob.")
    other = scene.files(Kind.ACCESS, words="What of Express.js do you keep?").request
    scene.to_review(request)
    scene.decides(request)
    scene.finishes(request)
    with scene.on():
        receipt = erase_claims(
            base=scene.base, actor=alice(), wish=Wish(claims=[express], ground=Ground.CONSENT_WITHDRAWN)
        ).receipt
    assert (scene.sees(request).ask, scene.sees(other).ask) == ("", "What of Express.js do you keep?")
    assert receipt.swept is not None
    assert receipt.swept.still["audit_request_text.text"] == 1  # of the one that is open still


def test_an_erasure_that_was_asked_for_leaves_not_even_the_words_that_asked_for_it() -> None:
    scene = Scene()
    request = scene.files(
        Kind.ERASURE, ground="17-1-b", words="Forget Vercel.", claims=[scene.claims["Vercel"]]
    ).request
    scene.to_review(request)
    scene.decides(request)
    assert scene.sees(request).ask == "Forget Vercel."
    view = scene.finishes(request)
    assert (view.state, view.ask) == ("closed", "")
    assert view.steps[-2].letter_text
