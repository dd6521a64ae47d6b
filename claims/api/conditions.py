"""Conditions on a request: the entity tag of a base is its head revision (RFC 9110, section 13)."""

from __future__ import annotations

import re

from rest_framework.request import Request
from rest_framework.response import Response

from claims.access import Opened
from claims.refusals import Moved
from claims.services.belief_base.operation import Terms
from claims.services.reading.aging import may_have_aged

_TAG = re.compile(r'(W/)?"([^"]*)"')


def tag_of(head: int) -> str:
    """The entity tag of a base at a revision."""
    return f'"{head}"'


class Unchanged(Exception):
    """The reader knows this revision already."""

    def __init__(self, tag: str) -> None:
        super().__init__(tag)
        self.answer = Response(status=304, headers={"ETag": tag})


def only_if_changed(request: Request, base: Opened, *, there: bool = False) -> None:
    """Go on only where the answer may differ from what the reader knows: the base has moved since, or time alone has
    changed what a read as of now shows. A reader who knows anything (`*`) must wait until it is ``there``.

    Raises:
        Unchanged: where it does not.
    """
    known = request.headers.get("If-None-Match")
    if request.method not in ("GET", "HEAD") or known is None or (known.strip() == "*" and not there):
        return
    if _names(known, base.head, weakly=True) and not may_have_aged(base, pinned="valid_at" in request.query_params):
        raise Unchanged(tag_of(base.head))


def only_if_same(request: Request, base: Opened) -> None:
    """Go on with an act only where the base is still at the revision that the writer has seen.

    Raises:
        Moved: where it is at another.
    """
    seen = request.headers.get("If-Match")
    if seen is not None and not _names(seen, base.head):
        weak = " A weak tag (W/…) never matches here." if "W/" in seen else ""
        raise Moved(
            f"The base is at revision {base.head}, not at the one you named; read it again before you write.{weak}"
        )


def terms_of(request: Request, base: Opened, *, preview: bool = False, digest: str | None = None) -> Terms:
    """Under which terms a write is asked for; that it named this revision was seen to by `only_if_same`."""
    named = request.headers.get("If-Match", "*").strip() != "*"
    return Terms(preview=preview, digest=digest, if_head=base.head if named else None)


def _names(header: str, head: int, *, weakly: bool = False) -> bool:
    """Whether a list of tags names this revision; a write needs a strong one (RFC 9110, section 8.8.3)."""
    if header.strip() == "*":
        return True
    return any(tag == str(head) and (weakly or not weak) for weak, tag in _TAG.findall(header))
