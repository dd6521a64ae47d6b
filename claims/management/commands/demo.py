"""Make the demonstration."""

import json
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from claims.models import User
from claims.services.administration.demonstrate import demonstrate


class Command(BaseCommand):
    """`manage.py demo`: the cast, two bases with their histories, and var/demo.json with keys and passwords."""

    help = "Make the demonstration: users, agents with keys, two bases with histories."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--url", default="http://127.0.0.1:8000", help="where the site is served")
        parser.add_argument("--even-in-production", action="store_true", help="make it although DEBUG is off")

    def handle(self, *args: Any, url: str, even_in_production: bool, **options: Any) -> None:
        if not settings.DEBUG and not even_in_production:
            raise CommandError("DEBUG is off: made-up people do not belong here; add --even-in-production if they do.")
        if User.objects.filter(email="alice@rectify.example").exists():
            raise CommandError("The demonstration is here already; begin with an empty database to make it again.")
        made = demonstrate()
        file = Path(settings.ENVIRONMENT.var) / "demo.json"
        write_privately(
            file,
            {
                "url": url,
                "bases": {name: str(base) for name, base in made.bases.items()},
                "keys": dict(made.keys),
                "users": dict(made.users),
            },
        )
        if options["verbosity"]:
            self.stdout.write(f"The demonstration is made; {file} says who can sign in.")


def write_privately(file: Path, content: dict[str, Any]) -> None:
    """A JSON file that its owner alone can read."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.touch(mode=0o600)
    file.chmod(0o600)
    file.write_text(json.dumps(content, indent=2) + "\n", encoding="utf-8")
