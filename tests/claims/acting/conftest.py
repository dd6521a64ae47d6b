"""A project of Alice's with Express.js, Vercel that rests on it, then Go; and whoever signs in to act on it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import pytest
from django.test import Client

from claims.models import Membership, Revision, Role, User
from tests.cast import Teller, claim_of, project, rests_on


@dataclass(frozen=True)
class Matter:
    """A base with a history, and the claims in it."""

    teller: Teller
    express: UUID
    vercel: UUID
    go: UUID

    def url(self, rest: str = "") -> str:
        return f"/bases/{self.teller.base}/{rest}"

    def claim_url(self, claim: UUID, rest: str = "") -> str:
        return self.url(f"beliefs/{claim}/{rest}")

    @property
    def revisions(self) -> int:
        return Revision.objects.filter(base_id=self.teller.base).count()


@pytest.fixture
def matter(db: None) -> Matter:
    teller = project()
    express = claim_of(teller.says("Express.js", on="2026-03-03", valid_from="2026-03-01"))
    vercel = claim_of(teller.says("Vercel", predicate="deploys_on", on="2026-03-04", justifications=rests_on(express)))
    go = claim_of(teller.says("Go", on="2026-05-16", valid_from="2026-05-15"))
    return Matter(teller, express, vercel, go)


@pytest.fixture
def signed_in(matter: Matter) -> Callable[[str], Client]:
    def sign_in(name: str) -> Client:
        role = {"bob": Role.SUPPORT, "carol": Role.COMPLIANCE}.get(name, Role.PERSON)
        user = User.objects.create_user(f"{name}@example.org", name=name.title(), role=role)
        if name == "alice":
            Membership.objects.create(base_id=matter.teller.base, user_id=user.id)
        client = Client()
        client.force_login(user)
        return client

    return sign_in


def shown(response: Any) -> dict[str, Any]:
    """The hidden fields that bind a confirmation to the preview of a page."""
    preview = response.context["preview"]  # as the test client keeps it
    assert preview is not None
    return {"digest": preview.digest, "seen": str(preview.since)}
