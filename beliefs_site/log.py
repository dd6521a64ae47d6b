"""Logs that say what happened, not what is believed: no query strings, no bodies, no words of a belief."""

import logging.config
import re
import sys
import traceback
from collections.abc import MutableMapping
from typing import Any
from uuid import uuid4

import structlog
from django.http import HttpRequest, HttpResponse
from django_structlog.middlewares import RequestMiddleware
from structlog.typing import Processor, WrappedLogger

# Keys that could carry a secret or words about a person; whoever logs them by mistake logs a mark instead.
WITHHELD = frozenset(
    [
        "args",
        "authorization",
        "body",
        "content",
        "cookie",
        "data",
        "email",
        "excerpt",
        "headers",
        "key_material",
        "kwargs",
        "name",
        "object",
        "params",
        "password",
        "payload",
        "phrase",
        "query",
        "secret",
        "sentence",
        "statement",
        "subject",
        "text",
        "token",
        "turn",
        "value",
    ]
)


def withhold(_: WrappedLogger, __: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Replaces the value of every key that must not be logged."""
    return {key: "[withheld]" if key in WITHHELD else value for key, value in event.items()}


def tell_exception(_: WrappedLogger, __: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Tells an exception by type and place. Its message and locals stay out: both may quote a belief."""
    failure = event.pop("exc_info", None)
    error = sys.exc_info()[1] if failure is True else failure[1] if isinstance(failure, tuple) else failure
    if isinstance(error, BaseException):
        frames = traceback.extract_tb(error.__traceback__)
        event["exception"] = type(error).__qualname__
        event["at"] = [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames]
    return event


REQUEST_ID = "X-Request-ID"
_REQUEST_ID = re.compile(r"[\w.:-]{8,64}", re.ASCII)


class RequestLog(RequestMiddleware):
    """Gives each request an id and logs its start and end: method, path, status, never the query string.

    An id that the caller sent is kept, if it looks like one. It stands as ``request.request_id`` for what is logged
    and stored, and on the response.
    """

    def prepare(self, request: HttpRequest) -> None:
        """Settle the id before anything is logged."""
        if not _REQUEST_ID.fullmatch(request.headers.get(REQUEST_ID, "")):
            request.META["HTTP_X_REQUEST_ID"] = str(uuid4())
            vars(request).pop("headers", None)  # read once already, and kept
        vars(request)["request_id"] = request.META["HTTP_X_REQUEST_ID"]
        super().prepare(request)

    def handle_response(self, request: HttpRequest, response: HttpResponse) -> None:
        """Send the id back."""
        response[REQUEST_ID] = request.META["HTTP_X_REQUEST_ID"]
        super().handle_response(request, response)

    @staticmethod
    def format_request(request: HttpRequest) -> str:
        return f"{request.method} {request.path}"


PROCESSORS: list[Processor] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    tell_exception,
    withhold,
]


def logging_config(level: str) -> dict[str, Any]:
    """Python's logging set up so that records of the standard library and of structlog come out alike."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "json": {
                "()": structlog.stdlib.ProcessorFormatter,
                "foreign_pre_chain": PROCESSORS,
                "processors": [
                    structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                    structlog.processors.JSONRenderer(),
                ],
            },
        },
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "json"}},
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            # Django has set up a handler of its own, which writes plain lines.
            "django": {"handlers": [], "level": "INFO"},
            # A failed request is told once, by RequestLog; Django's own record would repeat the address.
            "django.request": {"level": "CRITICAL"},
            "django.server": {"level": "CRITICAL"},
            "procrastinate": {"level": "WARNING"},
        },
    }


def configure(config: dict[str, Any]) -> None:
    """Sets up both kinds of logger."""
    logging.config.dictConfig(config)
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *PROCESSORS,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )
