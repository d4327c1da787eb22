"""The default: one process, SQLite, nothing to install or configure. Not for the open internet."""

import os
import secrets
from pathlib import Path

from trekdip.settings import environment
from trekdip.settings.base import *  # noqa: F403
from trekdip.settings.base import BASE_DIR


def _kept_secret(path: Path) -> str:
    """The secret key of this installation, made on first use and readable by its owner alone."""
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return path.read_text(encoding="ascii")
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        key = secrets.token_urlsafe(48)
        file.write(key)
    return key


DATA_DIR = Path(environment.text("TREKDIP_DATA", str(BASE_DIR / ".trekdip")))
DATA_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)

SECRET_KEY = _kept_secret(DATA_DIR / "secret_key")
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

DEMONSTRATION = True

WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = DEBUG
