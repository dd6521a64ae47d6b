from django.apps import AppConfig


class ClaimsConfig(AppConfig):
    """What is believed."""

    name = "claims"
