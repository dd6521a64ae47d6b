"""A base that concerns Alice, with something wrong in it, and the people who work on her requests."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from audit.requests.words import Kind, Outcome
from claims.access import visitor_signed_in
from claims.models import Membership, Role, User
from claims.services import clock
from claims.services.actor import Actor, actor_of
from claims.services.rights.read_requests import RequestView, request_view, view_of
from claims.services.rights.requests.close_request import certify_request, close_request
from claims.services.rights.requests.decide_request import Decision, decide_request
from claims.services.rights.requests.execute_request import carry_out_request, execute_request, notify_recipients
from claims.services.rights.requests.file_request import Asked, file_request
from claims.services.rights.requests.settle_identity import Method, verify_identity
from claims.services.rights.requests.taking import Gone
from claims.services.rights.requests.triage_request import review_request, triage_request
from claims.services.rights.requests.wish import Wish
from tests.cast import Teller, claim_of, instant, project

REFUSED: dict[str, Any] = {"outcome": Outcome.REFUSE, "ground": "16-accurate", "reasons": "The lease says so."}


def somebody(name: str, role: Role = Role.PERSON) -> User:
    return User.objects.create_user(f"{name}@rectify.example", "a long password", name=name.title(), role=role)


@dataclass
class Scene:
    """What is believed about Skylark, and who asks what about it."""

    teller: Teller = field(default_factory=project)
    day: str = "2026-05-18"
    claims: dict[str, UUID] = field(default_factory=dict)
    people: dict[str, User] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.claims["Express.js"] = claim_of(self.teller.says("Express.js", on="2026-03-03"))
        self.claims["Vercel"] = claim_of(self.teller.says("Vercel", predicate="deploys_on", on="2026-03-03"))
        roles = {"alice": Role.PERSON, "bob": Role.SUPPORT, "carol": Role.COMPLIANCE, "chris": Role.COMPLIANCE}
        self.people = {name: somebody(name, role) for name, role in roles.items()}
        Membership.objects.create(base_id=self.base, user_id=self.people["alice"].id)

    @property
    def base(self) -> UUID:
        return self.teller.base

    def actor(self, name: str) -> Actor:
        return actor_of(visitor_signed_in(self.people[name]), f"req-{name}")

    @contextmanager
    def on(self, day: str | None = None) -> Iterator[None]:
        with clock.fixed(instant(day or self.day)):
            yield

    def files(self, kind: Kind, *, by: str = "alice", on: str | None = None, terms: Any = None, **more: Any) -> Gone:
        with self.on(on):
            return file_request(
                base=self.base,
                actor=self.actor(by),
                asked=Asked(kind=kind, **more),
                by_subject=by == "alice",
                terms=terms,
            )

    def asks_for_rust(self, **more: Any) -> UUID:
        wish = Wish(how="instead", value="Rust")
        return self.files(Kind.RECTIFICATION, claims=[self.claims["Express.js"]], wish=wish, **more).request

    def does(self, act: Any, request: UUID, *, by: str = "carol", on: str | None = None, **more: Any) -> RequestView:
        with self.on(on):
            return view_of(act(base=self.base, actor=self.actor(by), request=request, **more))

    def sees(self, request: UUID, *, on: str | None = None) -> RequestView:
        with self.on(on):
            return request_view(base=self.base, request=request)

    def to_review(self, request: UUID, **more: Any) -> RequestView:
        """Up to where it is decided, from wherever it stands."""
        view = self.sees(request)
        if view.state == "acknowledged":
            self.does(verify_identity, request, method=Method.CALL_BACK, **more)
        if self.sees(request).state == "verified":
            self.does(triage_request, request, ground=view.ground or "17-1-a", **more)
        return self.does(review_request, request, **more)

    def decides(self, request: UUID, *, by: str = "carol", on: str | None = None, **decision: Any) -> RequestView:
        decided = Decision(**({"outcome": Outcome.ACCEPT} | decision))
        return self.does(decide_request, request, by=by, on=on, decision=decided)

    def finishes(self, request: UUID, **more: Any) -> RequestView:
        """From the decision to the end."""
        for act in (execute_request, carry_out_request):
            self.does(act, request, **more)
        self.does(notify_recipients, request, **more)
        self.does(certify_request, request, **more)
        return self.does(close_request, request, **more)
