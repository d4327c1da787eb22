"""Settings of the tests: SQLite unless TEST_DATABASE_URL is set, carriers in the process, a cheap hasher."""

import os
import tempfile
from pathlib import Path

import dj_database_url

from trekdip.settings import environment
from trekdip.settings.base import *  # noqa: F403
from trekdip.settings.base import ACCOUNT_RATE_LIMITS as _RATE_LIMITS

SECRET_KEY = "only-for-tests"  # noqa: S105
ALLOWED_HOSTS = ["testserver", "localhost", "127.0.0.1"]

_database_url = environment.text("TEST_DATABASE_URL", "")
if _database_url:
    DATABASES = {"default": {**dj_database_url.parse(_database_url)}}
else:
    # A file, not memory: the live site of the browser tests is used by several threads.
    _file = Path(tempfile.gettempdir()) / f"trekdip-test-{os.getpid()}.sqlite3"
    DATABASES = {
        "default": {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": ":memory:",
            "OPTIONS": {
                "transaction_mode": "IMMEDIATE",
                "timeout": 20,
                "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF;",
            },
            "TEST": {"NAME": _file},
        },
    }

CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
CHANNEL_LAYERS = {"default": {"BACKEND": "trekdip.live.layers.EmbeddedChannelLayer"}}
CELERY_TASK_ALWAYS_EAGER = True
CELERY_TASK_EAGER_PROPAGATES = True

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
ACCOUNT_EMAIL_VERIFICATION = "none"
SITE_URL = "https://trekdip.example"
ORDERS_DOMAIN = "mail.trekdip.example"
INBOUND_SECRET = "only-for-tests-and-longer-than-that"  # noqa: S105
VAPID_PRIVATE_KEY = "AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE"
ACCOUNT_RATE_LIMITS = {**_RATE_LIMITS}

WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = True
