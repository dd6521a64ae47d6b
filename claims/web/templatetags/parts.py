"""The parts of pages that need more than an include. `/styleguide/` shows them all."""

import re
from itertools import takewhile
from typing import Any, NamedTuple

from django import forms, template
from django.template import Context
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from claims.services.words import MONTHS

register = template.Library()


class Kind(NamedTuple):
    """How a statement stands or where it comes from: its icon, its usual words, and their tone."""

    icon: str
    words: str
    tone: str = ""


KINDS = {
    "said": Kind("message-circle", "You said"),
    "saw": Kind("eye", "We saw"),
    "doc": Kind("file-text", "From a document"),
    "guessed": Kind("circle-dashed", "We guessed"),
    "checked": Kind("circle-check", "Checked", "ok"),
    "disputed": Kind("scale", "Disputed", "stop"),
    "check": Kind("flag", "Please check", "check"),
    "past": Kind("history", "Ended"),
}
BANDS = {"sure": (3, "Sure"), "fair": (2, "Fairly sure"), "guess": (1, "A guess")}
# In this order, since each calls itself by the later names too.
BROWSERS = {"Edg": "Edge", "OPR/": "Opera", "Firefox/": "Firefox", "Chrome/": "Chrome", "Safari/": "Safari"}
SYSTEMS = {
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Android": "Android",
    "Windows": "Windows",
    "Mac OS": "Mac",
    "Linux": "Linux",
}
WORDS = re.compile(r"\s+|[.,;:!?]+(?=\s|$)|(?:(?![.,;:!?]+(?:\s|$))\S)+")


@register.inclusion_tag("parts/chip.html")
def chip(kind: str, words: str = "") -> dict[str, Any]:
    """`{% chip "disputed" %}`, or with words of one's own: `{% chip "past" "Ended 15 May" %}`."""
    return {"kind": kind, "icon_name": KINDS[kind].icon, "words": words or KINDS[kind].words}


@register.inclusion_tag("parts/standing.html")
def standing(kind: str, words: str = "") -> dict[str, Any]:
    """The same as a chip without its edge, for lines that already have one."""
    return {"tone": KINDS[kind].tone, "icon_name": KINDS[kind].icon, "words": words or KINDS[kind].words}


@register.inclusion_tag("parts/confidence.html")
def confidence(band: str) -> dict[str, Any]:
    """`{% confidence "fair" %}`: three dots and the words; the bands are sure, fair and guess."""
    dots, words = BANDS[band]
    return {"dots": [(3 + 8 * place, place < dots) for place in range(3)], "words": words}


@register.simple_tag
def correction(old: str, new: str) -> SafeString:
    """The new sentence with the proofreader's marks: what differs from the old is struck out and put in."""
    before, after = WORDS.findall(old), WORDS.findall(new)
    start = alike(before, after)
    kept, before, after = after[:start], before[start:], after[start:]
    end = alike(before[::-1], after[::-1])
    changed = [("del", "".join(before[: len(before) - end])), ("ins", "".join(after[: len(after) - end]))]
    marks = format_html_join(" ", "<{0}>{1}</{0}>", [change for change in changed if change[1]])
    return format_html("{}{}{}", "".join(kept), marks, "".join(after[len(after) - end :]))


def alike(one: list[str], other: list[str]) -> int:
    """How many words from the first are the same."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


@register.inclusion_tag("parts/field.html")
def field(bound: forms.BoundField, hint: str | None = None, **attrs: Any) -> dict[str, Any]:
    """`{% field form.email %}`: label, control, hint and error, tied together for those who hear the page.

    The hint may be replaced, and the control given attributes: `{% field form.code inputmode="numeric" %}`.
    """
    bound.help_text = bound.help_text if hint is None else hint
    widget = bound.field.widget
    if not isinstance(widget, forms.CheckboxInput):
        attrs["class"] = "form-select" if isinstance(widget, forms.Select) else "form-control"
    attrs = {name.replace("_", "-"): value for name, value in attrs.items()} | {"placeholder": False}  # labels say it
    return {
        "bound": bound,
        "control": bound.as_widget(attrs=attrs),
        "is_tick": isinstance(widget, forms.CheckboxInput),
    }


@register.filter
def device(user_agent: str) -> str:
    """What a person calls the browser that names itself so: `{{ session.user_agent|device }}`."""
    browser = next((name for mark, name in BROWSERS.items() if mark in user_agent), "A browser")
    system = next((f" on {name}" for mark, name in SYSTEMS.items() if mark in user_agent), "")
    return browser + system


@register.filter
def day_words(text: str | None) -> str:
    """A time as a copy writes it, in words: `{{ "2026-03"|day_words }}` is March 2026."""
    year, month, day = (*(text or "")[:10].split("-"), "", "")[:3]
    return " ".join(each for each in (day.lstrip("0"), MONTHS[int(month) - 1] if month else "", year) if each)


@register.simple_tag
def relabel(form: forms.BaseForm, **labels: str) -> str:
    """Our words for another's form, before its errors use its own: `{% relabel form login="E-mail" %}`."""
    for name, label in labels.items():
        form[name].label = label
    return ""


@register.simple_tag(takes_context=True)
def nav_link(context: Context, name: str, words: str, under: str = "") -> SafeString:
    """A line of the menu: the page of this name, marked where it or a page under the path `under` is open."""
    path, url = context["request"].path, reverse(name)
    current = "page" if path == url else "true" if under and path.startswith(under) else ""
    mark = format_html(' aria-current="{}"', current) if current else ""
    return format_html('<li><a href="{}"{}>{}</a></li>', url, mark, words)
