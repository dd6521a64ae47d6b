"""The wiring of the site. What a deployment may choose is read and checked in `environment`."""

from pathlib import Path
from typing import Any

from csp.constants import NONE, SELF
from whitenoise.compress import Compressor

from beliefs_site import environment
from beliefs_site.log import logging_config

ENVIRONMENT = environment.read()

DEBUG = ENVIRONMENT.debug
SECRET_KEY = ENVIRONMENT.secret_key
ALLOWED_HOSTS = ENVIRONMENT.allowed_hosts
CSRF_TRUSTED_ORIGINS = ENVIRONMENT.csrf_trusted_origins

INSTALLED_APPS = [
    "beliefs_site.apps.SiteConfig",
    "claims",
    "audit",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.humanize",
    "django.contrib.messages",
    "django.contrib.postgres",
    "django.contrib.sessions",
    "whitenoise.runserver_nostatic",
    "beliefs_site.apps.StaticFiles",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.socialaccount",
    "allauth.socialaccount.providers.openid_connect",
    "allauth.usersessions",
    "csp",
    "django_filters",
    "django_htmx",
    "django_structlog",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "pgtrigger",
    "procrastinate.contrib.django",
    "rest_framework",
    "template_partials",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "beliefs_site.log.RequestLog",
    "beliefs_site.serving.amiss.Amiss",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "allauth.usersessions.middleware.UserSessionsMiddleware",
    "beliefs_site.sign_in.StaffMfaMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]

ROOT_URLCONF = "beliefs_site.urls"
WSGI_APPLICATION = "beliefs_site.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [environment.ROOT / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
            "builtins": ["claims.web.templatetags.icons", "claims.web.templatetags.parts"],
        },
    },
]

# --- Data ---------------------------------------------------------------------------------------------------

DATABASES = {"default": ENVIRONMENT.database}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Failed sign-ins are counted here, so the counters must be shared by all processes; the database already is.
CACHES = {"default": {"BACKEND": "django.core.cache.backends.db.DatabaseCache", "LOCATION": "cache"}}

USE_TZ = True
TIME_ZONE = "UTC"
LANGUAGE_CODE = "en-gb"

# --- People and how they sign in ----------------------------------------------------------------------------

AUTH_USER_MODEL = "claims.User"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"

ACCOUNT_ADAPTER = "beliefs_site.sign_in.AccountAdapter"
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = "none"  # an administrator hands the addresses out
ACCOUNT_LOGOUT_REDIRECT_URL = "account_login"
ACCOUNT_SESSION_REMEMBER = False

MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_ALLOW_UNVERIFIED_EMAIL = True
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = DEBUG
MFA_TOTP_ISSUER = "Rectify"
STAFF_NEED_MFA = ENVIRONMENT.staff_need_mfa

SOCIALACCOUNT_ADAPTER = "beliefs_site.sign_in.ProviderAdapter"
SOCIALACCOUNT_ONLY = False
SOCIALACCOUNT_PROVIDERS: dict[str, Any] = {
    "openid_connect": {
        # The provider vouches for the address; only an address that an administrator has let in gets in.
        "EMAIL_AUTHENTICATION": True,
        "EMAIL_AUTHENTICATION_AUTO_CONNECT": True,
        "APPS": [
            {
                "provider_id": "oidc",
                "name": ENVIRONMENT.oidc["OIDC_NAME"],
                "client_id": ENVIRONMENT.oidc["OIDC_CLIENT_ID"],
                "secret": ENVIRONMENT.oidc["OIDC_CLIENT_SECRET"],
                "settings": {"server_url": ENVIRONMENT.oidc["OIDC_SERVER_URL"], "oauth_pkce_enabled": True},
            }
        ]
        if ENVIRONMENT.oidc
        else [],
    }
}

vars().update(ENVIRONMENT.email)
DEFAULT_FROM_EMAIL = "Rectify <rectify@localhost>"

# --- Pages and files ----------------------------------------------------------------------------------------

STATIC_URL = "static/"
STATIC_ROOT = ENVIRONMENT.var / "static"
NODE_MODULES = environment.ROOT / "node_modules"
# Only what a page loads is served. A library not yet installed is left out: commands work before npm has run.
VENDOR_FOLDERS = {
    "vendor/tabler/css": "@tabler/core/dist/css",
    "vendor/tabler/js": "@tabler/core/dist/js",
    "vendor/commissioner": "@fontsource-variable/commissioner",
    "vendor/literata": "@fontsource-variable/literata",
    "vendor/cytoscape": "cytoscape/dist",
    "vendor/cytoscape-dagre": "cytoscape-dagre/dist",
}
STATICFILES_DIRS: list[Path | tuple[str, Path]] = [environment.ROOT / "static"]
STATICFILES_DIRS += [(to, NODE_MODULES / of) for to, of in VENDOR_FOLDERS.items() if (NODE_MODULES / of).is_dir()]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "whitenoise.storage.CompressedManifestStaticFilesStorage"
    },
}
WHITENOISE_USE_FINDERS = DEBUG
WHITENOISE_AUTOREFRESH = DEBUG
WHITENOISE_KEEP_ONLY_HASHED_FILES = True
WHITENOISE_SKIP_COMPRESS_EXTENSIONS = [*Compressor.SKIP_COMPRESS_EXTENSIONS, "map", "scss", "ts"]

# --- The log: what its contents are kept under, and how its heads are vouched for ---------------------------

ROOT_KEYS = ENVIRONMENT.root_keys
SIGNING_KEY = ENVIRONMENT.signing_key
ANCHOR_FILE = ENVIRONMENT.anchor_file

# --- The law ------------------------------------------------------------------------------------------------

LAW = ENVIRONMENT.law
LAW_COUNTRY = ENVIRONMENT.law_country
LAW_ZONE = ENVIRONMENT.law_zone
CONTROLLER = ENVIRONMENT.controller
CONTROLLER_CONTACT = ENVIRONMENT.controller_contact

COPIES = ENVIRONMENT.var / "copies"
COPY_DAYS = ENVIRONMENT.copy_days
GRACE_DAYS = ENVIRONMENT.grace_days

RATE_LIMIT = ENVIRONMENT.rate_limit
RATE_LIMIT_UNKNOWN = ENVIRONMENT.rate_limit_unknown
REST_FRAMEWORK = {
    "DEFAULT_SCHEMA_CLASS": "claims.api.document.Documented",
    "DEFAULT_AUTHENTICATION_CLASSES": ["claims.api.callers.BearerKey", "claims.api.callers.SignedIn"],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_THROTTLE_CLASSES": ["claims.api.throttles.PerCaller"],
    "NUM_PROXIES": 1 if ENVIRONMENT.behind_tls_proxy else 0,  # whose word on the caller's address is taken
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["claims.api.parsing.Json"],
    "DEFAULT_CONTENT_NEGOTIATION_CLASS": "claims.api.parsing.JsonAlways",
    "DEFAULT_FILTER_BACKENDS": ["django_filters.rest_framework.DjangoFilterBackend"],
    "EXCEPTION_HANDLER": "claims.api.problems.answer_problem",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Rectify",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "SERVE_INCLUDE_SCHEMA": False,
    "POSTPROCESSING_HOOKS": ["claims.api.document.tell_manners"],
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "REDOC_DIST": "SIDECAR",
}

# --- What browsers are told ---------------------------------------------------------------------------------

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "object-src": [NONE],
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
SECURE_SSL_REDIRECT = not DEBUG
SECURE_REDIRECT_EXEMPT = [r"^healthz/$", r"^readyz/$"]  # asked by machines beside us, not over the network
SECURE_HSTS_SECONDS = 0 if DEBUG else 365 * 24 * 3600
SECURE_HSTS_INCLUDE_SUBDOMAINS = not DEBUG
SECURE_HSTS_PRELOAD = not DEBUG
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if ENVIRONMENT.behind_tls_proxy else None
SESSION_COOKIE_SECURE = not DEBUG
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_AGE = 14 * 24 * 3600
CSRF_COOKIE_SECURE = not DEBUG
CSRF_COOKIE_HTTPONLY = True

# --- Logs: one JSON object a line, on stderr ----------------------------------------------------------------

LOGGING_CONFIG = "beliefs_site.log.configure"
LOGGING = logging_config(ENVIRONMENT.log_level)
DJANGO_STRUCTLOG_IP_LOGGING_ENABLED = False
DJANGO_STRUCTLOG_USER_ID_FIELD = "id"
