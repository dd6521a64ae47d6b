"""The site as it runs, while callers hold it up: the rest of it goes on answering."""

import json
import socket
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from dataclasses import dataclass
from email.message import Message
from pathlib import Path
from typing import Any

import psycopg
import pytest

from beliefs_site import embedded
from tests.house.test_run import address, rectify

#: More than there are threads, in both processes together.
MANY = 40
#: Seconds in which the rest of the site must answer; far below what a caller can make others wait.
SOON = 4.0


@dataclass
class Site:
    """The demonstration as it runs."""

    port: int
    demo: dict[str, Any]
    database: str

    def call(self, path: str, body: object = None) -> tuple[int, Message, Any, float]:
        """Status, headers, body and seconds."""
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}{path}",
            data=None if body is None else json.dumps(body).encode(),
            headers={"Authorization": f"Bearer {self.demo['keys']['scout']}"},
        )
        begun = time.monotonic()
        try:
            with urllib.request.urlopen(request, timeout=60) as response:  # noqa: S310 (our own address)
                return response.status, response.headers, json.load(response), time.monotonic() - begun
        except urllib.error.HTTPError as refused:
            return refused.code, refused.headers, json.load(refused), time.monotonic() - begun

    def says(self, base: str) -> tuple[int, Message, Any, float]:
        body = {"subject": "x", "predicate": "uses_tool", "object": "y", "source": {"kind": "stated"}}
        return self.call(f"/api/v1/bases/{self.demo['bases'][base]}/claims/", body)

    def goes_on(self, base: str) -> None:
        """It lives, is ready, and reads and writes in a base."""
        read = self.call(f"/api/v1/bases/{self.demo['bases'][base]}/beliefs/")
        for answered in (self.call("/healthz/"), self.call("/readyz/"), read, self.says(base)):
            assert answered[0] in (200, 201), answered
            assert answered[3] < SOON

    def stall(self, path: str) -> socket.socket:
        """A caller that says it will send a body, and does not."""
        caller = socket.create_connection(("127.0.0.1", self.port))
        caller.sendall(f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\n{{".encode())
        return caller


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    var: Path = tmp_path_factory.mktemp("var")
    with closing(socket.create_server(("127.0.0.1", 0))) as free:
        port: int = free.getsockname()[1]
    with rectify(var, port) as process:
        address(process)
        yield Site(port, json.loads((var / "demo.json").read_text()), embedded.database_url(var / "postgres"))


def test_writers_that_wait_for_one_base_hold_up_no_other_and_are_told_to_come_again(site: Site) -> None:
    with psycopg.connect(site.database) as holder, ThreadPoolExecutor(MANY) as callers:
        holder.execute("SELECT FROM base WHERE id = %s FOR UPDATE", [site.demo["bases"]["project"]])
        waiting = [callers.submit(site.says, "project") for _ in range(MANY)]
        while not all(each.done() for each in waiting):
            site.goes_on("alice")
        answers = [each.result() for each in waiting]
    for status, headers, body, _ in answers:
        assert (status, headers["Content-Type"]) == (503, "application/problem+json")
        assert headers["Retry-After"] == "1"
        assert body["type"] == "/problems/busy"
    site.goes_on("project")


def test_bodies_that_do_not_arrive_take_no_threads(site: Site) -> None:
    path = f"/api/v1/bases/{site.demo['bases']['project']}/claims/"
    with ExitStack() as stalled:
        for _ in range(2 * MANY):
            stalled.enter_context(site.stall(path))
        site.goes_on("project")


def test_a_body_too_large_is_refused_before_it_is_read(site: Site) -> None:
    with socket.create_connection(("127.0.0.1", site.port), timeout=10) as caller:
        caller.sendall(b"POST /accounts/login/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 99999999\r\n\r\n")
        assert caller.recv(1000).startswith(b"HTTP/1.1 413 ")
