"""What is filled in for a request, and for each of its steps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django import forms

from audit.requests.words import Kind, Outcome
from claims.refusals import Refusal
from claims.services.rights.requests.file_request import MOST_WORDS
from claims.services.rights.requests.wish import Wish
from claims.services.rights.steps import METHODS, STEPS
from claims.services.rights.telling import METHODS as METHOD_WORDS
from claims.web.acting.days import DayField, iso
from claims.web.acting.forms import LONGEST_VALUE, Words

Choices = Sequence[tuple[str, str]]


def long_text(label: str, *, rows: int = 4, **more: Any) -> forms.CharField:
    """Words of several lines."""
    widget = forms.Textarea(attrs={"rows": rows})
    return forms.CharField(label=label, max_length=MOST_WORDS, widget=widget, strip=False, **more)


class Refusable(forms.Form):
    """A form that says what a service refused beside the field that it is about."""

    #: Where a refusal points to in what a service was given, and the field that it came from.
    pointers: Mapping[str, str] = {}

    def refuse(self, refused: Refusal) -> None:
        """Say it there, or of the form as a whole."""
        for fault in refused.faults:
            name = fault.pointer.rsplit("/", 1)[-1]
            field = self.pointers.get(name, name)
            self.add_error(field if field in self.fields else None, fault.message)
        if not refused.faults:
            self.add_error(None, refused.sentence)


class CorrectionFields(Refusable):
    """What is wrong with a statement, and what is right; the fields of `correction_choices.html`."""

    how = forms.ChoiceField(
        label="What is wrong with it?",
        required=False,
        choices=[(each, each) for each in ("changed", "instead", "ended", "never")],
    )
    on = DayField(label="It changed on", required=False, needed=True)
    now = Words(label="What is true now", required=False, max_length=LONGEST_VALUE)
    instead = Words(label="What is right", required=False, max_length=LONGEST_VALUE)
    since = DayField(label="Since when", required=False)
    until = DayField(label="It was true until", required=False, needed=True)

    def wish(self) -> dict[str, str] | None:
        """What was filled in, by the names that a service knows; the days as they are written."""
        how = self.cleaned_data.get("how")
        if not how:
            return None
        value = self.cleaned_data.get("now" if how == "changed" else "instead") or ""
        days = {name: iso(self.data.get(name, "").strip()) for name in _DAYS.get(how, ())}
        return {"how": how, "value": value if how in ("changed", "instead") else "", **days}

    def refuse(self, refused: Refusal) -> None:
        """As `Refusable.refuse`; the value stands in the field of the chosen answer."""
        self.pointers = {**self.pointers, "value": "now" if self.cleaned_data.get("how") == "changed" else "instead"}
        super().refuse(refused)


_DAYS = {"changed": ("on",), "instead": ("since",), "ended": ("until",)}


class FilingForm(CorrectionFields):
    """A request. What it needs depends on its kind; staff say more."""

    ground = forms.ChoiceField(label="Why?", required=False)
    claims = forms.MultipleChoiceField(label="Which statements?", required=False, widget=forms.CheckboxSelectMultiple)
    words = long_text("In your own words", required=False)
    subject = forms.ChoiceField(label="Who asks?", required=False)
    received_on = forms.DateField(label="Received on", required=False, widget=forms.DateInput(attrs={"type": "date"}))
    law = forms.ChoiceField(label="Under which law?", required=False)

    def __init__(
        self,
        *given: Any,
        kind: Kind,
        grounds: Choices,
        statements: Choices,
        members: Choices,
        laws: Choices,
        by_staff: bool,
        **more: Any,
    ) -> None:
        super().__init__(*given, **more)
        fields: dict[str, Any] = self.fields
        fields["ground"].choices = grounds
        fields["ground"].widget = forms.RadioSelect(choices=grounds)
        fields["claims"].choices = statements
        fields["subject"].choices = [*members, ("", "Somebody without an account")]
        fields["law"].choices = laws
        hidden = {"subject", "received_on", "law"} if not by_staff else set()
        hidden |= {"ground"} if len(grounds) < 2 else set()
        hidden |= {"claims"} if not statements else set()
        hidden |= set(CorrectionFields.base_fields) if kind is not Kind.RECTIFICATION else set()
        for name in hidden:
            del fields[name]
        if by_staff:
            fields["words"].label = "In the person's own words"
            for name in ("subject", "law"):
                fields[name].needed = True


class StepForm(CorrectionFields):
    """What one step asks for."""

    method = forms.ChoiceField(label="How do you know?", choices=[(each, METHOD_WORDS[each]) for each in METHODS])
    outcome = forms.ChoiceField(
        label="What is decided?",
        widget=forms.RadioSelect,
        choices=[
            (Outcome.ACCEPT.value, "It is granted"),
            (Outcome.PARTIAL.value, "It is granted in part"),
            (Outcome.REFUSE.value, "It is refused"),
        ],
    )
    ground = forms.ChoiceField(label="The ground in law")
    claims = forms.MultipleChoiceField(
        label="Which statements are granted, if a part", required=False, widget=forms.CheckboxSelectMultiple
    )
    reasons = long_text("Reasons", required=False, rows=5, help_text="A refusal, whole or in part, cannot do without.")
    told = forms.MultipleChoiceField(label="These were told", required=False, widget=forms.CheckboxSelectMultiple)
    cover = forms.MultipleChoiceField(
        label="Cover these names",
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text="Of other people, where it would harm them (Article 15(4)); only in what the person did not say.",
    )
    of = forms.ChoiceField(label="A duplicate of")
    review_on = forms.DateField(label="Look at it again on", widget=forms.DateInput(attrs={"type": "date"}))
    reason = long_text("Reason", rows=3)

    def __init__(
        self, *given: Any, step: str, choices: Mapping[str, Choices], needs_correction: bool, **more: Any
    ) -> None:
        super().__init__(*given, **more)
        known = STEPS[step]
        self.names = {_AS_ASKED.get(name, name): name for name in (*known.needs, *known.takes) if name != "correction"}
        correction = CorrectionFields.base_fields.keys() if needs_correction else set[str]()
        fields: dict[str, Any] = self.fields
        for name, offered in choices.items():
            fields[name].choices = offered
        for name in fields.keys() - self.names.keys() - correction:
            del fields[name]
        for name in ("claims", "told", "cover"):
            if name in fields and not fields[name].choices:
                del fields[name]
        for name in known.takes:
            if name in fields:
                fields[name].required = False
        for name in {"ground", "reasons"} & fields.keys():
            fields[name].needed = True  # by some answers; the service says by which
        if step == "decide":
            fields["ground"].label = "The ground in law of a refusal"

    def said(self) -> dict[str, Any]:
        """What was filled in, by the names that a step knows."""
        filled = {said: self.cleaned_data.get(name) for name, said in self.names.items()}
        for name in ("claims", "told", "cover"):
            filled[name] = [UUID(each) for each in filled.get(name) or ()]
        if filled.get("of"):
            filled["of"] = UUID(str(filled["of"]))
        wish = self.wish() if "how" in self.fields else None
        return {name: each for name, each in filled.items() if each} | ({"correction": Wish(**wish)} if wish else {})

    def refuse(self, refused: Refusal) -> None:
        """As `CorrectionFields.refuse`."""
        self.pointers = {**self.pointers, "until": "review_on"} if "review_on" in self.fields else self.pointers
        super().refuse(refused)


#: Fields of a step that a form asks for by another name, since a correction has one of theirs.
_AS_ASKED = {"until": "review_on"}
