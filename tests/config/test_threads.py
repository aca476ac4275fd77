"""The embedded server's threads: few, kept, with a connection each; streams stay in the loop."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from asgiref.testing import ApplicationCommunicator
from django.core.signals import request_finished, request_started
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.test import override_settings
from django.urls import path

from config.serving.threads import N_AT_ONCE, PagesInThreads, Site
from config.settings import embedded

seen: set[str] = set()
Communicator: Any = ApplicationCommunicator  # it has no types


def thread_named(request: HttpRequest) -> HttpResponse:
    seen.add(threading.current_thread().name)
    return HttpResponse(f"{request.method} {request.body.decode()}")


def in_parts(_request: HttpRequest) -> StreamingHttpResponse:
    def parts() -> Iterator[bytes]:
        seen.add(threading.current_thread().name)
        yield from (b"one ", b"two")

    return StreamingHttpResponse(parts())


def broken(_request: HttpRequest) -> HttpResponse:
    raise ValueError


let_go = threading.Event()


def slow(_request: HttpRequest) -> HttpResponse:
    let_go.wait(5)
    return HttpResponse("slow")


urlpatterns = [
    path("slow/", slow),
    path("thread/", thread_named),
    path("parts/", in_parts),
    path("broken/", broken),
]
only_these = override_settings(
    ROOT_URLCONF=__name__, MIDDLEWARE=["django.middleware.common.CommonMiddleware"]
)


def scope(address: str, method: str = "GET") -> dict[str, Any]:
    return {
        "type": "http",
        "method": method,
        "path": address,
        "raw_path": address.encode(),
        "query_string": b"",
        "headers": [(b"host", b"testserver")],
    }


async def answer(app: Any, address: str, method: str = "GET", body: bytes = b"") -> tuple[int, bytes]:
    talk = Communicator(app, scope(address, method))
    await talk.send_input({"type": "http.request", "body": body})
    start = await talk.receive_output(5)
    content, more = b"", True
    while more:
        part = await talk.receive_output(5)
        content, more = content + part.get("body", b""), part.get("more_body", False)
    await talk.wait(5)
    return start["status"], content


@only_these
def test_many_requests_at_once_share_a_few_threads() -> None:
    seen.clear()
    app = PagesInThreads(n_threads=2)

    async def many() -> list[tuple[int, bytes]]:
        return await asyncio.gather(*(answer(app, "/thread/", "POST", b"%d" % n) for n in range(40)))

    assert asyncio.run(many()) == [(200, b"POST %d" % n) for n in range(40)]
    assert seen <= {"page_0", "page_1"}


@only_these
@pytest.mark.parametrize(("n_slow", "is_in_time"), [(1, True), (2, True), (4, False)])
def test_long_answers_hold_threads_and_nobodys_turn(
    monkeypatch: pytest.MonkeyPatch, n_slow: int, is_in_time: bool
) -> None:
    monkeypatch.setattr("config.serving.threads.LONG_SECONDS", 0.05)
    app = PagesInThreads(n_threads=4)
    let_go.clear()

    async def quick_beside_slow() -> bool:
        slow = [asyncio.create_task(answer(app, "/slow/")) for _n in range(n_slow)]
        await asyncio.sleep(0)
        quick = asyncio.create_task(answer(app, "/thread/"))
        done, _waiting = await asyncio.wait([quick], timeout=1)
        let_go.set()
        assert [await each for each in (*slow, quick)] == [(200, b"slow")] * n_slow + [(200, b"GET ")]
        assert app._turns._value == N_AT_ONCE
        return bool(done)

    assert asyncio.run(quick_beside_slow()) is is_in_time


@only_these
def test_an_answer_in_parts_is_read_whole_in_its_thread() -> None:
    seen.clear()
    assert asyncio.run(answer(PagesInThreads(1), "/parts/")) == (200, b"one two")
    assert seen == {"page_0"}


@only_these
def test_a_fault_is_an_answer_too(caplog: pytest.LogCaptureFixture) -> None:
    assert asyncio.run(answer(PagesInThreads(1), "/broken/"))[0] == 500
    assert "ValueError" in caplog.text


@only_these
def test_each_request_begins_and_ends_once_in_its_thread() -> None:
    told: list[tuple[str, str]] = []

    def began(**_kwargs: Any) -> None:
        told.append(("began", threading.current_thread().name))

    def ended(**_kwargs: Any) -> None:
        told.append(("ended", threading.current_thread().name))

    request_started.connect(began)
    request_finished.connect(ended)
    try:
        asyncio.run(answer(PagesInThreads(1), "/thread/"))
    finally:
        request_started.disconnect(began)
        request_finished.disconnect(ended)
    assert told == [("began", "page_0"), ("ended", "page_0")]


def test_whoever_hangs_up_in_the_middle_of_a_form_gets_nothing_done() -> None:
    seen.clear()

    async def half() -> None:
        talk = Communicator(PagesInThreads(1), scope("/thread/", "POST"))
        await talk.send_input({"type": "http.request", "body": b"ha", "more_body": True})
        await talk.send_input({"type": "http.disconnect"})
        await talk.wait(5)

    with only_these:
        asyncio.run(half())
    assert not seen


def test_streams_alone_go_to_the_event_loop() -> None:
    site = Site()
    gone: list[str] = []

    def road(name: str) -> Any:
        async def taken(*_args: Any) -> None:
            gone.append(name)

        return taken

    site.streams, site.pages = road("stream"), road("page")
    for address in ("/live/", "/live/versions/", "/play/"):
        asyncio.run(site(scope(address), None, None))  # type: ignore[arg-type]
    assert gone == ["stream", "page", "page"]


def test_connections_of_the_one_process_are_kept_on_sqlite_and_pooled_elsewhere() -> None:
    kept = embedded.DATABASES["default"]["CONN_MAX_AGE"]
    assert kept == (None if "sqlite" in embedded.DATABASES["default"]["ENGINE"] else 0)
