"""Fields that take what the document says and nothing near it, and say in a sentence what they miss."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from claims.api.parsing import is_blank, unstorable
from claims.refusals import Invalid
from claims.services.reading.clocks import Stated, time_said

MISSING = {
    "required": "This is needed.",
    "null": "This cannot be null; leave it out if there is nothing to say.",
}


#: So many unknown fields of one object are named.
MOST_UNKNOWN = 20


class Strict(serializers.Serializer[Any]):
    """An object that has no other fields than those it declares."""

    default_error_messages = {"invalid": "Send a JSON object here.", **MISSING}  # noqa: RUF012  as the framework has it

    def to_internal_value(self, data: Any) -> Any:
        """The fields, read.

        Raises:
            ValidationError: naming every field that is unknown or amiss.
        """
        errors: dict[str, Any] = {}
        if isinstance(data, Mapping):
            known = ", ".join(name for name, field in self.fields.items() if not field.read_only)
            unknown = list(islice((str(name) for name in data if name not in self.fields), MOST_UNKNOWN))
            errors = {name: [f"There is no field “{name[:60]}” here; there are {known}."] for name in unknown}
        try:
            value = super().to_internal_value(data)
        except serializers.ValidationError as error:
            detail = error.detail
            raise serializers.ValidationError({**detail, **errors} if isinstance(detail, dict) else detail) from None
        if errors:
            raise serializers.ValidationError(errors)
        return value


class Text(serializers.CharField):
    """A text, kept as it is; not blank, and only so many characters long."""

    default_error_messages = {  # noqa: RUF012
        **MISSING,
        "invalid": "Send a text here.",
        "blank": "This may not be blank.",
        "max_length": "At most {max_length} characters fit here.",
    }

    def __init__(self, **options: Any) -> None:
        super().__init__(trim_whitespace=False, **options)

    def to_internal_value(self, data: Any) -> str:
        """The text."""
        if not isinstance(data, str):
            self.fail("invalid")
        if problem := unstorable(data):
            raise serializers.ValidationError(problem)
        if is_blank(data) and not self.allow_blank:
            self.fail("blank")
        return data


class OneOf(serializers.ChoiceField):
    """One of some words."""

    default_error_messages = {**MISSING, "invalid_choice": "“{input}” is none of {words}."}  # noqa: RUF012

    def __init__(self, choices: Any, **options: Any) -> None:
        super().__init__(choices, **options)
        *others, last = map(str, self.choices)
        self.error_messages["required"] = f"This is needed: {', '.join(others)} or {last}."

    def to_internal_value(self, data: Any) -> str:
        """The word."""
        if not isinstance(data, str) or data not in self.choices:
            self.fail("invalid_choice", input=str(data)[:40], words=", ".join(map(str, self.choices)))
        return data


class YesNo(serializers.BooleanField):
    """``true`` or ``false``, and nothing that looks like it."""

    default_error_messages = {**MISSING, "invalid": "Send true or false here."}  # noqa: RUF012

    def to_internal_value(self, data: Any) -> bool:
        """The answer."""
        if not isinstance(data, bool):
            self.fail("invalid", input=data)
        return data


@extend_schema_field({"type": "number", "minimum": 0, "maximum": 1})
class Share(serializers.Field[int, Any, float, Any]):
    """A confidence: 0 to 1 outside, thousandths inside."""

    default_error_messages = {  # noqa: RUF012
        **MISSING,
        "invalid": "Send a number between 0 and 1 here.",
        "range": "A confidence lies between 0 and 1, and {input} does not.",
    }

    def to_internal_value(self, data: Any) -> int:
        """In thousandths."""
        if isinstance(data, bool) or not isinstance(data, int | float):
            self.fail("invalid")
        if not 0 <= data <= 1:
            self.fail("range", input=f"{data:.12g}" if abs(data) < 1e12 else "this")
        return round(data * 1000)

    def to_representation(self, value: int) -> float:
        """As a share of one."""
        return value / 1000


@extend_schema_field(
    {
        "type": "string",
        "description": "RFC 3339 with its zone, or a day, a month or a year.",
        "examples": ["2026-05-16T09:00:00Z", "2026-05-16", "2026-05", "2026"],
    }
)
class Time(serializers.Field[Stated, Any, str, Any]):
    """A time as people and systems state it, at its precision."""

    default_error_messages = {**MISSING}  # noqa: RUF012

    def to_internal_value(self, data: Any) -> Stated:
        """The time.

        Raises:
            ValidationError: where it is none, or lacks its zone.
        """
        try:
            return time_said(data)
        except Invalid as bad:
            raise serializers.ValidationError(bad.sentence) from None

    def to_representation(self, value: Any) -> str:
        """As text; times that are answered are texts already."""
        return str(value)


class Instant(serializers.DateTimeField):
    """An instant, answered in UTC to the microsecond."""


class Id(serializers.UUIDField):
    """An opaque id."""

    default_error_messages = {**MISSING, "invalid": "This is not an id."}  # noqa: RUF012


class Many(serializers.ListField):
    """A list."""

    default_error_messages = {  # noqa: RUF012
        **MISSING,
        "not_a_list": "Send a list here.",
        "empty": "This list needs at least one item.",
        "max_length": "At most {max_length} items fit here.",
    }

    def to_internal_value(self, data: Any) -> list[Any]:
        """The list, read item by item only where it is not too long."""
        if isinstance(data, list) and self.max_length is not None and len(data) > self.max_length:
            self.fail("max_length", max_length=self.max_length)
        found: list[Any] = super().to_internal_value(data)
        return found


def read_into(shape: type[Strict], data: Any) -> dict[str, Any]:
    """What was sent, read into a shape.

    Raises:
        ValidationError: with every fault found.
    """
    serializer = shape(data=data)
    serializer.is_valid(raise_exception=True)
    found: dict[str, Any] = serializer.validated_data
    return found
