"""Work that is done by the worker: queued in the transaction that wants it, in ids and codes only."""

from __future__ import annotations

from uuid import UUID

from procrastinate.contrib.django import app

from audit.checkpoints import sign_heads
from claims.models import Tier
from claims.services import clock
from claims.services.actor import Actor, ActorKind
from claims.services.manners.once import forget_requests
from claims.services.rights.copies.ask_for_copy import MAKE
from claims.services.rights.copies.ask_for_copy import QUEUE as COPIES
from claims.services.rights.copies.make_copy import make_copy
from claims.services.rights.copies.remove_copies import see_to_copies
from claims.services.rights.erase.forget import forget_what_is_due
from claims.services.rights.remind import remind
from claims.services.rights.tell_person import QUEUE as LETTERS
from claims.services.rights.tell_person import TELL, send_note
from claims.services.vocabulary.rekey import rekey_base
from claims.services.vocabulary.repair import QUEUE, REKEY


@app.task(name=REKEY, queue=QUEUE, retry=5)
def rekey(base: str, predicates: list[str], actor: str) -> None:
    """Repair one base after a change of the vocabulary."""
    who = Actor(ActorKind.USER, UUID(actor), Tier.VERIFIED)
    rekey_base(base=UUID(base), actor=who, predicates=predicates)


@app.periodic(cron="*/10 * * * *")
@app.task(name="forget_requests", queue="upkeep")
def forget(timestamp: int) -> None:
    """Drop what the API need not remember of requests any more."""
    forget_requests()


@app.periodic(cron="*/10 * * * *")
@app.task(name="forget_what_is_due", queue="upkeep")
def forget_due(timestamp: int) -> None:
    """Forget what has been held back until its day."""
    forget_what_is_due()


@app.task(name=TELL, queue=LETTERS, retry=5)
def tell(user: str) -> None:
    """Tell somebody by e-mail that there is a letter for them."""
    send_note(user=UUID(user))


@app.periodic(cron="5 * * * *")
@app.task(name="remind_of_requests", queue="upkeep")
def remind_of_requests(timestamp: int) -> None:
    """Write down which requests come near their day, and which are over it."""
    remind()


@app.task(name=MAKE, queue=COPIES)
def make(base: str, copy: str) -> None:
    """Make a copy. A worker that is killed meanwhile leaves it to `see_to`."""
    make_copy(base=UUID(base), copy=UUID(copy))


@app.periodic(cron="*/2 * * * *")
@app.task(name="see_to_copies", queue="upkeep")
def see_to(timestamp: int) -> None:
    """Remove copies that have had their time, and go on with those that a worker left."""
    see_to_copies()


@app.periodic(cron="*/10 * * * *")
@app.task(name="sign_heads", queue="upkeep")
def sign(timestamp: int) -> None:
    """Sign how far each log has come, and keep that outside the database too."""
    sign_heads(clock.now())
