"""Acts upon a claim or a revision, as they are sent."""

from __future__ import annotations

from claims.api.shapes.proposals import JustificationSaid, Planned, SourceSaid
from claims.api.shapes.strict import Many, OneOf, Text, Time


class Act(Planned):
    """An act with its source; absent, that is whoever acts, at the highest tier they may say, now."""

    source = SourceSaid(required=False, allow_null=True)  # type: ignore[assignment]  # a field by this name
    reason = Text(required=False, allow_null=True, max_length=4000)


class ContractionSaid(Act):
    """Take a claim back: it `ended` (from `ended_at` on; absent, when it was observed to have), or was `never_true`."""

    reading = OneOf(choices=("ended", "never_true"))
    ended_at = Time(required=False, allow_null=True)


class JustificationsSaid(Act):
    """Add reasons, replace every one, or lift some; lifting none in particular lifts all."""

    mode = OneOf(choices=("add", "replace", "lift"))
    justifications = Many(child=JustificationSaid(), required=False, max_length=1000)


class UndoSaid(Act):
    """Take a revision back as if it had not been."""
