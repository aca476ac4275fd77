"""Who asks the same in the same moment shares an answer, and never one that was begun before the question."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from django.http import HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase

from config.serving.sharing import SharedAnswers, key_of

PLAIN = {"host": "club.example", "hx-request": "true", "accept-language": "is"}


def scope(
    path: str = "/standings/", method: str = "GET", query: bytes = b"", **headers: str
) -> dict[str, Any]:
    told = {**PLAIN, **{name.replace("_", "-"): value for name, value in headers.items()}}
    return {
        "path": path,
        "method": method,
        "query_string": query,
        "headers": [(name.encode(), value.encode()) for name, value in told.items() if value],
    }


class Site:
    """Each answer tells the version as it was when the answer was begun, and takes until `let_go`."""

    def __init__(self, kind: type[HttpResponseBase] = HttpResponse, *, cookie: bool = False) -> None:
        self.version, self.begun = 1, 0
        self.kind, self.cookie = kind, cookie
        self.let_go = asyncio.Event()

    async def answer(self) -> HttpResponseBase:
        self.begun += 1
        response: Any = self.kind(str(self.version))
        if self.cookie:
            response.set_cookie("whose", str(self.begun))
        await self.let_go.wait()
        assert isinstance(response, HttpResponseBase)
        return response


async def all_at_once(site: Site, n: int) -> list[Any]:
    """One question is being answered, the version rises, then `n` more come."""
    shared = SharedAnswers()
    key = key_of(scope())
    first = asyncio.create_task(shared(key, site.answer))
    await asyncio.sleep(0.01)
    site.version = 2
    others = [asyncio.create_task(shared(key, site.answer)) for _n in range(n)]
    await asyncio.sleep(0.01)
    site.let_go.set()
    found = await asyncio.gather(first, *others)
    assert (shared._to_come, shared._turns) == ({}, {})
    return found


def test_five_hundred_who_hear_of_a_version_share_one_answer_that_shows_it() -> None:
    async def told() -> tuple[list[Any], int]:
        site = Site()
        return await all_at_once(site, 500), site.begun

    (first, *others), begun = asyncio.run(told())
    assert first.content == b"1"
    assert {answer.content for answer in others} == {b"2"}
    assert begun == 2


@pytest.mark.parametrize(
    "kind", [{"cookie": True}, {"kind": StreamingHttpResponse}], ids=["with a cookie", "in parts"]
)
def test_what_is_for_one_alone_is_made_for_each(kind: dict[str, Any]) -> None:
    async def told() -> tuple[list[Any], int]:
        site = Site(**kind)
        return await all_at_once(site, 5), site.begun

    found, begun = asyncio.run(told())
    assert begun == 6
    assert len(set(map(id, found))) == 6


def test_a_fault_is_for_all_who_waited_and_leaves_nothing_behind() -> None:
    async def told() -> list[Any]:
        shared, key = SharedAnswers(), key_of(scope())

        async def broken() -> HttpResponseBase:
            raise ValueError

        found = await asyncio.gather(*(shared(key, broken) for _n in range(3)), return_exceptions=True)
        assert (shared._to_come, shared._turns) == ({}, {})
        return found

    assert [type(fault) for fault in asyncio.run(told())] == [ValueError] * 3


def test_who_hangs_up_takes_nobodys_answer_along() -> None:
    async def told() -> Any:
        site, shared, key = Site(), SharedAnswers(), key_of(scope())
        first = asyncio.create_task(shared(key, site.answer))
        second = asyncio.create_task(shared(key, site.answer))
        await asyncio.sleep(0.01)
        first.cancel()
        await asyncio.sleep(0.01)
        site.let_go.set()
        return await second

    assert asyncio.run(told()).content == b"1"


def test_questions_are_the_same_whatever_phone_they_come_from() -> None:
    assert key_of(scope(user_agent="one", sec_fetch_mode="cors")) == key_of(scope(user_agent="two"))


@pytest.mark.parametrize(
    "other",
    [
        scope(path="/wall/"),
        scope(query=b"after=1"),
        scope(accept_language="de"),
        scope(host="other.example"),
        scope(hx_target="standings"),
        scope(if_none_match='"1"'),
        scope(accept_encoding="gzip"),
    ],
    ids=["path", "query", "language", "host", "part", "known", "packed"],
)
def test_what_an_answer_depends_on_keeps_questions_apart(other: dict[str, Any]) -> None:
    assert key_of(other) not in (None, key_of(scope()))


@pytest.mark.parametrize(
    "own",
    [
        scope(cookie="sessionid=x"),
        scope(authorization="Token x"),
        scope(method="POST"),
        scope(content_length="3"),
        scope(hx_request=""),
    ],
    ids=["signed in", "token", "act", "body", "whole page"],
)
def test_what_may_be_somebodys_own_is_never_shared(own: dict[str, Any]) -> None:
    assert key_of(own) is None
