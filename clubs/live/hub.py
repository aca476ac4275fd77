"""The hub: who listens in this process, and how an announcement of another process gets here.

Embedded, worker and pages are one process and the hub alone is enough. With Redis every process that holds streams
subscribes once, and announcements are published there.
"""

from __future__ import annotations

import asyncio
import functools
import json
import logging
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import redis
import redis.asyncio
from django.conf import settings
from django.db import transaction

logger = logging.getLogger(__name__)

CHANNEL = "eldest-hand:live"
RETRY_SECONDS = 1.0
LOST = "*"
"""Announced to everybody after a gap: compare all versions, something may have been missed."""


@dataclass(eq=False)
class Listener:
    """One open stream: the latest version per topic that it has not fetched yet."""

    topics: frozenset[str]
    loop: asyncio.AbstractEventLoop
    news: dict[str, int] = field(default_factory=dict)
    awake: asyncio.Event = field(default_factory=asyncio.Event)

    def tell(self, topic: str, version: int) -> None:
        """Runs in the listener's loop."""
        self.news[topic] = max(version, self.news.get(topic, 0))
        self.awake.set()

    async def wait(self, seconds: float) -> dict[str, int]:
        """News as soon as there is some; nothing after `seconds`. Many announcements become one per topic."""
        try:
            async with asyncio.timeout(seconds):  # `wait_for` would make a task each time
                await self.awake.wait()
        except TimeoutError:
            return {}
        self.awake.clear()
        news, self.news = self.news, {}
        return news


class Hub:
    """Announcements in and out. Safe to use from threads and from event loops."""

    def __init__(self, redis_url: str) -> None:
        self.redis_url = redis_url
        self._lock = threading.Lock()
        self._listeners: set[Listener] = set()
        self._by_topic: dict[str, set[Listener]] = {}
        self._subscription: asyncio.Task[None] | None = None

    def announce_on_commit(self, topic: str, version: int) -> None:
        transaction.on_commit(functools.partial(self.announce, topic, version), robust=True)

    def announce(self, topic: str, version: int) -> None:
        """Tell the listeners of this process, or all processes by Redis; a dead Redis is logged."""
        if not self.redis_url:
            self.deliver(topic, version)
            return
        try:
            self._publisher.publish(CHANNEL, json.dumps([topic, version]))
        except redis.RedisError as error:
            logger.warning(
                "%s at %d was not announced (%s); pages that poll will see it.", topic, version, error
            )

    def deliver(self, topic: str, version: int) -> None:
        """Hand an announcement to the listeners of this process."""
        with self._lock:
            told = list(self._listeners if topic == LOST else self._by_topic.get(topic, ()))
        for item in told:
            try:
                item.loop.call_soon_threadsafe(item.tell, topic, version)
            except RuntimeError:  # its loop has closed: the stream is gone
                self._forget(item)

    @asynccontextmanager
    async def listening(self, topics: frozenset[str]) -> AsyncIterator[Listener]:
        """Hear of `topics` for as long as the context lasts."""
        item = Listener(topics, asyncio.get_running_loop())
        with self._lock:
            self._listeners.add(item)
            for topic in topics:
                self._by_topic.setdefault(topic, set()).add(item)
        if self.redis_url:
            self._subscribe()
        try:
            yield item
        finally:
            self._forget(item)

    @property
    def n_listeners(self) -> int:
        return len(self._listeners)

    def _forget(self, item: Listener) -> None:
        with self._lock:
            self._listeners.discard(item)
            for topic in item.topics:
                others = self._by_topic.get(topic, set())
                others.discard(item)
                if not others:
                    self._by_topic.pop(topic, None)

    @functools.cached_property
    def _publisher(self) -> redis.Redis:
        return redis.Redis.from_url(self.redis_url, socket_timeout=0.2, socket_connect_timeout=0.2)

    def _subscribe(self) -> None:
        """One subscription per process, in the loop of the first stream."""
        if self._subscription is None or self._subscription.done():
            self._subscription = asyncio.get_running_loop().create_task(self._follow())

    async def _follow(self) -> None:
        while True:
            try:
                client = redis.asyncio.Redis.from_url(self.redis_url, health_check_interval=5)
                async with client, client.pubsub() as channel:
                    await channel.subscribe(CHANNEL)
                    self.deliver(LOST, 0)
                    async for message in channel.listen():
                        if message["type"] == "message":
                            topic, version = json.loads(message["data"])
                            self.deliver(topic, version)
            except (redis.RedisError, OSError) as error:
                logger.warning("The announcements are interrupted (%s); trying again.", error)
            await asyncio.sleep(RETRY_SECONDS)


@functools.cache
def hub() -> Hub:
    """The hub of this process."""
    return Hub(settings.REDIS_URL)
