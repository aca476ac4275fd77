"""The tests: SQLite unless `DATABASE_URL` says otherwise, an in-memory queue unless `REDIS_URL` does."""

import os
import tempfile

from config.settings.base import *  # noqa: F403
from config.settings.base import STORAGES, database

SECRET_KEY = "only-for-tests"
ALLOWED_HOSTS = ["*"]
DATABASES = {"default": database(os.environ.get("DATABASE_URL") or "sqlite:///:memory:")}
if DATABASES["default"]["ENGINE"].endswith("postgresql"):
    # Test threads open and drop connections of their own; a pool would hold them past the database's end.
    DATABASES["default"]["OPTIONS"].pop("pool", None)
else:
    # A file, not memory: tests of two people at once need two connections.
    DATABASES["default"]["TEST"] = {"NAME": f"{tempfile.gettempdir()}/eldest-hand-test-{os.getpid()}.sqlite3"}
    DATABASES["default"]["OPTIONS"]["init_command"] = "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF;"
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
STORAGES = {**STORAGES, "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
WHITENOISE_AUTOREFRESH = True
MEDIA_ROOT = f"{tempfile.gettempdir()}/eldest-hand-test-media-{os.getpid()}"
