"""A copy while it is being made: of which base, for whom, as known when; and who did what, as its reader is told."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from uuid import UUID

from claims.models import PersonCopy
from claims.queries.rights import contents
from claims.queries.rows import Row
from claims.services.pages.acting.taken_back import TakenBack
from claims.services.pages.saying import Reader, reader_of
from claims.services.rights.copies.third_persons import Cover, cover_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """One base, read for one person at one instant. ``topics`` are the headings of predicates."""

    base: UUID
    user: UUID
    head: int
    known_at: datetime
    reader: Reader
    taken: TakenBack
    cover: Cover
    topics: dict[str, str]
    given_only: bool
    only: tuple[UUID, ...]

    def who(self, row: Row) -> str:
        """Who did something; staff are never named to the person."""
        if row.agent:
            return str(row.agent)
        if row.actor_id == self.user:
            return "you"
        return "a person of the service" if row.actor_id and row.actor_id.int else "this service"

    def is_own(self, row: Row) -> bool:
        """Whether the person said or did it."""
        return row.agent is None and row.actor_id == self.user

    def covering(self, *, own: bool) -> Callable[[str], str]:
        """How words are put in: those of the person as they are, those of others without the names to be covered."""
        return str if own else self.cover.over


def reading_of(job: Row, head: int) -> Reading:
    """Begin to read for a copy."""
    return Reading(
        base=job.base_id,
        user=job.user_id,
        head=head,
        known_at=job.known_at,
        reader=reader_of(job.base_id, is_subject=True, actor=job.user_id),
        taken=TakenBack(job.base_id, job.known_at),
        cover=cover_of(job.base_id, job.cover),
        topics={row.predicate: row.title for row in contents.categories(job.base_id) if row.predicate},
        given_only=job.kind == PersonCopy.Kind.PORTABILITY,
        only=tuple(job.claims),
    )


def moment(at: datetime | None) -> str | None:
    """An instant as it is written down."""
    return None if at is None else at.astimezone(UTC).isoformat().replace("+00:00", "Z")
