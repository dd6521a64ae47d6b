"""Repair a base after a change of the vocabulary: its claims take the place they have now, by one revision."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from uuid import UUID

from claims.engine.acts import Act, Claim, Rekeying, Remark, Undo
from claims.engine.effective import effective
from claims.engine.walking.told import Outcome
from claims.models import Tier
from claims.normal_form import fingerprint
from claims.queries import claims, naming, region, reviews
from claims.queries.rows import Row
from claims.services.actor import Actor
from claims.services.belief_base.desk import Desk, Place
from claims.services.belief_base.operation import Done, Drawn, Terms, operate
from claims.services.belief_base.proposals import Origin
from claims.services.belief_base.reading import act_of, claim_of
from claims.services.belief_base.settling import MOOT
from claims.services.vocabulary.book import Book, book
from claims.services.vocabulary.moving import Move, follow, refuse_joint_circles

#: What a repair is called in the log.
VOCABULARY = "vocabulary"


class NothingToDo(Exception):
    """Every claim of the base stands where the vocabulary says."""


def rekey_base(
    *,
    base: UUID,
    actor: Actor,
    predicates: Sequence[str],
    terms: Terms | None = None,
    verdicts: Mapping[UUID, str] | None = None,
) -> Done | None:
    """Re-key the claims of some predicates; ``None`` where nothing has to move.

    Of claims that now mean the same, the oldest stays and the others become it. Items that ask about a predicate
    which is known now are closed, with their verdict in ``verdicts`` or as moot.

    Raises:
        Invalid: where the change would make a claim rest on itself.
    """

    def build(desk: Desk) -> Drawn:
        moves = _Moves(desk, book(), predicates).moves()
        asked = [row.id for row in reviews.asking_about(desk.base, sorted(_known(predicates)))]
        if not moves and not asked:
            raise NothingToDo
        refuse_joint_circles(desk, moves)
        origin = Origin(kind=Tier.VERIFIED, method="vocabulary")
        acts: list[Act] = []
        for ordinal, (old, new) in enumerate(moves):
            acts.append(Rekeying(**desk.head_of(ordinal, origin), claim=old, becomes=new))
        if asked:
            acts.append(Remark(**desk.head_of(len(acts), origin), about=frozenset(asked)))
            desk.draft.verdicts |= {each: (verdicts or {}).get(each, MOOT) for each in asked}
        follow(desk, moves)
        questions = frozenset(side.question for move in moves for side in move)
        return Drawn(acts, questions, told_as={Outcome.REKEYED: Outcome.RESOLVED} if verdicts else {})

    try:
        return operate(base=base, actor=actor, operation=VOCABULARY, build=build, terms=terms)
    except NothingToDo:
        return None


def _known(predicates: Sequence[str]) -> set[str]:
    vocabulary = book()
    return {name for name in predicates if vocabulary.term(name, single_if_unknown=True).known}


@dataclass(slots=True)
class _Moves:
    """Works out where each claim stands under the vocabulary of now."""

    desk: Desk
    vocabulary: Book
    predicates: Sequence[str]
    questions: dict[tuple[UUID, str, bytes], UUID] = field(default_factory=dict)
    objects: dict[tuple[UUID, str], UUID] = field(default_factory=dict)
    standing: dict[tuple[UUID, str, bool], Claim] = field(default_factory=dict)

    def moves(self) -> list[Move]:
        """Each claim that has to move, or to be found by other keys, and what it becomes."""
        base = self.desk.base
        names = sorted({*self.predicates, *(self._term(each) for each in self.predicates)})
        for row in naming.questions_with_predicates(base, names):
            self.questions[(row.entity_id, row.predicate, bytes(row.scope_sha256))] = row.id
        rows = naming.claims_with_predicates(base, names)
        settled = [(claim_of(row), self._place(row)) for row in rows]
        moved = {place.claim for place in self.desk.draft.rekeyed}
        return [(old, new) for old, new in settled if old.id in moved]

    def _term(self, predicate: str) -> str:
        return self.vocabulary.term(predicate, single_if_unknown=True).name

    def _place(self, row: Row) -> Claim:
        term = self.vocabulary.term(row.predicate, single_if_unknown=self.desk.unknown_predicates != "multi")
        key = term.object_key(row.object)
        question = self._question(row.entity_id, term.name, term.scope(key))
        object_id = self.objects.setdefault((question, key), row.object_id)
        claim = Claim(row.claim_id, question, object_id, row.negated)
        stands = self.standing.setdefault((question, key, row.negated), claim)
        if claim_of(row) != stands or (row.predicate, row.object_key) != (term.name, key):
            self.desk.draft.rekeyed.append(Place(row.claim_id, stands, row.entity_id, term.name, key))
        return stands

    def _question(self, entity: UUID, predicate: str, scope: str) -> UUID:
        place = (entity, predicate, fingerprint(scope))
        if place not in self.questions:
            drawn = self.questions[place] = self.desk.draw()
            self.desk.draft.questions.append(
                {"id": drawn, "entity_id": entity, "predicate": predicate, "scope_sha256": place[2], "plain": False}
            )
        return self.questions[place]


def places_after(desk: Desk, undo: Undo) -> list[Place]:
    """The claims that stand elsewhere once an undo counts, and where: two that had become one part again."""
    acts = [act_of(row) for row in region.rekeyings_and_undos(desk.base)]
    if not any(isinstance(act, Rekeying) for act in acts):
        return []
    before, after = effective(acts).places, effective([*acts, undo]).places
    vocabulary, places = book(), []
    for row in claims.by_ids(desk.base, list(after)):
        stands = after[row.id]
        if stands != before[row.id]:
            term = vocabulary.term(row.predicate, single_if_unknown=True)
            returns = stands.id == row.id and row.redirect_id is not None
            places.append(Place(row.id, stands, row.entity_id, term.name, term.object_key(row.object), returns))
    return places
