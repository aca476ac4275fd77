"""The Celery application: ratings, standings, seasons and the sweep that makes lost messages harmless."""

import os
from typing import Any, Self

from celery import Celery
from celery.app.amqp import AMQP
from celery.signals import celeryd_init
from kombu import Connection
from kombu.transport import redis, virtual
from kombu.transport.base import Transport

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.embedded")

RECONNECT_SECONDS = 2
WORKER_PATIENCE = {"socket_timeout": 5.0, "socket_connect_timeout": 2.0}
"""Seconds a worker waits for an answer of the broker; nobody waits for the worker, as people do for a page."""


class FreeingQoS(redis.QoS):
    """A message whose receipt could not be sent no longer counts as in hand.

    By itself kombu would keep counting it: a worker that takes one message at a time then never asks for another one,
    although the broker is back. The message comes again later, which is harmless.
    """

    def ack(self, delivery_tag: str) -> None:
        try:
            super().ack(delivery_tag)
        except Exception:
            virtual.QoS.ack(self, delivery_tag)
            raise

    def reject(self, delivery_tag: str, requeue: bool = False) -> None:
        try:
            super().reject(delivery_tag, requeue=requeue)
        except Exception:
            virtual.QoS.ack(self, delivery_tag)
            raise


class FreeingChannel(redis.Channel):
    QoS = FreeingQoS


class FreeingTransport(redis.Transport):
    Channel = FreeingChannel


class EagerConnection(Connection):
    """Looks for a lost broker every two seconds; by itself kombu would wait up to thirty after a long outage."""

    def ensure_connection(self, *args: Any, **kwargs: Any) -> Self:
        kwargs.setdefault("interval_max", RECONNECT_SECONDS)
        super().ensure_connection(*args, **kwargs)
        return self

    def get_transport_cls(self) -> type[Transport]:
        cls: type[Transport] = super().get_transport_cls()
        return FreeingTransport if cls is redis.Transport else cls


class Queues(AMQP):
    Connection = EagerConnection


@celeryd_init.connect
def be_patient(conf: Any, **_kwargs: Any) -> None:
    """A worker's own settings, before it opens its first connection."""
    if "socket_timeout" in conf.broker_transport_options:
        conf.broker_transport_options = {**conf.broker_transport_options, **WORKER_PATIENCE}


app = Celery("eldest_hand", amqp=Queues)
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
