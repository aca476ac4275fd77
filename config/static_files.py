"""Static files as whole answers."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from whitenoise.middleware import WhiteNoiseMiddleware


class StaticFiles(WhiteNoiseMiddleware):  # type: ignore[misc]
    """Whitenoise, but each file (or the part that was asked for) is read at once.

    An open file is a synchronous iterator: under ASGI Django reads all of it first anyway, in a thread, and warns.
    """

    @staticmethod
    def serve(static_file: Any, request: HttpRequest) -> HttpResponse:
        found = static_file.get_response(request.method, request.META)
        content = b""
        if found.file is not None:
            with found.file as opened:
                content = opened.read()
        answer = HttpResponse(content, status=int(found.status))
        del answer["Content-Type"]  # whitenoise names it where there is one
        for name, value in found.headers:
            answer[name] = value
        return answer
