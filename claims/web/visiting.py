"""Whoever visits a page, and the base that the page is about; what is refused becomes the page that says so."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate
from uuid import UUID

import structlog
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponseBase

from claims.access import (
    Opened,
    Visitor,
    base_of_own,
    base_of_requests,
    base_to_read,
    base_to_revise,
    visitor_signed_in,
)
from claims.models import Role, User
from claims.refusals import Forbidden, NotFound
from claims.services.actor import Actor, actor_of
from claims.services.administration.note_look import note_look

Page = Callable[..., HttpResponseBase]
View = Callable[Concatenate[HttpRequest, Opened, ...], HttpResponseBase]


def visitor_of(request: HttpRequest) -> Visitor:
    """Whoever is signed in."""
    return visitor_signed_in(user_of(request))


def user_of(request: HttpRequest) -> User:
    """The user who is signed in; pages are behind sign-in."""
    if not isinstance(request.user, User):
        raise PermissionDenied
    return request.user


def actor_from(request: HttpRequest) -> Actor:
    """Whoever is signed in, as an actor, with the request's id."""
    return actor_of(visitor_of(request), structlog.contextvars.get_contextvars().get("request_id", ""))


def is_person_concerned(request: HttpRequest) -> bool:
    """Whether the reader comes as the person concerned, who is addressed as "you"."""
    return user_of(request).role == Role.PERSON


def page_of_base(view: View) -> Page:
    """A page about one base, for whoever may read it; a look by staff is logged."""
    return _page(view, base_to_read)


def page_to_change(view: View) -> Page:
    """A page on which something of a base is changed, for whoever may; a look by staff is logged."""
    return _page(view, base_to_revise)


def page_of_requests(view: View) -> Page:
    """A page about requests of persons in one base, for whoever may see or file them; a look by staff is logged."""
    return _page(view, base_of_requests)


def page_of_own(view: View) -> Page:
    """A page of one base for the person concerned alone: their copies, and forgetting."""
    return _page(view, base_of_own)


def _page(view: View, fetch: Callable[[Visitor, UUID], Opened]) -> Page:
    @login_required
    @wraps(view)
    def shown(request: HttpRequest, base: UUID, **more: Any) -> HttpResponseBase:
        try:
            opened = fetch(visitor_of(request), base)
            response = view(request, opened, **more)
        except NotFound as refused:
            raise Http404(refused.sentence) from None
        except Forbidden as refused:
            raise PermissionDenied(refused.sentence) from None
        if opened.looked_at:
            note_look(
                actor=actor_from(request), base=base, targets=[each for each in more.values() if isinstance(each, UUID)]
            )
        return response

    return shown
