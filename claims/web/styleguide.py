"""Every part of the pages with made-up data, to look at while building: `/styleguide/`, where DEBUG is on."""

from datetime import date
from typing import Any

from django import forms
from django.conf import settings
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render


class CorrectionForm(forms.Form):
    """One field of each kind."""

    now = forms.CharField(label="What is true now", help_text="Skylark’s backend is built with …", initial="Go")
    changed_on = forms.DateField(label="It changed on", widget=forms.DateInput(attrs={"type": "date"}))
    agent = forms.ChoiceField(label="Told to", choices=[("", "Anyone"), ("scout", "Scout"), ("quill", "Quill")])
    why = forms.ChoiceField(
        label="What is wrong with it?",
        choices=[("never", "It was never true"), ("changed", "It was true, and it changed")],
        widget=forms.RadioSelect,
        initial="changed",
    )
    proof = forms.CharField(label="Anything that shows it", required=False, widget=forms.Textarea(attrs={"rows": 2}))
    erase = forms.BooleanField(
        label="Erase the old answer from the history as well",
        required=False,
        help_text="Otherwise it stays, marked as ended, so past decisions can be explained.",
    )


def stmt(sentence: str, kind: str, band: str, *meta: str, **more: Any) -> dict[str, Any]:
    """A statement as `parts/stmt.html` wants it."""
    return {
        "sentence": sentence,
        "kind": kind,
        "band": band,
        "meta": meta,
        "url": "#",
        "correct_url": "#",
    } | more


def branch(name: str, sentence: str, kind: str, words: str = "", *branches: dict[str, Any]) -> dict[str, Any]:
    """A branch as `parts/branch.html` wants it."""
    return {"id": name, "sentence": sentence, "kind": kind, "words": words, "branches": branches}


TOPICS = [
    {
        "name": "Skylark",
        "about": "your project",
        "statements": [
            stmt(
                "Skylark’s backend is built with Go.",
                "checked",
                "sure",
                "True since 15 May",
                "Used today by Scout",
            ),
            stmt("Skylark deploys on Vercel.", "disputed", "fair", "Two answers, first one still in use"),
            stmt("Skylark’s code lives in the repository nordlys/skylark.", "saw", "sure", "Last seen 18 May"),
            stmt("Skylark needs Node 20.", "check", "guess", "Its only reason ended 15 May"),
        ],
    },
    {
        "name": "Home",
        "about": "where and with whom",
        "statements": [
            stmt("You live in Malmö.", "said", "sure", "Confirmed 2 February", "Used 17 May by Almanac"),
            stmt(
                "You have a daughter, Mira.",
                "said",
                "sure",
                "You said so 20 March",
                note="You added: “She lives with me every other week.” Assistants get it too.",
            ),
            stmt("You report to Henrik Aas.", "doc", "fair", "Team page, 11 January"),
            stmt(
                "You may be looking for a flat in Gothenburg.",
                "guessed",
                "guess",
                "From two calendar entries",
            ),
            stmt("You lived in Lund.", "past", "sure", "True until June 2024", words="Ended June 2024"),
        ],
    },
]
EVIDENCE = [
    {
        "kind": "said",
        "before": "Express is gone. ",
        "marked": "We moved the backend to Go today",
        "after": ", only the old tests are left.",
        "origin": "You to Scout, 15 May 2026, 17:42.",
        "url": "#",
        "url_words": "Read the turn",
    },
    {
        "kind": "saw",
        "before": "go.mod: module nordlys/skylark, ",
        "marked": "go 1.26",
        "origin": "Scout looked in the repository, 18 May 2026, 06:00.",
    },
]
HAPPENINGS = [
    {
        "day": date(2026, 3, 3),
        "when": "3 March 2026",
        "sentence": "We noted: Skylark’s backend is built with Express.js.",
        "detail": "True for you from that day. You told Scout.",
    },
    {"day": date(2026, 5, 16), "when": "16 May 2026", "sentence": "You corrected it here."},
]
TREE = [
    {"title": "This rests on", "empty": "Nothing else. You told us yourself."},
    {
        "title": "Rest on this",
        "branches": [
            branch(
                "go",
                "Skylark’s backend is built with Go",
                "checked",
                "",
                branch("tests", "Skylark’s tests run with go test", "guessed"),
                branch("image", "Skylark ships as one small container", "guessed"),
            )
        ],
    },
    {
        "title": "It took the place of",
        "branches": [
            branch(
                "express",
                "Skylark’s backend is built with Express.js",
                "past",
                "Ended 15 May",
                branch("vercel", "Skylark deploys on Vercel", "disputed", "Disputed, two answers"),
                branch("node", "Skylark needs Node 20", "check"),
            )
        ],
    },
]
FILTERS = [
    {"words": "All", "count": 9, "value": ""},
    {"words": "You said", "count": 3, "value": "said"},
    {"words": "We guessed", "count": 2, "value": "guessed"},
]


def styleguide(request: HttpRequest) -> HttpResponse:
    """`?density=dense` shows the parts as staff have them; `?at=` chooses in the tree; the form refuses."""
    if not settings.DEBUG:
        raise Http404
    form = CorrectionForm(request.POST or None)
    given = {
        "density": "dense" if request.GET.get("density") == "dense" else "roomy",
        "kinds": ["said", "saw", "doc", "guessed", "checked", "disputed", "check", "past"],
        "bands": ["sure", "fair", "guess"],
        "topics": TOPICS,
        "finder": {"known_at": date(2026, 5, 19), "today": date(2026, 5, 19)},
        "filters": FILTERS,
        "evidence": EVIDENCE,
        "happenings": HAPPENINGS,
        "tree": TREE,
        "chosen": request.GET.get("at", "go"),
        "crumbs": [("Overview", "/"), ("Skylark", "#")],
        "facts": [("Reference", "R-2026-0516-41"), ("Your right", "Rectification, Article 16 GDPR")],
        "page": Paginator(range(23), 10).page(2),
        "form": form,
    }
    return render(request, "styleguide.html", given, status=422 if form.errors else 200)
