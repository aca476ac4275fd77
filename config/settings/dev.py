"""For people who change the code: like embedded, with tracebacks and without hashed file names."""

from config.settings.embedded import *  # noqa: F403
from config.settings.embedded import STORAGES

DEBUG = True
STORAGES = {**STORAGES, "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
