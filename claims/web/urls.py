from django.urls import URLPattern, URLResolver, path

from claims.web.acting.complete import complete
from claims.web.acting.correct import correct
from claims.web.acting.forget import forget, forget_it_now, forgotten_things, keep, learn_again
from claims.web.acting.receipts import receipt, undo
from claims.web.acting.reviews import decide, reviews
from claims.web.acting.standing import confirm, dispute, release
from claims.web.belief import belief
from claims.web.copies import copies, copy_file, stop_copy
from claims.web.keys import keys, new_key, revoke
from claims.web.overview import base, home
from claims.web.requests.deadlines import deadlines
from claims.web.requests.filing import file_request
from claims.web.requests.mine import requests
from claims.web.requests.one import certificate, letter, request
from claims.web.requests.stepping import step
from claims.web.styleguide import styleguide

BASE = "bases/<uuid:base>/"
CLAIM = f"{BASE}beliefs/<uuid:claim>/"
REVISION = f"{BASE}revisions/<int:number>/"
REQUEST = f"{BASE}requests/<uuid:asked>/"
COPY = f"{BASE}copies/<uuid:copy>/"

urlpatterns: list[URLPattern | URLResolver] = [
    path("", home, name="home"),
    path(BASE, base, name="base"),
    path(CLAIM, belief, name="belief"),
    path(f"{CLAIM}correct/", correct, name="correct"),
    path(f"{CLAIM}complete/", complete, name="complete"),
    path(f"{CLAIM}confirm/", confirm, name="confirm"),
    path(f"{CLAIM}dispute/", dispute, name="dispute"),
    path(f"{CLAIM}forget/", forget, name="forget"),
    path(f"{BASE}forget/", forget, name="forget_all"),
    path(f"{BASE}forgotten/", forgotten_things, name="forgotten"),
    path(f"{BASE}forgotten/<uuid:forgetting>/keep/", keep, name="keep"),
    path(f"{BASE}forgotten/<uuid:forgetting>/now/", forget_it_now, name="forget_it_now"),
    path(f"{BASE}forgotten/<uuid:claim>/learn/", learn_again, name="learn_again"),
    path(f"{CLAIM}release/", release, name="release"),
    path(REVISION, receipt, name="receipt"),
    path(f"{REVISION}undo/", undo, name="undo"),
    path(f"{BASE}reviews/", reviews, name="reviews"),
    path(f"{BASE}reviews/<uuid:review>/<slug:verdict>/", decide, name="decide"),
    path("requests/", requests, name="requests"),
    path("deadlines/", deadlines, name="deadlines"),
    path(f"{BASE}requests/new/", file_request, name="file_request"),
    path(REQUEST, request, name="request"),
    path(f"{REQUEST}certificate/", certificate, name="certificate"),
    path(f"{REQUEST}letters/<int:place>/", letter, name="letter"),
    path(f"{REQUEST}<slug:name>/", step, name="step"),
    path(f"{BASE}copies/", copies, name="copies"),
    path(f"{COPY}stop/", stop_copy, name="stop_copy"),
    path(f"{COPY}files/<str:file>/", copy_file, name="copy_file"),
    path("keys/", keys, name="keys"),
    path("keys/new/", new_key, name="new_key"),
    path("keys/<uuid:key>/revoke/", revoke, name="revoke_key"),
    path("styleguide/", styleguide, name="styleguide"),
]
