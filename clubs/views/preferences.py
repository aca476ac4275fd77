"""The reader's language and theme, kept in two cookies. Plain links: pages need no token and no script."""

from __future__ import annotations

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_safe

from clubs.templatetags.page import THEMES

A_YEAR = 365 * 24 * 3600


@require_safe
def language_set(request: HttpRequest, code: str) -> HttpResponse:
    """Show the site in this language from now on, and go back to where the reader was."""
    if code not in dict(settings.LANGUAGES):
        raise Http404
    return _back_with_cookie(request, settings.LANGUAGE_COOKIE_NAME, code)


@require_safe
def theme_set(request: HttpRequest, theme: str) -> HttpResponse:
    if theme not in dict(THEMES):
        raise Http404
    return _back_with_cookie(request, "theme", theme)


def _back_with_cookie(request: HttpRequest, name: str, value: str) -> HttpResponse:
    back = request.GET.get("next", "/")
    if not url_has_allowed_host_and_scheme(back, {request.get_host()}, require_https=request.is_secure()):
        back = "/"
    response = HttpResponseRedirect(back)
    response.set_cookie(name, value, max_age=A_YEAR, samesite="Lax", secure=request.is_secure())
    return response
