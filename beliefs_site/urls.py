"""Every address of the site, by the room that answers."""

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.templatetags.static import static
from django.urls import include, path, re_path

from beliefs_site.serving.health import healthz, readyz
from claims.api.problems import unknown_path

# One way in for all: the administrator too passes sign-in with its second factor and rate limits.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]


def favicon(request: HttpRequest) -> HttpResponse:
    """The icon, for those who ask where icons used to be."""
    return redirect(static("img/caret.svg"))


urlpatterns = [
    path("favicon.ico", favicon),
    path("healthz/", healthz, name="healthz"),
    path("readyz/", readyz, name="readyz"),
    path("accounts/", include("allauth.urls")),
    path("admin/", admin.site.urls),
    path("api/v1/", include("claims.api.urls")),
    re_path("^api/", unknown_path),
    path("", include("claims.web.urls")),
]
