"""Public pages kept for a moment: forty phones that hear of version 40 ask for one and the same thing."""

from __future__ import annotations

from collections.abc import Callable, Collection
from uuid import uuid4

from django.contrib.messages import get_messages
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language

from clubs.pages import wants_fragment
from clubs.templatetags.page import chosen_theme

KEPT_SECONDS = 15
"""Short, because what is around a page may change without a new version; long enough for everybody's refresh."""
_NAMES = "fragment-names"


def forget_kept_pages() -> None:
    """Somebody has another name from now on, or none: no page that is kept may be shown again."""
    cache.set(_NAMES, uuid4().hex, None)


def kept_page(
    request: HttpRequest, key: str, make: Callable[[], HttpResponse], *, asked: Collection[str] = ()
) -> HttpResponse:
    """The page or, for htmx, its part; as kept for readers who are not signed in, made anew for anybody else.

    `key` names the thing and its version, such as `standings:friday:40`. What else a page shows is added here: its
    address, language and theme. `asked` are the parameters of the page; with any other it is not kept.
    """
    if not set(request.GET) <= set(asked) or (not wants_fragment(request) and len(get_messages(request))):
        return make()
    kind = "" if wants_fragment(request) else f":page:{chosen_theme(request)}:{request.get_host()}"
    return _kept(request, f"{key}:{request.get_full_path()}{kind}", make)


def kept_fragment(request: HttpRequest, key: str, make: Callable[[], HttpResponse]) -> HttpResponse:
    """The part of a page as htmx asks for it, for readers who are not signed in; anything else is made anew.

    `key` names the thing and its version, such as `standings:12:40:3`; the language is added here.
    """
    return _kept(request, key, make) if wants_fragment(request) else make()


def _kept(request: HttpRequest, key: str, make: Callable[[], HttpResponse]) -> HttpResponse:
    if request.method != "GET" or request.user.is_authenticated:
        return make()
    full_key = f"fragment:{cache.get(_NAMES, '')}:{key}:{get_language()}"
    body = cache.get(full_key)
    if body is None:
        response = make()
        if response.status_code == 200:
            cache.set(full_key, response.content, KEPT_SECONDS)
        return response
    response = HttpResponse(body)
    patch_vary_headers(response, ["HX-Request", "Cookie", "Accept-Language"])
    return response
