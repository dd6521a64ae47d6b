from django.urls import URLPattern, URLResolver, path

from claims.web.belief import belief
from claims.web.overview import base, home
from claims.web.styleguide import styleguide

urlpatterns: list[URLPattern | URLResolver] = [
    path("", home, name="home"),
    path("bases/<uuid:base>/", base, name="base"),
    path("bases/<uuid:base>/beliefs/<uuid:claim>/", belief, name="belief"),
    path("styleguide/", styleguide, name="styleguide"),
]
