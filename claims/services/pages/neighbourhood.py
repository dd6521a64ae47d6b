"""What a belief rests on and what rests on it, as a tree in words and as a drawing of the same."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple
from uuid import UUID

from claims.engine.acts import Tier
from claims.queries import naming
from claims.queries.rows import Row
from claims.services.pages.overview import KINDS
from claims.services.reading.around.read_graph import MOST_CLAIMS, Around, Graph, Neighbour, read_graph
from claims.services.reading.clocks import Clocks


class Side(NamedTuple):
    """What claims at the far end of a tie are to the near one: a title over them, and how one or many are counted."""

    title: str
    one: str
    many: str


#: By the kind of tie and whether it leads from the near claim, in the order in which a page tells them.
SIDES = {
    ("depends_on", True): Side("It rests on", "rests on 1", "rests on {}"),
    ("unless", True): Side("It holds unless", "holds unless 1 does", "holds unless {} do"),
    ("contested", True): Side("It speaks against", "speaks against 1", "speaks against {}"),
    ("contested", False): Side("The other answer", "1 speaks against it", "{} speak against it"),
    ("supersedes", True): Side("It took the place of", "took the place of 1", "took the place of {}"),
    ("supersedes", False): Side("Its place was taken by", "1 took its place", "{} took its place"),
    ("depends_on", False): Side("Rest on it", "1 rests on it", "{} rest on it"),
    ("unless", False): Side("Hold only without it", "1 holds only without it", "{} hold only without it"),
    ("supports", True): Side("It supports", "supports 1", "supports {}"),
    ("supports", False): Side("Support it", "1 supports it", "{} support it"),
}
#: What is said where there is none.
NONE = {"It rests on": "Nothing else.", "Rest on it": "Nothing does."}
#: What a tie says between its two ends.
WORDS = {
    "depends_on": "rests on",
    "unless": "holds unless",
    "contested": "speaks against",
    "supersedes": "took the place of",
    "supports": "supports",
}
SOURCES = {
    "checked": "Checked",
    "said": "You said",
    "saw": "We saw",
    "doc": "From a document",
    "guessed": "We guessed",
}
#: The same in a sentence.
SPOKEN = {"said": "You said so", "saw": "We saw it", "doc": "It is from a document", "guessed": "It is a guess"}
#: How a claim that is not held stands: the kind of its chip and the words.
NOT_HELD = {
    "superseded": ("past", "Replaced"),
    "retracted": ("past", "Taken back"),
    "unsupported": ("past", "Without a reason"),
    "contested": ("disputed", "Another answer"),
    "rejected": ("past", "Not believed"),
    "past": ("past", "Ended"),
    "upcoming": ("past", "Not yet true"),
    "erased": ("past", "Erased"),
}
MARKS = {
    "restricted": ("past", "Paused"),
    "disputed": ("disputed", "Disputed"),
    "flagged": ("check", "Please check"),
    "stale": ("check", "Its source changed"),
}


@dataclass(frozen=True, slots=True)
class Group:
    """Claims that have the same to do with the one they stand under."""

    title: str
    branches: tuple[Branch, ...]
    empty: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Branch:
    """A claim in the tree. ``also`` are its ties to claims that stand elsewhere in the tree.

    ``more`` says how many neighbours are not shown; ``opens`` are the claims to open to see them here, if they fit.
    """

    id: UUID
    sentence: str
    kind: str
    words: str
    says: str
    also: tuple[str, ...]
    more: str
    opens: tuple[UUID, ...]
    groups: tuple[Group, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Neighbourhood:
    """The tree, the drawing (JSON: elements for Cytoscape), and what the reader chose in them."""

    root: Branch
    groups: tuple[Group, ...]
    chosen: Neighbour
    says: str
    count: int
    left_out: str
    drawing: str


def neighbourhood(
    *, base: UUID, claim: UUID, at: Clocks, opened: Sequence[UUID] = (), chosen: UUID | None = None, to_subject: bool
) -> Neighbourhood:
    """What is around a claim as of both clocks, two steps wide, wider around those ``opened``.

    Raises:
        NotFound: where the base has no such claim.
    """
    you = naming.entity_called(base, "me") if to_subject else None
    around = Around(claim=claim, opened=tuple(opened), restricted=True, to_subject=you)
    graph = read_graph(base=base, around=around, at=at)
    tree = _Tree(graph, tuple(opened))
    root = tree.branch(graph.claims[0])
    selected = next((each for each in graph.claims if each.id == chosen), graph.claims[0])
    return Neighbourhood(
        root=root,
        groups=_with_empty(root.groups),
        chosen=selected,
        says=tree.says(selected),
        count=len(graph.claims),
        left_out=_left(graph.left_out, at_least=graph.at_least),
        drawing=json.dumps({"chosen": str(selected.id), "elements": _elements(graph, tree)}),
    )


def _with_empty(groups: Iterable[Group]) -> tuple[Group, ...]:
    """The groups, with a word for the two that everybody looks for."""
    found = {title: Group(title, (), empty) for title, empty in NONE.items()} | {each.title: each for each in groups}
    return tuple(found[side.title] for side in SIDES.values() if side.title in found)


class _Tree:
    """Makes branches: each claim stands once, under the one by which it was reached."""

    def __init__(self, graph: Graph, opened: tuple[UUID, ...]) -> None:
        self._known = {each.id: each for each in graph.claims}
        self._opened = opened
        self._full = len(graph.claims) >= MOST_CLAIMS
        self._below: dict[UUID, list[Neighbour]] = defaultdict(list)
        self._ties: dict[UUID, list[Row]] = defaultdict(list)
        for each in graph.claims:
            if each.came_from is not None:
                self._below[each.came_from].append(each)
        for tie in graph.ties:
            self._ties[tie.source_id].append(tie)
            self._ties[tie.target_id].append(tie)

    def branch(self, claim: Neighbour) -> Branch:
        """A claim with all that was reached by it."""
        kind, words = standing(claim)
        fits = not self._full and claim.id not in self._opened
        return Branch(
            id=claim.id,
            sentence=claim.statement,
            kind=kind,
            words=words,
            says=self.says(claim),
            also=self._also(claim),
            more=_left(claim.left_out, at_least=claim.at_least),
            opens=(*self._opened, claim.id) if claim.left_out and fits else (),
            groups=self._groups(claim),
        )

    def says(self, claim: Neighbour) -> str:
        """A claim in a few sentences: what it says, how it stands, and what ties it has here."""
        counts: dict[tuple[str, bool], int] = defaultdict(int)
        for tie in self._ties[claim.id]:
            counts[(tie.kind, tie.source_id == claim.id)] += 1
        told = ", ".join(_counted(each, counts[side]) for side, each in SIDES.items() if side in counts)
        more = f"{_left(claim.left_out, at_least=claim.at_least)} more not shown" if claim.left_out else ""
        kind, words = standing(claim)
        sentences = (SPOKEN.get(kind, words), told, more)
        return " ".join((claim.statement, *(f"{each[:1].upper()}{each[1:]}." for each in sentences if each)))

    def _groups(self, claim: Neighbour) -> tuple[Group, ...]:
        sides: dict[str, list[Neighbour]] = {side.title: [] for side in SIDES.values()}
        for each in self._below[claim.id]:
            tie = self._first(claim, each)
            sides[SIDES[(tie.kind, tie.source_id == claim.id)].title].append(each)
        return tuple(Group(title, tuple(map(self.branch, found))) for title, found in sides.items() if found)

    def _first(self, near: Neighbour, far: Neighbour) -> Row:
        """The tie that says most about two claims."""
        order = list(SIDES)
        between = [tie for tie in self._ties[near.id] if far.id in (tie.source_id, tie.target_id)]
        return min(between, key=lambda tie: order.index((tie.kind, tie.source_id == near.id)))

    def _also(self, claim: Neighbour) -> tuple[str, ...]:
        """The ties from a claim that its place in the tree does not tell."""
        told = [self._first(self._known[claim.came_from], claim)] if claim.came_from else []
        told += [self._first(claim, each) for each in self._below[claim.id]]
        others = [tie for tie in self._ties[claim.id] if tie.source_id == claim.id and tie not in told]
        return tuple(f"Also {WORDS[tie.kind]}: {self._known[tie.target_id].statement}" for tie in others)


def standing(claim: Neighbour) -> tuple[str, str]:
    """How a claim stands, or else where it comes from: the kind of its chip, and words."""
    if claim.status.value in NOT_HELD:
        return NOT_HELD[claim.status.value]
    for mark, told in MARKS.items():
        if mark in claim.marks:
            return told
    kind = KINDS[claim.tier or Tier.INFERRED]
    return kind, SOURCES[kind]


#: Beside the words, for who does not see the colour.
_SIGNS = {"checked": "✓ ", "guessed": "◌ ", "disputed": "⚖ ", "check": "⚑ "}


def _elements(graph: Graph, tree: _Tree) -> dict[str, Any]:
    entities = dict.fromkeys((str(each.entity), each.subject) for each in graph.claims)
    nodes = [{"data": {"id": id_, "label": name}, "classes": "entity"} for id_, name in entities]
    nodes += [_node(each, tree) for each in graph.claims]
    edges = [
        {
            "data": {
                "source": str(tie.source_id),
                "target": str(tie.target_id),
                "kind": tie.kind,
                "word": WORDS[tie.kind],
            },
            "classes": tie.kind,
        }
        for tie in graph.ties
    ]
    return {"nodes": nodes, "edges": edges}


def _node(claim: Neighbour, tree: _Tree) -> dict[str, Any]:
    kind, words = standing(claim)
    data = {
        "id": str(claim.id),
        "parent": str(claim.entity),
        "label": claim.label,
        "word": f"{_SIGNS.get(kind, '')}{words}",
        "more": _left(claim.left_out, at_least=claim.at_least),
        "says": tree.says(claim),
    }
    return {"data": data, "classes": f"claim {kind}{' here' if claim.steps == 0 else ''}"}


def _counted(side: Side, number: int) -> str:
    return side.one if number == 1 else side.many.format(number)


def _left(number: int, *, at_least: bool) -> str:
    return (f"more than {number}" if at_least else str(number)) if number else ""
