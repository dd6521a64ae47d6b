"""Revoke a key."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from claims.models import AgentKey
from claims.services.actor import OPERATOR
from claims.services.administration.revoke_key import revoke_key


class Command(BaseCommand):
    """`manage.py revoke_key rk_ab12…`: by the first part of the key, which is no secret."""

    help = "Revoke a key. It opens nothing from this moment on."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("key", help="the key, or its first part: rk_ab12cd34ef56")

    def handle(self, *args: Any, **options: Any) -> None:
        prefix = options["key"].removeprefix("rk_").split("_")[0]
        key = AgentKey.objects.filter(prefix=prefix).first()
        if key is None:
            raise CommandError("There is no such key.")
        revoke_key(actor=OPERATOR, key=key.id)
        self.stdout.write("Revoked.")
