"""The fast path for all plain questions of an operation at once: two reads, however many they are."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from uuid import UUID

from claims.engine.acts import Act, Assertion, OnClaim, Tier
from claims.engine.hold import Segment
from claims.engine.planning.fast import Own, PlainQuestion, is_plain, plan_plain
from claims.engine.planning.plan import BeliefRow, Plan
from claims.engine.strength import Strength
from claims.engine.support import names_of
from claims.queries import region
from claims.queries.rows import Row
from claims.services.belief_base.desk import Desk
from claims.services.belief_base.reading import act_of, claim_of, period_of


@dataclass(frozen=True, slots=True)
class Plainly:
    """What naming told of the questions of an operation: which are plain, which rise, and which claims were heard."""

    plain: frozenset[UUID]
    rising: frozenset[UUID]
    heard: frozenset[UUID]


def plan_plainly(desk: Desk, acts: Sequence[Act], known: Plainly) -> dict[UUID, Plan]:
    """By question, the plan of each act that the fast path can plan: it is alone on a plain question, and nothing of
    the operation has a reason that could make it matter elsewhere."""
    if any(names_of(act) for act in acts):
        return {}
    crowd = Counter(act.claim.question for act in acts if isinstance(act, OnClaim))
    alone = [
        act
        for act in acts
        if isinstance(act, Assertion)
        and crowd[act.claim.question] == 1
        and act.claim.question in known.plain
        and is_plain(act)
    ]
    looked_up = _Looked.up(desk, alone, known)
    plans = {}
    for act in alone:
        question = looked_up.question(act)
        if question.rises(act):
            desk.draft.rising.add(act.claim.question)
        made = plan_plain(question, act)
        if made is not None and looked_up.untangled(act, made):
            plans[act.claim.question] = made
    return plans


@dataclass(slots=True)
class _Looked:
    """What the store knows of some plain questions, each for the assertion that comes to it."""

    desk: Desk
    known: Plainly
    rows: Mapping[UUID, list[Row]] = field(default_factory=dict)
    voices: Mapping[UUID, list[Row]] = field(default_factory=dict)
    tangled: set[UUID] = field(default_factory=set)

    @staticmethod
    def up(desk: Desk, acts: Sequence[Assertion], known: Plainly) -> _Looked:
        """Look up all of them: nothing is known yet of questions just drawn up."""
        looked = _Looked(desk, known)
        old = [act for act in acts if act.claim.question not in desk.fresh]
        if old:
            periods = [act.valid for act in old]
            found = region.plain_questions(
                desk.base,
                [act.claim.question for act in old],
                [each.start for each in periods],
                [each.end for each in periods],
            )
            looked.rows = _grouped(
                found, {place: act.claim.question for place, act in enumerate(old, start=1)}, "place"
            )
        again = [act.claim.id for act in old if act.claim.id in known.heard]
        if again:
            looked.voices = _grouped(region.own_voices(desk.base, again), {each: each for each in again}, "claim_id")
        for rows in (*looked.rows.values(), *looked.voices.values()):
            looked.tangled |= {row.claim_id for row in rows if row.entangled}
        return looked

    def question(self, act: Assertion) -> PlainQuestion:
        """The question as the engine sees it, before the act."""
        name = act.claim.question
        rising = name in self.known.rising
        found = self.rows.get(name)
        if not found:
            return PlainQuestion(heard=False, rising=rising)
        held = [row for row in found if row.row_id]
        for row in held:
            self.desk.marks.note(row.row_valid.lower, row.row_from)
            self.desk.marks.note(row.row_valid.upper, row.row_to)
        return PlainQuestion(
            act.claim.id in self.known.heard,
            tuple(BeliefRow(row.row_id, _segment(row)) for row in held),
            _strongest(found[0]),
            {row.claim_id: voice for row in held if isinstance(voice := act_of(row), Assertion)},
            rising,
            self._own(act.claim.id),
        )

    def _own(self, claim: UUID) -> Own | None:
        rows = self.voices.get(claim)
        if not rows:
            return None
        return Own(_segment(rows[0]), tuple(act for row in rows if isinstance(act := act_of(row), Assertion)))

    def untangled(self, act: Assertion, made: Plan) -> bool:
        """Whether no reason and no nogood names a claim that is held otherwise after the plan."""
        return self.tangled.isdisjoint({act.claim.id, *made.superseded})


def _grouped(rows: Sequence[Row], names: Mapping[object, UUID], column: str) -> dict[UUID, list[Row]]:
    grouped: dict[UUID, list[Row]] = defaultdict(list)
    for row in rows:
        grouped[names[row[column]]].append(row)
    return grouped


def _segment(row: Row) -> Segment:
    return Segment(claim_of(row), period_of(row.row_valid), row.row_confidence, Tier(row.row_tier))


def _strongest(row: Row) -> Strength | None:
    """The strength of the strongest assertion, as `claims.engine.strength.strength` has it."""
    if row.s_tier is None:
        return None
    return (
        Tier(row.s_tier), row.s_weighty, row.s_band, row.s_observed_at, row.s_confidence, -row.s_revision,
        -row.s_ordinal,
    )  # fmt: skip
