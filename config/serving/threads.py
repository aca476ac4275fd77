"""Pages in a fixed set of threads, streams in the event loop: what one process serves, at the price of one thread hop.

Django's own ASGI handler makes a thread for every request and hops into it again for each middleware that is not
asynchronous; its database connections end with the thread. Here a request is answered in one go by a thread that
stays, and keeps its connection.
"""

from __future__ import annotations

import asyncio
import functools
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

from django.core import signals
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.http import HttpRequest, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.urls import set_script_prefix

from config.serving.sharing import SharedAnswers, key_of

N_THREADS: Final = 8
"""They share one interpreter. Slow senders and readers hold none."""
N_AT_ONCE: Final = 2
"""Answers in the making at one time: more of them take the interpreter from each other, and all become dearer."""
LONG_SECONDS: Final = 0.2
"""Who takes longer is counted no more: a long answer keeps a thread, and nobody's turn."""
STREAMS: Final = frozenset({"/live/"})

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]


class PagesInThreads(ASGIHandler):
    """Answers a request, its middleware included, in one of `n_threads` threads."""

    def __init__(self, n_threads: int = N_THREADS) -> None:
        super().__init__()
        self._threads = ThreadPoolExecutor(n_threads, thread_name_prefix="page")
        self._turns = asyncio.Semaphore(min(n_threads, N_AT_ONCE))
        self._shared = SharedAnswers()

    def load_middleware(self, is_async: bool = False) -> None:
        """Always the synchronous chain."""
        super().load_middleware(is_async=False)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            body = await self.read_body(receive)
        except RequestAborted:
            return
        with body:
            response = await self._shared(key_of(scope), functools.partial(self._in_a_thread, scope, body))
        await self.send_response(response, send)

    async def _in_a_thread(self, scope: Scope, body: Any) -> HttpResponseBase:
        loop = asyncio.get_running_loop()
        async with Turn(self._turns, loop):
            return await loop.run_in_executor(self._threads, self._answered, scope, body)

    def _answered(self, scope: Scope, body: Any) -> HttpResponseBase:
        """The whole answer, closed: what follows needs neither the thread nor its connection."""
        set_script_prefix(get_script_prefix(scope))
        signals.request_started.send(sender=type(self), scope=scope)
        request, refusal = self.create_request(scope, body)
        response = refusal if request is None else self._response_to(request)
        assert response is not None
        if isinstance(response, StreamingHttpResponse):
            response.streaming_content = _all_at_once(b"".join(response))
        response.close()
        return response

    def _response_to(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        response._handler_class = type(self)  # type: ignore[attr-defined]  # the sender of `request_finished`
        return response


class Turn:
    """A turn among `turns`, until its end or for `LONG_SECONDS`, whichever is first."""

    def __init__(self, turns: asyncio.Semaphore, loop: asyncio.AbstractEventLoop) -> None:
        self._turns, self._loop = turns, loop

    async def __aenter__(self) -> None:
        await self._turns.acquire()
        self._is_held = True
        self._limit = self._loop.call_later(LONG_SECONDS, self._give_on)

    async def __aexit__(self, *_exc: object) -> None:
        self._limit.cancel()
        self._give_on()

    def _give_on(self) -> None:
        if self._is_held:
            self._is_held = False
            self._turns.release()


class Site:
    """Streams by Django's own handler, everything else by threads."""

    def __init__(self) -> None:
        self.streams, self.pages = ASGIHandler(), PagesInThreads()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        answers = self.streams if scope["type"] != "http" or scope["path"] in STREAMS else self.pages
        await answers(scope, receive, send)


async def _all_at_once(content: bytes) -> AsyncIterator[bytes]:
    yield content
