"""Which law a request falls under, and its days there."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import lru_cache
from typing import Any

import holidays
from django.conf import settings

from audit.requests.clocks import Clocks, Pause, clocks, day_of
from audit.requests.regimes import Regime, Unit, in_force
from audit.requests.words import Act, State
from claims.queries.rights import requests
from claims.queries.rows import Row
from claims.refusals import Invalid


@dataclass(frozen=True, slots=True, kw_only=True)
class Law:
    """A law as it stood when a request was received, and whose days and holidays count."""

    regime: Regime
    country: str
    zone: str

    def day(self, instant: datetime) -> date:
        """The day that an instant lies in."""
        return day_of(instant, self.zone)

    def days(self, since: datetime, *, today: date, pauses: Sequence[Pause] = (), extended: bool = False) -> Clocks:
        """The days of a request that counts from ``since``."""
        return clocks(
            self.regime,
            self.day(since),
            today=today,
            holidays=holidays_of(self.country),
            pauses=pauses,
            extended=extended,
        )

    def article(self, kind: str) -> str:
        """Where the law gives this right."""
        return self.regime.articles.get(kind, self.regime.name)

    def ground(self, kind: str, code: str) -> str:
        """A ground in words."""
        return self.regime.grounds.get(kind, {}).get(code, code)


def law_at(instant: datetime, code: str = "") -> Law:
    """The law of this name, or else of this installation, as it stands at an instant.

    Raises:
        Invalid: where there is none of this name, or not yet.
    """
    name = code or settings.LAW
    regime = in_force(_regimes(), name, day_of(instant, settings.LAW_ZONE))
    if regime is None:
        known = ", ".join(sorted({each.code for each in _regimes()}))
        raise Invalid.at("/law", f"There is no law “{name[:40]}” for that day; there are {known}.")
    return Law(regime=regime, country=regime.country or settings.LAW_COUNTRY, zone=settings.LAW_ZONE)


def laws(instant: datetime) -> list[Regime]:
    """Every law as it stands at an instant."""
    every, day = _regimes(), day_of(instant, settings.LAW_ZONE)
    found = (in_force(every, code, day) for code in dict.fromkeys(each.code for each in every))
    return [each for each in found if each is not None]


def law_of(row: Row) -> Law:
    """The law under which a request was received, whatever has changed since."""
    regime = next(each for each in _regimes() if (each.code, each.from_day) == (row.regime, row.regime_from))
    return Law(regime=regime, country=row.country, zone=row.zone)


def pauses_in(law: Law, steps: Sequence[Row]) -> list[Pause]:
    """The days on which a request waited for proof of identity."""
    found: list[Pause] = []
    for step in steps:
        day = law.day(step.at)
        if found and found[-1].end is None:
            found[-1] = Pause(found[-1].start, day)
        if step.state == State.IDENTITY_PENDING:
            found.append(Pause(day))
    return found


def clocks_of(law: Law, row: Row, steps: Sequence[Row], now: datetime) -> Clocks:
    """The days of a request as it stands."""
    extended = any(step.act == Act.EXTEND for step in steps)
    return law.days(row.clock_from, today=law.day(now), pauses=pauses_in(law, steps), extended=extended)


def holidays_of(country: str) -> Container[date]:
    """The public holidays of a country, or of a part of one, as ``DE`` or ``US-CA``; of none, where none is named: then
    a period ends early rather than late."""
    return _holidays(country) if country else frozenset()


@lru_cache(maxsize=16)
def _holidays(country: str) -> Container[date]:
    name, _, part = country.partition("-")
    return holidays.country_holidays(name, subdiv=part or None)


def _regimes() -> list[Regime]:
    return [_regime(row) for row in requests.regimes()]


def _regime(row: Row) -> Regime:
    terms: Mapping[str, Any] = row.terms
    return Regime(**{**terms, "unit": Unit(terms["unit"]), "code": row.code, "from_day": row.from_day})
