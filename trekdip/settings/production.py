"""Production: PostgreSQL, Redis, Celery; all values from the environment; unsafe ones are refused at once.

docs/operating.md lists the variables.
"""

import copy
import re
from pathlib import Path
from urllib.parse import unquote, urlsplit

import dj_database_url
from django.core.exceptions import ImproperlyConfigured

from trekdip.settings import environment
from trekdip.settings.base import *  # noqa: F403
from trekdip.settings.base import BASE_DIR, CELERY_BROKER_TRANSPORT_OPTIONS, LOGGING

if environment.flag("TREKDIP_DEBUG", default=False):
    raise ImproperlyConfigured("TREKDIP_DEBUG is for the embedded site; unset it in production.")

SECRET_KEY = environment.required("TREKDIP_SECRET_KEY", "50 or more random characters that nobody else knows")
environment.require_strong("TREKDIP_SECRET_KEY", SECRET_KEY, 50)
SECRET_KEY_FALLBACKS = environment.listing("TREKDIP_OLD_SECRET_KEYS")
for _key in SECRET_KEY_FALLBACKS:  # who knows one can forge sessions as well
    environment.require_strong("TREKDIP_OLD_SECRET_KEYS", _key, 50)

ALLOWED_HOSTS = environment.listing("TREKDIP_HOSTS")
if not ALLOWED_HOSTS:
    raise ImproperlyConfigured("Set TREKDIP_HOSTS to the names of the site, separated by commas.")
if any("*" in host for host in ALLOWED_HOSTS):
    raise ImproperlyConfigured(
        "TREKDIP_HOSTS must name every host: with * anybody's page could pose as the site."
    )
if any(host.startswith(".") or "/" in host or ":" in host for host in ALLOWED_HOSTS):
    raise ImproperlyConfigured("TREKDIP_HOSTS must hold whole names alone, without https:// and ports.")

# Carriers --------------------------------------------------------------------------------------------------
_database_url = environment.address(
    "DATABASE_URL", "postgres://user:password@host:5432/name", {"postgres", "postgresql"}
)
_database = dj_database_url.parse(_database_url.geturl())
if not _database["NAME"]:
    raise ImproperlyConfigured("DATABASE_URL must name the database, behind the last slash.")
_pool = environment.number("TREKDIP_DATABASE_POOL", 8)
if _pool < 1:
    raise ImproperlyConfigured("TREKDIP_DATABASE_POOL must be 1 or more: each process needs a connection.")
DATABASES = {
    "default": {
        **_database,
        # The pool belongs to each process; it needs connections that are given back after each request.
        "CONN_MAX_AGE": 0,
        "CONN_HEALTH_CHECKS": True,  # none is handed out that the database has dropped
        "OPTIONS": {
            **_database.get("OPTIONS", {}),  # such as `?sslmode=verify-full`
            "pool": {"min_size": 1, "max_size": _pool, "timeout": 10},
        },
    },
}

_redis = environment.address("REDIS_URL", "redis://:password@host:6379/0", {"redis", "rediss"})
if not _redis.password and not environment.close_by(_redis.hostname):
    raise ImproperlyConfigured(
        "REDIS_URL needs a password for a host out of the private network: who reaches it is in all sessions."
    )
_redis_url = _redis.geturl()
# Longer than any blocking read: the library's own default ends idle subscriptions.
_redis_options = {"socket_timeout": 60, "socket_connect_timeout": 5, "health_check_interval": 30}
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": _redis_url,
        "KEY_PREFIX": "trekdip",
        "OPTIONS": _redis_options,
    },
}
CHANNEL_LAYERS = {
    "default": {
        "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
        "CONFIG": {"hosts": [{"address": _redis_url, **_redis_options}], "prefix": "trekdip"},
    },
}
CELERY_BROKER_URL = _redis_url
CELERY_BROKER_TRANSPORT_OPTIONS = {**CELERY_BROKER_TRANSPORT_OPTIONS, **_redis_options}
SESSION_ENGINE = "trekdip.accounts.engines.cached"

# Transport -------------------------------------------------------------------------------------------------
# The proxy ends TLS and must set X-Forwarded-Proto itself; the settings of ours do.
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
SECURE_SSL_REDIRECT = True
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$"]
SECURE_HSTS_SECONDS = environment.number("TREKDIP_HSTS_SECONDS", 365 * 24 * 3600)
SECURE_HSTS_INCLUDE_SUBDOMAINS = True
SECURE_HSTS_PRELOAD = True
SESSION_COOKIE_SECURE = True
SESSION_COOKIE_NAME = "__Host-session"
CSRF_COOKIE_SECURE = True
CSRF_COOKIE_NAME = "__Host-csrf"
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https"
ALLAUTH_TRUSTED_PROXY_COUNT = environment.number("TREKDIP_PROXIES", 1)

SOCKETS_PER_ADDRESS = environment.number("TREKDIP_SOCKETS_PER_ADDRESS", 300)

# Mail ------------------------------------------------------------------------------------------------------
_mail = environment.address(
    "TREKDIP_MAIL_URL",
    "smtp://user:password@host:587 (STARTTLS), smtps:// (TLS) or smtp+plain:// (a catcher close by)",
    {"smtp", "smtps", "smtp+plain"},
)
if not _mail.hostname:
    raise ImproperlyConfigured("TREKDIP_MAIL_URL must name the host of the mail server.")
if _mail.scheme == "smtp+plain" and not environment.close_by(_mail.hostname):
    raise ImproperlyConfigured(
        "TREKDIP_MAIL_URL with smtp+plain:// is for a catcher close by: links in mails reset passwords."
    )
EMAIL_HOST = _mail.hostname
EMAIL_PORT = _mail.port or {"smtp": 587, "smtps": 465, "smtp+plain": 25}[_mail.scheme]
EMAIL_HOST_USER = unquote(_mail.username or "")
EMAIL_HOST_PASSWORD = unquote(_mail.password or "")
EMAIL_USE_TLS = _mail.scheme == "smtp"
EMAIL_USE_SSL = _mail.scheme == "smtps"
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = environment.required("TREKDIP_MAIL_FROM", "the address from which the site writes")
if "@" not in DEFAULT_FROM_EMAIL:
    raise ImproperlyConfigured("TREKDIP_MAIL_FROM must be an e-mail address, such as trekdip@host.")
SERVER_EMAIL = DEFAULT_FROM_EMAIL
SITE_URL = environment.text("TREKDIP_SITE_URL", f"https://{ALLOWED_HOSTS[0]}").rstrip("/")
if not SITE_URL.startswith("https://"):
    raise ImproperlyConfigured("TREKDIP_SITE_URL must begin with https://: mails link to it.")
if urlsplit(SITE_URL).hostname not in {host.lower() for host in ALLOWED_HOSTS}:
    raise ImproperlyConfigured("TREKDIP_SITE_URL must lead to one of TREKDIP_HOSTS: mails link to it.")
ORDERS_DOMAIN = environment.text("TREKDIP_ORDERS_DOMAIN", "")
INBOUND_SECRET = environment.secret("TREKDIP_INBOUND_SECRET", 32)
VAPID_PRIVATE_KEY = environment.text("TREKDIP_VAPID_KEY", "")
if VAPID_PRIVATE_KEY and not re.fullmatch(r"[\w-]{43}", VAPID_PRIVATE_KEY, re.ASCII):
    raise ImproperlyConfigured("TREKDIP_VAPID_KEY must be a key as `manage.py push_key` draws it.")
VAPID_CONTACT = environment.text("TREKDIP_VAPID_CONTACT", SITE_URL)
if not VAPID_CONTACT.startswith(("mailto:", "https://")):
    raise ImproperlyConfigured("TREKDIP_VAPID_CONTACT must begin with mailto: or https://.")
ACCOUNT_EMAIL_VERIFICATION = "mandatory"

# Metrics ---------------------------------------------------------------------------------------------------
METRICS_TOKEN = environment.secret("TREKDIP_METRICS_TOKEN", 32)
METRICS_PORT = environment.number("TREKDIP_METRICS_PORT", 0)
if _metrics_folder := environment.text("PROMETHEUS_MULTIPROC_DIR", ""):
    Path(_metrics_folder).mkdir(parents=True, exist_ok=True)  # the library wants it there at its import

# Static files ----------------------------------------------------------------------------------------------
STATIC_ROOT = environment.text("TREKDIP_STATIC_ROOT", str(BASE_DIR / "staticfiles"))
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "trekdip.assets.HashedStaticFiles"},
}

LOGGING = copy.deepcopy(LOGGING)
LOGGING["handlers"]["stderr"]["formatter"] = "json"
LOGGING["root"]["level"] = environment.text("TREKDIP_LOG_LEVEL", "INFO").upper()
if LOGGING["root"]["level"] not in {"INFO", "WARNING", "ERROR", "CRITICAL"}:
    raise ImproperlyConfigured(
        "TREKDIP_LOG_LEVEL must be INFO, WARNING, ERROR or CRITICAL: with DEBUG libraries log what is secret."
    )
