"""What asks for a person's eye: the list, and each verdict."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from claims.access import Opened, may_revise
from claims.models import Predicate, Scope
from claims.services import clock
from claims.services.belief_base.operation import Done, Terms
from claims.services.disputes.close_review import close_review
from claims.services.pages.acting.queue import KINDS, Item, Verdict, queue, queue_item
from claims.web.acting.forms import ReasonForm
from claims.web.acting.step import Step, reader_from, take
from claims.web.visiting import actor_from, page_of_base, page_to_change, visitor_of


@page_of_base
def reviews(request: HttpRequest, opened: Opened) -> HttpResponse:
    """What a base asks a person to look at."""
    visitor = visitor_of(request)
    kind = request.GET.get("kind", "")
    found = queue(reader=reader_from(request, opened), kind=kind, at=clock.now())
    given = {
        "base": opened,
        "queue": found,
        "kind": kind,
        "filters": _filters(found.counts),
        "may_act": may_revise(visitor, opened),
        "administers": Scope.ADMIN in visitor.scopes,
    }
    return render(request, "claims/reviews.html", given)


def _filters(counts: Mapping[str, int]) -> list[dict[str, object]]:
    kinds = [{"value": kind, "words": words, "count": counts[kind]} for kind, words in KINDS.items() if counts[kind]]
    return [{"value": "", "words": "All", "count": sum(counts.values())}, *kinds]


class SynonymForm(ReasonForm):
    """Which word of the vocabulary a new one means."""

    pointers: Mapping[str, str] = {"keep": "keep"}

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        names = Predicate.objects.filter(known=True).order_by("name").values_list("name", flat=True)
        words = [(name, name.replace("_", " ")) for name in names]
        self.fields["keep"] = forms.ChoiceField(label="It means the same as", choices=[("", "Choose"), *words])


@dataclass(frozen=True, slots=True)
class _Decided:
    """An item and the verdict that was chosen for it."""

    item: Item
    verdict: Verdict

    @property
    def says(self) -> str:
        """What the verdict answers."""
        side = next((each for each in self.item.sides if each.verdict == self.verdict), None)
        return f"{side.line.sentence} {self.item.why}" if side else self.item.why

    @property
    def keep(self) -> list[str]:
        """The claims that stay, where one of several goes."""
        if self.verdict.without is None:
            return []
        return [str(side.line.claim) for side in self.item.sides if side.line.claim != self.verdict.without]


@page_to_change
def decide(request: HttpRequest, opened: Opened, *, review: UUID, verdict: str) -> HttpResponse:
    """Give a verdict on one item."""
    item = queue_item(reader=reader_from(request, opened), review=review, at=clock.now())
    chosen = _Decided(item, _chosen(item, verdict, request.GET.get("without", "")))
    actor = actor_from(request)
    needs_word = verdict == "synonym_of"

    def act(filled: Mapping[str, Any], terms: Terms) -> Done:
        return close_review(
            base=opened.id,
            actor=actor,
            review=review,
            verdict=verdict,
            keep=[filled["keep"]] if needs_word else chosen.keep,
            reason=filled.get("why", ""),
            terms=terms,
        )

    back = reverse("reviews", args=[opened.id])
    step = Step(
        title=chosen.verdict.words,
        intro=chosen.says,
        confirm="Confirm this answer",
        about=item.sentence,
        back=back,
        crumbs=((opened.label, reverse("base", args=[opened.id])), ("Please check", back)),
        act=act,
        form=SynonymForm if needs_word else ReasonForm,
        at_once=not needs_word,
        more={"item": item},
    )
    return take(request, opened, step)


def _chosen(item: Item, verdict: str, without: str) -> Verdict:
    offered = [*item.verdicts, *(side.verdict for side in item.sides if side.verdict)]
    for each in offered:
        if each.name == verdict and without in ("", str(each.without)):
            return each
    raise Http404
