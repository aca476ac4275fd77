"""The reader's language and theme, kept in two cookies.

Small forms, so that nobody who follows links comes here; without a token, which would give every page another ETag:
the worst a forged form can do is to show the site in another language.
"""

from __future__ import annotations

from collections.abc import Collection

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST
from django.views.defaults import bad_request

from clubs.templatetags.page import THEMES

A_YEAR = 365 * 24 * 3600


@csrf_exempt
@require_POST
def language_set(request: HttpRequest) -> HttpResponse:
    """Show the site in this language from now on, and go back to where the reader was."""
    return _chosen(request, "code", dict(settings.LANGUAGES), settings.LANGUAGE_COOKIE_NAME)


@csrf_exempt
@require_POST
def theme_set(request: HttpRequest) -> HttpResponse:
    return _chosen(request, "theme", dict(THEMES), "theme")


def _chosen(request: HttpRequest, field: str, known: Collection[str], cookie: str) -> HttpResponse:
    """Back with the cookie; 400 for what cannot be chosen."""
    value = request.POST.get(field, "")
    if value not in known:
        return bad_request(request, ValueError(field))
    back = request.POST.get("next", "/")
    if not url_has_allowed_host_and_scheme(back, {request.get_host()}, require_https=request.is_secure()):
        back = "/"
    response = HttpResponseRedirect(back)
    response.set_cookie(cookie, value, max_age=A_YEAR, samesite="Lax", secure=request.is_secure())
    return response
