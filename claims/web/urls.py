from django.urls import URLPattern, URLResolver, path

from claims.web.home import home
from claims.web.styleguide import styleguide

urlpatterns: list[URLPattern | URLResolver] = [
    path("", home, name="home"),
    path("styleguide/", styleguide, name="styleguide"),
]
