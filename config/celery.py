"""The Celery application: ratings, standings, seasons and the sweep that makes lost messages harmless."""

import os
from typing import Any, Self

from celery import Celery
from celery.app.amqp import AMQP
from kombu import Connection

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.embedded")

RECONNECT_SECONDS = 2


class EagerConnection(Connection):
    """Looks for a lost broker every two seconds; by itself kombu would wait up to thirty after a long outage."""

    def ensure_connection(self, *args: Any, **kwargs: Any) -> Self:
        kwargs.setdefault("interval_max", RECONNECT_SECONDS)
        super().ensure_connection(*args, **kwargs)
        return self


class Queues(AMQP):
    Connection = EagerConnection


app = Celery("eldest_hand", amqp=Queues)
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
