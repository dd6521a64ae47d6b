"""Settings are checked at start, in sentences that name the setting."""

import stat
from collections.abc import Mapping
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from beliefs_site import environment

OURS = [
    "DEBUG",
    "SECRET_KEY",
    "ALLOWED_HOSTS",
    "CSRF_TRUSTED_ORIGINS",
    "DATABASE_URL",
    "DATABASE_POOL",
    "EMAIL_URL",
    "LOG_LEVEL",
    "RATE_LIMIT",
    "RATE_LIMIT_UNKNOWN",
    "LAW",
    "LAW_COUNTRY",
    "LAW_ZONE",
    "CONTROLLER",
    "CONTROLLER_CONTACT",
    "COPY_DAYS",
    "GRACE_DAYS",
    "ROOT_KEYS",
    "SIGNING_KEY",
    "ANCHOR_FILE",
    "VAR_DIR",
    "STAFF_NEED_MFA",
    "BEHIND_TLS_PROXY",
    "OIDC_SERVER_URL",
    "OIDC_CLIENT_ID",
    "OIDC_CLIENT_SECRET",
    "OIDC_NAME",
]
LIVE = {
    "DATABASE_URL": "postgresql://rectify@db.example/rectify",
    "SECRET_KEY": "k" * 50,
    "ALLOWED_HOSTS": "rectify.example",
    "ROOT_KEYS": "r" * 43,
    "SIGNING_KEY": "s" * 43,
}


class Reader:
    """Reads an environment that holds nothing of ours but what is given."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, var: Path) -> None:
        self.monkeypatch, self.var = monkeypatch, var

    def __call__(self, given: Mapping[str, str]) -> environment.Environment:
        for name in OURS:
            self.monkeypatch.delenv(name, raising=False)
        for name, value in {"VAR_DIR": str(self.var), **given}.items():
            self.monkeypatch.setenv(name, value)
        return environment.read()


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Reader:
    return Reader(monkeypatch, tmp_path / "var")


def test_nothing_given_is_the_demonstration_on_the_embedded_database(read: Reader) -> None:
    chosen = read({})
    assert chosen.debug
    assert chosen.database["HOST"].endswith("var/postgres")


def test_a_database_of_ones_own_turns_debug_off(read: Reader) -> None:
    chosen = read(LIVE)
    assert not chosen.debug
    assert chosen.database["HOST"] == "db.example"


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"SECRET_KEY": ""}, "SECRET_KEY must be set when DEBUG is off; 50 random characters will do."),
        ({"SECRET_KEY": "short"}, "SECRET_KEY must have at least 32 characters when DEBUG is off."),
        ({"ALLOWED_HOSTS": ""}, "ALLOWED_HOSTS must list the names that reach this site when DEBUG is off."),
        (
            {"DATABASE_URL": "mysql://db/x"},
            "DATABASE_URL must begin with postgresql://, for Rectify needs PostgreSQL.",
        ),
        ({"DEBUG": "perhaps"}, 'Environment variable "DEBUG" invalid: Not a valid boolean.'),
        ({"LOG_LEVEL": "loud"}, "LOG_LEVEL must be one of DEBUG, INFO, WARNING, ERROR, CRITICAL, not loud."),
        ({"RATE_LIMIT": "0"}, "RATE_LIMIT must be between 1 and 1,000,000 requests a second, not 0."),
        ({"RATE_LIMIT_UNKNOWN": "few"}, 'Environment variable "RATE_LIMIT_UNKNOWN" invalid: Not a valid integer.'),
        ({"LAW_COUNTRY": "DE-XY"}, "LAW_COUNTRY must be a country, or a part of one, like DE or DE-BE, not DE-XY."),
        ({"LAW_ZONE": "Berlin"}, "LAW_ZONE must be a time zone like Europe/Berlin, not Berlin."),
        ({"GRACE_DAYS": "0"}, "GRACE_DAYS must be between 1 and 3,650 days, not 0."),
        ({"COPY_DAYS": "0"}, "COPY_DAYS must be between 1 and 3,650 days, not 0."),
        (
            {"ROOT_KEYS": ""},
            "ROOT_KEYS must be set when DEBUG is off; `openssl rand -base64 32` makes a key.",
        ),
        (
            {"ROOT_KEYS": f"{'r' * 43},short"},
            "ROOT_KEYS must be 32 bytes in base64; `openssl rand -base64 32` makes a key.",
        ),
        (
            {"SIGNING_KEY": "not base64"},
            "SIGNING_KEY must be 32 bytes in base64; `openssl rand -base64 32` makes a key.",
        ),
        (
            {"OIDC_CLIENT_ID": "rectify"},
            "OIDC_SERVER_URL must be set too: all three OIDC settings work together.",
        ),
    ],
)
def test_a_setting_amiss_is_named_in_one_sentence(read: Reader, given: dict[str, str], sentence: str) -> None:
    with pytest.raises(ImproperlyConfigured) as refusal:
        read(LIVE | given)
    assert str(refusal.value) == sentence


def test_the_made_secret_stays_the_same_and_is_the_owners_alone(read: Reader) -> None:
    first, second = read({}).secret_key, read({}).secret_key
    assert first == second
    assert len(first) >= 50
    assert stat.S_IMODE((read.var / "secret_key").stat().st_mode) == 0o600


def test_keys_of_the_log_are_made_once_and_are_the_owners_alone(read: Reader) -> None:
    first, second = read({}), read({})
    assert (first.root_keys, first.signing_key) == (second.root_keys, second.signing_key)
    assert {len(each) for each in (*first.root_keys, first.signing_key)} == {32}
    assert {stat.S_IMODE((read.var / each).stat().st_mode) for each in ("root_keys", "signing_key")} == {0o600}


def test_root_keys_are_read_in_order_and_in_either_base64(read: Reader) -> None:
    keys = read(LIVE | {"ROOT_KEYS": f"{'-' * 43}, {'+' * 42}8="}).root_keys
    assert [each[:2] for each in keys] == [b"\xfb\xef"] * 2


def test_a_printed_environment_tells_no_secret(read: Reader) -> None:
    printed = repr(read(LIVE))
    assert "k" * 50 not in printed
    assert not any(str(each) in printed for each in (*read(LIVE).root_keys, read(LIVE).signing_key))
