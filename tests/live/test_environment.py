"""Production refuses what is unsafe, by name, before anything starts."""

import runpy
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured

from scripts.checks import PRODUCTION


@pytest.fixture
def environment(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """A safe environment, to be spoiled."""
    for name, value in PRODUCTION.items():
        monkeypatch.setenv(name, value)
    return monkeypatch


def loaded() -> dict[str, Any]:
    """The production settings as this environment gives them."""
    return runpy.run_module("trekdip.settings.production")


@pytest.mark.usefixtures("environment")
def test_safe_values_are_taken() -> None:
    settings = loaded()
    assert settings["DEBUG"] is False
    assert settings["ALLOWED_HOSTS"] == ["trekdip.example"]
    assert settings["DATABASES"]["default"]["ENGINE"] == "django.db.backends.postgresql"
    assert settings["SESSION_COOKIE_SECURE"]
    assert settings["CSRF_COOKIE_SECURE"]


@pytest.mark.parametrize("name", sorted(set(PRODUCTION) - {"DJANGO_SETTINGS_MODULE"}))
def test_a_missing_value_is_named(environment: pytest.MonkeyPatch, name: str) -> None:
    environment.delenv(name)
    with pytest.raises(ImproperlyConfigured, match=name):
        loaded()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("TREKDIP_SECRET_KEY", "short"),
        ("TREKDIP_SECRET_KEY", "a" * 80),
        ("TREKDIP_SECRET_KEY", "django-insecure-" + "0123456789" * 6),
        ("TREKDIP_HOSTS", "*"),
        ("TREKDIP_HOSTS", " , "),
        ("TREKDIP_DEBUG", "1"),
        ("TREKDIP_DEBUG", "perhaps"),
        ("DATABASE_URL", "sqlite:///site.sqlite3"),
        ("TREKDIP_MAIL_URL", "http://mail.example"),
        ("TREKDIP_PROXIES", "-1"),
        ("TREKDIP_OLD_SECRET_KEYS", "short"),
        ("TREKDIP_HOSTS", ".trekdip.example"),
        ("TREKDIP_HOSTS", "https://trekdip.example"),
        ("TREKDIP_HOSTS", "trekdip.example:443"),
        ("DATABASE_URL", "postgres://somebody@database.example/"),
        ("DATABASE_URL", "postgres://somebody@database.example:port/name"),
        ("TREKDIP_DATABASE_POOL", "0"),
        ("REDIS_URL", "redis://cache.example:6379/0"),
        ("REDIS_URL", "redis://8.8.8.8:6379/0"),
        ("REDIS_URL", "http://:word@cache.example"),
        ("TREKDIP_MAIL_URL", "smtp+plain://mail.example:25"),
        ("TREKDIP_MAIL_URL", "smtp://"),
        ("TREKDIP_MAIL_URL", "smtp://mail.example:99999"),
        ("TREKDIP_MAIL_FROM", "trekdip"),
        ("TREKDIP_SITE_URL", "http://trekdip.example"),
        ("TREKDIP_SITE_URL", "https://elsewhere.example"),
        ("TREKDIP_INBOUND_SECRET", "short"),
        ("TREKDIP_INBOUND_SECRET", "a" * 40),
        ("TREKDIP_METRICS_TOKEN", "a" * 40),
        ("TREKDIP_VAPID_CONTACT", "somebody@trekdip.example"),
        ("TREKDIP_VAPID_KEY", "-----BEGIN PRIVATE KEY-----"),
        ("TREKDIP_HSTS_SECONDS", "a year"),
        ("TREKDIP_LOG_LEVEL", "DEBUG"),
        ("TREKDIP_LOG_LEVEL", "loud"),
    ],
)
def test_an_unsafe_value_is_refused_by_name(environment: pytest.MonkeyPatch, name: str, value: str) -> None:
    environment.setenv(name, value)
    with pytest.raises(ImproperlyConfigured, match=name):
        loaded()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("REDIS_URL", "redis://redis:6379/0"),
        ("REDIS_URL", "redis://10.1.2.3:6379/0"),
        ("REDIS_URL", "redis://[::1]:6379/0"),
        ("REDIS_URL", "rediss://:word@cache.example:6380/0"),
        ("TREKDIP_MAIL_URL", "smtp+plain://mail:1025"),
        ("TREKDIP_MAIL_URL", "smtp+plain://relay.internal"),
        ("TREKDIP_SITE_URL", "https://TREKDIP.example/"),
        ("TREKDIP_LOG_LEVEL", "warning"),
        ("TREKDIP_INBOUND_SECRET", ""),
        ("TREKDIP_VAPID_KEY", "AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE"),
    ],
)
def test_what_is_safe_where_it_is_is_taken(environment: pytest.MonkeyPatch, name: str, value: str) -> None:
    environment.setenv(name, value)
    loaded()


def test_what_an_address_says_is_kept(environment: pytest.MonkeyPatch) -> None:
    """Dropped without a word, `sslmode` would leave the way to the database open."""
    environment.setenv("DATABASE_URL", "postgres://somebody@database.example/name?sslmode=verify-full")
    environment.setenv("TREKDIP_MAIL_URL", "smtp://some%40body:p%2Fw@mail.example")
    settings = loaded()
    assert settings["DATABASES"]["default"]["OPTIONS"]["sslmode"] == "verify-full"
    assert settings["DATABASES"]["default"]["OPTIONS"]["pool"]["max_size"] == 8
    assert (settings["EMAIL_HOST_USER"], settings["EMAIL_HOST_PASSWORD"]) == ("some@body", "p/w")
