"""The stream of announcements, and the same by asking."""

from __future__ import annotations

import json
import random
from collections.abc import AsyncIterator, Iterable

from asgiref.sync import sync_to_async
from django.contrib.auth import aget_user
from django.contrib.auth.models import AnonymousUser
from django.core.handlers.asgi import ASGIRequest
from django.db import connection
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed, JsonResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.views.decorators.http import require_safe

from clubs.live import hub, versions_for
from clubs.live.hub import LOST
from clubs.models import User

BEAT_SECONDS = 5.0


async def live_stream(request: HttpRequest) -> HttpResponseBase:
    """Server-sent events: `changed` with `{"topic": version}`; the versions now first, then whenever one rises.

    A beat every few seconds tells the page that silence is no failure. Topics the reader may not see do not exist.
    """
    if request.method != "GET":
        return HttpResponseNotAllowed(["GET"])
    user = await aget_user(request)
    topics = request.GET.getlist("topic")
    versions = await _versions_now(user, topics)
    if not versions:
        return HttpResponse(status=404)
    if not isinstance(request, ASGIRequest):
        return HttpResponse(
            status=204
        )  # a server that cannot hold a stream: the page asks for versions instead
    response = StreamingHttpResponse(_events(user, versions), content_type="text/event-stream")
    response["Cache-Control"] = "no-store"
    response["X-Accel-Buffering"] = "no"
    response["Content-Encoding"] = "identity"  # a compressed stream arrives in lumps
    return response


@require_safe
def live_versions(request: HttpRequest) -> HttpResponse:
    """`{"topic": version}` for pages that cannot hold a stream."""
    response = JsonResponse(versions_for(request.user, request.GET.getlist("topic")))
    response["Cache-Control"] = "no-store"
    return response


@sync_to_async
def _versions_now(user: User | AnonymousUser, topics: Iterable[str]) -> dict[str, int]:
    """Read the versions and give the connection back: a stream stays open for hours."""
    try:
        return versions_for(user, topics)
    finally:
        if not connection.in_atomic_block:
            connection.close()


async def _events(user: User | AnonymousUser, versions: dict[str, int]) -> AsyncIterator[str]:
    topics = frozenset(versions)
    async with hub().listening(topics) as listener:
        yield f"retry: {random.randint(1000, 3000)}\n\n"
        # Read again: something may have been announced between the first look and the subscription.
        yield _event(await _versions_now(user, topics))
        while True:
            news = await listener.wait(BEAT_SECONDS)
            if LOST in news:
                news = await _versions_now(user, topics)
            # A comment would keep the line open, but no page could see it.
            yield _event(news) if news else "event: beat\ndata: {}\n\n"


def _event(versions: dict[str, int]) -> str:
    return f"event: changed\ndata: {json.dumps(versions)}\n\n"
