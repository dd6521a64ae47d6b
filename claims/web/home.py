from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

EXAMPLES = [
    {
        "sentence": "You prefer short answers.",
        "kind": "said",
        "band": "sure",
        "meta": ["Your own words, with the date"],
    },
    {
        "sentence": "You usually start work at half past eight.",
        "kind": "saw",
        "band": "fair",
        "meta": ["Seen in a tool you connected"],
    },
    {
        "sentence": "You may be planning a move.",
        "kind": "guessed",
        "band": "guess",
        "meta": ["Never used before you have seen it"],
    },
]


@login_required
def home(request: HttpRequest) -> HttpResponse:
    """Where sign-in leads, while nothing is believed yet."""
    return render(request, "home.html", {"examples": EXAMPLES})
