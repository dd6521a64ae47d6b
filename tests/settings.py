"""The site's settings for tests, with a database server that lives as long as the test run.

pytest reads settings before any conftest, and its worker processes inherit the environment of the first, so
the folder of the run is chosen here, once.
"""

import os
import tempfile
from pathlib import Path

from beliefs_site import embedded

if "TEST_RUN_FOLDER" not in os.environ:
    os.environ["TEST_RUN_FOLDER"] = tempfile.mkdtemp(prefix="rectify-")
RUN_FOLDER = Path(os.environ["TEST_RUN_FOLDER"])

os.environ["DATABASE_URL"] = os.environ.get("TEST_DATABASE_URL") or embedded.database_url(RUN_FOLDER / "postgres")
os.environ["VAR_DIR"] = str(RUN_FOLDER / "var")
os.environ["DATABASE_POOL"] = "off"
os.environ["DEBUG"] = "on"
os.environ["LOG_LEVEL"] = "WARNING"
os.environ["LAW_COUNTRY"] = ""  # whoever tests holidays says whose
os.environ["RATE_LIMIT"] = os.environ["RATE_LIMIT_UNKNOWN"] = "1000000"  # who tests it sets it

from beliefs_site.settings import *  # noqa: E402, F403

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
WHITENOISE_AUTOREFRESH = True
