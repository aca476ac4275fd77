"""A Redis that is away costs speed, never a page."""

from __future__ import annotations

import time
from typing import Any

import pytest
from redis import ConnectionError as RedisAway

from config.caches import REST_SECONDS, ForgivingRedisCache


class Client:
    """Counts the questions and fails all of them."""

    asked = 0

    def __getattr__(self, name: str) -> Any:
        def fail(*args: Any, **kwargs: Any) -> None:
            self.asked += 1
            raise RedisAway("Connection refused")

        return fail


@pytest.fixture
def cache(monkeypatch: pytest.MonkeyPatch) -> ForgivingRedisCache:
    cache = ForgivingRedisCache("redis://127.0.0.1:1/0", {})
    monkeypatch.setattr(ForgivingRedisCache, "_rests_until", 0.0)
    cache.__dict__["_cache"] = Client()
    return cache


@pytest.mark.parametrize(
    ("act", "arguments", "answer"),
    [
        ("get", ("a", "otherwise"), "otherwise"),
        ("set", ("a", 1), None),
        ("add", ("a", 1), True),
        ("touch", ("a",), False),
        ("delete", ("a",), False),
        ("has_key", ("a",), False),
        ("incr", ("a", 3), 3),
        ("get_many", (["a", "b"],), {}),
        ("set_many", ({"a": 1},), []),
        ("delete_many", (["a"],), None),
        ("clear", (), None),
        ("get_or_set", ("a", 5), 5),
    ],
)
def test_every_question_has_an_answer_while_redis_is_away(
    cache: ForgivingRedisCache, act: str, arguments: tuple[Any, ...], answer: Any
) -> None:
    assert getattr(cache, act)(*arguments) == answer
    assert cache.__dict__["_cache"].asked >= 1


def test_a_redis_that_failed_is_asked_again_only_after_a_while(
    cache: ForgivingRedisCache, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 100.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    for _time in range(3):
        cache.get("a")
    assert cache.__dict__["_cache"].asked == 1
    now += REST_SECONDS
    cache.get("a")
    assert cache.__dict__["_cache"].asked == 2
