"""One claim as a page shows it: why, on what it rests and what rests on it, and its history on both clocks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from claims.engine.explain import Status
from claims.queries import beliefs, claims
from claims.queries.rows import Row
from claims.services.pages.evidence import Reason, reason_of
from claims.services.pages.history import Happening, Question, history
from claims.services.pages.overview import Line, line_of
from claims.services.pages.saying import Reader, Sayings
from claims.services.pages.timeline import Timeline, timeline
from claims.services.reading.claim_status import claim_row, claim_views, heard
from claims.services.reading.explain_claim import Evidence, explain_claim
from claims.services.reading.read_claims import ClaimView


@dataclass(frozen=True, slots=True, kw_only=True)
class BeliefPage:
    """Everything the page says, save what is around the claim (`neighbourhood`)."""

    view: ClaimView
    line: Line
    evidence: tuple[Reason, ...]
    happenings: tuple[Happening, ...]
    timeline: Timeline | None
    sentence: str

    @property
    def is_taken_back(self) -> bool:
        """Whether nothing is left of what was said of it."""
        return not self.view.evidence

    @property
    def has_ended(self) -> bool:
        """Whether it was true for a time, and was said to be no longer."""
        return _has_ended(self.view)


def belief_page(*, reader: Reader, claim: UUID, valid_at: datetime, known_at: datetime) -> BeliefPage:
    """A claim with its reasons and its history.

    Raises:
        NotFound: where the base has no such claim, or had not heard of it then.
    """
    base = reader.base
    row = claim_row(base, claim)
    view = heard(claim_views(base, [row.id], valid_at, known_at, reader.you)[0], known_at)
    answers = _answers(base, row)
    question = Question(row.question_id, [each.id for each in answers])
    return BeliefPage(
        view=view,
        line=line_of(view, valid_at),
        evidence=_evidence(view, valid_at, known_at, reader),
        happenings=history(question, reader, known_at),
        timeline=_timeline(base, answers, known_at),
        sentence=_sentence(view, reader),
    )


def _has_ended(view: ClaimView) -> bool:
    return view.status is Status.RETRACTED and bool(view.rows)


def _sentence(view: ClaimView, reader: Reader) -> str:
    """What it says: as of a time that is over where it ended, and never so where nothing is left of it."""
    if view.evidence and not _has_ended(view):
        return view.statement
    return Sayings(reader, [view.id]).say(view.id, past=bool(view.evidence))


def _evidence(view: ClaimView, valid_at: datetime, known_at: datetime, reader: Reader) -> tuple[Reason, ...]:
    explained = explain_claim(base=view.base, claim=view.id, valid_at=valid_at, known_at=known_at)
    told: dict[object, list[Evidence]] = {}
    for each in explained.nodes[0].evidence:
        row = each.row
        told.setdefault((row.voice, row.agent, row.tier, row.uri, row.excerpt, each.because), []).append(each)
    return tuple(
        reason_of([each.row for each in same], view.object, reader, set_aside="" if same[0].counts else same[0].because)
        for same in told.values()
    )


def _answers(base: UUID, row: Row) -> list[Row]:
    """The claims that answer the same question, this one first."""
    others = claims.by_ids(base, [each.id for each in claims.answers(base, row.question_id)])
    return sorted((each for each in others if each.redirect_id is None), key=lambda each: each.id != row.id)


def _timeline(base: UUID, answers: Sequence[Row], now: datetime) -> Timeline | None:
    objects = {each.id: f"not {each.object}" if each.negated else each.object for each in answers}
    rows = [each for each in beliefs.rows_of(base, list(objects)) if each.recorded.lower <= now]
    return timeline(rows, objects, now)
