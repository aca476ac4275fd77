"""What every page that changes something does: who acts, signing in first, and refusals as pages."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from urllib.parse import urlencode

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render, resolve_url
from django.utils.cache import add_never_cache_headers

from clubs.activity import By
from clubs.errors import EldestHandError, NotAllowed
from clubs.limits import TooOften

View = Callable[..., HttpResponse]


def by_web(request: HttpRequest) -> By:
    """The reader as the one who acts through these pages."""
    return By(request.user if request.user.is_authenticated else None, "web")


def signed_in(view: View) -> View:
    """Whoever opens the page signs in first and comes back; an act without a sign-in is refused.

    htmx cannot follow a redirect to another page, so it is told to go there (design.md "Web").
    """

    @wraps(view)
    def guarded(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        if request.user.is_authenticated:
            response = view(request, *args, **kwargs)
            add_never_cache_headers(response)
            return response
        here = request.headers.get("HX-Current-URL") or request.get_full_path()
        address = f"{resolve_url(settings.LOGIN_URL)}?{urlencode({'next': _path(here)})}"
        if request.headers.get("HX-Request") == "true":
            return HttpResponse(headers={"HX-Redirect": address})
        if request.method in ("GET", "HEAD"):
            return HttpResponseRedirect(address)
        raise PermissionDenied

    return guarded


def refused(request: HttpRequest, error: EldestHandError, *, back: str, back_text: str) -> HttpResponse:
    """The page of a refusal: why, and the way to what stands now. Nothing was changed."""
    if isinstance(error, NotAllowed):
        raise PermissionDenied
    context = {"error": error, "back": back, "back_text": back_text}
    response = render(request, "organise/refused.html", context, status=error.status)
    if isinstance(error, TooOften):
        response["Retry-After"] = str(error.retry_after)
    return response


def _path(address: str) -> str:
    """The path of an address of this site; sign-in refuses strange hosts by itself."""
    _scheme, separator, rest = address.partition("://")
    return f"/{rest.partition('/')[2]}" if separator else address
