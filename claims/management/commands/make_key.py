"""Make a key for an agent and show it once."""

from argparse import ArgumentParser
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError

from claims.models import Scope, Tier
from claims.refusals import Invalid
from claims.services.actor import OPERATOR
from claims.services.administration.make_key import make_key

CEILINGS = {tier.label: tier for tier in Tier if tier < Tier.VERIFIED}


class Command(BaseCommand):
    """`manage.py make_key Scout --scopes read assert --base …`: prints the key, which is kept nowhere."""

    help = "Make a key for an agent. It is shown once."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("agent", help="the agent's name; it is made if there is none of this name")
        parser.add_argument("--role", default="", help="what it is for, as “nightly import”")
        parser.add_argument("--scopes", nargs="+", default=["read"], choices=Scope.values)
        parser.add_argument("--ceiling", default="inferred", choices=CEILINGS, help="the highest tier it may say")
        parser.add_argument("--base", action="append", default=[], type=UUID, help="a base it opens; again for more")
        parser.add_argument("--every-base", action="store_true", help="it opens every base")
        parser.add_argument("--expires", type=datetime.fromisoformat, help="when it ends, as 2027-01-31")

    def handle(self, *args: Any, **options: Any) -> None:
        expires = options["expires"]
        try:
            made = make_key(
                actor=OPERATOR,
                agent=options["agent"],
                role=options["role"],
                scopes=options["scopes"],
                ceiling=CEILINGS[options["ceiling"]],
                bases=options["base"],
                every_base=options["every_base"],
                expires_at=expires and (expires if expires.tzinfo else expires.replace(tzinfo=UTC)),
            )
        except Invalid as refused:
            raise CommandError(refused.sentence) from None
        self.stdout.write(made.text)
