"""The site as WSGI servers call it. Behind `beliefs_site.asgi` it also withstands slow callers."""

import gc
import os

from django.core.wsgi import get_wsgi_application

# Whoever waits for a page or an answer does not wait longer, and holds up nobody for longer. Commands and the worker
# may take their time, so this stands here and not in the settings.
LIMITS = "-c lock_timeout=5s -c statement_timeout=15s -c idle_in_transaction_session_timeout=60s"

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "beliefs_site.settings")
os.environ["PGOPTIONS"] = f"{os.environ.get('PGOPTIONS', '')} {LIMITS}".strip()

application = get_wsgi_application()

# What was loaded stays loaded: the collector need not go through it again and again while requests are served.
gc.collect()
gc.freeze()
