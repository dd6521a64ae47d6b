"""Carry out an act once, however often it is sent: its answer is kept in the act's own transaction."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any
from uuid import UUID

import rfc8785
from django.db import transaction

from claims.queries.across import sweep_answers
from claims.queries.manners import answers, pace
from claims.refusals import InProgress, Invalid, Refusal
from claims.services import clock

#: Stands for the base of an act that is in none.
NO_BASE = UUID(int=0)

_KEY = re.compile(r"[\x21-\x7e]{1,255}")
_ID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")


class Erased(Refusal):
    """The act was carried out, and what it answered has been erased since, or is not served to a key any more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Slot:
    """Where an answer is kept: who sent what, where to, under which key. ``to_person`` says who is served."""

    base: UUID
    caller: UUID
    path: str
    key: str
    body_sha256: bytes
    to_person: bool

    @property
    def place(self) -> dict[str, Any]:
        return {"base": self.base, "caller": self.caller, "path": self.path, "key": self.key}


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """An answer, word for word; ``again`` says that it was given before."""

    status: int
    text: str
    headers: Mapping[str, str]
    again: bool = False


def slot_for(*, base: UUID | None, caller: UUID, path: str, key: str, body: Any, to_person: bool) -> Slot:
    """The place for the answer to this body; equal JSON has one place, however it is written (RFC 8785).

    Raises:
        Invalid: where the key is none, or the body holds a number that cannot be told from its neighbours.
    """
    if not _KEY.fullmatch(key):
        raise Invalid("An Idempotency-Key has 1 to 255 visible ASCII characters and no blanks; a UUID will do.")
    try:
        digest = sha256(rfc8785.dumps(body)).digest()
    except rfc8785.CanonicalizationError:
        raise Invalid(
            "With an Idempotency-Key every number must fit a double exactly (RFC 8785); mend the one that does not."
        ) from None
    return Slot(base=base or NO_BASE, caller=caller, path=path, key=key, body_sha256=digest, to_person=to_person)


def once(slot: Slot, act: Callable[[], Answer]) -> Answer:
    """The answer that was kept, or that of the act, carried out now. What is refused changed nothing and is not kept.

    Raises:
        InProgress: while the same is being carried out.
        Invalid: where another body was sent under this key before.
        Erased: where the answer is not there any more, or speaks of a claim that no key is served now.
    """
    with transaction.atomic():
        if not answers.take_turn("\n".join(map(str, slot.place.values()))):
            raise InProgress("The same request is being carried out just now; ask again in a second.")
        kept = answers.kept_answer(slot.place, clock.standing())
        if kept is not None:
            return _again(slot, kept)
        answer = act()
        if answer.status < 300:
            answers.keep_answer(slot.place, _kept(slot, answer), clock.standing())
        return answer


def _again(slot: Slot, kept: Any) -> Answer:
    if not kept.answer:
        raise Erased("This was carried out, and its answer has been erased since; read what is held now.")
    if bytes(kept.body_sha256) != slot.body_sha256:
        raise Invalid("This Idempotency-Key came with another body before; send a new key with a new act.")
    if not slot.to_person and answers.names_restricted(slot.base, kept.named):
        raise Erased("This was carried out, and its answer speaks of a claim restricted since; read what is held now.")
    return Answer(status=kept.status, text=kept.answer, headers=kept.headers, again=True)


def _kept(slot: Slot, answer: Answer) -> dict[str, Any]:
    named = {UUID(each) for each in _ID.findall(slot.path + answer.text)} - {slot.base}
    return {
        "body_sha256": slot.body_sha256,
        "status": answer.status,
        "answer": answer.text,
        "headers": dict(answer.headers),
        "named": sorted(named),
        "revision": _revision(answer),
    }


def _revision(answer: Answer) -> int | None:
    told = json.loads(answer.text)
    return told.get("revision") if isinstance(told, dict) else None


def forget_requests() -> None:
    """Drop the answers whose day is over, and the pace of callers who have paused."""
    sweep_answers(clock.standing())
    pace.forget(clock.standing())
