"""What may be asked for in a query string."""

from __future__ import annotations

import base64
import binascii
import json
import re
from typing import Any

from rest_framework import serializers
from rest_framework.request import Request

from claims.api.shapes.proposals import TIERS
from claims.api.shapes.reviews import REVIEW_KINDS
from claims.api.shapes.strict import MISSING, Id, OneOf, Share, Strict, Text, Time

LIMIT = "A page holds between 1 and 1,000."


_WHOLE = re.compile(r"-?[0-9]+")
_DECIMAL = re.compile(r"-?([0-9]+\.?[0-9]*|\.[0-9]+)")


class Number(serializers.IntegerField):
    """A whole number in a query string."""

    default_error_messages = {  # noqa: RUF012
        **MISSING,
        "invalid": "Send a whole number here.",
        "max_string_length": "Send a whole number here.",
    }

    def to_internal_value(self, data: Any) -> int:
        """The number, in digits alone."""
        if not _WHOLE.fullmatch(data):
            self.fail("invalid")
        return super().to_internal_value(data)


class Words(Text):
    """Text in a query string; an empty one asks for nothing."""

    def __init__(self, **options: Any) -> None:
        super().__init__(allow_blank=True, **options)


class ShareAsked(Share):
    """A confidence in a query string."""

    def to_internal_value(self, data: Any) -> int:
        """In thousandths."""
        if not _DECIMAL.fullmatch(data):
            self.fail("invalid")
        return super().to_internal_value(float(data))


class YesNoAsked(serializers.BooleanField):
    """``true`` or ``false`` in a query string."""

    default_error_messages = {**MISSING, "invalid": "Write true or false here."}  # noqa: RUF012


class Cursor(Text):
    """Where the page before ended, as its ``next`` had it."""

    default_error_messages = {"cursor": "This cursor is none of ours; follow “next” as it was given."}  # noqa: RUF012

    def to_internal_value(self, data: Any) -> Any:
        """The place."""
        try:
            return json.loads(base64.urlsafe_b64decode(super().to_internal_value(data).encode()))
        except (ValueError, RecursionError, binascii.Error):
            self.fail("cursor")


def cursor_of(place: Any) -> str:
    """A place as a cursor."""
    return base64.urlsafe_b64encode(json.dumps(place).encode()).decode()


class NothingAsked(Strict):
    """Nothing may be asked for."""


class AsOf(Strict):
    """Both clocks: true when, as known when; now if absent. A day, month or year means its first instant as `valid_at`;
    as `known_at` its last, or now where it is not over: what was known by the close of that day."""

    valid_at = Time(required=False)
    known_at = Time(required=False)


class PageAsked(Strict):
    """A page of a list."""

    limit = Number(
        required=False, default=100, min_value=1, max_value=1000,
        error_messages={"min_value": LIMIT, "max_value": LIMIT},
    )  # fmt: skip
    cursor = Cursor(required=False)


class BeliefsAsked(AsOf, PageAsked):
    """Which beliefs."""

    subject = Words(required=False, max_length=400)
    predicate = Words(required=False, max_length=100)
    object = Words(required=False, max_length=4000)
    q = Words(required=False, max_length=400, help_text="Looked for in subject, predicate and object.")
    min_confidence = ShareAsked(required=False, default=0)
    tier = OneOf(choices=list(TIERS), required=False, help_text="Its strongest kept assertion is that or higher.")


class QuestionAsked(AsOf):
    """Which question."""

    subject = Words(max_length=400)
    predicate = Words(max_length=100)


class PairAsked(AsOf):
    """Which two claims."""

    a = Id()
    b = Id()


class EntitiesAsked(PageAsked):
    """Which subjects."""

    q = Words(required=False, max_length=400, help_text="Looked for in every name.")


class ReviewsAsked(PageAsked):
    """Which review items."""

    kind = OneOf(choices=REVIEW_KINDS, required=False)
    open = YesNoAsked(required=False, allow_null=True, default=None)


class NogoodsAsked(PageAsked):
    """Which contradictions."""

    open = YesNoAsked(required=False, allow_null=True, default=None)


def asked(shape: type[Strict], request: Request) -> dict[str, Any]:
    """What the query string asks for.

    Raises:
        ValidationError: where it asks for what is not there.
    """
    serializer = shape(data=request.query_params.dict())
    serializer.is_valid(raise_exception=True)
    found: dict[str, Any] = serializer.validated_data
    return found
