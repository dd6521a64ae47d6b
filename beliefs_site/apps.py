from django.apps import AppConfig


class SiteConfig(AppConfig):
    """Registers the checks of the site."""

    name = "beliefs_site"
    verbose_name = "Rectify"

    def ready(self) -> None:
        from beliefs_site import checks  # noqa: F401 (registers on import, once the apps are there)
