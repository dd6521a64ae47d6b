"""What the address of a page asks for: the two clocks, words, a filter, a page."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

from django import forms
from django.http import HttpRequest

from claims.services import clock


class FinderForm(forms.Form):
    """The finder. Both dates mean the whole day: what was believed at its end, what was true at its end."""

    q = forms.CharField(label="Search what is believed", required=False, max_length=200)
    known_at = forms.DateField(label="Show what they believed on", required=False)
    valid_at = forms.DateField(label="As true for", required=False)
    kind = forms.CharField(required=False, max_length=20)
    page = forms.IntegerField(required=False, min_value=1, max_value=10_000)


@dataclass(frozen=True, slots=True)
class Asking:
    """What was asked for, made whole; ``known_on`` and ``valid_on`` are the days that were chosen, if any."""

    text: str
    kind: str
    page: int
    known_at: datetime
    valid_at: datetime
    known_on: date | None
    valid_on: date | None
    today: date

    @property
    def is_plain(self) -> bool:
        """Whether nothing in particular was asked for."""
        return not (self.text or self.kind or self.known_on or self.valid_on or self.page > 1)

    @property
    def finder(self) -> dict[str, object]:
        return {"q": self.text, "known_at": self.known_on, "valid_at": self.valid_on, "today": self.today}


def asking(request: HttpRequest) -> Asking:
    """Read the address; what cannot be read counts as not asked for. Nothing is known yet of the days to come."""
    form = FinderForm(request.GET)
    form.is_valid()
    asked = form.cleaned_data
    now = clock.now()
    known_on, valid_on = asked.get("known_at"), asked.get("valid_at")
    return Asking(
        text=asked.get("q", ""),
        kind=asked.get("kind", ""),
        page=asked.get("page") or 1,
        known_at=min(_end_of(known_on), now) if known_on else now,
        valid_at=_end_of(valid_on) if valid_on else (min(_end_of(known_on), now) if known_on else now),
        known_on=known_on,
        valid_on=valid_on,
        today=now.date(),
    )


def _end_of(day: date) -> datetime:
    return datetime.combine(day, time.min, UTC) + timedelta(days=1, microseconds=-1) if day < date.max else clock.now()
