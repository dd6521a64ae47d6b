"""What the environment says, read once at start. Every complaint is a sentence that names the setting."""

import base64
import os
import secrets
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any
from zoneinfo import available_timezones

import holidays
from django.core.exceptions import ImproperlyConfigured
from environs import Env, EnvError

from beliefs_site import embedded

ROOT = Path(__file__).resolve().parent.parent
#: Requests that one process carries out at a time, each with a database connection of its own.
THREADS = 16
OIDC_SETTINGS = ("OIDC_SERVER_URL", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET")
MAKE_A_KEY = "`openssl rand -base64 32` makes a key."
LOG_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")


@dataclass(frozen=True)
class Environment:
    """The settings that a deployment chooses; `var` is the folder where this installation keeps its files."""

    debug: bool
    secret_key: str = field(repr=False)
    allowed_hosts: list[str]
    csrf_trusted_origins: list[str]
    database: dict[str, Any] = field(repr=False)
    email: dict[str, Any] = field(repr=False)
    oidc: dict[str, str] = field(repr=False)
    staff_need_mfa: bool
    behind_tls_proxy: bool
    log_level: str
    rate_limit: int
    rate_limit_unknown: int
    law: str
    law_country: str
    law_zone: str
    controller: str
    controller_contact: str
    copy_days: int
    grace_days: int
    root_keys: list[bytes] = field(repr=False)
    signing_key: bytes = field(repr=False)
    anchor_file: Path
    var: Path


def read() -> Environment:
    """The environment, checked. Raises ImproperlyConfigured with one sentence about the first setting amiss.

    Without DATABASE_URL the embedded server is meant, as in the demonstration on one's own machine, and DEBUG
    is on unless it says otherwise. With DATABASE_URL, DEBUG is off unless it says otherwise.
    """
    try:
        return _read(Env())
    except EnvError as error:
        raise ImproperlyConfigured(f"{error}.".replace("..", ".")) from error


def _read(env: Env) -> Environment:
    var = env.path("VAR_DIR", default=ROOT / "var")
    database_url = env.str("DATABASE_URL", default="")
    debug = env.bool("DEBUG", default=not database_url)
    hosts = env.list("ALLOWED_HOSTS", default=["127.0.0.1", "localhost", "[::1]"] if debug else [])
    if not hosts:
        raise ImproperlyConfigured("ALLOWED_HOSTS must list the names that reach this site when DEBUG is off.")
    return Environment(
        debug=debug,
        secret_key=_secret_key(env.str("SECRET_KEY", default=""), debug=debug, var=var),
        allowed_hosts=hosts,
        csrf_trusted_origins=env.list("CSRF_TRUSTED_ORIGINS", default=[]),
        database=_database(env, default=embedded.database_url(var / "postgres")),
        email=env.dj_email_url("EMAIL_URL", default="console:" if debug else "smtp://localhost"),
        oidc=_oidc(env),
        staff_need_mfa=env.bool("STAFF_NEED_MFA", default=False),
        behind_tls_proxy=env.bool("BEHIND_TLS_PROXY", default=False),
        log_level=_log_level(env),
        rate_limit=_rate(env, "RATE_LIMIT", default=200),
        rate_limit_unknown=_rate(env, "RATE_LIMIT_UNKNOWN", default=20),
        law=env.str("LAW", default="gdpr"),
        law_country=_country(env.str("LAW_COUNTRY", default="SE" if debug else "")),  # where the demonstration is set
        law_zone=_zone(env.str("LAW_ZONE", default="UTC")),
        controller=env.str("CONTROLLER", default=""),
        controller_contact=env.str("CONTROLLER_CONTACT", default=""),
        copy_days=_days(env, "COPY_DAYS", default=30),
        grace_days=_days(env, "GRACE_DAYS", default=7),
        root_keys=_keys(env, "ROOT_KEYS", debug=debug, kept=var / "root_keys"),
        signing_key=_keys(env, "SIGNING_KEY", debug=debug, kept=var / "signing_key")[0],
        anchor_file=env.path("ANCHOR_FILE", default=var / "anchors.ndjson"),
        var=var,
    )


def _secret_key(given: str, *, debug: bool, var: Path) -> str:
    if given and (debug or len(given) >= 32):
        return given
    if given:
        raise ImproperlyConfigured("SECRET_KEY must have at least 32 characters when DEBUG is off.")
    if not debug:
        raise ImproperlyConfigured("SECRET_KEY must be set when DEBUG is off; 50 random characters will do.")
    return kept_secret(var / "secret_key")


def _keys(env: Env, name: str, *, debug: bool, kept: Path) -> list[bytes]:
    """Keys of 256 bits in base64, the newest first: those given, or with DEBUG on one made on first use."""
    listed: list[str] = env.list(name, default=[])
    given = [each.strip() for each in listed]
    if not given and not debug:
        raise ImproperlyConfigured(f"{name} must be set when DEBUG is off; {MAKE_A_KEY}")
    keys = [_bytes(each) for each in given or kept_secret(kept, size=32).split()]
    if any(len(key) != 32 for key in keys):
        raise ImproperlyConfigured(f"{name} must be 32 bytes in base64; {MAKE_A_KEY}")
    return keys


def _bytes(text: str) -> bytes:
    try:
        return base64.b64decode(text.replace("-", "+").replace("_", "/") + "=" * (-len(text) % 4), validate=True)
    except ValueError:
        return b""


def kept_secret(path: Path, size: int = 50) -> str:
    """The secret in the file, made on first use and readable by its owner alone."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists():
        with NamedTemporaryFile("w", dir=path.parent) as draft:  # mode 0600
            draft.write(secrets.token_urlsafe(size))
            draft.flush()
            with suppress(FileExistsError):  # another process was quicker: its secret holds
                os.link(draft.name, path)
    return path.read_text()


def _database(env: Env, *, default: str) -> dict[str, Any]:
    database: dict[str, Any] = env.dj_db_url("DATABASE_URL", default=default) or {}
    if database.get("ENGINE") != "django.db.backends.postgresql":
        raise ImproperlyConfigured("DATABASE_URL must begin with postgresql://, for Rectify needs PostgreSQL.")
    # A pool keeps connections warm over threads; Django wants CONN_MAX_AGE left at 0 beside it.
    # Who cannot get one within a few seconds is told so; a connection is tried before use, since servers restart.
    pool = {"timeout": 5, "max_size": THREADS} if env.bool("DATABASE_POOL", default=True) else False
    # A statement that comes again is parsed and planned once a connection, whatever its values: most are short, and
    # their planning is not.
    prepared = {
        "server_side_binding": True,
        "prepare_threshold": 3,
        "options": f"-c plan_cache_mode=force_generic_plan {env.str('PGOPTIONS', default='')}".strip(),
    }
    database["OPTIONS"] = {"pool": pool} | prepared | database.get("OPTIONS", {})
    database["CONN_HEALTH_CHECKS"] = True
    return database


def _oidc(env: Env) -> dict[str, str]:
    """The provider people sign in with beside their password; empty where none is configured."""
    given = {name: env.str(name, default="") for name in OIDC_SETTINGS}
    missing = [name for name, value in given.items() if not value]
    if missing and len(missing) < len(given):
        raise ImproperlyConfigured(f"{missing[0]} must be set too: all three OIDC settings work together.")
    return {} if missing else given | {"OIDC_NAME": env.str("OIDC_NAME", default="single sign-on")}


def _log_level(env: Env) -> str:
    level = env.str("LOG_LEVEL", default="INFO")
    if level not in LOG_LEVELS:
        raise ImproperlyConfigured(f"LOG_LEVEL must be one of {', '.join(LOG_LEVELS)}, not {level}.")
    return level


def _country(name: str) -> str:
    """Whose public holidays count for deadlines, as DE or DE-BE; none, where none is named."""
    country, _, part = name.partition("-")
    known = holidays.list_supported_countries()
    if name and (country not in known or (part and part not in known[country])):
        raise ImproperlyConfigured(f"LAW_COUNTRY must be a country, or a part of one, like DE or DE-BE, not {name}.")
    return name


def _zone(name: str) -> str:
    """Where a day begins and ends for deadlines."""
    if name != "UTC" and name not in available_timezones():
        raise ImproperlyConfigured(f"LAW_ZONE must be a time zone like Europe/Berlin, not {name}.")
    return name


def _days(env: Env, name: str, *, default: int) -> int:
    """For how many days something is kept."""
    days = env.int(name, default=default)
    if not 1 <= days <= 3650:
        raise ImproperlyConfigured(f"{name} must be between 1 and 3,650 days, not {days}.")
    return days


def _rate(env: Env, name: str, *, default: int) -> int:
    """Requests a second: of one key or person, and of an address from which nobody was let in."""
    rate = env.int(name, default=default)
    if not 1 <= rate <= 1_000_000:
        raise ImproperlyConfigured(f"{name} must be between 1 and 1,000,000 requests a second, not {rate}.")
    return rate
