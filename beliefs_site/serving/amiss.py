"""Requests that are amiss in themselves, and those that the database has no time for, answered before they fail."""

from __future__ import annotations

from collections.abc import Callable

from django.core.exceptions import DisallowedHost, TooManyFieldsSent
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string

from claims.api.problems import BUSY, is_busy, plain_problem


class Amiss:
    """Refuses a request for a host that is not ours, for a path that nothing can have, or with countless parameters;
    drops cookies that cannot be."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer what is amiss, and pass on the rest."""
        try:
            request.get_host(), request.GET
        except TooManyFieldsSent:
            many = "The address has more than 1,000 parameters; leave out those that are not needed."
            return refusal(request, 400, many)
        except DisallowedHost:
            return refusal(request, 400, "This site does not go by the name in the Host header.")
        if not request.path.isprintable():
            return refusal(request, 404, "There is nothing at this path.")
        # A cookie may spell, in quotes, characters that the database takes for nothing.
        request.COOKIES = {name: value for name, value in request.COOKIES.items() if value.isprintable()}
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """A page for which there is no time."""
        if not (isinstance(error, OperationalError) and is_busy(error)):
            return None
        response = refusal(request, 503, BUSY)
        response["Retry-After"] = "1"
        return response


def refusal(request: HttpRequest, status: int, sentence: str) -> HttpResponse:
    """A problem below /api/, else the page that says so; nothing of the request is needed for it."""
    if request.path.startswith("/api/"):
        return plain_problem(status, sentence)
    return HttpResponse(render_to_string(f"{status}.html"), status=status)
