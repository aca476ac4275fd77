"""A worker outlives a broker that does not answer."""

from __future__ import annotations

from types import SimpleNamespace
from unittest import mock

import pytest
from kombu.transport import redis as by_redis
from redis.exceptions import TimeoutError as NoAnswer

from config.celery import WORKER_PATIENCE, EagerConnection, FreeingQoS, FreeingTransport, Queues, be_patient


class Silent:
    def execute(self) -> None:
        raise NoAnswer("Timeout reading from socket")


@pytest.mark.parametrize("what", ["ack", "reject"])
def test_a_receipt_that_does_not_arrive_frees_the_hand(monkeypatch: pytest.MonkeyPatch, what: str) -> None:
    """With one message at a time, one that stayed in hand would be the last."""
    monkeypatch.setattr(by_redis.QoS, "_remove_from_indices", lambda *_args: Silent())
    hand = FreeingQoS(mock.Mock(), prefetch_count=1)
    super(by_redis.QoS, hand).append(mock.Mock(), "tag")
    assert not hand.can_consume()
    with pytest.raises(NoAnswer):
        getattr(hand, what)("tag")
    assert hand.can_consume()


def test_connections_to_redis_have_such_hands_and_others_their_own() -> None:
    assert Queues.Connection is EagerConnection
    assert EagerConnection("redis://127.0.0.1:1/0").get_transport_cls() is FreeingTransport
    assert FreeingTransport.Channel.QoS is FreeingQoS
    assert EagerConnection("memory://").get_transport_cls() is not FreeingTransport


def test_a_worker_is_more_patient_than_a_page() -> None:
    page = {"socket_timeout": 0.2, "max_retries": 0}
    conf = SimpleNamespace(broker_transport_options=page)
    be_patient(conf)
    assert conf.broker_transport_options == {**page, **WORKER_PATIENCE}
    in_memory = SimpleNamespace(broker_transport_options={"polling_interval": 0.05})
    be_patient(in_memory)
    assert in_memory.broker_transport_options == {"polling_interval": 0.05}
