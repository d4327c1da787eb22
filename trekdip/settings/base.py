"""What every way of running the site shares. Databases, caches, carriers and secrets belong elsewhere."""

from pathlib import Path
from typing import Any

from csp.constants import NONE, SELF
from django.contrib.messages import constants as message_levels

BASE_DIR = Path(__file__).resolve().parents[2]

DEBUG = False
SITE_NAME = "Trekdip"

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "channels",
    "csp",
    "allauth",
    "allauth.account",
    "trekdip.accounts",
    "trekdip.games",
    "trekdip.api",
    "trekdip.archives",
    "trekdip.gm",
    "trekdip.live",
    "trekdip.notices",
    "trekdip.press",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "trekdip.assets.StaticFilesMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "trekdip.caches.PersonalPagesMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "csp.middleware.CSPMiddleware",
    "trekdip.api.problems.ProblemMiddleware",
    "trekdip.outage.OutageMiddleware",
]

ROOT_URLCONF = "trekdip.urls"
ASGI_APPLICATION = "trekdip.asgi.application"

TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

LANGUAGE_CODE = "en-gb"
TIME_ZONE = "UTC"
USE_I18N = False
USE_TZ = True
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Metrics: nobody is told any unless the operator sets a token, and a port for workers
METRICS_TOKEN = ""
METRICS_PORT = 0

SOCKETS_PER_ADDRESS = 300  # open in one process for one client address; 0: no cap

# Accounts --------------------------------------------------------------------------------------------------
AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.ScryptPasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {
        "NAME": "django.contrib.auth.password_validation.MinimumLengthValidator",
        "OPTIONS": {"min_length": 10},
    },
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
ACCOUNT_ADAPTER = "trekdip.accounts.adapter.AccountAdapter"
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*", "password2*"]
ACCOUNT_USERNAME_MIN_LENGTH = 3
ACCOUNT_USERNAME_BLACKLIST = ["admin", "gm", "public", "everybody", "system", "anonymous"]
ACCOUNT_EMAIL_SUBJECT_PREFIX = f"[{SITE_NAME}] "
ACCOUNT_PREVENT_ENUMERATION = True
# In the browser that signed up: whoever came by an invitation goes on to that table, not to a form.
ACCOUNT_LOGIN_ON_EMAIL_CONFIRMATION = True
ACCOUNT_LOGOUT_ON_PASSWORD_CHANGE = True
ACCOUNT_REAUTHENTICATION_REQUIRED = True  # whoever finds a screen open gives the account no other address
ACCOUNT_RATE_LIMITS = {
    "login": "30/m/ip",
    # Of a name at an address; and of a name, wherever its guesses come from (`trekdip.accounts.adapter`).
    "login_failed": "10/m/ip,5/300s/key",
    "login_failed_by_name": "100/h/key",
    "signup": "20/m/ip",
    # Whoever knows an address can have these sent to it.
    "reset_password": "20/m/ip,5/m/key,20/d/key",
    "account_exists": "1/3m/key,5/d/key",
}

# The browser -----------------------------------------------------------------------------------------------
SESSION_ENGINE = "trekdip.accounts.engines.rows"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_AGE = 30 * 24 * 3600
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_HTTPONLY = True  # pages carry the token in the form; scripts read it there
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
SECURE_CONTENT_TYPE_NOSNIFF = True
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    },
}
# An order sheet is a page of text: nothing that arrives here is large.
DATA_UPLOAD_MAX_MEMORY_SIZE = 256 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 500
DATA_UPLOAD_MAX_NUMBER_FILES = 0
MESSAGE_STORAGE = "django.contrib.messages.storage.session.SessionStorage"
MESSAGE_LEVEL = message_levels.INFO

# Static files ----------------------------------------------------------------------------------------------
STATIC_URL = "/static/"
STATICFILES_DIRS = [BASE_DIR / "static"]

# Notices and mail ------------------------------------------------------------------------------------------
SITE_URL = "http://localhost:8000"  # where the links of mails lead; no slash at the end
SITE_URL_IS_GIVEN = True  # False: `serve` puts the address it listens on in its place
ORDERS_DOMAIN = ""  # of the seats' addresses for orders by mail; empty: none are taken
INBOUND_SECRET = ""  # what a mail service has to know to hand mail in by HTTP; empty: none is taken
VAPID_PRIVATE_KEY = ""  # signs push messages; empty: there are none
VAPID_CONTACT = "mailto:webmaster@localhost"
NOTICES_SECONDS = 2.0  # between one look for what is to be sent and the next

# Background work -------------------------------------------------------------------------------------------
DEMONSTRATION = False  # whether the front page tells the names of the demonstration's accounts

SWEEP_SECONDS = 1.0
CELERY_TASK_ALWAYS_EAGER = False  # where there is no worker, tasks run at once
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
# A worker of its own takes the post: a slow mail server delays no deadline.
CELERY_TASK_ROUTES = {"trekdip.notices.tasks.*": {"queue": "post"}}
CELERY_DB_REUSE_MAX = 10**9  # `trekdip.celery` gives connections back instead
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TIMEZONE = "UTC"
CELERY_TASK_TIME_LIMIT = 120
CELERY_TASK_SOFT_TIME_LIMIT = 90
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_TRANSPORT_OPTIONS = {"visibility_timeout": 180, "unacked_restore_throttle": 1}
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BEAT_SCHEDULE = {
    "sweep": {
        "task": "trekdip.live.tasks.sweep",
        "schedule": SWEEP_SECONDS,
        # A sweep that nobody took is worth nothing: the next one sees the same rows.
        "options": {"expires": 5 * SWEEP_SECONDS},
    },
    "notices": {
        "task": "trekdip.notices.tasks.carry",
        "schedule": NOTICES_SECONDS,
        "options": {"expires": 5 * NOTICES_SECONDS},
    },
    "prune": {"task": "trekdip.notices.tasks.prune", "schedule": 24 * 3600.0, "options": {"expires": 3600}},
    "sessions": {
        "task": "trekdip.accounts.tasks.prune",
        "schedule": 24 * 3600.0,
        "options": {"expires": 3600},
    },
}

# Logs: one line an event, never with order text, views or credentials ---------------------------------------
LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {
            "()": "trekdip.logs.Lines",
            "format": "{asctime} {levelname} {name}: {message}",
            "style": "{",
        },
        "json": {"()": "trekdip.logs.JsonLines"},
    },
    "filters": {"no_routine": {"()": "trekdip.logs.NoRoutine"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["stderr"], "level": "INFO"},
    "loggers": {
        "django": {"handlers": [], "level": "INFO", "propagate": True},
        "django.server": {"handlers": [], "level": "INFO", "propagate": True},
        "uvicorn": {"handlers": [], "level": "INFO", "propagate": True},
        "uvicorn.error": {"handlers": [], "propagate": True, "filters": ["no_routine"]},
        "uvicorn.access": {"handlers": [], "level": "WARNING", "propagate": True},
        # Tasks that come and go well are counted by the metrics; sweeps alone would be two lines a second.
        "celery.app.trace": {"level": "WARNING"},
        "celery.worker.strategy": {"level": "WARNING"},
        "celery.beat": {"filters": ["no_routine"]},
        "httpx": {"level": "WARNING"},
        "mail.log": {"level": "ERROR"},  # the mail room's library would log the seats' secret addresses
    },
}
