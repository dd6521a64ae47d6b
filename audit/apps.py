from django.apps import AppConfig


class AuditConfig(AppConfig):
    """What was done."""

    name = "audit"
