"""How many requests a caller may send."""

from __future__ import annotations

from uuid import UUID

from claims.queries.manners import pace
from claims.refusals import TooMany
from claims.services import clock


def count_request(caller: UUID, *, per_second: int) -> None:
    """Count one request of a caller.

    Raises:
        TooMany: where it is one too many; then it is not counted.
    """
    if not pace.ask(caller, per_second, clock.standing()):
        raise TooMany(f"Up to {per_second} requests a second are answered here; wait a second and go on more slowly.")
