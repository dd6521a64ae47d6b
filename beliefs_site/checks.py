"""What `manage.py check` says about this installation, beside Django's own checks."""

from collections.abc import Sequence
from typing import Any

from django.apps import AppConfig
from django.conf import settings
from django.core import checks


@checks.register(checks.Tags.staticfiles)
def browser_libraries(app_configs: Sequence[AppConfig] | None, **_: Any) -> list[checks.CheckMessage]:
    """Pages without their style and graph would look broken rather than say why."""
    missing = sorted(of for of in settings.VENDOR_FOLDERS.values() if not (settings.NODE_MODULES / of).is_dir())
    if not missing:
        return []
    return [
        checks.Warning(
            f"The browser libraries {', '.join(missing)} are not installed.",
            hint="`make run` installs them; so does `npm ci --ignore-scripts`.",
            id="beliefs_site.W001",
        )
    ]
