"""Parts of public pages kept for a moment: forty phones that hear of version 40 ask for one and the same part."""

from __future__ import annotations

from collections.abc import Callable

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language

from clubs.pages import wants_fragment

KEPT_SECONDS = 15
"""Short, because a name may be hidden without a new version; long enough for everybody's refresh."""


def kept_fragment(request: HttpRequest, key: str, make: Callable[[], HttpResponse]) -> HttpResponse:
    """The part of a page as htmx asks for it, for readers who are not signed in; anything else is made anew.

    `key` names the thing and its version, such as `standings:12:40:3`; the language is added here.
    """
    if request.method != "GET" or request.user.is_authenticated or not wants_fragment(request):
        return make()
    full_key = f"fragment:{key}:{get_language()}"
    body = cache.get(full_key)
    if body is None:
        response = make()
        if response.status_code == 200:
            cache.set(full_key, response.content, KEPT_SECONDS)
        return response
    response = HttpResponse(body)
    patch_vary_headers(response, ["HX-Request", "Cookie", "Accept-Language"])
    return response
