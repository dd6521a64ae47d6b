"""Who may sign in, and how: accounts are made by an administrator, never by a visitor."""

from collections.abc import Callable
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.mfa.utils import is_mfa_enabled
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from allauth.socialaccount.models import SocialLogin
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from claims.api.problems import plain_problem
from claims.models import Role, User


class AccountAdapter(DefaultAccountAdapter):
    """No open sign-up."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return False


class ProviderAdapter(DefaultSocialAccountAdapter):
    """A provider opens accounts that exist; it makes none."""

    def is_open_for_signup(self, request: HttpRequest, sociallogin: SocialLogin) -> bool:
        return False


class StaffMfaMiddleware:
    """Where STAFF_NEED_MFA is on, staff without a second factor see nothing before they have set one up."""

    OPEN = ("account_", "mfa_", "healthz", "readyz")

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, *_: Any) -> HttpResponse | None:
        """Called once the address is known to be one of ours."""
        name = request.resolver_match.url_name if request.resolver_match else None
        if not settings.STAFF_NEED_MFA or (name or "").startswith(self.OPEN) or not lacks_mfa(request.user):
            return None
        if request.path.startswith("/api/"):
            return plain_problem(403, "Your role needs a second factor; set one up on the pages, then come back.")
        messages.info(request, "Your role needs a second factor; set one up to go on.")
        return redirect("mfa_index")


def lacks_mfa(user: User | AnonymousUser) -> bool:
    """Whether this is someone of the staff who signs in with one factor only."""
    if not user.is_authenticated or (user.role == Role.PERSON and not user.is_superuser):
        return False
    return not is_mfa_enabled(user)
