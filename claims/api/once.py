"""`Idempotency-Key`: the same act, sent twice, is carried out once and answered twice."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any

from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from claims.api.conditions import only_if_same, tag_of
from claims.services.manners.once import Answer, once, slot_for

if TYPE_CHECKING:
    from claims.api.views.base import View

KEY = "Idempotency-Key"
REPLAYED = "Idempotency-Replayed"


def carried_out_once(post: Callable[..., Response]) -> Callable[..., Response]:
    """The method of an endpoint, answered from what was kept where the same was sent before. A look at a plan passes
    through: it changes nothing. What was carried out already needs no `If-Match` again."""

    @wraps(post)
    def carried_out(view: View, request: Request, *args: Any, **kwargs: Any) -> Response:
        def act() -> Response:
            if view.opened is not None:
                only_if_same(request, view.opened)
            return post(view, request, *args, **kwargs)

        if KEY not in request.headers or _only_looks(request):
            return act()
        slot = slot_for(
            base=view.opened.id if view.opened else None,
            caller=view.visitor.id,
            path=request.path,
            key=request.headers[KEY],
            body=request.data,
            to_person=view.visitor.is_person,
        )
        return _shown(once(slot, lambda: _told(view, act())))

    return carried_out


def _only_looks(request: Request) -> bool:
    return isinstance(request.data, dict) and request.data.get("preview") is True


def _told(view: View, response: Response) -> Answer:
    headers = {name: value for name, value in response.items() if name != "Content-Type"}
    if view.opened is not None:
        headers.setdefault("ETag", tag_of(view.opened.head))
    return Answer(status=response.status_code, text=_json(response.data), headers=headers)


def _json(data: Any) -> str:
    """As the endpoint would have shown it."""
    return JSONRenderer().render(data).decode() if data is not None else "null"


def _shown(answer: Answer) -> Response:
    again = {REPLAYED: "true"} if answer.again else {}
    return Response(json.loads(answer.text), status=answer.status, headers={**answer.headers, **again})
