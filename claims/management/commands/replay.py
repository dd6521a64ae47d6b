"""Replay a base from its acts and hold the result against what is stored."""

from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError, CommandParser

from claims.services.replay_base import check_replay


class Command(BaseCommand):
    """`manage.py replay BASE`: says whether the stored rows are what the acts give, row for row."""

    help = "Replay a base from its acts alone and compare every row with what is stored."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("base", type=UUID)

    def handle(self, *args: Any, base: UUID, **options: Any) -> None:
        checked = check_replay(base)
        if checked.differences:
            raise CommandError(f"{len(checked.differences)} rows differ: {checked.differences[:5]}")
        self.stdout.write(f"{checked.revisions} revisions replayed: {checked.rows} rows, all equal to what is stored.")
