"""The site as WSGI servers call it."""

import gc
import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "beliefs_site.settings")

application = get_wsgi_application()

# What was loaded stays loaded: the collector need not go through it again and again while requests are served.
gc.collect()
gc.freeze()
