"""Days as people type them, read by the one parser of the API."""

from __future__ import annotations

import re
from typing import Any

from django import forms

from claims.refusals import Invalid
from claims.services.reading.clocks import Stated, time_said
from claims.services.words import MONTHS

_NUMBERS = re.compile(r"(?:(\d{1,2})[./ ]+)?(\d{1,2})[./ ]+(\d{4})", re.ASCII)
_WORDS = re.compile(r"(?:(\d{1,2})(?:st|nd|rd|th|\.)? +)?([^\W\d]{3,9})\.?,? +(\d{4})")
_HOW = "write a day, a month or a year, like 15 May 2026, 2026-05-15, May 2026 or 2026"


class DayField(forms.Field):
    """A day, a month or a year: as the API takes them, or day first as people write them."""

    def __init__(self, *, needed: bool = False, **more: Any) -> None:
        self.needed = needed
        super().__init__(**more)

    def to_python(self, value: object) -> Stated | None:
        """The time at its precision; ``None`` where nothing was typed.

        Raises:
            ValidationError: where it is none.
        """
        text = str(value or "").strip()
        if not text:
            return None
        try:
            return time_said(iso(text))
        except Invalid:
            raise forms.ValidationError(f"“{text[:40]}” is no day that we can read; {_HOW}.") from None


def iso(text: str) -> str:
    """Day, month and year in the order and the form that the parser takes."""
    if numbers := _NUMBERS.fullmatch(text):
        day, month, year = numbers.groups()
        return _joined(day, int(month), year)
    if words := _WORDS.fullmatch(text):
        day, name, year = words.groups()
        month = next((place for place, each in enumerate(MONTHS, 1) if each.lower().startswith(name.lower())), 0)
        return _joined(day, month, year)
    return text


def _joined(day: str | None, month: int, year: str) -> str:
    return f"{year}-{month:02}-{int(day):02}" if day else f"{year}-{month:02}"
