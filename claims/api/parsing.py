"""Bodies: JSON in UTF-8, of a size, and with no text that cannot be stored."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import IO, Any

from rest_framework.exceptions import APIException, ParseError
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

from claims.refusals import Fault, Invalid

#: In bytes.
LARGEST = 10 * 1024 * 1024
#: Lists and objects within one another; what is taken here needs five.
DEEPEST = 50
TOO_DEEP = f"The body is nested too deeply; {DEEPEST} levels fit."
#: So many faults are named; of more it is only told how many there are.
MOST_FAULTS = 100


#: Letters and symbols without a shape.
_FILLERS = "\u115f\u1160\u2800\u3164\uffa0"


class TooLarge(APIException):
    """The body is longer than we read."""

    status_code = 413
    default_detail = "The body is larger than 10 MB; send it in parts."


class Json(BaseParser):
    """Reads any body as JSON, whatever type it says it has: what is not JSON is told so."""

    media_type = "*/*"

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        """The value in the body.

        Raises:
            ParseError: where it is not JSON.
            TooLarge: over `LARGEST`.
            Invalid: where a text holds what PostgreSQL and UTF-8 cannot: NUL, half a surrogate pair; or where it is
                nested too deeply.
        """
        body = _read(stream, parser_context)
        try:
            value = json.loads(body.decode("utf-8"), parse_constant=_no_constant)
        except ValueError:
            raise ParseError("The body is not JSON in UTF-8.") from None
        except RecursionError:
            raise Invalid.at("", TOO_DEEP) from None
        if faults := [Fault(pointer, problem) for pointer, problem in islice(_unstorable(value), MOST_FAULTS)]:
            raise Invalid(faults[0].message, faults)
        return value


def refuse_nothing(request: Request) -> None:
    """No body is no JSON: an act is carried out where somebody said so, if only with ``{}``.

    Raises:
        ParseError: where the body is empty.
    """
    if not request.META.get("CONTENT_LENGTH", "").strip("0"):
        raise ParseError("The body is empty; send a JSON object, if only {}.")


def refuse_chunks(request: Request) -> None:
    """A body without a length would be taken for none, and an act that was to be previewed would be carried out.

    Raises:
        ParseError: where the body comes in chunks.
    """
    if request.META.get("HTTP_TRANSFER_ENCODING"):
        raise ParseError("The body came in chunks, which are not read here; send it with its Content-Length.")


def _read(stream: IO[Any], context: Mapping[str, Any] | None) -> bytes:
    length = context["request"].META.get("CONTENT_LENGTH") if context else None
    if length and length.isdigit() and int(length) > LARGEST:
        raise TooLarge
    body: bytes = stream.read(LARGEST + 1)
    if len(body) > LARGEST:
        raise TooLarge
    return body


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is no JSON")


def _unstorable(value: Any, pointer: str = "", depth: int = 0) -> Iterator[tuple[str, str]]:
    """Every text in a value that cannot be stored, with the reason. Keys count at the object they are in."""
    match value:
        case dict() | list() if depth == DEEPEST:
            yield "", TOO_DEEP
        case str():
            if problem := unstorable(value):
                yield pointer, problem
        case dict():
            for key, each in value.items():
                if problem := unstorable(key):
                    yield pointer, problem
                else:
                    yield from _unstorable(each, f"{pointer}/{escaped(key)}", depth + 1)
        case list():
            for place, each in enumerate(value):
                yield from _unstorable(each, f"{pointer}/{place}", depth + 1)


def unstorable(text: str) -> str | None:
    """Why a text cannot be stored, if so."""
    if "\0" in text:
        return "A text may not hold the character NUL (U+0000); leave it out."
    if any("\ud800" <= each <= "\udfff" for each in text):
        return "A text may not hold half a surrogate pair (U+D800 to U+DFFF); send the whole character."
    return None


def is_blank(text: str) -> bool:
    """Whether there is nothing in a text to be seen: white space, controls, joiners, fillers."""
    return all(unicodedata.category(each)[0] in "CZ" or each in _FILLERS for each in text)


def escaped(key: str) -> str:
    """A key as a part of a JSON pointer (RFC 6901)."""
    return key.replace("~", "~0").replace("/", "~1")


class JsonAlways(BaseContentNegotiation):
    """Answers in JSON, whatever was asked for: there is nothing else to choose from."""

    def select_parser(self, request: Request, parsers: Iterable[BaseParser]) -> BaseParser:
        """The first."""
        return next(iter(parsers))

    def select_renderer(
        self, request: Request, renderers: Iterable[BaseRenderer], format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        """The first."""
        first = next(iter(renderers))
        return first, first.media_type or "application/json"
