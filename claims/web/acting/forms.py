"""What a person fills in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.conf import settings

from claims.refusals import Refusal
from claims.web.acting.days import DayField

LONGEST_VALUE, LONGEST_REASON = 4000, 2000


class Words(forms.CharField):
    """A text that the chosen answer cannot do without, though the form as a whole can."""

    needed = True


class ReasonForm(forms.Form):
    """Why somebody acts. Staff must say it, whoever it concerns may."""

    why = forms.CharField(
        label="Why",
        required=False,
        max_length=LONGEST_REASON,
        widget=forms.Textarea(attrs={"rows": 2}),
        error_messages={"required": "Say why; it stays with the change, and the person concerned can read it."},
    )

    #: Where a refusal points to in what a service was given, and the field that it came from.
    pointers: Mapping[str, str] = {}

    def __init__(self, *given: Any, reason_needed: bool = False, **more: Any) -> None:
        super().__init__(*given, **more)
        self.fields["why"].required = reason_needed

    def refuse(self, refused: Refusal) -> None:
        """Say what a service refused beside the field that it is about."""
        for fault in refused.faults:
            field = self.pointers.get(fault.pointer.rsplit("/", 1)[-1])
            self.add_error(field if field in self.fields else None, fault.message)
        if not refused.faults:
            self.add_error(None, refused.sentence)


class StatementForm(ReasonForm):
    """What a statement leaves out."""

    statement = forms.CharField(
        label="What is to be added",
        max_length=LONGEST_VALUE,
        widget=forms.Textarea(attrs={"rows": 4}),
        error_messages={"required": "Say what is to be added."},
    )
    pointers: Mapping[str, str] = {"statement": "statement"}
    field_order = ("statement", "why")


class ForgetForm(ReasonForm):
    """What is to be forgotten, and when."""

    what = forms.ChoiceField(
        label="What is to be forgotten?",
        widget=forms.RadioSelect,
        error_messages={"required": "Choose what is to be forgotten."},
    )
    when = forms.ChoiceField(label="When?", widget=forms.RadioSelect, initial="later")
    again = forms.BooleanField(
        label="It may be learned again from what was said before",
        required=False,
    )
    field_order = ("what", "when", "again")

    def __init__(self, *given: Any, offer: Sequence[tuple[str, str]], reason_needed: bool = False, **more: Any) -> None:
        super().__init__(*given, **more)
        del self.fields["why"]  # whoever it concerns need not say
        fields: dict[str, Any] = self.fields
        fields["what"].choices = offer
        days = settings.GRACE_DAYS
        later = f"In {days} days; it is held back until then, and you can still keep it"
        fields["when"].choices = [("later", later), ("now", "At once; there is no way back")]


class CorrectionForm(ReasonForm):
    """What is wrong with a statement. Each answer asks for fields of its own."""

    how = forms.ChoiceField(
        choices=[(each, each) for each in ("changed", "instead", "ended", "never")],
        error_messages={"required": "Choose what is wrong with it.", "invalid_choice": "Choose what is wrong with it."},
        label="What is wrong with it?",
    )
    on = DayField(label="It changed on", required=False, needed=True)
    now = Words(label="What is true now", required=False, max_length=LONGEST_VALUE)
    instead = Words(label="What is right", required=False, max_length=LONGEST_VALUE)
    since = DayField(label="Since when", required=False)
    until = DayField(label="It was true until", required=False, needed=True)

    pointers: Mapping[str, str] = {"object": "now", "ended_at": "until", "valid_from": "on", "valid_to": "on"}
    #: The fields of each answer, those it cannot do without with what to say then.
    answers: Mapping[str, Mapping[str, str]] = {
        "changed": {
            "on": "Say when it changed; a month or a year is fine too.",
            "now": "Say what is true now.",
        },
        "instead": {"instead": "Say what is right.", "since": ""},
        "ended": {"until": "Say until when it was true; a month or a year is fine too."},
    }

    def __init__(self, *given: Any, values: Sequence[tuple[str, str]] = (), **more: Any) -> None:
        super().__init__(*given, **more)
        for name in ("now", "instead") if values else ():
            label = self.fields[name].label
            self.fields[name] = forms.ChoiceField(label=label, required=False, choices=[("", "Choose"), *values])

    def clean(self) -> dict[str, Any]:
        """What was filled in, with all that the chosen answer asks for."""
        cleaned = super().clean() or self.cleaned_data
        own = self.answers.get(cleaned.get("how", ""), {})
        for name in {name for fields in self.answers.values() for name in fields} - own.keys():
            self.errors.pop(name, None)  # what is typed under another answer is kept, and does not count
        for name, sentence in own.items():
            if sentence and name not in self.errors and not cleaned.get(name):
                self.add_error(name, sentence)
        return cleaned

    def refuse(self, refused: Refusal) -> None:
        """As `ReasonForm.refuse`; the value stands in the field of the chosen answer."""
        if self.cleaned_data.get("how") == "instead":
            self.pointers = {**self.pointers, "object": "instead", "valid_from": "since", "valid_to": "since"}
        super().refuse(refused)
