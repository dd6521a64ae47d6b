"""What is right instead, as a person who asks for a correction says it: words, kept erasably with the request."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass

from claims.refusals import Invalid
from claims.services.reading.clocks import time_said

#: What can be wrong with a claim: it changed on a day, it was always something else, it ended, or was never true.
HOW = ("changed", "instead", "ended", "never")
_NEEDED = {"changed": ("value", "on"), "instead": ("value",), "ended": ("until",), "never": ()}
_SAY = {
    "value": "Say what is right.",
    "on": "Say when it changed; a month or a year is fine too.",
    "until": "Say until when it was true; a month or a year is fine too.",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """What is wrong, and what is right: ``value`` since it changed ``on`` a day, or always (``since`` a day, if known);
    or it was true ``until`` a day. Days are texts, as they were typed."""

    how: str
    value: str = ""
    on: str = ""
    since: str = ""
    until: str = ""

    def checked(self) -> Wish:
        """The wish, if it can be carried out as far as can be told now.

        Raises:
            Invalid: where something is missing, or a day is none.
        """
        if self.how not in HOW:
            raise Invalid.at("/correction/how", "Say what is wrong: changed, instead, ended or never.")
        for name in _NEEDED[self.how]:
            if not getattr(self, name).strip():
                raise Invalid.at(f"/correction/{name}", _SAY[name])
        for name in ("on", "since", "until"):
            if text := getattr(self, name):
                _check_day(name, text)
        return self

    def written(self) -> str:
        """As it is kept."""
        return json.dumps({name: each for name, each in asdict(self).items() if each}, ensure_ascii=False)


def _check_day(name: str, text: str) -> None:
    try:
        time_said(text)
    except Invalid as bad:
        raise Invalid.at(f"/correction/{name}", bad.sentence) from None


def wish_from(text: str) -> Wish | None:
    """A wish as it was kept, unless it has been erased."""
    return Wish(**json.loads(text)) if text else None
