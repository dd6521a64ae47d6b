"""Acts upon a claim or a revision, as they are sent."""

from __future__ import annotations

from claims.api.shapes.proposals import JustificationSaid, Name, Planned, SourceSaid
from claims.api.shapes.strict import Many, OneOf, Text, Time
from claims.services.disputes.close_review import OF_PREDICATES, VERDICTS
from claims.services.rights.complete_claim import LONGEST


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


class OfPerson(Planned):
    """What a person signed in does to a claim."""

    reason = Text(required=False, allow_null=True, max_length=4000)


class CompletionSaid(OfPerson):
    """A statement that goes with a claim from now on: what it leaves out."""

    statement = Text(max_length=LONGEST)


class NogoodSaid(Act):
    """Claims that cannot stand together, by id or name."""

    members = Many(child=Text(max_length=200), max_length=100)


class ResolutionSaid(Act):
    """Which claims of a contradiction stay, by id or name; the others go, over the time that all of them share."""

    keep = Many(child=Text(max_length=200), max_length=100)


class VerdictSaid(Act):
    """A verdict. `keep` names the claims that stay of a contradiction of more than two; `synonym_of` the predicate that
    an unknown one means."""

    verdict = OneOf(choices=[*(word for words in VERDICTS.values() for word in words), *OF_PREDICATES])
    keep = Many(child=Text(max_length=200), required=False, max_length=100)
    synonym_of = Name(required=False, allow_null=True, max_length=100, predicate=True)


class UndoSaid(Act):
    """Take a revision back as if it had not been."""
