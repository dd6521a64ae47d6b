"""What went wrong, as `application/problem+json` (RFC 9457). ``type`` is /problems/ and a name that stays."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import structlog
from django.db import OperationalError
from django.http import Http404, HttpRequest, JsonResponse
from django.views.decorators.csrf import csrf_exempt
from psycopg import errors
from psycopg_pool import PoolTimeout
from rest_framework import exceptions
from rest_framework.request import Request
from rest_framework.response import Response

from claims.api.callers import NOT_SIGNED_IN
from claims.api.conditions import Unchanged
from claims.api.parsing import MOST_FAULTS, escaped
from claims.api.shapes.outcomes import body_of
from claims.refusals import Fault, Forbidden, InProgress, Invalid, Moved, NotFound, Refusal, Stale, TooMany
from claims.services.belief_base.operation import StalePlan
from claims.services.manners.once import Erased
from claims.services.reading.results import Results, results_of
from claims.services.rights.requests.taking import StaleStep

CONTENT_TYPE = "application/problem+json"

#: By status: the name in ``type``, and the title.
KINDS: dict[int, tuple[str, str]] = {
    400: ("not-json", "This could not be read"),
    401: ("no-key", "Who are you?"),
    403: ("forbidden", "This is not allowed"),
    404: ("not-found", "There is no such thing here"),
    405: ("method-not-allowed", "This cannot be done here"),
    408: ("too-slow", "This took too long to arrive"),
    409: ("stale-plan", "The plan has changed"),
    412: ("moved", "The base has moved on"),
    413: ("too-large", "This is too large"),
    422: ("invalid", "This cannot be carried out"),
    429: ("too-many", "This is too fast"),
    500: ("failed", "Something failed on our side"),
    503: ("busy", "There is too much to do"),
}
STATUS: dict[type[Refusal], int] = {
    Invalid: 422, NotFound: 404, Forbidden: 403, Stale: 409, Moved: 412, InProgress: 409, Erased: 409, TooMany: 429,
}  # fmt: skip
#: What else a 409 can be.
OWN_KINDS: dict[type[Refusal], dict[str, str]] = {
    InProgress: {"type": "/problems/in-progress", "title": "This is being carried out"},
    Erased: {"type": "/problems/erased", "title": "The answer is gone"},
}

BUSY = "Others are at work on the same, and it would have taken too long; nothing was changed. Try again in a second."

#: How a view tells what an act came to.
Tell = Callable[[Results, Request], dict[str, Any]]

logger = structlog.get_logger(__name__)


def problem(status: int, detail: str, errors: Sequence[Fault] = (), **more: Any) -> dict[str, Any]:
    """The body of a problem."""
    name, title = KINDS.get(status, ("other", "This could not be done"))
    told = [{"pointer": each.pointer, "message": each.message} for each in at_most(MOST_FAULTS, errors)]
    return {"type": f"/problems/{name}", "title": title, "status": status, "detail": detail, "errors": told, **more}


def at_most(most: int, faults: Sequence[Fault]) -> Sequence[Fault]:
    """The first of some faults, and how many more there are."""
    more = len(faults) - most
    if more <= 0:
        return faults
    return [*faults[:most], Fault("", f"There {'is' if more == 1 else 'are'} {more:,} more; mend these first.")]


def problem_of(refusal: Refusal, request: Request, told: Tell = body_of) -> dict[str, Any]:
    """A refusal as a problem; a stale plan brings the one that would be carried out now, and its digest."""
    status = next(status for kind, status in STATUS.items() if isinstance(refusal, kind))
    more: dict[str, Any] = dict(OWN_KINDS.get(type(refusal), {}))
    if isinstance(refusal, StalePlan):
        more = {"digest": refusal.done.digest, "plan": told(results_of(refusal.done), request)}
    if isinstance(refusal, StaleStep):
        more = {"digest": refusal.digest}
    return problem(status, refusal.sentence, refusal.faults, **more)


def answer_problem(error: Exception, context: Mapping[str, Any]) -> Response:
    """Whatever a view raised, as a problem. A failure of ours is logged by type and place, and tells nothing."""
    match error:
        case Unchanged():
            return error.answer
        case Refusal():
            body = problem_of(error, context["request"], getattr(context["view"], "told", body_of))
        case exceptions.ValidationError():
            body = _invalid(error)
        case exceptions.NotAuthenticated():
            body = problem(401, NOT_SIGNED_IN)
        case exceptions.MethodNotAllowed():
            allowed = [each for each in context["view"].allowed_methods if each in ("GET", "POST")]
            body = problem(405, f"This path takes {' and '.join(allowed)}, and not {context['request'].method}.")
        case exceptions.APIException():
            body = problem(error.status_code, str(error.detail))
        case Http404():
            body = problem(404, "There is nothing at this path.")
        case OperationalError() if is_busy(error):
            body = problem(503, BUSY)
        case _:
            logger.error("request_failed", exc_info=error)
            body = problem(500, "Nothing was changed. The request id of this answer finds the failure in our log.")
    return Response(body, status=body["status"], headers=_headers(error), content_type=CONTENT_TYPE)


def is_busy(error: Exception) -> bool:
    """Whether the database had no time for us: others held what was asked for, or it would have taken too long."""
    return isinstance(
        error.__cause__, errors.LockNotAvailable | errors.QueryCanceled | errors.DeadlockDetected | PoolTimeout
    )


def _headers(error: Exception) -> dict[str, str]:
    wait = 1 if is_busy(error) else getattr(error, "wait", None)
    told = {"WWW-Authenticate": getattr(error, "auth_header", None), "Retry-After": wait}
    return {name: str(value) for name, value in told.items() if value}


def plain_problem(status: int, detail: str) -> JsonResponse:
    """A problem from outside the views of the API."""
    return JsonResponse(problem(status, detail), status=status, content_type=CONTENT_TYPE)


@csrf_exempt
def unknown_path(request: HttpRequest) -> JsonResponse:
    """Whatever else is asked for under /api/."""
    hint = "" if request.path.endswith("/") else " Paths end with a slash."
    return plain_problem(404, f"There is nothing at this path.{hint}")


def _invalid(error: exceptions.ValidationError) -> dict[str, Any]:
    faults = faults_in(error.detail)
    return problem(422, faults[0].message if faults else "This cannot be carried out.", faults)


def faults_in(detail: Any, pointer: str = "") -> list[Fault]:
    """What a serializer found, as JSON pointers and sentences."""
    return list(_faults(detail, pointer))


def _faults(detail: Any, pointer: str) -> Iterator[Fault]:
    match detail:
        case str():
            yield Fault(pointer, str(detail))
        case Mapping():
            for key, each in detail.items():
                inner = pointer if key == "non_field_errors" else f"{pointer}/{escaped(str(key))}"
                yield from _faults(each, inner)
        case Iterable():
            for place, each in enumerate(detail):
                yield from _faults(each, pointer if isinstance(each, str) else f"{pointer}/{place}")
