"""Why a claim is held, down to its sources; or why it is not, and what stands in the way (engine.md §8)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from claims.engine.acts import Act, Assertion, OnClaim
from claims.engine.explain import Finding, Rule
from claims.engine.time.periods import Periods
from claims.queries import claims as read
from claims.queries.rows import Row
from claims.services.reading.claim_status import Known, claim_row, claim_views, heard, known_of
from claims.services.reading.read_claims import ClaimView
from claims.services.words import in_words

#: How many steps of reasons are followed; deeper ones are named, not unfolded.
DEEPEST = 6


@dataclass(frozen=True, slots=True)
class Because:
    """One reason of a derived assertion: what must be held and what must not, and whether it holds at the instant."""

    number: int
    all_of: tuple[UUID, ...]
    none_of: tuple[UUID, ...]
    holds: bool


@dataclass(frozen=True, slots=True)
class Evidence:
    """One assertion of the claim, how it fares, and its source."""

    row: Row
    counts: bool
    rule: str | None
    by_act: UUID | None
    by_claim: UUID | None
    reasons: tuple[Because, ...]
    because: str
    sentence: str


@dataclass(frozen=True, slots=True)
class Node:
    """A claim in the tree of reasons."""

    view: ClaimView
    evidence: tuple[Evidence, ...]


@dataclass(frozen=True, slots=True)
class Explanation:
    """The claim asked about, first in ``nodes``, then every claim that its reasons lead to."""

    claim: UUID
    held: bool
    nodes: tuple[Node, ...]


def explain_claim(*, base: UUID, claim: UUID, valid_at: datetime, known_at: datetime) -> Explanation:
    """Explain a claim as of both clocks.

    Raises:
        NotFound: where the base has no such claim, or had not heard of it then.
    """
    first = claim_row(base, claim).id
    found: dict[UUID, Node] = {}
    wanted = [first]
    for _ in range(DEEPEST):
        fresh = [each for each in dict.fromkeys(wanted) if each not in found]
        if not fresh:
            break
        nodes = _nodes(base, fresh, valid_at, known_at)
        found |= {node.view.id: node for node in nodes}
        wanted = [
            name
            for node in nodes
            for each in node.evidence
            for why in each.reasons
            for name in why.all_of + why.none_of
        ]
    heard(found[first].view, known_at)
    return Explanation(first, found[first].view.status == "active", tuple(found.values()))


def _nodes(base: UUID, ids: list[UUID], valid_at: datetime, known_at: datetime) -> list[Node]:
    views = claim_views(base, ids, valid_at, known_at)
    questions = {row.question_id for row in read.by_ids(base, ids)}
    known = known_of(base, questions, ids, known_at)
    return [Node(view, _evidence(view, known, valid_at)) for view in views]


def _evidence(view: ClaimView, known: Known, at: datetime) -> tuple[Evidence, ...]:
    rows = {row.id: row for row in view.evidence}
    return tuple(
        Evidence(
            rows[each.assertion.id],
            each.counts,
            each.rule.value if each.rule else None,
            each.by.id if each.by else None,
            each.by.claim.id if isinstance(each.by, OnClaim) else None,
            _because(each.assertion, known, at),
            _because_of(each),
            _sentence(each),
        )
        for each in known.findings(view.id, at)
        if each.assertion.id in rows
    )


def _because(assertion: Assertion, known: Known, at: datetime) -> tuple[Because, ...]:
    reasons = known.holding.reasons.get(assertion.id, ())

    def held(name: UUID) -> Periods:
        return known.holding.serves(name)

    return tuple(
        Because(
            number,
            tuple(sorted(each.all_of)),
            tuple(sorted(each.none_of)),
            all(at in held(name) for name in each.all_of) and not any(at in held(name) for name in each.none_of),
        )
        for number, each in enumerate(reasons)
    )


_WHY = {
    Rule.TIER: "a more trusted source says otherwise",
    Rule.KIND: "an axiom or a warning says otherwise",
    Rule.BAND: "a source that was surer says otherwise",
    Rule.OBSERVED: "something observed later says otherwise",
    Rule.CONFIDENCE: "a source that was a little surer says otherwise",
    Rule.RECORDED: "something recorded earlier says otherwise",
    Rule.CONTRACTED: "it was said to be no longer true",
    Rule.WITHDRAWN: "it was said never to have been true",
    Rule.CORRECTED: "a correction says that it was wrong",
    Rule.RESOLVED: "a person decided against it",
    Rule.WAITING: "it would complete a contradiction, and waits for a person",
    Rule.UNSUPPORTED: "no reason for it holds",
    Rule.NOT_THEN: "it speaks of another time",
}


def _sentence(finding: Finding) -> str:
    said = f"{finding.assertion.tier.name.capitalize()} on {in_words(finding.assertion.observed_at)}"
    because = _because_of(finding)
    return f"{said}: it does not count, because {because}." if because else f"{said}: it counts."


def _because_of(finding: Finding) -> str:
    return f"{_WHY[finding.rule]}{_when(finding.by)}" if finding.rule else ""


def _when(act: Act | None) -> str:
    return f" ({act.tier.name.lower()}, {in_words(act.observed_at)})" if act else ""
