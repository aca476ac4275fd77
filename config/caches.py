"""A cache on Redis whose loss costs speed, never a page."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.redis import RedisCache
from redis import RedisError

T = TypeVar("T")

logger = logging.getLogger(__name__)

REST_SECONDS = 5.0
"""How long a Redis that failed is left alone: a hung one would hold every look-up for its timeout."""


class ForgivingRedisCache(RedisCache):
    """Redis while it answers; while it does not, nothing is found and nothing is kept.

    Limits that count in the cache (sign-in attempts) are open for as long as Redis is away.
    """

    _rests_until = 0.0

    def add(self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        return self._ask(lambda: super(ForgivingRedisCache, self).add(key, value, timeout, version), True)

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        return self._ask(lambda: super(ForgivingRedisCache, self).get(key, default, version), default)

    def set(self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> None:
        self._ask(lambda: super(ForgivingRedisCache, self).set(key, value, timeout, version), None)

    def touch(self, key: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        return self._ask(lambda: super(ForgivingRedisCache, self).touch(key, timeout, version), False)

    def delete(self, key: Any, version: int | None = None) -> bool:
        return self._ask(lambda: super(ForgivingRedisCache, self).delete(key, version), False)

    def get_many(self, keys: Iterable[Any], version: int | None = None) -> dict[Any, Any]:
        wanted = list(keys)
        return self._ask(lambda: super(ForgivingRedisCache, self).get_many(wanted, version), {})

    def has_key(self, key: Any, version: int | None = None) -> bool:
        return self._ask(lambda: super(ForgivingRedisCache, self).has_key(key, version), False)

    def incr(self, key: Any, delta: int = 1, version: int | None = None) -> int:
        return self._ask(lambda: super(ForgivingRedisCache, self).incr(key, delta, version), delta)

    def set_many(
        self, data: dict[Any, Any], timeout: Any = DEFAULT_TIMEOUT, version: int | None = None
    ) -> list[Any]:
        return self._ask(lambda: super(ForgivingRedisCache, self).set_many(data, timeout, version), [])

    def delete_many(self, keys: Iterable[Any], version: int | None = None) -> None:
        wanted = list(keys)
        self._ask(lambda: super(ForgivingRedisCache, self).delete_many(wanted, version), None)

    def clear(self) -> None:
        self._ask(lambda: super(ForgivingRedisCache, self).clear(), None)

    def _ask(self, question: Callable[[], T], otherwise: T) -> T:
        if time.monotonic() < type(self)._rests_until:
            return otherwise
        try:
            return question()
        except (RedisError, OSError) as error:
            type(self)._rests_until = time.monotonic() + REST_SECONDS
            logger.warning("The cache is away (%s); pages go on without it.", error)
            return otherwise
