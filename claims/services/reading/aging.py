"""Whether time alone may have changed what a base shows, at one and the same revision."""

from __future__ import annotations

from claims.access import Opened
from claims.queries.beliefs import turned_between
from claims.queries.vocabulary import changed_since
from claims.services import clock


def may_have_aged(base: Opened, *, pinned: bool) -> bool:
    """Whether an answer made at this revision may be another now: a valid time that was said has begun or ended since,
    or the vocabulary, which gives claims their words, has changed. ``pinned`` says that the read names its valid time.

    A revision is not older than its base, whatever recorded time a history was brought in with.
    """
    since = max(base.head_at or base.created_at, base.created_at)
    if changed_since(since):
        return True
    return not pinned and turned_between(base.id, since, clock.now())
