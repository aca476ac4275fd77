"""How often something may be asked for: one table of limits (`settings.LIMITS`), one count in the cache, one refusal.

The count is open for as long as the cache is away. Windows are aligned to the clock, so that a refusal can say when
the next one begins.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import wraps
from time import time
from typing import TYPE_CHECKING

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.core.cache import cache
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.activity import By
from clubs.errors import EldestHandError

if TYPE_CHECKING:  # its settings name the throttle, which asks here
    from rest_framework.request import Request

View = Callable[..., HttpResponse]

# What a page that comes back after a refusal never repeats.
_SECRET = ("password", "csrfmiddlewaretoken", "token", "code")
_MOST_KEPT = 100_000


class TooOften(EldestHandError):
    """More than the limit allows; `retry_after` says in how many seconds it may be tried again. Nothing was changed."""

    code = "too_often"
    status = 429

    def __init__(self, seconds: int) -> None:
        super().__init__(_in_words(seconds), retry_after=seconds)
        self.retry_after = seconds


def take(limit: str, who: str) -> None:
    """Count one more act of `who` under a limit of `settings.LIMITS`; raises `TooOften` beyond it.

    `who` is what the limit counts by: `user:12`, an address, `link:7`.
    """
    most, seconds = settings.LIMITS[limit]
    now = int(time())
    key = f"limit:{limit}:{who}:{now // seconds}"
    if cache.add(key, 1, seconds + 1):
        n = 1
    else:
        try:
            n = cache.incr(key)
        except ValueError:  # dropped in between
            return
    if n > most:
        raise TooOften(seconds - now % seconds)


def take_by(limit: str, by: By) -> None:
    """`take` for a service: counted by the account; the machine itself and table links are not counted here."""
    if by.user_id is not None and by.via in ("web", "api"):
        take(limit, f"user:{by.user_id}")


def limited(limit: str, *, methods: Collection[str] = ("POST",)) -> Callable[[View], View]:
    """A page whose acts are counted per account, or per address of whoever is not signed in."""

    def decorate(view: View) -> View:
        @wraps(view)
        def guarded(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
            if request.method in methods:
                try:
                    take(limit, who_asks(request))
                except TooOften as error:
                    return too_often(request, error)
            return view(request, *args, **kwargs)

        return guarded

    return decorate


def too_often(request: HttpRequest, error: TooOften) -> HttpResponse:
    """The page of the refusal: when it may be sent again, with what was typed; JSON for a script that asks for it."""
    if request.headers.get("Accept", "").startswith("application/json"):
        response: HttpResponse = JsonResponse(
            {"code": error.code, "message": error.message}, status=error.status
        )
    else:
        context = {"error": error, "typed": _typed(request), "here": request.get_full_path()}
        response = render(request, "429.html", context, status=error.status)
    response["Retry-After"] = str(error.retry_after)
    return response


def guessed(request: HttpRequest) -> HttpResponse:
    """The answer to a code that nobody was given: 404, or 429 to an address that keeps guessing (`link_guesses`)."""
    try:
        take("link_guesses", address_of(request))
    except TooOften as error:
        return too_often(request, error)
    raise Http404


def handler429(request: HttpRequest) -> HttpResponse:
    """What allauth answers when its own limits (sign-in, sign-up, passwords) are passed; its windows are minutes."""
    return too_often(request, TooOften(60))


def who_asks(request: HttpRequest | Request) -> str:
    """The account, or the address of whoever is not signed in."""
    if request.user.is_authenticated:
        return f"user:{request.user.pk}"
    return address_of(getattr(request, "_request", request))


def address_of(request: HttpRequest) -> str:
    """Who asks, as far as the proxies in front are trusted to say (`TRUSTED_PROXY_COUNT`); else the last of them."""
    try:
        return str(get_adapter().get_client_ip(request))
    except PermissionDenied:
        return str(request.META.get("REMOTE_ADDR", ""))


def _in_words(seconds: int) -> str:
    if seconds <= 90:
        told = ngettext("%(n)d second", "%(n)d seconds", seconds) % {"n": seconds}
    else:
        minutes = -(-seconds // 60)
        told = ngettext("%(n)d minute", "%(n)d minutes", minutes) % {"n": minutes}
    return _("That was too often. Wait %(time)s, then send it again; nothing was changed.") % {"time": told}


def _typed(request: HttpRequest) -> list[tuple[str, str]]:
    """What a form had in it, to be sent again; never a password, never a file."""
    if request.method != "POST":
        return []
    pairs = [
        (name, value)
        for name, values in request.POST.lists()
        if not any(secret in name.lower() for secret in _SECRET)
        for value in values
    ]
    return pairs if sum(len(name) + len(value) for name, value in pairs) <= _MOST_KEPT else []
