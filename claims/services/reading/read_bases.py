"""A base and how much it holds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any
from uuid import UUID

from claims.access import Opened
from claims.models import BeliefBase
from claims.queries.bases import counts
from claims.queries.rows import Row


def base_in_full(opened: Opened) -> Mapping[str, Any]:
    """A base that was opened to be read, with its counts."""
    return Row(asdict(opened) | {"counts": counts(opened.id)})


def base_made(*, base: UUID) -> BeliefBase:
    """A base as it was made."""
    return BeliefBase.objects.get(id=base)
