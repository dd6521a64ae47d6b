"""The copy as a document to read: one HTML file that needs nothing else, runs nothing, and prints well."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from django.contrib.staticfiles import finders
from django.template.loader import get_template

from audit.requests.words import Kind
from claims.services.rights.copies.files import open_new

STYLES = ("css/tokens.css", "css/copy.css")
HEADINGS = {
    "claims": ("Statements", "Every statement, with its reasons and its times, by what it is about."),
    "names": ("Other names", "Subjects that are known by several names."),
    "recipients": ("Who was given it", "Each assistant that was given any of it."),
    "decisions": ("What was decided", "What was done with several statements at once, or with a name."),
    "requests": ("Your requests", "What you asked for, and every answer."),
    "erasures": ("What was erased", "What each store answered; the words are gone."),
    "not_learned_again": ("What is not learned again", "It was erased, and old words do not bring it back."),
    "looks": ("Who looked", "When people of the service looked at what is kept about you. Their names are not told."),
    "copies": ("Earlier copies", "What was made for you before."),
}


class Page:
    """`copy.html`."""

    def __init__(self, draft: Path) -> None:
        self._file = open_new(draft / "copy.html")
        self._head: Mapping[str, Any] = {}
        self._open = ""
        self._topic: str | None = None
        self._any = False

    def begin(self, head: Mapping[str, Any]) -> None:
        """The head of the document."""
        self._head = head
        self._write("head", {**head, "style": _style(), "is_access": head["kind"] == Kind.ACCESS})

    def section(self, name: str) -> None:
        """The heading of a section."""
        self._close_section()
        self._open, self._any = name, False
        title, says = HEADINGS[name]
        self._write("section", {"name": name, "title": title, "says": says})

    def record(self, section: str, record: Mapping[str, Any]) -> None:
        """One record; claims stand under their topic."""
        self._any = True
        if section == "claims":
            if record["topic"] != self._topic:
                self._topic = record["topic"]
                self._write("topic", {"topic": self._topic})
            self._write("claim", {"claim": record, "voices": list(_together(record["said"]))})
        else:
            self._write("record", {"section": section, "record": record})

    def end(self, counts: Mapping[str, int]) -> None:
        """What the law wants told, and the foot."""
        self._close_section()
        self._write("foot", {**self._head, "counts": counts})
        self.close()

    def close(self) -> None:
        """Let go of the file."""
        self._file.close()

    def _close_section(self) -> None:
        if self._open:
            self._write("section_end", {"nothing": not self._any})

    def _write(self, part: str, given: dict[str, Any]) -> None:
        self._file.write(get_template(f"copies/{part}.html").render(given).encode())


def _together(said: Sequence[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    """What the same voice said in the same words, once, with how often and when last."""
    voices: dict[object, list[Mapping[str, Any]]] = {}
    for each in said:
        key = tuple(str(each[name]) for name in ("by", "tier", "quote", "reason", "source", "taken_back", "rests_on"))
        voices.setdefault(key, []).append(each)
    for same in voices.values():
        yield {**same[0], "again": len(same) - 1, "last": same[-1]["observed_at"]}


def _style() -> str:
    found = [finders.find(each) for each in STYLES]
    return "\n".join(Path(each).read_text(encoding="utf-8") for each in found if each)
