"""Who may sign in, and how: accounts are made by an administrator, never by a visitor."""

from collections.abc import Callable

from allauth.account.adapter import DefaultAccountAdapter
from allauth.mfa.utils import is_mfa_enabled
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from allauth.socialaccount.models import SocialLogin
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import resolve


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
        if settings.STAFF_NEED_MFA and self._lacks_mfa(request):
            messages.info(request, "Your role needs a second factor; set one up to go on.")
            return redirect("mfa_index")
        return self.get_response(request)

    def _lacks_mfa(self, request: HttpRequest) -> bool:
        user = request.user
        if not user.is_authenticated or (user.role == "person" and not user.is_superuser):
            return False
        name = resolve(request.path_info).url_name or ""
        return not name.startswith(self.OPEN) and not is_mfa_enabled(user)
