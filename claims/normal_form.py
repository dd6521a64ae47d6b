"""The forms in which names, predicates and values are compared (engine.md §3)."""

from __future__ import annotations

import re
import unicodedata
from datetime import datetime
from decimal import Context, Decimal, InvalidOperation
from hashlib import sha256

_YES = {"true", "yes", "y", "1", "on"}
_NO = {"false", "no", "n", "0", "off"}
_NUMBER = re.compile(r"([+-]?)(\d{1,3}(?:[,' ]\d{3})+|\d+)(\.\d+)?(?: ?([^\d\s].*))?")
_DATES = ("%Y-%m-%d", "%d %B %Y", "%d %b %Y", "%B %d, %Y", "%b %d, %Y", "%d.%m.%Y")


def key_of(text: str) -> str:
    """NFKC, case-folded, white space collapsed: two wordings with one key are the same name or value."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def predicate_key(text: str) -> str:
    """The key of a predicate's name: as `key_of`, with spaces and hyphens as underscores."""
    return key_of(text).replace(" ", "_").replace("-", "_")


def value_key(text: str, value_type: str) -> str:
    """The key of an object of a type; what cannot be read as that type is compared as text."""
    key = key_of(text)
    match value_type:
        case "number":
            return _number_key(key)
        case "date":
            return _date_key(text, key)
        case "boolean":
            return "true" if key in _YES else "false" if key in _NO else key
        case _:
            return key


def _number_key(key: str) -> str:
    found = _NUMBER.fullmatch(key)
    if not found:
        return key
    sign, whole, fraction, unit = found.groups()
    try:
        number = Decimal(sign + re.sub(r"[,' ]", "", whole) + (fraction or ""))
    except InvalidOperation:
        return key
    exact = Context(prec=len(key) + 1)
    plain = f"{number.normalize(exact) if number else Decimal(0):f}"
    return f"{plain} {unit}" if unit else plain


def _date_key(text: str, key: str) -> str:
    for form in _DATES:
        try:
            return datetime.strptime(" ".join(text.split()), form).date().isoformat()  # noqa: DTZ007  a bare date
        except ValueError:
            continue
    return key


def fingerprint(key: str) -> bytes:
    """A fixed-length stand-in for a key in an index; never shown, and erased with the row."""
    return sha256(key.encode()).digest()
