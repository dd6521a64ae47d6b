from django.apps import AppConfig
from django.contrib.staticfiles.apps import StaticFilesConfig


class SiteConfig(AppConfig):
    """Registers the checks of the site."""

    name = "beliefs_site"
    verbose_name = "Rectify"

    def ready(self) -> None:
        from beliefs_site import checks  # noqa: F401 (registers on import, once the apps are there)


class StaticFiles(StaticFilesConfig):
    """Collects what pages load: not Tabler's extras, which want pictures that we do not serve, nor other
    readers of the API's document than the one we show."""

    ignore_patterns = (*StaticFilesConfig.ignore_patterns, "tabler-*", "redoc", "rest_framework")
