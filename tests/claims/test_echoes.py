"""Echoes: what traces back to a belief of this base adds nothing (engine.md §7)."""

from __future__ import annotations

from dataclasses import replace
from urllib.parse import quote
from uuid import uuid4

import pytest

from claims.models import Act, Tier
from claims.services.reading.claim_status import claim_view
from tests.cast import Teller, claim_of, project, scout

pytestmark = pytest.mark.django_db


@pytest.fixture
def teller() -> Teller:
    """Scout, who guesses that it is Go."""
    teller = project()
    teller.says("Go", tier=Tier.INFERRED)
    return teller


def addresses(base: object, claim: object) -> list[str]:
    """What leads back to a claim."""
    page, api = f"/bases/{base}/beliefs/{claim}/", f"/api/v1/bases/{base}/claims/{claim}/"
    written = [page, api, f"https://rectify.example{page}", f"https://rectify.example:8443{api}?known_at=2026#why"]
    written += [api.upper(), page.replace("/", "%2F"), api.replace("/", "%2f"), quote(quote(page, safe=""), safe="")]
    return [*written, page.removeprefix("/"), page.replace("/", "//"), f"see <{page}>", api.replace("bases", "%62ases")]


@pytest.mark.parametrize("place", range(12))
@pytest.mark.parametrize("where", ["uri", "origin"])
def test_whatever_leads_back_to_the_base_is_an_echo(teller: Teller, place: int, where: str) -> None:
    claim = claim_of(teller.says("Go", tier=Tier.INFERRED))
    teller.says("Go", tier=Tier.STATED, source={where: addresses(teller.base, claim)[place]})
    echo = Act.objects.filter(base_id=teller.base).order_by("-revision").first()
    assert echo is not None
    assert (echo.echo, echo.tier, echo.said_tier) == (True, Tier.INFERRED, Tier.STATED)


def test_another_base_or_path_is_no_echo(teller: Teller) -> None:
    for uri in (f"/bases/{uuid4()}/beliefs/{uuid4()}/", f"/bases/{teller.base}/revisions/", str(teller.base)):
        teller.says("Go", tier=Tier.STATED, source={"uri": uri})
    assert not Act.objects.filter(base_id=teller.base, echo=True).exists()


@pytest.mark.parametrize(("source", "status"), [("/bases/{}/beliefs/{}/", "rejected"), ("turn:{}/{}", "contested")])
def test_echoes_of_other_agents_do_not_make_a_contested_claim(source: str, status: str) -> None:
    teller = project()
    teller.says("Rust")
    claim = claim_of(teller.says("Go", tier=Tier.INFERRED))
    *_, told = [
        replace(teller, actor=actor).says("Go", tier=Tier.INFERRED, source={"uri": source.format(teller.base, claim)})
        for actor in (scout(), scout())
    ]
    now = told.recorded_at
    assert told.plan.told[0].outcome.value == status
    assert claim_view(teller.base, claim, now, now).status.value == status
