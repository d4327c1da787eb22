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
    ],
)
def test_an_unsafe_value_is_refused_by_name(environment: pytest.MonkeyPatch, name: str, value: str) -> None:
    environment.setenv(name, value)
    with pytest.raises(ImproperlyConfigured, match=name):
        loaded()
