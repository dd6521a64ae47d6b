"""From names to ids: which entity, question and claim a proposal means, and which of them are new to the base."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

from claims.engine.acts import Claim
from claims.models import BeliefBase, Tier
from claims.normal_form import fingerprint, key_of
from claims.queries import naming as known
from claims.queries.claims import by_ids as claims_by_ids
from claims.queries.claims import erased_among
from claims.queries.rows import Row
from claims.refusals import Invalid, NotFound
from claims.services.belief_base.desk import Desk
from claims.services.belief_base.proposals import Proposal
from claims.services.rights.erase.fingerprints import fingerprints_of
from claims.services.vocabulary.book import Term


@dataclass(frozen=True, slots=True)
class Named:
    """A proposal and the claim it means. ``plain`` and ``rising`` tell of the question before this operation."""

    proposal: Proposal
    claim: Claim
    claim_is_new: bool
    plain: bool
    rising: bool


@dataclass(frozen=True, slots=True)
class _Keys:
    """The keys that a proposal is looked up by."""

    term: Term
    subject: str
    object: str
    scope: str


def name_claims(desk: Desk, proposals: Sequence[Proposal]) -> list[Named]:
    """Finds or draws up the claim of each proposal.

    Raises:
        Invalid: where the base refuses predicates outside the vocabulary, or a claim name is taken.
    """
    vocabulary = desk.vocabulary
    keys = [_keys(desk, each, vocabulary.term(each.predicate, single_if_unknown=_single(desk))) for each in proposals]
    found: dict[int, list[Row]] = {}
    for row in known.known_claims(
        desk.base,
        [each.subject for each in keys],
        [each.term.name for each in keys],
        [fingerprint(each.scope) for each in keys],
        [fingerprint(each.object) for each in keys],
        [
            list(each)
            for each in zip(*(_forgettable(desk, *each) for each in zip(proposals, keys, strict=True)), strict=True)
        ],
    ):
        found.setdefault(row.place, []).append(row)
    drawn = _Drawn(desk)
    return [
        drawn.named(proposal, key, found[place])
        for place, (proposal, key) in enumerate(zip(proposals, keys, strict=True), start=1)
    ]


def _single(desk: Desk) -> bool:
    return desk.unknown_predicates != BeliefBase.Unknown.MULTI


def _keys(desk: Desk, proposal: Proposal, term: Term) -> _Keys:
    if not term.known and desk.unknown_predicates == BeliefBase.Unknown.REFUSE:
        raise Invalid.at(
            f"{proposal.pointer}/predicate",
            f"The predicate “{term.name}” is not in the vocabulary, and this base takes no other; "
            "see /api/v1/vocabulary/ for those it knows.",
        )
    object_key = term.object_key(proposal.object)
    return _Keys(term, key_of(proposal.subject), object_key, term.scope(object_key))


def _forgettable(desk: Desk, proposal: Proposal, keys: _Keys) -> list[bytes]:
    return fingerprints_of(desk.base, keys.subject, keys.term.name, keys.object, negated=proposal.negated)


class _Drawn:
    """What this operation has drawn up already, so that two items of a batch that mean one thing get one id."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._entities: dict[str, UUID] = {}
        self._questions: dict[tuple[UUID, str, str], UUID] = {}
        self._objects: dict[tuple[UUID, str], UUID] = {}
        self._claims: dict[tuple[UUID, str, str, bool], Claim] = {}

    def named(self, proposal: Proposal, keys: _Keys, rows: Sequence[Row]) -> Named:
        match = next((row for row in rows if row.claim_id and row.negated == proposal.negated), None)
        if match:
            stays = match.claim_question_id == match.question_id
            plain, rising = stays and bool(match.plain), stays and bool(match.rising)
            return Named(proposal, _standing(self._desk, match), False, plain, rising)
        if rows[0].forgotten_at is not None:
            self._learn_anew(proposal, keys, rows[0].forgotten_at)
        entity = rows[0].entity_id or self._entity(keys.subject, proposal.subject)
        mirror = next((row for row in rows if row.claim_id), None)
        if mirror and mirror.redirect_id:
            return self._as_what_it_became(proposal, keys, mirror.redirect_id)
        question_id = mirror.claim_question_id if mirror else rows[0].question_id
        question = question_id or self._question(entity, keys)
        drawn = self._claims.get((entity, keys.term.name, keys.object, proposal.negated))
        is_new = drawn is None
        if drawn is None:
            known_object = mirror.object_id if mirror else None
            drawn = self._claim(proposal, keys, entity, question, known_object)
        self._ask_about(keys.term, drawn.id)
        new = not question_id
        return Named(proposal, drawn, is_new, new or bool(rows[0].plain), new or bool(rows[0].rising))

    def _learn_anew(self, proposal: Proposal, keys: _Keys, since: datetime) -> None:
        """What was forgotten is learned again from the person alone, by a word said since.

        Raises:
            Invalid: from whatever was there before, and from whoever is not sure to have it from the person.
        """
        source = proposal.source
        said_since = (source.observed_at or self._desk.now) > since
        if not (self._desk.actor.is_person or (source.kind >= Tier.STATED and said_since)):
            raise Invalid.at(
                f"{proposal.pointer}/object",
                "This was forgotten at the wish of the person concerned, and is learned again only from a word of "
                "theirs that was said since; leave it out.",
            )
        self._desk.draft.learned_anew += _forgettable(self._desk, proposal, keys)

    def _as_what_it_became(self, proposal: Proposal, keys: _Keys, claim: UUID) -> Named:
        """The denial of a claim that has become another denies that one, and is found by its key."""
        key = claims_by_ids(self._desk.base, [claim])[0].object_key
        keys = replace(keys, object=key, scope=keys.term.scope(key))
        rows = known.known_claims(
            self._desk.base,
            [keys.subject],
            [keys.term.name],
            [fingerprint(keys.scope)],
            [fingerprint(key)],
            [[each] for each in _forgettable(self._desk, proposal, keys)],
        )
        return self.named(proposal, keys, rows)

    def _entity(self, key: str, name: str) -> UUID:
        if key not in self._entities:
            drawn = self._entities[key] = self._desk.draw()
            self._desk.draft.entities.append({"id": drawn, "name": " ".join(name.split())})
            self._desk.draft.aliases.append({"key": key, "entity_id": drawn})
        return self._entities[key]

    def _question(self, entity: UUID, keys: _Keys) -> UUID:
        place = (entity, keys.term.name, keys.scope)
        if place not in self._questions:
            drawn = self._questions[place] = self._desk.draw()
            self._desk.draft.questions.append(
                {
                    "id": drawn,
                    "entity_id": entity,
                    "predicate": keys.term.name,
                    "scope_sha256": fingerprint(keys.scope),
                    "plain": True,
                }
            )
        return self._questions[place]

    def _claim(self, proposal: Proposal, keys: _Keys, entity: UUID, question: UUID, known_object: UUID | None) -> Claim:
        place = (question, keys.object)
        if place not in self._objects:
            self._objects[place] = known_object or self._desk.draw()
        drawn = Claim(self._desk.draw(), question, self._objects[place], proposal.negated)
        self._claims[(entity, keys.term.name, keys.object, proposal.negated)] = drawn
        self._desk.draft.subjects[drawn.id] = proposal.subject
        self._desk.draft.claims.append(
            {
                "id": drawn.id,
                "entity_id": entity,
                "question_id": question,
                "predicate": keys.term.name,
                "object_id": drawn.object,
                "object": proposal.object,
                "object_key": keys.object,
                "object_sha256": fingerprint(keys.object),
                "negated": proposal.negated,
                "name": proposal.name,
                "redirect_id": None,
                "restricted": False,
            }
        )
        return drawn

    def _ask_about(self, term: Term, claim: UUID) -> None:
        if not term.known:
            self._desk.draft.unknown_predicates.setdefault(term.name, claim)


def _standing(desk: Desk, row: Row) -> Claim:
    """A known claim where it stands now, redirects followed."""
    if row.redirect_id is None:
        return Claim(row.claim_id, row.claim_question_id, row.object_id, row.negated)
    return claims_by_id(desk.base, [row.redirect_id])[row.redirect_id]


def claims_by_id(base: UUID, ids: Iterable[UUID]) -> dict[UUID, Claim]:
    """Claims of a base by the id they were called by, each where it stands now."""
    rows = known.claims_named(base, list(ids), [])
    onward = {row.redirect_id for row in rows if row.redirect_id}
    further = claims_by_id(base, onward) if onward else {}
    return {
        row.id: further[row.redirect_id]
        if row.redirect_id
        else Claim(row.id, row.question_id, row.object_id, row.negated)
        for row in rows
    }


def is_id(text: str) -> UUID | None:
    """The id that a text spells, if it does."""
    try:
        return UUID(text)
    except ValueError:
        return None


def check_names(desk: Desk, named: Sequence[Named]) -> None:
    """Gives names to claims that have none yet.

    Raises:
        Invalid: where a name or ``ref`` belongs to another claim already, or a claim has another name.
    """
    names = {each.proposal.name: each for each in named if each.proposal.name}
    refs = [each.proposal.ref for each in named if each.proposal.ref]
    if len(set(refs)) < len(refs):
        raise Invalid.at("/items", "Two items have the same ref; give each its own.")
    if not names:
        return
    for spelled, item in names.items():
        if is_id(spelled):
            raise Invalid.at(f"{item.proposal.pointer}/name", "A name must not look like an id; choose words.")
    rows = known.claims_named(desk.base, [each.claim.id for each in named], list(names))
    owner = {row.name: row.redirect_id or row.id for row in rows if row.name}
    called = {row.id: row.name for row in rows}
    drafted = {row["id"]: row for row in desk.draft.claims}
    for each in named:
        name, claim = each.proposal.name, each.claim.id
        if not name or owner.get(name) == claim:
            continue
        if owner.setdefault(name, claim) != claim or called.get(claim) not in (None, name):
            raise Invalid.at(
                f"{each.proposal.pointer}/name",
                f"The name “{name}” does not go with this claim: one name goes with one claim.",
            )
        if claim in drafted:
            drafted[claim]["name"] = name
        elif called[claim] is None:
            desk.draft.names.append((claim, name))
        called[claim] = name


def claim_called(base: UUID, claim: UUID) -> Claim:
    """A claim by its id, where it stands now.

    Raises:
        NotFound: where the base has no such claim.
        Invalid: where it is erased.
    """
    found = claims_by_id(base, [claim])
    if claim not in found:
        if erased_among(base, [claim]):
            raise Invalid.at("", "This claim was erased for good; nothing is left of it to act upon.")
        raise NotFound("There is no such claim in this base.")
    return found[claim]
