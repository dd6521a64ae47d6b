"""Why an act is refused: data and one sentence fit for a user. Nothing was stored."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong with what was sent: where, as a JSON pointer, and a sentence."""

    pointer: str
    message: str


class Refusal(Exception):
    """An act was refused. ``faults`` say where, if it is about what was sent."""

    def __init__(self, sentence: str, faults: Sequence[Fault] = ()) -> None:
        self.sentence = sentence
        self.faults = tuple(faults)
        super().__init__(sentence)


class Invalid(Refusal):
    """What was sent cannot be carried out; the sentence says what would be right."""

    @classmethod
    def at(cls, pointer: str, sentence: str) -> Invalid:
        return cls(sentence, (Fault(pointer, sentence),))


class NotFound(Refusal):
    """There is no such thing, or not for you."""


class Forbidden(Refusal):
    """Your key or your role does not allow it."""


class Stale(Refusal):
    """The plan that was previewed is no longer what would happen."""


class Moved(Refusal):
    """The base has moved on since the revision that the writer named."""


class InProgress(Refusal):
    """The same is being carried out at this moment. ``wait`` is in seconds."""

    wait = 1


class TooMany(Refusal):
    """Too many requests in too short a time. ``wait`` is in seconds; a step of the rate is never longer."""

    wait = 1


class NotSignedIn(Refusal):
    """There is no key and nobody signed in, or the key opens nothing."""
