"""Load the vocabulary."""

from typing import Any

from django.core.management.base import BaseCommand

from claims.services.vocabulary.load import load_vocabulary


class Command(BaseCommand):
    """`manage.py load_vocabulary`: adds what is not there yet."""

    help = "Add the predicates of claims/vocabulary.toml that are not there yet."

    def handle(self, *args: Any, **options: Any) -> None:
        added = load_vocabulary()
        if options["verbosity"]:
            self.stdout.write(f"{added} predicates added.")
