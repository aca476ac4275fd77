"""A page and its fragment: one URL, one context; htmx asks for the same page and gets the fragment."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.cache import patch_vary_headers

from clubs.limits import TooOften


def render_page(
    request: HttpRequest,
    template: str,
    context: dict[str, Any],
    *,
    section: str = "",
    fragment: str | None = None,
    status: int = 200,
) -> HttpResponse:
    """The page, or its `fragment` when htmx asks for it.

    `section` names the entry of the main navigation the page belongs to. A `refusal` of the context that says
    when to come again says it in the header too.
    """
    context = {**context, "section": section}
    if fragment is not None and wants_fragment(request):
        response = render(request, fragment, context, status=status)
    else:
        response = render(request, template, context, status=status)
    if fragment is not None:
        patch_vary_headers(response, ["HX-Request"])
    refusal = context.get("refusal")
    if isinstance(refusal, TooOften):
        response["Retry-After"] = str(refusal.retry_after)
    return response


def wants_fragment(request: HttpRequest) -> bool:
    """Whether htmx asks for a part of the page; coming back through the history needs the whole page."""
    headers = request.headers
    return (
        headers.get("HX-Request") == "true"
        and headers.get("HX-History-Restore-Request") != "true"
        and headers.get("HX-Boosted") != "true"
    )


def asks_json(request: HttpRequest) -> bool:
    """Whether a page's script asks. It hears all in JSON: HTML it takes for the page of a network on the way."""
    return request.headers.get("Accept", "").startswith("application/json")


@contextmanager
def in_zone(name: str) -> Iterator[None]:
    """Times are shown in the club's zone; an unknown name is UTC."""
    try:
        zone = ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError):
        zone = ZoneInfo("UTC")
    with timezone.override(zone):
        yield
