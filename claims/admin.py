"""Configuration for administrators: vocabulary, agents and keys, users. No belief is shown here."""

from __future__ import annotations

from typing import Any

import structlog
from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.urls import URLPattern, path, reverse

from claims.access import visitor_signed_in
from claims.models import Agent, AgentKey, ObjectAlias, Predicate, PredicateSynonym, Topic, User, VouchedOrigin
from claims.refusals import Refusal
from claims.services.actor import Actor, actor_of
from claims.services.administration.revoke_key import revoke_key
from claims.services.vocabulary.change import Affected, Change, apply_change, preview_change
from claims.services.vocabulary.load import touch
from claims.services.vocabulary.repair import defer_rekey


class MeaningForm(forms.Form):
    """A change of what a predicate means, which reaches into bases and is therefore looked at first."""

    cardinality = forms.ChoiceField(choices=Predicate.Cardinality.choices)
    groups = forms.JSONField(required=False, help_text="Lists of values of which one at most holds at a time.")
    synonyms = forms.CharField(
        required=False, widget=forms.Textarea(attrs={"rows": 3}), help_text="Further names for it, one a line."
    )
    wordings = forms.CharField(
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text="Further wordings of a value, one a line: express = Express.js",
    )

    def clean_wordings(self) -> tuple[tuple[str, str], ...]:
        pairs = [line.partition("=") for line in self.cleaned_data["wordings"].splitlines() if line.strip()]
        if any(not (sign and wording.strip() and usual.strip()) for wording, sign, usual in pairs):
            raise forms.ValidationError("Write each line as: wording = usual wording.")
        return tuple((wording.strip(), usual.strip()) for wording, _, usual in pairs)

    def change(self, predicate: Predicate) -> Change:
        """What was filled in, as far as it differs from what is there."""
        chosen = self.cleaned_data
        groups = chosen["groups"] or []
        return Change(
            predicate=predicate.name,
            cardinality=chosen["cardinality"] if chosen["cardinality"] != predicate.cardinality else None,
            groups=groups if groups != predicate.groups else None,
            synonyms=tuple(line.strip() for line in chosen["synonyms"].splitlines() if line.strip()),
            aliases=chosen["wordings"],
        )


class ShownInline(admin.TabularInline):  # type: ignore[type-arg]
    """Rows that are only shown here; new ones are given where their consequences are."""

    extra = 0
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class SynonymInline(ShownInline):
    """The other names of a predicate."""

    model = PredicateSynonym


class AliasInline(ShownInline):
    """The other wordings of its values."""

    model = ObjectAlias


@admin.register(Predicate)
class PredicateAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Phrases are edited freely; what changes the meaning of claims is shown first, by `meaning`."""

    list_display = ("name", "topic", "cardinality", "value_type", "sensitive")
    list_filter = ("topic", "cardinality", "sensitive")
    search_fields = ("name", "synonyms__key")
    inlines = (SynonymInline, AliasInline)
    change_form_template = "admin/claims/predicate/change_form.html"

    def get_readonly_fields(self, request: HttpRequest, obj: Predicate | None = None) -> tuple[str, ...]:
        return ("name", "cardinality", "groups", "value_type") if obj else ()

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False  # claims are made with it

    def save_model(self, request: HttpRequest, obj: Predicate, form: Any, change: bool) -> None:
        super().save_model(request, obj, form, change)
        touch()

    def get_urls(self) -> list[URLPattern]:
        meaning = self.admin_site.admin_view(self.meaning)
        return [path("<path:name>/meaning/", meaning, name="claims_predicate_meaning"), *super().get_urls()]

    def meaning(self, request: HttpRequest, name: str) -> HttpResponse:
        """Change what a predicate means: first shown base by base, then carried out and repaired by the worker."""
        if not self.has_change_permission(request):
            raise PermissionDenied
        predicate = get_object_or_404(Predicate, name=name)
        start = {"cardinality": predicate.cardinality, "groups": predicate.groups}
        form = MeaningForm(request.POST or None, initial=start)
        affected: list[Affected] | None = None
        if request.method == "POST" and form.is_valid():
            try:
                change = form.change(predicate)
                if "apply" in request.POST:
                    return self._applied(request, predicate, change)
                affected = preview_change(change=change, actor=_actor(request))
            except Refusal as refused:
                form.add_error(None, refused.sentence)
        context = self.admin_site.each_context(request) | {
            "form": form,
            "predicate": predicate,
            "affected": affected,
            "title": f"Change what “{predicate.name}” means",
            "opts": self.opts,
        }
        return render(request, "admin/claims/predicate/meaning.html", context)

    def _applied(self, request: HttpRequest, predicate: Predicate, change: Change) -> HttpResponse:
        bases = apply_change(change=change, actor=_actor(request), defer=defer_rekey)
        messages.success(request, f"Changed. {bases} bases are being repaired, each by a revision that says so.")
        return HttpResponseRedirect(reverse("admin:claims_predicate_change", args=[predicate.name]))


@admin.register(Topic)
class TopicAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """The headings that sentences stand under."""

    list_display = ("title", "hint", "place")


@admin.register(VouchedOrigin)
class VouchedOriginAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Origins that count as voices of their own."""

    def save_model(self, request: HttpRequest, obj: VouchedOrigin, form: Any, change: bool) -> None:
        super().save_model(request, obj, form, change)
        touch()


@admin.register(Agent)
class AgentAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Agents; a key is made by `manage.py make_key`, which tells its secret once."""

    list_display = ("name", "purpose")


@admin.register(AgentKey)
class AgentKeyAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Keys, to be looked at and revoked."""

    list_display = ("agent", "prefix", "ceiling", "expires_at", "revoked_at", "last_used_at")
    list_filter = ("agent",)
    actions = ("revoke",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    @admin.action(description="Revoke the chosen keys", permissions=["view"])
    def revoke(self, request: HttpRequest, keys: QuerySet[AgentKey]) -> None:
        for key in keys:
            revoke_key(actor=_actor(request), key=key.id)
        messages.success(request, f"{len(keys)} keys are revoked as of now.")


@admin.register(User)
class UserAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Who may sign in, and as what."""

    list_display = ("email", "name", "role", "is_active", "is_superuser")
    list_filter = ("role", "is_active")
    search_fields = ("email", "name")
    fields = ("email", "name", "role", "is_active", "is_superuser")


def _actor(request: HttpRequest) -> Actor:
    if not isinstance(request.user, User):
        raise PermissionDenied
    return actor_of(visitor_signed_in(request.user), structlog.contextvars.get_contextvars().get("request_id", ""))
