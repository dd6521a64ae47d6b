"""What all endpoints have in common, and what those below a base do."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar
from uuid import UUID

from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.exceptions import AuthenticationFailed, NotAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from claims.access import Opened, Visitor, base_to_read
from claims.api.callers import actor_behind, visitor_of
from claims.api.conditions import Unchanged, only_if_changed, tag_of, terms_of
from claims.api.once import carried_out_once
from claims.api.parsing import refuse_chunks, refuse_nothing
from claims.api.shapes.asked import asked, cursor_of
from claims.api.shapes.claims import path_of
from claims.api.shapes.outcomes import body_of
from claims.api.shapes.strict import Strict, read_into
from claims.api.throttles import count_stranger
from claims.refusals import Invalid
from claims.services.actor import Actor
from claims.services.administration.note_look import note_look
from claims.services.administration.note_served import note_served
from claims.services.belief_base.operation import Done, Terms
from claims.services.reading.clocks import Clocks, clocks
from claims.services.reading.results import Results, results_of

Fetch = Callable[[Visitor, UUID], Opened]
Admit = Callable[[Visitor], Visitor]


class View(APIView):
    """An endpoint: strict in what it takes. A POST is an act, carried out once under its `Idempotency-Key`, unless
    ``acts`` says that it only reads."""

    request: Request
    acts: ClassVar[bool] = True
    #: By method, who alone may ask here, where that is no matter of a base: asked before anything is answered, be it an
    #: answer that was kept.
    admits: ClassVar[Mapping[str, Admit]] = {}

    def __init_subclass__(cls, **options: Any) -> None:
        """Every act of every endpoint goes through `carried_out_once`."""
        super().__init_subclass__(**options)
        if cls.acts and "post" in vars(cls):
            setattr(cls, "post", carried_out_once(vars(cls)["post"]))  # noqa: B010  a method by this name

    @property
    def visitor(self) -> Visitor:
        """Whoever was let in."""
        return visitor_of(self.request)

    @property
    def actor(self) -> Actor:
        """Whoever was let in, as one who acts."""
        return actor_behind(self.request)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Let the visitor in, or not."""
        refuse_chunks(request)
        super().initial(request, *args, **kwargs)
        if admit := self.admits.get(request.method or ""):
            admit(self.visitor)

    @property
    def opened(self) -> Opened | None:
        """The base that was opened, if the endpoint is below one."""
        return None

    def handle_exception(self, exc: Exception) -> Response:
        """As a problem; who was not let in is counted, and told so when that was too often."""
        if isinstance(exc, (NotAuthenticated, AuthenticationFailed)):
            exc = count_stranger(self.request) or exc
        return super().handle_exception(exc)

    def sent(self, shape: type[Strict]) -> dict[str, Any]:
        """The body, read."""
        refuse_nothing(self.request)
        return read_into(shape, self.request.data)

    def asked(self, shape: type[Strict]) -> dict[str, Any]:
        """The query string, read."""
        return asked(shape, self.request)

    def show(self, shape: type[serializers.Serializer[Any]], value: Any, status: int = 200) -> Response:
        """One thing."""
        return Response(shape(value, context={"request": self.request}).data, status=status)

    def page(
        self,
        shape: type[serializers.Serializer[Any]],
        found: Sequence[Any],
        limit: int,
        place: Callable[[Any], Any],
        **pinned: str,
    ) -> Response:
        """A page of what was found, one more than fits telling that there is another; ``pinned`` are parameters that
        the next page must not reckon anew."""
        shown = found[:limit]
        body = shape(shown, many=True, context={"request": self.request}).data
        following = self._following(cursor_of(place(shown[-1])), pinned) if len(found) > limit else None
        return Response({"results": body, "next": following})

    def _following(self, cursor: str, pinned: Mapping[str, str]) -> str:
        query = self.request.query_params.copy()
        for name, value in {**pinned, "cursor": cursor}.items():
            query[name] = value
        return self.request.build_absolute_uri(f"{self.request.path}?{query.urlencode()}")


class BaseView(View):
    """An endpoint below a base. ``fetches`` says by method which fetch opens the base; what is not named reads."""

    fetches: ClassVar[Mapping[str, Fetch]] = {}
    #: Whether all that is told here is told by the head revision, so that a reader who knows it need not be told again.
    by_revision: ClassVar[bool] = True
    base: Opened
    #: How an act is told, and the plan that takes the place of a stale one.
    told: Callable[[Results, Request], dict[str, Any]] = staticmethod(body_of)

    @property
    def opened(self) -> Opened | None:
        """The base, once it is."""
        return getattr(self, "base", None)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Let the visitor in to the base, or not; a look by staff is logged."""
        super().initial(request, *args, **kwargs)
        fetch = self.fetches.get(request.method or "", base_to_read)
        self.base = fetch(self.visitor, kwargs["base"])
        if self.base.looked_at:
            looked_at = kwargs.get("claim")
            note_look(actor=self.actor, base=self.base.id, targets=[looked_at] if looked_at else [])

    def asked(self, shape: type[Strict]) -> dict[str, Any]:
        """The query string, read; where it can be, whoever knows the answer already is told so at once."""
        found = super().asked(shape)
        if self.by_revision:
            only_if_changed(self.request, self.base)
        return found

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        """Every answer that was read from a base carries its revision as its entity tag."""
        if response.status_code == 200 and self.opened is not None and self.by_revision:
            try:
                only_if_changed(request, self.opened, there=True)
            except Unchanged as unchanged:
                response = unchanged.answer
        response = super().finalize_response(request, response, *args, **kwargs)
        if response.status_code < 300 and self.opened is not None:
            response.setdefault("ETag", tag_of(self.opened.head))
        return response

    def note(self, claims: Iterable[UUID]) -> None:
        """Remember that the agent that asks is served these claims; of a person nothing is remembered."""
        if self.request.method == "GET":
            note_served(base=self.base.id, agent=self.visitor.agent, claims=claims)

    def show_claim(self, shape: type[serializers.Serializer[Any]], value: Any, asked: UUID, *served: UUID) -> Response:
        """What is told of one claim, the first that is ``served``; where it was asked for under an id that it no longer
        goes by, ``Content-Location`` says where it stands."""
        self.note(served)
        response = self.show(shape, value)
        if served[0] != asked:
            where = self.request.path.replace(str(asked), str(served[0]))
            response["Content-Location"] = self.request.build_absolute_uri(where)
        return response

    def clocks(self, found: Mapping[str, Any]) -> Clocks:
        """Both clocks as asked for."""
        return clocks(head_at=self.base.head_at, valid_at=found.get("valid_at"), known_at=found.get("known_at"))

    def terms(self, said: Mapping[str, Any]) -> Terms:
        """Under which terms a write is asked for."""
        return terms_of(self.request, self.base, preview=said.get("preview", False), digest=said.get("digest"))

    def tell(self, done: Done) -> Response:
        """What an act came to: 201 where a claim was made."""
        results = results_of(done)
        response = Response(type(self).told(results, self.request), status=201 if results.made else 200)
        if results.revision is not None:
            response["ETag"] = tag_of(results.revision)
        made = [each.claim for each in results.outcomes if each.claim_made]
        if results.made and len(results.outcomes) == 1:
            response["Location"] = path_of(self.request, self.base.id, "claims", made[0])
        return response


def place_in(found: Mapping[str, Any], kind: Callable[[Any], Any]) -> Any:
    """The place that a cursor names, if there is one.

    Raises:
        Invalid: where it names no place of this list.
    """
    if "cursor" not in found:
        return None
    try:
        return kind(found["cursor"])
    except (AttributeError, TypeError, ValueError, KeyError, IndexError):
        raise Invalid.at("/cursor", "This cursor is none of ours; follow “next” as it was given.") from None


_ANSWERS = {200: "Here it is.", 201: "It was made."}


def documented(
    answers: type[serializers.Serializer[Any]],
    *,
    takes: type[Strict] | None = None,
    query: type[Strict] | None = None,
    many: bool = False,
    status: Iterable[int] = (200,),
    **more: Any,
) -> Callable[[Any], Any]:
    """How the document tells an endpoint: what it takes, and what it answers; a list stands in pages."""
    shown: Any = paged(answers) if many else answers
    responses = {each: OpenApiResponse(shown, description=_ANSWERS[each]) for each in status}
    return extend_schema(request=takes, responses=responses, parameters=[query] if query else [], **more)


def paged(shape: type[serializers.Serializer[Any]]) -> type[serializers.Serializer[Any]]:
    """A page of a list, as the document has it."""
    name = f"PageOf{shape.__name__}"
    fields = {
        "results": shape(many=True),
        "next": serializers.URLField(allow_null=True, help_text="The next page; null at the end."),
        "__doc__": "A page of a list.",
        "__module__": __name__,
    }
    return type(name, (serializers.Serializer,), fields)
