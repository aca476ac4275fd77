"""PostgreSQL, Redis, separate workers. Refuses to start without its secrets and names the missing one."""

import os
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

from config.settings.base import *  # noqa: F403
from config.settings.base import BASE_DIR, REDIS_URL, database

_DEFAULTS = {"", "changeme", "change-me", "secret", "insecure", "only-for-tests", "django-insecure"}


def _required(name: str, what: str) -> str:
    value = os.environ.get(name, "").strip()
    if value.lower() in _DEFAULTS:
        raise ImproperlyConfigured(f"Set {name}: {what}.")
    return value


SECRET_KEY = _required("SECRET_KEY", "a random text of 50 characters, kept out of the repository")
if len(SECRET_KEY) < 32 or SECRET_KEY.startswith("django-insecure"):
    raise ImproperlyConfigured(
        "Set SECRET_KEY to at least 32 random characters; this one is too short or a default."
    )
ALLOWED_HOSTS = [
    h.strip() for h in _required("ALLOWED_HOSTS", "the host names of the site, with commas").split(",")
]
if "*" in ALLOWED_HOSTS:
    raise ImproperlyConfigured("Set ALLOWED_HOSTS to the site's own host names; '*' would accept any.")
DATABASES = {"default": database(_required("DATABASE_URL", "postgres://user:password@host:5432/name"))}
if not DATABASES["default"]["ENGINE"].endswith("postgresql"):
    raise ImproperlyConfigured("Set DATABASE_URL to a PostgreSQL database; SQLite is for `make run`.")
if not REDIS_URL:
    raise ImproperlyConfigured("Set REDIS_URL: redis://host:6379/0.")

CSRF_TRUSTED_ORIGINS = [f"https://{host.lstrip('.')}" for host in ALLOWED_HOSTS]
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
SECURE_SSL_REDIRECT = os.environ.get("SECURE_SSL_REDIRECT", "1") == "1"
SECURE_REDIRECT_EXEMPT = [r"^healthz$"]
SECURE_HSTS_SECONDS = int(os.environ.get("SECURE_HSTS_SECONDS", "31536000"))
# Other names of the domain, and browsers' preload lists, are not this site's to decide.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
SESSION_COOKIE_SECURE = SECURE_SSL_REDIRECT
CSRF_COOKIE_SECURE = SECURE_SSL_REDIRECT
# How many proxies stand in front and write X-Forwarded-For: limits of sign-in attempts count per visitor by it.
ALLAUTH_TRUSTED_PROXY_COUNT = int(os.environ.get("TRUSTED_PROXY_COUNT", "1"))
CELERY_BEAT_SYNC_EVERY = 1  # the schedule's file shows that beat lives
MEDIA_ROOT = os.environ.get("MEDIA_ROOT", "/srv/media")
STATIC_ROOT = Path(os.environ.get("STATIC_ROOT") or BASE_DIR / "static-collected")
CACHES = {
    "default": {
        "BACKEND": "config.caches.ForgivingRedisCache",
        "LOCATION": REDIS_URL,
        "OPTIONS": {"socket_timeout": 0.2, "socket_connect_timeout": 0.2},
    }
}
EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
EMAIL_HOST = os.environ.get("EMAIL_HOST", "localhost")
DEFAULT_FROM_EMAIL = os.environ.get("DEFAULT_FROM_EMAIL", "noreply@localhost")
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "%(asctime)s %(levelname)s %(name)s %(message)s"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": "INFO"},
}
