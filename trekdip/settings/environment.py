"""Reading settings from the environment, with refusals that say what to set. Knows no setting by name."""

import ipaddress
import os
from collections.abc import Collection
from urllib.parse import SplitResult, urlsplit

from django.core.exceptions import ImproperlyConfigured

_TRUE = frozenset({"1", "true", "yes", "on"})
_FALSE = frozenset({"0", "false", "no", "off", ""})
_INSIDE = (".internal", ".lan", ".local", ".localhost")


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


def secret(name: str, characters: int) -> str:
    """A secret of at least so many characters, or an empty text where none is set; raises
    `ImproperlyConfigured` for one that is easily guessed.
    """
    value = os.environ.get(name, "").strip()
    if value:
        require_strong(name, value, characters)
    return value


def require_strong(name: str, value: str, characters: int) -> None:
    """Raise `ImproperlyConfigured` for a secret that is short, monotonous or an example."""
    if len(value) < characters or len(set(value)) < 5 or value.startswith(("django-insecure", "change")):
        raise ImproperlyConfigured(f"{name} is too weak: set {characters} or more random characters.")


def address(name: str, meaning: str, schemes: Collection[str]) -> SplitResult:
    """The URL of something the site needs; raises `ImproperlyConfigured` where it is missing, has none of
    these schemes, or no usable port.
    """
    found = urlsplit(required(name, meaning))
    try:
        usable = found.scheme in schemes and found.port != 0
    except ValueError:
        usable = False
    if not usable:
        raise ImproperlyConfigured(f"{name} must be an address of the form {meaning}.")
    return found


def close_by(host: str | None) -> bool:
    """Whether a host is on this machine or in its private network, as far as its name tells."""
    if not host:
        return True  # a socket of this machine
    try:
        return ipaddress.ip_address(host).is_private
    except ValueError:
        return "." not in host or host.endswith(_INSIDE)
