"""Conditions on a request: the entity tag of a base is its head revision (RFC 9110, section 13)."""

from __future__ import annotations

import re

from rest_framework.request import Request

from claims.access import Opened
from claims.refusals import Moved
from claims.services.belief_base.operation import Terms

_TAG = re.compile(r'(?:W/)?"([^"]*)"')


def tag_of(head: int) -> str:
    """The entity tag of a base at a revision."""
    return f'"{head}"'


class Unchanged(Exception):
    """The reader knows this revision already."""

    def __init__(self, tag: str) -> None:
        self.tag = tag
        super().__init__(tag)


def only_if_changed(request: Request, base: Opened) -> None:
    """Go on only where the base has moved since the revision that the reader knows.

    Raises:
        Unchanged: where it has not.
    """
    if request.method in ("GET", "HEAD") and _names(request.headers.get("If-None-Match"), base.head):
        raise Unchanged(tag_of(base.head))


def terms_of(request: Request, base: Opened, *, preview: bool = False, digest: str | None = None) -> Terms:
    """Under which terms a write is asked for.

    Raises:
        Moved: where the base is at another revision than the writer has seen.
    """
    asked = request.headers.get("If-Match")
    if asked is None or asked.strip() == "*":
        return Terms(preview=preview, digest=digest)
    if not _names(asked, base.head):
        raise Moved(f"The base is at revision {base.head}, not at the one you named; read it again before you write.")
    return Terms(preview=preview, digest=digest, if_head=base.head)


def _names(header: str | None, head: int) -> bool:
    if header is None:
        return False
    return header.strip() == "*" or str(head) in _TAG.findall(header)
