"""Assert claims: one, or a batch as one revision."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from claims.engine.acts import Assertion, Kind
from claims.engine.acts import Tier as EngineTier
from claims.engine.strength import DEFAULT_CONFIDENCE
from claims.engine.time.dates import BadTime, Precision, Stated, period_between
from claims.engine.time.periods import BEGINNING, Period
from claims.refusals import Invalid
from claims.services.actor import Actor
from claims.services.belief_base.desk import Desk
from claims.services.belief_base.fast_path import Plainly
from claims.services.belief_base.incoming.echoes import heard_before
from claims.services.belief_base.incoming.waiting import hold_back
from claims.services.belief_base.naming import Named, check_names, name_claims
from claims.services.belief_base.operation import Done, Drawn, Terms, claim_questions, operate
from claims.services.belief_base.proposals import Proposal
from claims.services.belief_base.references import References, reasons_called, references, refuse_circles


def assert_claims(
    *,
    base: UUID,
    actor: Actor,
    proposals: Sequence[Proposal],
    terms: Terms | None = None,
    operation: str = "assert",
) -> Done:
    """Assert claims in order, as one revision; items may name each other by ``ref``.

    Raises:
        Forbidden: where a source's kind is above the actor's ceiling.
        Invalid: where a proposal cannot stand: its times, its references, a reason that leads back to itself.
        NotFound, Moved, StalePlan: as `operate`.
    """

    def build(desk: Desk) -> Drawn:
        return draw_assertions(desk, name_claims(desk, proposals))

    return operate(base=base, actor=actor, operation=operation, build=build, terms=terms)


def draw_assertions(desk: Desk, named: Sequence[Named]) -> Drawn:
    """The assertions of some proposals, in order, for an operation that may draw up more.

    Raises:
        Forbidden, Invalid: as `assert_claims`.
    """
    check_names(desk, named)
    called = references(desk, named, _called([each.proposal for each in named]))
    drawn = [_assertion(desk, place, each, called) for place, each in enumerate(named)]
    acts = hold_back(desk, heard_before(desk, drawn, named))
    refuse_circles(desk, acts)
    return Drawn(
        acts,
        claim_questions(acts),
        known=Plainly(
            plain=frozenset(each.claim.question for each in named if each.plain),
            rising=frozenset(each.claim.question for each in named if each.rising),
            heard=frozenset(each.claim.id for each in named if not each.claim_is_new),
        ),
        claims_made=frozenset(each.claim.id for each in named if each.claim_is_new),
    )


def _called(proposals: Sequence[Proposal]) -> list[str]:
    called: list[str] = []
    for each in proposals:
        called += [*each.supports, *([each.corrects] if each.corrects else [])]
        for reason in each.justifications:
            called += [*reason.all_of, *reason.none_of]
    return called


def _assertion(desk: Desk, ordinal: int, named: Named, called: References) -> Assertion:
    proposal = named.proposal
    head = desk.head_of(ordinal, desk.checked(proposal.source, f"{proposal.pointer}/source"))
    reasons = reasons_called(proposal.justifications, named.claim, called, proposal.pointer)
    kind = Kind(proposal.kind) if proposal.kind else (Kind.DERIVED if reasons else Kind.OBSERVATION)
    confidence = proposal.confidence
    act = Assertion(
        **head,
        claim=named.claim,
        valid=_valid(desk, proposal, head["observed_at"]),
        confidence=DEFAULT_CONFIDENCE[EngineTier(proposal.source.kind)] if confidence is None else confidence,
        kind=kind,
        correction=proposal.correction or proposal.corrects is not None,
        corrects=_corrected(named, called),
        justifications=reasons,
        origin=proposal.source.origin if desk.vouches_for(proposal.source.origin) else desk.actor.voice,
        supports=tuple(called.find(each, f"{proposal.pointer}/supports").id for each in proposal.supports),
    )
    desk.draft.act_columns[act.id] |= {
        "kind_raw": proposal.kind_raw,
        **_precisions(desk, proposal, act.valid),
    }
    return act


def _valid(desk: Desk, proposal: Proposal, observed_at: Any) -> Period:
    start = proposal.valid_from
    if start is None and not proposal.open_start:
        start = Stated(observed_at, observed_at, Precision.INSTANT)
    try:
        return period_between(start, proposal.valid_to)
    except BadTime as bad:
        raise Invalid.at(f"{proposal.pointer}/valid_to", str(bad)) from None


def _precisions(desk: Desk, proposal: Proposal, valid: Period) -> dict[str, int]:
    begins = proposal.valid_from.precision if proposal.valid_from else Precision.INSTANT
    ends = proposal.valid_to.precision if proposal.valid_to else Precision.INSTANT
    if valid.start != BEGINNING:
        desk.marks.note(valid.start, begins)
    desk.marks.note(valid.end, ends)
    return {"from_precision": int(begins), "to_precision": int(ends)}


def _corrected(named: Named, called: References) -> UUID | None:
    if named.proposal.corrects is None:
        return None
    pointer = f"{named.proposal.pointer}/corrects"
    rival = called.find(named.proposal.corrects, pointer)
    if not rival.conflicts(named.claim):
        raise Invalid.at(
            pointer, "The claim to be corrected is no rival of this one; name one that both cannot be true."
        )
    return rival.id
