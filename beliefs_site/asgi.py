"""The site as ASGI servers call it."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "beliefs_site.settings")

application = get_asgi_application()
