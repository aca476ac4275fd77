"""The Celery application: ratings, standings, seasons and the sweep that makes lost messages harmless."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.embedded")

app = Celery("eldest_hand")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
