"""My copy: the person concerned asks for one, sees how far it is, takes it along, stops or removes it."""

from __future__ import annotations

from http import HTTPStatus
from uuid import UUID

from django.contrib import messages
from django.http import FileResponse, HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_POST

from claims.access import Opened
from claims.models import PersonCopy
from claims.refusals import Invalid
from claims.services.rights.copies.ask_for_copy import Wanted, ask_for_copy
from claims.services.rights.copies.read_copies import copies_of
from claims.services.rights.copies.stop_copy import stop_copy as stop
from claims.services.rights.copies.take_file import take_file
from claims.web.visiting import actor_from, page_of_own

#: What can be asked for, and what it holds.
OFFERED = (
    (
        PersonCopy.Kind.ACCESS.value,
        "Everything that is kept",
        "Each statement with its reasons and its times, who was given it, your requests, what was erased, who looked.",
    ),
    (
        PersonCopy.Kind.PORTABILITY.value,
        "What I gave, to take along",
        "Only what you said or what was observed, in a form that other services can read. Nothing that was guessed.",
    ),
)
TYPES = {
    "html": "text/html; charset=utf-8",
    "json": "application/json",
    "zip": "application/zip",
}
#: By this htmx knows that it need not look again.
ENOUGH = 286


@page_of_own
def copies(request: HttpRequest, opened: Opened) -> HttpResponse:
    """One's own copies, and the way to another one."""
    refused = ""
    if request.method == "POST":
        kind = request.POST.get("kind", "")
        try:
            if kind not in PersonCopy.Kind.values:
                raise Invalid("Choose what you want a copy of.")
            actor = actor_from(request)
            ask_for_copy(base=opened.id, actor=actor, wanted=Wanted(kind=kind, user=actor.id))
        except Invalid as wrong:
            refused = wrong.sentence
        else:
            messages.success(request, "Your copy is being made. You can leave this page meanwhile.")
            return _back(opened)
    made = copies_of(base=opened.id, user=actor_from(request).id)
    given = {
        "base": opened,
        "offered": OFFERED,
        "copies": made,
        "waits": any(each.is_open for each in made),
        "refused": refused,
    }
    if getattr(request, "htmx", False) and request.method == "GET":
        return render(request, "claims/copies.html#made", given, status=200 if given["waits"] else ENOUGH)
    status = HTTPStatus.UNPROCESSABLE_ENTITY if refused else HTTPStatus.OK
    return render(request, "claims/copies.html", given, status=status)


@require_POST
@page_of_own
def stop_copy(request: HttpRequest, opened: Opened, *, copy: UUID) -> HttpResponse:
    """Stop it, or remove its files."""
    try:
        stop(base=opened.id, actor=actor_from(request), copy=copy)
    except Invalid as refused:
        messages.warning(request, refused.sentence)
    else:
        messages.success(request, "It is stopped, and nothing of it is kept.")
    return _back(opened)


@page_of_own
def copy_file(request: HttpRequest, opened: Opened, *, copy: UUID, file: str) -> HttpResponseBase:
    """A file of a copy, to be kept; that it was taken is logged."""
    taken = take_file(base=opened.id, actor=actor_from(request), copy=copy, name=file)
    response = FileResponse(
        taken.file, as_attachment=True, filename=taken.name, content_type=TYPES[file.rpartition(".")[2]]
    )
    response["Cache-Control"] = "no-store"
    return response


def _back(opened: Opened) -> HttpResponse:
    return HttpResponseRedirect(reverse("copies", args=[opened.id]), status=HTTPStatus.SEE_OTHER)
