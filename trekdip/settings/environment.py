"""Reading settings from the environment, with refusals that say what to set. Knows no setting by name."""

import os

from django.core.exceptions import ImproperlyConfigured

_TRUE = frozenset({"1", "true", "yes", "on"})
_FALSE = frozenset({"0", "false", "no", "off", ""})


def text(name: str, default: str) -> str:
    """The variable's value, or `default` when it is not set."""
    return os.environ.get(name, default)


def required(name: str, meaning: str) -> str:
    """The variable's value; `ImproperlyConfigured`, naming it and its `meaning`, when it is missing."""
    value = os.environ.get(name, "").strip()
    if not value:
        raise ImproperlyConfigured(f"Set the environment variable {name}: {meaning}.")
    return value


def flag(name: str, *, default: bool) -> bool:
    """A yes-or-no variable; raises `ImproperlyConfigured` for anything that is neither."""
    value = os.environ.get(name)
    if value is None:
        return default
    lowered = value.strip().lower()
    if lowered in _TRUE:
        return True
    if lowered in _FALSE:
        return False
    raise ImproperlyConfigured(f"{name} is {value!r}; write 1 for yes or 0 for no.")


def number(name: str, default: int) -> int:
    """A whole number that is not negative; raises `ImproperlyConfigured` for anything else."""
    value = os.environ.get(name, "").strip()
    if not value:
        return default
    if not value.isdecimal():
        raise ImproperlyConfigured(f"{name} is {value!r}; write a whole number, such as {default}.")
    return int(value)


def listing(name: str) -> list[str]:
    """A comma-separated variable as a list without empty entries; empty when it is not set."""
    return [entry.strip() for entry in os.environ.get(name, "").split(",") if entry.strip()]
