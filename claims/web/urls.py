from django.urls import URLPattern, URLResolver, path

from claims.web.belief import belief
from claims.web.keys import keys, new_key, revoke
from claims.web.overview import base, home
from claims.web.styleguide import styleguide

urlpatterns: list[URLPattern | URLResolver] = [
    path("", home, name="home"),
    path("bases/<uuid:base>/", base, name="base"),
    path("bases/<uuid:base>/beliefs/<uuid:claim>/", belief, name="belief"),
    path("keys/", keys, name="keys"),
    path("keys/new/", new_key, name="new_key"),
    path("keys/<uuid:key>/revoke/", revoke, name="revoke_key"),
    path("styleguide/", styleguide, name="styleguide"),
]
