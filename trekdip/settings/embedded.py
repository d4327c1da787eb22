"""The default: one process, SQLite, nothing to install or configure. Not for the open internet."""

import base64
import os
import secrets
from collections.abc import Callable
from pathlib import Path

from trekdip.settings import environment
from trekdip.settings.base import *  # noqa: F403
from trekdip.settings.base import BASE_DIR

# The order of the curve of push keys.
_P256 = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551


def _kept_secret(path: Path, make: Callable[[], str]) -> str:
    """A secret of this installation, made on first use and readable by its owner alone."""
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return path.read_text(encoding="ascii")
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        key = make()
        file.write(key)
    return key


def _push_key() -> str:
    """A private key for signing push messages: base64url of its 32 bytes."""
    number = 1 + secrets.randbelow(_P256 - 1)
    return base64.urlsafe_b64encode(number.to_bytes(32, "big")).decode().rstrip("=")


DATA_DIR = Path(environment.text("TREKDIP_DATA", str(BASE_DIR / ".trekdip")))
DATA_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)

SECRET_KEY = _kept_secret(DATA_DIR / "secret_key", lambda: secrets.token_urlsafe(48))
DEBUG = environment.flag("TREKDIP_DEBUG", default=False)
ALLOWED_HOSTS = ["localhost", "127.0.0.1", "[::1]", *environment.listing("TREKDIP_HOSTS")]

DATABASES = {
    "default": {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": DATA_DIR / "trekdip.sqlite3",
        "OPTIONS": {
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA foreign_keys=ON;",
        },
    },
}
CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
CHANNEL_LAYERS = {"default": {"BACKEND": "trekdip.live.layers.EmbeddedChannelLayer"}}
CELERY_TASK_ALWAYS_EAGER = True

EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
EMAIL_FILE_PATH = DATA_DIR / "mail"
ACCOUNT_EMAIL_VERIFICATION = "none"
SITE_URL = environment.text("TREKDIP_SITE_URL", "http://localhost:8000").rstrip("/")
SITE_URL_IS_GIVEN = bool(environment.text("TREKDIP_SITE_URL", ""))
ORDERS_DOMAIN = environment.text("TREKDIP_ORDERS_DOMAIN", "localhost")
INBOUND_SECRET = environment.text("TREKDIP_INBOUND_SECRET", "")
VAPID_PRIVATE_KEY = environment.text("TREKDIP_VAPID_KEY", "") or _kept_secret(
    DATA_DIR / "push_key", _push_key
)

DEMONSTRATION = True

WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = DEBUG
