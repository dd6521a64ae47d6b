"""The front of the site: what a server calls, before any thread is taken for a request.

The site runs in threads, and a thread that waits serves nobody. So bodies are read here, in the event loop and within
a time limit; no base can fill every thread with writers that wait for one another; and whether the process lives is
answered here, however busy it is.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, MutableMapping
from contextlib import asynccontextmanager, closing
from typing import Any
from urllib.parse import quote

from asgiref.sync import ThreadSensitiveContext
from asgiref.wsgi import WsgiToAsgiInstance

from beliefs_site.environment import THREADS
from claims.api.parsing import LARGEST
from claims.api.problems import problem

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

#: Of the requests that a process carries out at a time: writes to one base, which wait for one another anyway.
WRITERS = 4
#: Seconds that a request waits for its turn, and a body may take to arrive.
PATIENCE, ARRIVAL = 5.0, 30.0

BUSY = "Too much is being asked at this moment; nothing was changed. Try again in a second."
SLOW = "The body did not arrive within 30 seconds; send it again."
LARGE = "The body is larger than 10 MB; send it in parts."

_BASE = re.compile(r"/bases/([0-9a-fA-F-]{36})/")
_PRINTED = "".join(map(chr, range(0x21, 0x7F)))


class Turned(Exception):
    """A request that goes no further."""

    def __init__(self, status: int, sentence: str) -> None:
        self.status, self.sentence = status, sentence
        super().__init__(sentence)


class Gone(Exception):
    """Whoever asked hung up before the body was whole."""


class Front:
    """The WSGI application as ASGI, with a limit on everything that a caller could make it wait for."""

    def __init__(
        self, application: Callable[..., Any], *, patience: float = PATIENCE, arrival: float = ARRIVAL
    ) -> None:
        self._application = application
        self._turns = Turns(patience)
        self._arrival = arrival

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["path"] == "/healthz/":
            return await answer(send, 200, "application/json", {"status": "alive"})
        try:
            await _Bridge(self._application, self._turns)(_plain(scope), self._arriving(scope, receive), send)
        except Turned as turned:
            await turn_away(scope, send, turned)
        except Gone:
            return None

    def _arriving(self, scope: Scope, receive: Receive) -> Receive:
        """``receive``, as long as the body comes in time and is of a size."""
        if int(_header(scope, b"content-length") or 0) > LARGEST:
            raise Turned(413, LARGE)
        until = asyncio.get_running_loop().time() + self._arrival
        arrived = 0

        async def arriving() -> MutableMapping[str, Any]:
            nonlocal arrived
            try:
                async with asyncio.timeout_at(until):
                    message = await receive()
            except TimeoutError:
                raise Turned(408, SLOW) from None
            if message["type"] == "http.disconnect":
                raise Gone
            arrived += len(message.get("body", b""))
            if arrived > LARGEST:
                raise Turned(413, LARGE)
            return message

        return arriving


class Turns:
    """Whose turn it is: so many requests at a time, and of these so many writes to one base."""

    def __init__(self, patience: float) -> None:
        self._patience = patience
        self._threads = asyncio.Semaphore(THREADS)
        self._bases: dict[str, asyncio.Semaphore] = {}
        self._asking: Counter[str] = Counter()

    @asynccontextmanager
    async def turn(self, scope: Scope) -> AsyncIterator[None]:
        """Wait for a turn, without a thread.

        Raises:
            Turned: where it does not come in time.
        """
        base = _written(scope)
        self._asking[base] += 1
        line = self._bases.setdefault(base, asyncio.Semaphore(WRITERS if base else THREADS))
        try:
            async with self._within(line), self._within(self._threads):
                yield
        finally:
            self._asking[base] -= 1
            if not self._asking[base]:
                del self._asking[base], self._bases[base]

    @asynccontextmanager
    async def _within(self, line: asyncio.Semaphore) -> AsyncIterator[None]:
        try:
            async with asyncio.timeout(self._patience):
                await line.acquire()
        except TimeoutError:
            raise Turned(503, BUSY) from None
        try:
            yield
        finally:
            line.release()


class _Bridge(WsgiToAsgiInstance):
    """One request in a thread of its own, once its body is here."""

    def __init__(self, application: Callable[..., Any], turns: Turns) -> None:
        def closed(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterator[bytes]:
            with closing(application(environ, start_response)) as response:  # which gives the connection back
                yield from response

        super().__init__(closed)  # type: ignore[no-untyped-call]
        self._turns = turns

    async def run_wsgi_app(self, body: Any) -> None:
        async with self._turns.turn(self.scope), ThreadSensitiveContext():
            await super().run_wsgi_app(body)


def _plain(scope: Scope) -> Scope:
    """What the bridge can carry over: one cookie header, none that could pass for another, a query in ASCII."""
    headers = [(name, value) for name, value in scope["headers"] if b"_" not in name and name != b"cookie"]
    if cookies := [value for name, value in scope["headers"] if name == b"cookie"]:
        headers.append((b"cookie", b"; ".join(cookies)))
    return {**scope, "headers": headers, "query_string": quote(scope["query_string"], safe=_PRINTED).encode()}


def _written(scope: Scope) -> str:
    """The base that a request may write to; none where it reads."""
    found = _BASE.search(scope["path"]) if scope["method"] not in ("GET", "HEAD", "OPTIONS") else None
    return found[1].lower() if found else ""


def _header(scope: Scope, wanted: bytes) -> bytes:
    return next((value for name, value in scope["headers"] if name == wanted), b"")


async def turn_away(scope: Scope, send: Send, turned: Turned) -> None:
    """Answer a request that goes no further: below /api/ as a problem, else as a line of text."""
    if scope["path"].startswith("/api/"):
        body = problem(turned.status, turned.sentence)
        return await answer(send, turned.status, "application/problem+json", body)
    return await answer(send, turned.status, "text/plain; charset=utf-8", turned.sentence)


async def answer(send: Send, status: int, kind: str, body: object) -> None:
    """Answer without the site."""
    content = (body if isinstance(body, str) else json.dumps(body)).encode()
    headers = [(b"content-type", kind.encode()), (b"content-length", str(len(content)).encode())]
    headers += [(b"retry-after", b"1")] if status == 503 else []
    headers += [(b"connection", b"close")] if status in (408, 413) else []  # the rest of the body may yet come
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": content})
