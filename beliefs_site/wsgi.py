"""The site as WSGI servers call it."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "beliefs_site.settings")

application = get_wsgi_application()
