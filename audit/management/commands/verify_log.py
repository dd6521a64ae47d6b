"""Look whether chains of the log are what was written."""

from collections.abc import Iterator
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection

from audit.verify import Report, Verdict, verify


class Command(BaseCommand):
    """`manage.py verify_log BASE` or `--all`: says the verdict, and what it proves; fails where something is amiss."""

    help = "Verify the log of a base, or all logs: is the chain whole, and is it the one that was signed?"

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("base", type=UUID, nargs="?", help="whose log; 0 stands for what concerns no one base")
        parser.add_argument("--all", action="store_true", help="every log")
        parser.add_argument("--contents", action="store_true", help="open what entries say in words, too")

    def handle(self, *args: Any, base: UUID | None, **options: Any) -> None:
        if (base is None) != options["all"]:
            raise CommandError("Name a base, or say --all.")
        amiss = 0
        for chain in _chains() if base is None else (base,):
            report = verify(chain, contents=options["contents"])
            amiss += report.verdict in (Verdict.BROKEN, Verdict.DIVERGED)
            self._tell(report)
        if amiss:
            raise CommandError(f"{amiss} log{'s are' if amiss > 1 else ' is'} not what was written.")

    def _tell(self, report: Report) -> None:
        self.stdout.write(f"{report.chain}: {report.verdict}. {report.sentence}")
        self.stdout.write(f"  Proves: {report.proves}")
        self.stdout.write(f"  Does not prove: {report.proves_not}")


def _chains() -> Iterator[UUID]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT chain_id FROM audit_head ORDER BY chain_id")
        yield from (row[0] for row in cursor.fetchall())
