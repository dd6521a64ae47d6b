"""The keys that agents come with, for administrators: what each opens, a new one, and none from now on."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime, time
from functools import wraps
from typing import Any
from uuid import UUID

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from claims.access import administrator
from claims.models import Scope, Tier
from claims.queries.keys import bases_to_open
from claims.refusals import Forbidden, Invalid, NotFound
from claims.services import clock
from claims.services.administration.list_keys import Standing, list_keys
from claims.services.administration.make_key import NewKey, make_key
from claims.services.administration.revoke_key import revoke_key
from claims.web.visiting import Page, actor_from, visitor_of

FILTERS = (("", "All"), (Standing.IN_USE, "In use"), (Standing.EXPIRED, "Expired"), (Standing.REVOKED, "Revoked"))
A_PAGE = 50
#: Beyond, the command line takes any base by its id.
MOST_BASES = 200


def for_administrators(view: Callable[..., HttpResponse]) -> Page:
    """A page for whoever may administer; others are told that it is none of theirs."""

    @login_required
    @wraps(view)
    def shown(request: HttpRequest, **more: Any) -> HttpResponse:
        try:
            administrator(visitor_of(request))
        except Forbidden as refused:
            raise PermissionDenied(refused.sentence) from None
        return view(request, **more)

    return shown


class KeysAsked(forms.Form):
    """What the address asks for."""

    show = forms.ChoiceField(choices=[(each.value, each.value) for each in Standing], required=False)
    page = forms.IntegerField(required=False, min_value=1, max_value=10_000)


@for_administrators
def keys(request: HttpRequest) -> HttpResponse:
    """Every key, or those of one standing."""
    asked = KeysAsked(request.GET)
    asked.is_valid()
    show, page = asked.cleaned_data.get("show", ""), asked.cleaned_data.get("page") or 1
    found = list_keys(standing=Standing(show) if show else None, offset=(page - 1) * A_PAGE, limit=A_PAGE + 1)
    counts = {"": sum(found.counts.values()), **found.counts}
    return render(
        request,
        "claims/keys.html",
        {
            "keys": found.keys[:A_PAGE],
            "more": len(found.keys) > A_PAGE,
            "page": page,
            "show": show,
            "in_use": found.counts.get(Standing.IN_USE, 0),
            "filters": [{"value": value, "words": words, "count": counts.get(value, 0)} for value, words in FILTERS],
        },
    )


class KeyForm(forms.Form):
    """A key to be made."""

    agent = forms.CharField(
        label="Agent", max_length=100, help_text="Its name; it is made if there is none of this name."
    )
    role = forms.CharField(
        label="What the key is for", max_length=60, required=False, help_text="For example, the nightly import."
    )
    scopes = forms.MultipleChoiceField(
        label="What it may do", choices=Scope.choices, widget=forms.CheckboxSelectMultiple, initial=[Scope.READ]
    )
    ceiling = forms.TypedChoiceField(
        label="The most it may claim",
        choices=[(tier.value, tier.label.capitalize()) for tier in Tier if tier < Tier.VERIFIED],
        coerce=lambda value: Tier(int(value)),
        initial=Tier.INFERRED.value,
        help_text="It may say how well it knows a thing up to this; only a person signed in verifies.",
    )
    every_base = forms.BooleanField(label="It opens every base, also those to come", required=False)
    bases = forms.MultipleChoiceField(label="Or these bases", required=False, widget=forms.CheckboxSelectMultiple)
    expires_at = forms.DateField(
        label="Ends on",
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}),
        help_text="From this day on it opens nothing.",
    )

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        field: Any = self.fields["bases"]
        field.choices = [(str(row.id), row.label) for row in bases_to_open(MOST_BASES)]

    def clean_expires_at(self) -> datetime | None:
        """The first instant of the day."""
        day: date | None = self.cleaned_data["expires_at"]
        if day is None:
            return None
        ends = datetime.combine(day, time.min, UTC)
        if ends <= clock.now():
            raise forms.ValidationError("This day is here already; choose a later one.")
        return ends


@never_cache
@for_administrators
def new_key(request: HttpRequest) -> HttpResponse:
    """Make a key. It is shown in the answer and kept nowhere."""
    form = KeyForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        made = _made(request, form)
        if made is not None:
            return render(request, "claims/key_made.html", {"made": made, "given": form.cleaned_data})
    return render(request, "claims/new_key.html", {"form": form}, status=422 if form.errors else 200)


def _made(request: HttpRequest, form: KeyForm) -> NewKey | None:
    chosen = form.cleaned_data
    bases = [UUID(each) for each in chosen["bases"]]
    try:
        return make_key(actor=actor_from(request), **{**chosen, "bases": bases})
    except Invalid as refused:
        for fault in refused.faults:
            form.add_error(fault.pointer.strip("/"), fault.message)
    return None


@require_POST
@for_administrators
def revoke(request: HttpRequest, *, key: UUID) -> HttpResponse:
    """Revoke a key at once."""
    try:
        revoke_key(actor=actor_from(request), key=key)
    except NotFound as refused:
        raise Http404(refused.sentence) from None
    messages.success(request, "The key is revoked. It opens nothing from now on.")
    return HttpResponseRedirect(reverse("keys"))
