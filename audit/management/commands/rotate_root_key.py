"""Wrap what older root keys wrap by the newest one."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from audit import keys


class Command(BaseCommand):
    """`manage.py rotate_root_key`: put a new key first in ROOT_KEYS, run this, then take the old ones out."""

    help = "Wrap every key of the log by the first of ROOT_KEYS; afterwards the others are not needed any more."

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            rotated = keys.rotate()
        except keys.RootKeyMissing as missing:
            raise CommandError(str(missing)) from None
        self.stdout.write(f"{rotated} keys are wrapped by {keys.roots()[0].id} now, as all others are.")
