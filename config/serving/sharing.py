"""One answer for all who ask the same in the same moment: hundreds of phones that have just heard of a new version.

Nothing is kept. Who asks gets an answer that was begun after the question had come, as without this: questions that
are the same wait for the answer under way to end, and then share the next one.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Final

from django.http.response import HttpResponseBase

Key = tuple[str, str, bytes, frozenset[tuple[bytes, bytes]]]
Answer = Callable[[], Awaitable[HttpResponseBase]]

PERSONAL: Final = frozenset({b"cookie", b"authorization", b"content-length", b"transfer-encoding"})
"""Whose it is, or that something was sent along: such a question is like no other."""
WITHOUT_EFFECT: Final = frozenset({b"user-agent", b"referer", b"connection", b"priority", b"dnt"})
"""No part of a page depends on them; those that begin with `sec-` neither."""


def key_of(scope: dict[str, Any]) -> Key | None:
    """What makes two questions the same; None where the answer may be somebody's own.

    Only the parts that open pages fetch again are shared: those all come at once.
    """
    headers = scope["headers"]
    names = {name for name, _value in headers}
    if scope["method"] != "GET" or b"hx-request" not in names or names & PERSONAL:
        return None
    told = ((n, v) for n, v in headers if n not in WITHOUT_EFFECT and not n.startswith(b"sec-"))
    return scope.get("scheme", ""), scope["path"], scope.get("query_string", b""), frozenset(told)


class SharedAnswers:
    """The answers under way and those to come; for one event loop."""

    def __init__(self) -> None:
        self._to_come: dict[Key, asyncio.Task[HttpResponseBase]] = {}
        self._turns: dict[Key, asyncio.Lock] = {}

    async def __call__(self, key: Key | None, answer: Answer) -> HttpResponseBase:
        """What `answer` makes, or what somebody else's made who asked the same; errors are shared too."""
        if key is None:
            return await answer()
        task = self._to_come.get(key)
        if task is None:
            task = self._to_come[key] = asyncio.create_task(self._in_turn(key, answer))
            return await asyncio.shield(task)
        response = await asyncio.shield(task)
        return response if _is_for_all(response) else await answer()

    async def _in_turn(self, key: Key, answer: Answer) -> HttpResponseBase:
        turn = self._turns.setdefault(key, asyncio.Lock())
        async with turn:
            del self._to_come[key]  # who asks from now on was not there when this answer began
            try:
                return await answer()
            finally:
                if key not in self._to_come:
                    del self._turns[key]


def _is_for_all(response: HttpResponseBase) -> bool:
    return not response.streaming and not response.cookies
