"""Who calls: an agent by its key, or a person by the session they signed in to."""

from __future__ import annotations

from django.http import HttpResponse
from rest_framework.authentication import BaseAuthentication, CSRFCheck
from rest_framework.exceptions import AuthenticationFailed, PermissionDenied
from rest_framework.request import Request

from claims.access import Visitor, visitor_signed_in
from claims.models import User
from claims.refusals import NotSignedIn
from claims.services.actor import Actor, actor_of
from claims.services.administration.use_key import use_key

NOT_SIGNED_IN = "Send a key as “Authorization: Bearer rk_…”, or sign in."


class BearerKey(BaseAuthentication):
    """``Authorization: Bearer rk_…``."""

    def authenticate(self, request: Request) -> tuple[Visitor, None] | None:
        """The agent, where a key was sent; what else the header may hold is for others."""
        scheme, _, text = request.headers.get("Authorization", "").partition(" ")
        if scheme.lower() != "bearer":
            return None
        try:
            return use_key(text.strip()), None
        except NotSignedIn as refused:
            raise AuthenticationFailed(refused.sentence) from None

    def authenticate_header(self, request: Request) -> str:
        """What a 401 asks for."""
        return 'Bearer realm="rectify"'


class SignedIn(BaseAuthentication):
    """The session of a person who signed in on the pages; what changes anything needs the CSRF token too."""

    def authenticate(self, request: Request) -> tuple[Visitor, None] | None:
        """The person, where somebody signed in."""
        user = getattr(request._request, "user", None)
        if not isinstance(user, User) or not user.is_active:
            return None
        check = CSRFCheck(_nothing)
        check.process_request(request)
        if check.process_view(request, _nothing, (), {}):
            raise PermissionDenied("The CSRF token is missing or wrong; send it as X-CSRFToken.")
        return visitor_signed_in(user), None


def _nothing(*_: object) -> HttpResponse:
    return HttpResponse()


def visitor_of(request: Request) -> Visitor:
    """Whoever was let in."""
    visitor = request.user
    if not isinstance(visitor, Visitor):
        raise AuthenticationFailed(NOT_SIGNED_IN)
    return visitor


def actor_behind(request: Request) -> Actor:
    """Whoever was let in, as an actor whose acts carry the id of this request."""
    return actor_of(visitor_of(request), getattr(request._request, "request_id", ""))
