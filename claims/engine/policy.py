"""What follows when a reason is lost (engine.md §6)."""

from __future__ import annotations

from enum import StrEnum


class Policy(StrEnum):
    """What follows when a reason is lost: ``flag`` asks a person, ``cascade`` relabels (Doyle 1979)."""

    FLAG = "flag"
    CASCADE = "cascade"
