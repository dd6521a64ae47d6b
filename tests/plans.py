"""What statements really do: the plans they run by, told by the server itself (auto_explain)."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection

from tests.databases import administer

#: So many rows may one step of a plan look at, each time it is taken; a base that the tests fill has many times more.
MANY = 1000

SETTINGS = {
    "session_preload_libraries": "auto_explain",
    "auto_explain.log_min_duration": "0",
    "auto_explain.log_analyze": "on",
    "auto_explain.log_timing": "off",
    "auto_explain.log_format": "json",
    "auto_explain.log_level": "notice",
}


class Plans:
    """How many statements were sent; the steps that looked at too many rows at a time, the rows looked at by table, and
    the indexes used."""

    def __init__(self) -> None:
        self.statements = 0
        self.wide: list[str] = []
        self.rows: dict[str, int] = {}
        self.indexes: set[str] = set()

    def count(self, execute: Callable[..., Any], *rest: Any) -> Any:
        self.statements += 1
        return execute(*rest)

    def tell(self, notice: Any) -> None:
        found = re.match(r"duration: .*? plan:\n", notice.message_primary)
        if found is None:
            return
        told = json.loads(notice.message_primary[found.end() :])
        for node in nodes(told["Plan"]):
            if "Index Name" in node and node["Actual Loops"]:
                self.indexes.add(node["Index Name"])
            if "Relation Name" in node and "Scan" in node["Node Type"]:
                seen = looked_at(node)
                self.rows[node["Relation Name"]] = self.rows.get(node["Relation Name"], 0) + seen
                if seen > MANY * max(node["Actual Loops"], 1):
                    way = " ".join(str(node.get(name, "")) for name in ("Node Type", "Index Name", "Index Cond"))
                    self.wide.append(f"{seen} rows of {node['Relation Name']} by {way}: {told['Query Text']}")


def looked_at(node: dict[str, Any]) -> int:
    removed: float = sum(node.get(f"Rows Removed by {why}", 0) for why in ("Filter", "Index Recheck"))
    return int((removed + node["Actual Rows"]) * node["Actual Loops"])


def nodes(plan: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield plan
    for each in plan.get("Plans", ()):
        yield from nodes(each)


def watched(act: Callable[[], object]) -> Plans:
    """What an act does in the database, by the plans that its statements have once they are prepared."""
    plans = Plans()
    with explained(plans), connection.execute_wrapper(plans.count):
        act()
    return plans


@contextmanager
def explained(plans: Plans) -> Iterator[None]:
    connection.ensure_connection()
    connection.connection.add_notice_handler(plans.tell)
    try:
        yield
    finally:
        connection.connection.remove_notice_handler(plans.tell)


def have_plans_told(database: str) -> None:
    """Let whoever connects to a database from now on be told the plan of each statement. Only a superuser may."""
    for name, value in SETTINGS.items():
        administer("ALTER DATABASE {} SET " + f"{name} = {value}", database, as_superuser=True)
