"""How many requests a second are answered: by key, by person signed in, and by address for whoever is neither."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.conf import settings
from django.utils.crypto import salted_hmac
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from claims.access import Visitor
from claims.refusals import TooMany
from claims.services.manners.limit import count_request


class PerCaller(BaseThrottle):
    """Counts every request under who sends it."""

    def allow_request(self, request: Request, view: Any) -> bool:
        """Yes.

        Raises:
            TooMany: with its sentence, in place of no.
        """
        if isinstance(request.user, Visitor):
            count_request(request.user.id, per_second=settings.RATE_LIMIT)
        else:
            count_request(address_of(request), per_second=settings.RATE_LIMIT_UNKNOWN)
        return True


def count_stranger(request: Request) -> TooMany | None:
    """Count whoever was not let in, by address, so that keys cannot be tried at will; the refusal, if there is one."""
    try:
        count_request(address_of(request), per_second=settings.RATE_LIMIT_UNKNOWN)
    except TooMany as refused:
        return refused
    return None


def address_of(request: Request) -> UUID:
    """Stands for the address that a request comes from; the address itself is not kept."""
    address = BaseThrottle().get_ident(request)
    return UUID(bytes=salted_hmac("claims.api.throttles", str(address)).digest()[:16])
